import { Parser } from 'htmlparser2';
import { foldSpace } from '../platform/plain-text.ts';
import { parseClock } from './clock.ts';
import { type Cue, MAX_CUES, MAX_WORDS_LENGTH } from './cues.ts';
import { readTextTranscript } from './text-transcript.ts';

const BLOCKS = new Set(
  `address article blockquote body br dd div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li main
  ol p pre section table td th tr ul`.split(/\s+/),
);
/** Around a transcript, not in it. */
const SKIPPED = new Set(
  'script style head title template noscript svg nav header footer aside form button select iframe'.split(
    ' ',
  ),
);

/** Elements open at once, of which the parser keeps a list that it searches. */
const MAX_OPEN = 1_000;

interface Block {
  speaker: string | null;
  start: number | null;
  text: string;
}

/**
 * The podcast namespace's HTML (`<cite>` speaker, `<time>` start, `<p>` words), and pages that
 * write names and times into their paragraphs.
 */
export function readHtmlTranscript(html: string): Cue[] {
  const { blocks, isMarkedUp } = readBlocks(html);
  const words = blocks.filter((block) => block.text.trim() !== '');
  if (!isMarkedUp) return readTextTranscript(words.map((block) => block.text).join('\n\n'));
  return words.map(({ speaker, start, text }) => ({ speaker, start, end: null, text }));
}

function readBlocks(html: string): { blocks: Block[]; isMarkedUp: boolean } {
  const blocks: Block[] = [];
  let speaker: string | null = null;
  let start: number | null = null;
  let text = '';
  let skipped = 0;
  let open = 0;
  let length = 0;
  let field: 'cite' | 'time' | null = null;
  let fieldText = '';
  let isMarkedUp = false;

  const endBlock = () => {
    if (text.trim() !== '') {
      blocks.push({ speaker, start, text });
      start = null;
      length += text.length;
      if (blocks.length === MAX_CUES || length > MAX_WORDS_LENGTH) parser.pause();
    }
    text = '';
  };
  const endField = () => {
    const value = foldSpace(fieldText);
    if (field === 'cite' && value !== '') {
      speaker = value.replace(/ ?:$/, '');
      isMarkedUp = true;
    } else if (field === 'time') {
      start = parseClock(value) ?? start;
      isMarkedUp ||= start !== null;
    }
    field = null;
    fieldText = '';
  };

  const parser = new Parser({
    onopentagname(name) {
      open += 1;
      // Built to exhaust us: what was read so far is all there is.
      if (open > MAX_OPEN) parser.pause();
      if (SKIPPED.has(name)) skipped += 1;
      else if (name === 'cite' || name === 'time') {
        endBlock();
        field = name;
      } else if (BLOCKS.has(name)) endBlock();
    },
    onclosetag(name) {
      open -= 1;
      if (SKIPPED.has(name)) skipped -= 1;
      else if (name === field) endField();
      else if (BLOCKS.has(name)) endBlock();
    },
    ontext(data) {
      if (skipped > 0) return;
      if (field !== null) fieldText += data;
      else if (text.length < MAX_WORDS_LENGTH) text += data;
    },
  });
  parser.end(html);
  endBlock();
  return { blocks, isMarkedUp };
}
