/** Renders statements as Markdown. Places and speakers come from the position of the quoted words. */

import type { TranscriptLine } from '../../schema/wire/episodes.ts';
import {
  type AnswerPart,
  citationOf,
  type Evidence,
  type Insight,
  placeOf,
  type Statement,
} from './evidence.ts';

/** True whatever went wrong with the model, and of one episode, several, or a reader's own source. */
export const STAND_IN_NOTE = 'The model could not answer, so these are quotations.';
export const STAND_IN_NOTICE = `_${STAND_IN_NOTE}_`;
/** Shown between the model's part of an answer and the replacement. */
export const CUT_OFF_NOTICE = '_The model stopped here. What follows are quotations._';

/** Writes a citation from its label and number; by default `[m:ss]`, or `[¶ 12]` of a source. */
export type WritePlace = (label: string, at: number) => string;

const bracketed: WritePlace = (label) => `[${label}]`;

/** Escapes everything that Markdown or HTML would interpret. */
export function escapeText(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*[\]<>~|]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(
      /^(\s*)([#+-]|\d+[.)])(?=\s)/,
      (_, space: string, mark: string) => `${space}${mark.slice(0, -1)}\\${mark.slice(-1)}`,
    );
}

/**
 * `Ben: “We raised the price.” [0:20]`, or in the assistant's words `The price rose. [0:20]`. Why it suits
 * the reader comes last.
 */
export function statementMarkdown(
  statement: Statement,
  lines: TranscriptLine[],
  writePlace: WritePlace = bracketed,
): string {
  const { text, evidence, because } = statement;
  const why = because === undefined ? '' : ` _(${escapeText(because)})_`;
  const said =
    text.trim() === ''
      ? evidence.map((one) => quotationMarkdown(one, lines, writePlace)).join(' ')
      : escapeText(text.trim()) + placesOf(evidence, lines, writePlace);
  return said + why;
}

/** Explains a quiz answer: the statement, then the quoted words. */
export function explanationMarkdown(statement: Statement, lines: TranscriptLine[]): string {
  const quoted = statementMarkdown({ ...statement, text: '' }, lines);
  if (statement.text.trim() === '') return quoted;
  return [escapeText(statement.text.trim()), quoted].filter((part) => part !== '').join(' ');
}

/** The heading of each section of an insight. */
const SECTIONS = [
  ['Key takeaways', 'takeaways'],
  ['What to do with it', 'actions'],
] as const;

/** An insight as it is shown, copied and saved. */
export function insightMarkdown(insight: Insight, lines: TranscriptLine[]): string {
  const one = (statement: Statement) => statementMarkdown(statement, lines);
  const blocks: string[] = [];
  if (insight.note) blocks.push(`_${escapeText(insight.note)}_`);
  if (insight.gist.length > 0) blocks.push(insight.gist.map(one).join(' '));
  for (const [heading, section] of SECTIONS) {
    const items = insight[section].map((statement) => `- ${one(statement)}`);
    if (items.length > 0) blocks.push(`## ${heading}`, items.join('\n'));
  }
  if (insight.quotations.length > 0) {
    const quotes = insight.quotations.map((evidence) => {
      const place = placeOf(lines, evidence);
      const where = lines[0]?.paragraph === undefined ? 'in the episode' : 'in the text';
      const who = place?.speaker ? escapeText(place.speaker) : where;
      return `> “${escapeText(evidence.quotation)}”\n>\n> — ${who}${placesOf([evidence], lines)}`;
    });
    blocks.push('## Notable quotes', quotes.join('\n\n'));
  }
  if (insight.topics.length > 0) {
    const topics = insight.topics.map(
      ({ title, evidence }) => `- ${escapeText(title)}${placesOf([evidence], lines)}`,
    );
    blocks.push('## Topics', topics.join('\n'));
  }
  return blocks.join('\n\n');
}

/** Turns an answer's parts into pieces of Markdown to append. */
export interface AnswerWriter {
  write: (part: AnswerPart) => string;
  /** Text below a complete answer; '' for none. */
  end: () => string;
}

/** Returns the writer's function for an answer from one episode. */
export function answerWriter(lines: TranscriptLine[]): AnswerWriter['write'] {
  return partWriter(({ statement }) => statementMarkdown(statement, lines));
}

/** @param statementOf renders a statement as Markdown, without separators */
export function partWriter(
  statementOf: (part: Extract<AnswerPart, { type: 'statement' }>) => string,
): AnswerWriter['write'] {
  let written = '';
  let isInList = false;
  const append = (separator: string, text: string) => {
    const piece = written === '' ? text : separator + text;
    written = (written + piece).slice(-2);
    return piece;
  };
  return (part) => {
    const isItem = part.type === 'statement' && part.form === 'item';
    const wasInList = isInList;
    isInList = isItem;
    switch (part.type) {
      case 'text':
        return append('', part.text);
      case 'stand-in':
        return append('\n\n', `${part.hasBegun ? CUT_OFF_NOTICE : STAND_IN_NOTICE}\n\n`);
      case 'statement': {
        const text = statementOf(part);
        if (isItem) return append(wasInList ? '\n' : toBlankLine(written), `- ${text}`);
        if (wasInList || part.form === 'paragraph') return append(toBlankLine(written), text);
        return append(/\s$/.test(written) ? '' : ' ', text);
      }
    }
  };
}

/** Returns what a text lacks to end in an empty line. */
function toBlankLine(text: string): string {
  if (text.endsWith('\n\n')) return '';
  return text.endsWith('\n') ? '\n' : '\n\n';
}

function quotationMarkdown(
  evidence: Evidence,
  lines: TranscriptLine[],
  writePlace: WritePlace,
): string {
  const speaker = placeOf(lines, evidence)?.speaker?.trim();
  const who = speaker ? `${escapeText(speaker)}: ` : '';
  return `${who}“${escapeText(evidence.quotation)}”${placesOf([evidence], lines, writePlace)}`;
}

/** Returns the distinct places of some evidence, each with a space before it. */
function placesOf(evidence: Evidence[], lines: TranscriptLine[], writePlace = bracketed): string {
  const places = evidence.flatMap((one) => {
    const place = placeOf(lines, one);
    const cited = place && citationOf(place);
    return cited ? [` ${writePlace(cited.label, cited.at)}`] : [];
  });
  return [...new Set(places)].join('');
}
