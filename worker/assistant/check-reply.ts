/** Checks of what a model wrote against what was said. */
import type { TranscriptLine } from '../transcripts/transcript.ts';
import { keepTrueCitations } from './retrieval/citation.ts';

/**
 * The end of a text in which a citation may have begun: the space before it, what stands between
 * the brackets so far, and the link target that a model may put behind it.
 */
const UNDECIDED = /(?<![ \t])[ \t]*(?:\\?\[[^[\]\n]{0,80}(?:\\?\](?:\([^()\s]{0,200})?)?|\\)?$/;

/** The pieces of a reply, with false citations taken out, and none of them shown even in part. */
export async function* checkCitations(
  pieces: AsyncIterable<string>,
  lines: TranscriptLine[],
): AsyncGenerator<string> {
  let held = '';
  for await (const piece of pieces) {
    held += piece;
    const end = held.search(UNDECIDED);
    const decided = keepTrueCitations(held.slice(0, end), lines);
    held = held.slice(end);
    if (decided !== '') yield decided;
  }
  const rest = keepTrueCitations(held, lines);
  if (rest !== '') yield rest;
}

/** Takes out every block quotation that nobody said word for word, and the heading of none. */
export function keepTrueQuotes(markdown: string, lines: TranscriptLine[]): string {
  const kept = withoutFalseQuotes(markdown, lines);
  return kept === markdown ? markdown : kept.replace(EMPTY_SECTION, '');
}

/** A heading with nothing below it before the next one. */
const EMPTY_SECTION = /^##[^\n]*\n\s*(?=##\s|(?![\s\S]))/gm;

function withoutFalseQuotes(markdown: string, lines: TranscriptLine[]): string {
  const said = lettersOf(lines.map((line) => line.text).join(' '));
  const kept: string[] = [];
  let block: string[] = [];
  const settle = () => {
    if (block.length > 0 && said.includes(lettersOf(quotedIn(block)))) kept.push(...block);
    block = [];
  };
  for (const line of markdown.split('\n')) {
    const isQuoted = /^\s*>/.test(line);
    // A quotation may follow another without a line between them.
    if (!isQuoted || /^\s*>\s*["“«„]/.test(line)) settle();
    if (isQuoted) block.push(line);
    else kept.push(line);
  }
  settle();
  return kept.join('\n');
}

/** What stands between quotation marks; where there are none, all but the speaker. */
function quotedIn(block: string[]): string {
  const text = block.map((line) => line.replace(/^\s*>\s?/, '')).join(' ');
  return /^[^“"«„]*[“"«„](.+)[”"»“]/s.exec(text)?.[1] ?? text.replace(/\s[—–-]\s.*$/s, '');
}

/** Case, punctuation and white space are a matter of transcription. */
function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
