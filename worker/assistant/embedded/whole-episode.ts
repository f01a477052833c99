/** Handles requests about the whole episode. None is refused, and each gets the requested form. */
import { nounOf, type Reader } from '../assistant.ts';
import type { AnswerPart, Statement } from '../evidence.ts';
import { peopleOn } from '../retrieval/people.ts';
import { DISAGREES } from '../retrieval/speech-cues.ts';
import { findTopics, titleOf } from '../retrieval/topics.ts';
import { stemOf, topicStems, wordsOf } from '../retrieval/words.ts';
import { actionsOf, gistOf, quotationsOf, statements, takeawaysOf } from './insight.ts';
import { fitOf } from './reader-fit.ts';
import { REQUEST_WORDS, ROLE_WORD, WHOLES, type WholeRequest } from './request-language.ts';
import { evidenceOf, items, statementOf, text } from './statements.ts';
import { chooseSpread, isAsking, type Known, standsAlone, worthOf } from './what-matters.ts';

export interface Request {
  wanted: WholeRequest;
  /** How many bullets or sentences; null if unspecified. */
  count: number | null;
  form: 'items' | 'sentences';
  /** For whom, as written: 'my CMO'; null if nobody is named. */
  audience: string | null;
}

const NUMBERS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
];
const MOST = 12;
const USUAL = 5;
const COUNTED = new RegExp(
  String.raw`\b(\d{1,2}|${NUMBERS.join('|')}|a couple of)[ -](?:\p{L}+[ -]){0,2}?(bullets?|points?|take-?aways?|things|lessons?|insights?|ideas?|items?|highlights?|quotes?|sentences?|lines?|reasons?|tips?|actions?|steps?)\b`,
  'iu',
);
const WHO = String.raw`((?:my|an?|the|our) (?:[\p{L}&-]+ ){0,3}?[\p{L}&-]+|(?:some|any)(?:one|body)(?: (?:in|from|at|who) [\p{L} ]{2,30}?)?)`;
/** Where a request names its audience. */
const AUDIENCES = [
  `^(?:as|being|speaking as) ${WHO}(?=,)`,
  String.raw`\bi(?:'m| am| work as) ${WHO}(?=[.,;?!]|$)`,
  String.raw`\b(?:for|to|with|of interest to) ${WHO}(?=[.,;?!]|,? please|$)`,
  String.raw`\bshould ${WHO} (?=(?:take|know|do|remember|learn|care|read)\b)`,
  String.raw`\b(?:give|send|tell|brief|show) ${WHO} (?=(?:the|an?|in|what|about)\b)`,
].map((pattern) => new RegExp(pattern, 'iu'));

/**
 * Parses a request about the whole episode; null if the question is about something in it.
 *
 * @param isFollowUp whether 'it' and 'that' may refer to an earlier answer
 */
export function readRequest(message: string, { index }: Known, isFollowUp = false): Request | null {
  const plain = message.replace(/\s+/g, ' ').replace(/’/g, "'").trim();
  const { rest, audience } = withoutAudience(
    plain,
    (word) => index.postings.get(stemOf(word))?.length ?? 0,
  );
  const lower = wordsOf(rest.replaceAll('-', ' ')).join(' ');
  const unnamed = WHOLES.reduce(
    (left, [, pattern]) => left.replace(new RegExp(pattern, 'g'), ' '),
    lower,
  );
  const [, number = '', unit = ''] = COUNTED.exec(rest.replaceAll('-', ' ')) ?? [];
  const isOfRequest = (word: string) =>
    word === '' || word === number.toLowerCase() || REQUEST_WORDS.has(word);
  if (!unnamed.split(' ').every(isOfRequest)) return null;
  const wanted = WHOLES.find(([, pattern]) => pattern.test(lower))?.[0];
  // 'Who said that?' and 'Why is it?' aren't about the whole.
  if (wanted === undefined && audience === null) return null;
  if (wanted === 'summary' && REFERS.test(lower)) return null;
  const mayReferBack = wanted === 'actions' || (wanted !== 'disagreements' && ASKS.test(lower));
  if (isFollowUp && mayReferBack && POINTS.test(lower)) return null;
  return {
    wanted: wanted ?? 'takeaways',
    count: number === '' ? null : countOf(number),
    form: /^sentence|^line/i.test(unit) ? 'sentences' : 'items',
    audience,
  };
}

/** Refers to something said instead of the episode: 'Why is this?' */
const REFERS =
  /^(?:and |but |so )?(?:why|how|where|when|who)\b(?!.*\b(?:about|matters?|care|relevant|worth)\b)/;

/** In a conversation, 'Why does that matter?' and 'What should we do about it?' mean what was said last. */
const ASKS = /^(?:and |but |so )?(?:why|how|where|when|who)\b/;
const POINTS =
  /\b(?:it|that|those|these|them|this(?! (?:episode|podcast|show|talk|conversation|interview|meeting|call)))\b/;

function withoutAudience(
  plain: string,
  timesSaid: (word: string) => number,
): { rest: string; audience: string | null } {
  for (const pattern of AUDIENCES) {
    const match = pattern.exec(plain);
    const who = match?.[1] ?? '';
    const words = wordsOf(who);
    const last = words.at(-1) ?? '';
    // The first words name 'my head of sales', the last one 'our sales team'.
    const head = wordsOf(who.replace(/ (?:of|in|at|from|for|who) .*/i, '')).at(-1) ?? '';
    const isPerson = [last, head].some((word) => ROLE_WORD.test(word)) && !WHOLES[0]?.[1].test(who);
    // A word the episode itself uses may be a topic: 'what does it mean for the server?' But bullets are
    // written for somebody.
    const isSpokenOf = /^the$/i.test(words[0] ?? '') && timesSaid(last) > 2 && !COUNTED.test(plain);
    if (match === null || !isPerson || isSpokenOf) continue;
    const index = match.index + match[0].lastIndexOf(who);
    return { rest: `${plain.slice(0, index)} ${plain.slice(index + who.length)}`, audience: who };
  }
  return { rest: plain, audience: null };
}

function countOf(number: string): number {
  const lower = number.toLowerCase();
  const value = /^\d/.test(lower) ? Number(lower) : NUMBERS.indexOf(lower);
  // A couple of them is no word in the list.
  return Math.max(1, Math.min(MOST, value < 0 ? 2 : value));
}

/** Answers a request. Its audience replaces the reader's profile. */
export function answerRequest(known: Known, request: Request, reader: Reader): AnswerPart[] {
  const { audience, wanted } = request;
  const fit = fitOf(known, audience === null ? reader : readerFrom(audience));
  const count = request.count ?? USUAL;
  const noun = nounOf(known.episode);
  const shown = (lead: string, found: Statement[]) => formed(request, lead, found);
  switch (wanted) {
    case 'people':
      return people(known);
    case 'topics':
      return topics(known);
    case 'quotations':
      return shown('Worth quoting', statements(known, quotationsOf(known, count)));
    case 'actions': {
      const actions = statements(known, actionsOf(known, fit, count), fit);
      if (actions.length > 0) return shown(`What is advised${forWhom(audience)}`, actions);
      const rest = statements(known, takeawaysOf(known, fit, count), fit);
      return shown('Nobody here gives advice in so many words. What matters most', rest);
    }
    case 'disagreements': {
      const places = chooseSpread(known.index, disagreements(known), count);
      if (places.length > 0) return shown('Where they disagree', withReplies(known, places));
      const rest = statements(known, takeawaysOf(known, fit, count), fit);
      return shown('Nobody openly disagrees. What matters most', rest);
    }
    case 'questions': {
      const asked = statements(known, questionsIn(known, count));
      if (asked.length > 0) return shown(`Asked in the ${noun}`, asked);
      const rest = statements(known, takeawaysOf(known, fit, count), fit);
      return shown('I found hardly any questions. What matters most', rest);
    }
    case 'figures': {
      const found = statements(known, figuresIn(known, count));
      if (found.length > 0) return shown('The figures', found);
      const rest = statements(known, takeawaysOf(known, fit, count), fit);
      return shown('I found hardly any figures. What matters most', rest);
    }
    case 'takeaways':
      return shown(
        `What matters most${forWhom(audience)}, in the ${noun}'s own words`,
        statements(known, takeawaysOf(known, fit, count), fit),
      );
    case 'summary': {
      const places = count <= 2 ? gistFor(known, count) : takeawaysOf(known, fit, count);
      return shown(
        `In the ${noun}'s own words${forWhom(audience)}`,
        statements(known, places, fit),
      );
    }
  }
}

function gistFor(known: Known, count: number): number[] {
  return gistOf(known, count).slice(0, count);
}

function forWhom(audience: string | null): string {
  if (audience === null) return '';
  const who = audience.replace(/^my\b/i, 'your').replace(/^our\b/i, 'your');
  return ` for ${who.replace(/[\\`*_[\]<>~|]/g, '')}`;
}

function readerFrom(audience: string): Reader {
  return { role: audience.replace(/^(?:my|our|the|an?) /i, ''), industry: null, goals: null };
}

function formed({ form }: Request, lead: string, found: Statement[]): AnswerPart[] {
  if (form === 'items') return [text(`${lead}:\n\n`), ...items(found)];
  return found.map((statement) => ({ type: 'statement', form: 'sentence', statement }));
}

function people({ index, episode }: Known): AnswerPart[] {
  const found = peopleOn(index, episode);
  if (found.length === 0) {
    return [text('The transcript names nobody, and nobody is introduced.')];
  }
  const parts: AnswerPart[] = [text(`On this ${nounOf(episode)}:\n\n`)];
  for (const { name, role, presentedBy, share } of found) {
    const percent =
      share === null ? '' : ` (${Math.max(1, Math.round(share * 100))} % of the words)`;
    const [presented] = presentedBy;
    parts.push({
      type: 'statement',
      form: 'item',
      statement: {
        text: `${name}${role === null ? '' : `, ${role}`}${percent}`,
        evidence: presented ? statementOf([presented]).evidence : [],
      },
    });
  }
  return parts;
}

function topics({ index, episode }: Known): AnswerPart[] {
  const about = new Set(topicStems(`${episode.title} ${episode.description}`));
  const named = findTopics(index, about).map((topic) => ({
    text: titleOf(topic),
    evidence: [evidenceOf(index.sentences.slice(topic.from, topic.from + 1))],
  }));
  return [text('The topics, and where each begins:\n\n'), ...items(named)];
}

/** A shorter disagreement doesn't say what it is about. */
const FEWEST_WORDS = 6;

/** A brief 'I disagree' counts if nobody says more, unless it only answers a question. */
function disagreements(known: Known): number[] {
  const worth = worthOf(known);
  const { sentences } = known.index;
  const all = sentences.filter(({ text: said }) => DISAGREES.test(said) && !isAsking(said));
  const long = all.filter(({ words }) => words >= FEWEST_WORDS);
  const brief = all.filter(({ index }) => !isAsking(sentences[index - 1]?.text ?? ''));
  const found = new Set(long.length > 0 ? long : brief);
  return sentences.map((one, at) => (found.has(one) ? 0.3 + (worth[at] ?? 0) : 0));
}

/** Adds the following sentence of the same turn to each: what was said instead. */
function withReplies({ index }: Known, places: number[]): Statement[] {
  return places.map((i) => {
    const turn = index.sentences[i]?.turn;
    return statementOf(index.sentences.slice(i, i + 2).filter((one) => one.turn === turn));
  });
}

function questionsIn({ index }: Known, count: number): number[] {
  const worth = index.sentences.map(({ index: at, text: said, words }) =>
    isAsking(said) && words >= 7 && words <= 45 ? new Set(index.stems[at]).size : 0,
  );
  return chooseSpread(index, worth, count);
}

const FIGURE =
  /(?<![\p{L}-])[$€£]?\d[\d.,]*(?:\s?(?:%|percent|million|billion|thousand|people|years|hours|dollars|euros|points))?/giu;

function figuresIn(known: Known, count: number): number[] {
  const worth = worthOf(known).map((value, index) => {
    const sentence = known.index.sentences[index];
    const figures = sentence?.text.match(FIGURE)?.length ?? 0;
    return figures === 0 || !sentence || standsAlone(sentence) === 0 ? 0 : value * (1 + figures);
  });
  return chooseSpread(known.index, worth, count);
}
