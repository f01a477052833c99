import { parseClock } from '../clock.ts';
import { type Cue, MAX_CUES, MAX_WORDS_LENGTH } from './cues.ts';
import { COLON, CREDENTIALS, NAME_START } from './speakers.ts';
import { courtAsColons, splitAtBrackets } from './turn-forms.ts';

/** `12:03`, `1:12:03.5`, and with frames: `00:12:03:14`, `00;12;03;14` */
const CLOCK = String.raw`((?:\d{1,2}[:;]\d{2}[:;]\d{2}[:;]\d{2}|(?:\d{1,2}:)?\d{1,3}:\d{2}(?:[.,]\d{1,9})?)(?!\d))`;
const TIME = String.raw`[[(<]?${CLOCK}[\])>]?`;
/** Of a list's item. */
const MARK = '(?:[-*•] +)?';
/** `12:03`, `(12:03) –`, `[00:12:03]`, perhaps with an end: `[12:03.000 --> 12:05.000]` */
const TIME_FIRST = new RegExp(
  String.raw`^\s*${MARK}[[(<]?${CLOCK}(?:(?:\s*(?:-{1,2}>|[-–—])\s*|,)${CLOCK})?[\])>]?(?:\s*[-–—:|])?(?:\s+|$|(?<=[\])>]))`,
);
/** The same where it can't be among the words: in brackets or on a line of its own. */
const MARKED_TIME_FIRST = new RegExp(
  String.raw`(?=\s*${MARK}[[(<]|[^\p{L}\n]*(?:\n|$))${TIME_FIRST.source}`,
  'u',
);
/** `[00:12:03] - Ada Lovelace` on a line of its own, with the words below it. */
const TIME_THEN_NAME = new RegExp(
  String.raw`^\s*${TIME}\s*[-–—|] *(${NAME_START}[\p{L}\p{M}\p{N}.'’ -]{0,48})\n\s*(?=\S)`,
  'u',
);
/** `Ada Lovelace: 00:12:03`, `Ada (12:03):`, `Ada 12:03` on a line of its own, then the words. */
const NAME_THEN_TIME = new RegExp(
  String.raw`^\s*${MARK}(?:\*\*)?((?:${NAME_START}|\d)[\p{L}\p{M}\p{N}_.'’ &-]{0,48}?${CREDENTIALS})([\s*:：,|–—-]{0,8}[[(<（]?)(?<![\d:;])${CLOCK}([\])>）]?(?:\*\*)?\s*${COLON}?(?:\*\*)?\s*)`,
  'u',
);

/** `Ada Lovelace:`, before the words. */
const NAME_FIRST = new RegExp(
  String.raw`^\s*(?:\*\*)?${NAME_START}[\p{L}\p{M}.'’ -]{0,40}${COLON}`,
  'u',
);
/** `Ada Lovelace:` in its own paragraph belongs to the next one. */
const NAME_ALONE = new RegExp(String.raw`^${NAME_START}[^\n:：]{0,60}${COLON} ?$`, 'u');

/** `Ada Lovelace` on a line of its own, and no time before it, which would make it a caption. */
const BARE_NAME =
  /^\s*(\p{Lu}[\p{L}\p{M}\p{N}.'’-]{0,30}(?: (?:[\p{Lu}\p{N}][\p{L}\p{M}\p{N}.'’-]{0,30}|\p{Ll}{2,3})){0,3})(?<![.,]) *(?:\n\s*|$)/u;
/** The share of paragraphs that begin with such a line where each turn has one. Elsewhere they are titles of sections. */
const BARE_NAMES_SHARE = 0.2;

/** So many bare times are no coincidence. Fewer have to begin half of the paragraphs. */
const MANY_TIMES = 3;
/** The share of times that may be earlier than the one before, as where files were joined. */
const MOST_STEPS_BACK = 0.1;

/**
 * Reads plain text and Markdown in steps, one line per paragraph. Recognises times and names at its start; a
 * paragraph of only a name and a time applies to the following ones.
 */
export function* readTextTranscript(text: string): Generator<void, Cue[]> {
  const plain = splitAtBrackets(courtAsColons(withoutMarkdown(text.slice(0, MAX_WORDS_LENGTH))));
  yield;
  const paragraphs = paragraphsOf(plain, TIME_FIRST);
  yield;
  if (areTimed(paragraphs)) return cuesOf(paragraphs, TIME_FIRST);
  yield;
  const marked = paragraphsOf(plain, MARKED_TIME_FIRST);
  yield;
  return cuesOf(marked, MARKED_TIME_FIRST);
}

/**
 * Whether times without brackets are timestamps: '10:30 is when we open.' In the corpora, 50 files of
 * 236 have them; they begin nearly all paragraphs there and never step back.
 */
function areTimed(paragraphs: readonly string[]): boolean {
  const times = paragraphs.flatMap((paragraph) =>
    MARKED_TIME_FIRST.test(paragraph)
      ? []
      : (parseClock(TIME_FIRST.exec(paragraph)?.[1] ?? '') ?? []),
  );
  const isOften = times.length >= MANY_TIMES || times.length * 2 >= paragraphs.length;
  const stepsBack = times.filter((time, index) => time < (times[index - 1] ?? 0)).length;
  return times.length > 1 && isOften && stepsBack <= times.length * MOST_STEPS_BACK;
}

function cuesOf(paragraphs: readonly string[], timeFirst: RegExp): Cue[] {
  const cues: Cue[] = [];
  let heading: string | null = null;
  let start: number | null = null;
  let end: number | null = null;
  for (const head of withBareNames(paragraphs.map((one) => readHead(one, timeFirst)))) {
    if (cues.length === MAX_CUES) break;
    heading = head.speaker ?? heading;
    if (head.start !== null) ({ start, end } = head);
    if (head.rest.trim() === '') continue;
    cues.push({ speaker: heading, start, end, text: head.rest });
    // Repeated names before the words are found later.
    heading = null;
    start = null;
    end = null;
  }
  return cues;
}

type Head = Omit<Cue, 'text'> & { rest: string };

/** Nothing marks a name on a line of its own. Such lines are names if at least two of them recur, each before words. */
function withBareNames(heads: Head[]): Head[] {
  if (heads.some(({ speaker }) => speaker !== null)) return heads;
  const lines = heads.map(({ rest, start }) => {
    const line = BARE_NAME.exec(rest);
    return line?.[0] === rest && start !== null ? null : line;
  });
  const isBeforeWords = (index: number) => {
    const alone = lines[index]?.[0] === heads[index]?.rest;
    return !alone || (index + 1 < heads.length && lines[index + 1] === null);
  };
  const found = lines.map((line, index) => (line !== null && isBeforeWords(index) ? line : null));
  const names = Map.groupBy(
    found.filter((line) => line !== null),
    ([, name]) => name,
  );
  const again = [...names.values()].filter((uses) => uses.length > 1);
  const count = again.reduce((sum, uses) => sum + uses.length, 0);
  if (again.length < 2 || count < heads.length * BARE_NAMES_SHARE) return heads;
  return heads.map((head, index) => {
    const [whole = '', speaker = null] = found[index] ?? [];
    return { ...head, speaker, rest: head.rest.slice(whole.length) };
  });
}

function readHead(paragraph: string, timeFirst: RegExp): Head {
  const heading = TIME_THEN_NAME.exec(paragraph);
  if (heading !== null) {
    const [whole, start = '', name = ''] = heading;
    const rest = paragraph.slice(whole.length);
    return { speaker: name.trim(), start: parseClock(start), end: null, rest };
  }
  const time = timeFirst.exec(paragraph);
  if (time !== null) {
    const [whole, start = '', end = ''] = time;
    const rest = paragraph.slice(whole.length);
    return { speaker: null, start: parseClock(start), end: parseClock(end), rest };
  }
  const named = NAME_THEN_TIME.exec(paragraph);
  if (named !== null) {
    const [whole, name = '', before = '', start = '', after = ''] = named;
    const rest = paragraph.slice(whole.length);
    // Not 'We open at 10:30 every day'.
    const isHeading = /[:：[(<（]/.test(before) || /[:：\n]/.test(after) || rest === '';
    if (isHeading) return { speaker: name.trim(), start: parseClock(start), end: null, rest };
  }
  return { speaker: null, start: null, end: null, rest: paragraph };
}

/** Returns the name if a paragraph is only a name, perhaps with a time; otherwise null. */
export function headingOf(paragraph: string): string | null {
  const { speaker, rest } = readHead(paragraph, TIME_FIRST);
  if (speaker !== null) return rest === '' ? speaker : null;
  return NAME_ALONE.test(paragraph) ? paragraph.replace(ENDS_NAME, '') : null;
}

/** `Ada Lovelace (12:03)`, as a heading. */
function isNameWithTime(title: string): boolean {
  const { speaker, start, rest } = readHead(title, TIME_FIRST);
  return speaker !== null && start !== null && rest === '';
}

const ENDS_NAME = new RegExp(`${COLON} ?$`, 'u');

/** `[words](address "title")`, and the same of a picture. */
const LINK = /(!?)\[([^[\]\n]*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?: "[^"\n]*")?\)/g;

/** Removes Markdown's front matter, headings, rules, pictures and syntax, which were not spoken. */
function withoutMarkdown(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/^\s*---\n[\s\S]*?\n---\n/, '')
    .replace(/^#{1,6}(?: (.*))?$/gm, (_, title = '') => (isNameWithTime(title) ? title : ''))
    .replace(/^(?:(?:\* ?){3,}|(?:- ?){3,})$/gm, '')
    .replace(LINK, (_, mark, words) => (mark === '!' ? '' : words))
    .replace(/\\([[\]()*_#`>-])/g, '$1')
    .replace(/\*\*([^*\n]+)\*\*/g, '$1')
    .replace(/(?<![\p{L}\p{N}*])\*([^*\s](?:[^*\n]*[^*\s])?)\*(?![\p{L}\p{N}*])/gu, '$1')
    .replace(/^>(?!>) ?/gm, '');
}

/** Splits at blank lines or, if there are none, at each line, unless lines were wrapped by width. */
function paragraphsOf(text: string, timeFirst: RegExp): string[] {
  const normal = text.trim();
  const blocks = withTheirNames(normal.split(/\n\s*\n/)).flatMap((block) =>
    splitByHeads(block, timeFirst),
  );
  if (blocks.length > 1) return blocks;
  return normal.split('\n');
}

function withTheirNames(blocks: string[]): string[] {
  return blocks.flatMap((block, index) => {
    const before = blocks[index - 1] ?? '';
    if (index + 1 < blocks.length && NAME_ALONE.test(block)) return [];
    return [NAME_ALONE.test(before) ? `${before} ${block}` : block];
  });
}

/** Lines that each start with a time or a name are paragraphs, even without blank lines. */
function splitByHeads(block: string, timeFirst: RegExp): string[] {
  const lines = block.split('\n');
  const paragraphs: string[] = [];
  for (const line of lines) {
    const begins = timeFirst.test(line) || NAME_FIRST.test(line);
    if (paragraphs.length === 0 || begins) paragraphs.push(line);
    else paragraphs.push(`${paragraphs.pop()}\n${line}`);
  }
  return paragraphs;
}
