/** Recognises requests about the whole episode, and what they ask for. */
import type { Exchange } from '../assistant.ts';
import { SELDOM_NOUNS } from '../retrieval/seldom-nouns.ts';
import { isStopWord, stemOf, wordsOf } from '../retrieval/words.ts';
import {
  ASPECT_OF,
  ASPECTS,
  COMMAND_STEMS,
  EPISODE_WORDS,
  LANGUAGES,
  QUESTION_STEMS,
  ROLE_WORD,
  WHOLES,
  type WholeRequest,
} from './request-language.ts';

export interface Request {
  wanted: WholeRequest;
  /** How many bullets or sentences; null if unspecified. */
  count: number | null;
  form: 'items' | 'sentences';
  /** For whom, as written: 'my CMO'; null if nobody is named. */
  audience: string | null;
  /** The part of the episode that is meant; null for the whole. */
  part: 'start' | 'end' | null;
  /** The kinds of content it names, as written: 'mistakes'. */
  aspects: string[];
  /** The language it asks for, in lower case: 'german'; null if it names none. */
  language: string | null;
}

const NUMBERS = 'one two three four five six seven eight nine ten'.split(' ');
const MOST = 12;
const COUNTED = new RegExp(
  String.raw`\b(\d{1,2}|${NUMBERS.join('|')}|a couple of)[ -](?:\p{L}+[ -]){0,2}?(bullets?|points?|take-?aways?|things|lessons?|insights?|ideas?|items?|highlights?|quotes?|sentences?|lines?|reasons?|tips?|actions?|steps?)\b`,
  'iu',
);
/** The same with the word before it: 'in two sentences'. */
const IN_FORM = new RegExp(
  String.raw`\b(?:in|as|with|of|using) (?:just |only )?${COUNTED.source}`,
  'iu',
);
/** 'in German', unless it goes on: 'in German schools'. */
const IN_LANGUAGE = new RegExp(
  String.raw`\b(?:in|into|to) (${[...LANGUAGES].join('|')})\b(?=[.,;?!]|,? (?:please|pls|for|in|with)\b|$)`,
  'iu',
);
const WHO = String.raw`((?:my|an?|the|our) (?:[\p{L}&-]+ ){0,3}?[\p{L}&-]+|(?:some|any)(?:one|body)(?: (?:in|from|at|who) [\p{L} ]{2,30}?)?|(?:[\p{L}&-]+ ){0,1}?(?:\p{L}{3,}(?:ers|ors|ists|ians|ysts|ants|ents)|people|folks)|(?:hr|pr|legal|sales|marketing|finance|engineering|operations|leadership|management|c[efimotr]os?|cmos?|students)(?: (?:teams?|people|folks|leads?|leaders|managers?))?)`;
/** Where a request names its audience. */
const AUDIENCES = [
  `^(?:as|being|speaking as) ${WHO}(?=,)`,
  String.raw`\bi(?:'m| am| work as) ${WHO}(?=[.,;?!]|$)`,
  String.raw`\b(?:for|to|with|of interest to) ${WHO}(?=[.,;?!]|,? please|$)`,
  String.raw`\b(?:should|would|could|can|might|must) ${WHO} (?=(?:take|know|do|remember|learn|care|read|want|need|ask|say|think|try|apply|use|note|watch|listen|underline|highlight|put|make|find|get|look|hear)\b)`,
  String.raw`\b(?:give|send|tell|brief|show) ${WHO} (?=(?:the|an?|in|what|about)\b)`,
].map((pattern) => new RegExp(pattern, 'iu'));

/** The part of the episode that is meant. */
const STARTS =
  /\b(?:how|what) (?:\w+ ){1,4}(?:begins?|starts?|opens?)\b|\b(?:beginning|opening|intro|introduction|at the start|first (?:few )?(?:part|minutes?|bit|section))\b/;
const ENDS =
  /\b(?:how|what) (?:\w+ ){1,4}(?:ends?|ended|finish(?:es)?|close|concludes?)\b|\b(?:ending|closing|outro|at the end|in the end|wrap(?:s|ped)? (?:it )?up|last (?:few )?(?:part|minutes?|bit|section))\b/;

/** How a question begins; 'Could you …' is a command. */
const QUESTION =
  /^(?:and |so |but |ok |okay )?(?:what|what's|whats|how|why|when|where|which|who|who's|whos|is|are|was|were|do|does|did|has|have|should)\b/;
/** Asks how something is done or what it is in general, unless it points to the episode. */
const GENERAL =
  /^(?:and |so |but )?(?:how (?:do|can|could|should|would|to) |(?:what|why|how|when|which|is|are)\b.* an? )/;
const POINTS_TO_EPISODE =
  /\b(?:this|it|that|these|those|here|they|(?:the|each|whole|entire) (?:\w+ )?(?:episode|podcast|show|conversation|speakers?|guests?|hosts?))\b/;

/** What follows is a subject, even if requests use the word: 'What was said about the deadline?' */
const SUBJECTS =
  /\b(?:about|regarding|concerning|(?:said?|views?|opinions?|thoughts?|discussi?on|discuss(?:ed)?|presentation|focus) (?:on|of)) (?:(?:the|an?|any|some|their|his|her) )?((?:[\p{L}-]+ ?){1,3}?)(?= (?:for|to|in|with|by|that|so|which|at|and)\b|[.,;?!]|$)/giu;

/** A word in more passages is one of the episode's own topics. */
const OFTEN = 2;
/** What listeners will use the answer for: 'for my book club', 'so that I can decide'. */
const USE = [
  String.raw`(?:^|[,;.] ?| )(?:so that|so|that|which|if|because|since|as|when|before|while|and) (?:i|we|i'm|i've|i'd|my \p{L}+) [^.;!?]*`,
  String.raw`\b(?:for|in|into|on|to|as|by|before|during|over|at|from|with) (?:my|our|an?|her|his|their) [\p{L}-]+(?: [\p{L}-]+){0,2}?(?=$|[.,;:!?]| (?:for|to|in|with|by|that|so|which|at|and|on|before|please|can)\b)`,
].map((pattern) => new RegExp(pattern, 'giu'));
/** A clause in which listeners speak of themselves: 'I missed it, fill me in'. */
const OF_LISTENER =
  /(?:^|(?<=[.;:!?,] ?))(?:i|we|i'm|i've|she|he|my \p{L}+)\b[^,.;:!?]*(?:[,.;:!?] ?|$)/giu;

/** In a conversation, 'Why does that matter?' and 'What should we do about it?' mean what was said last. */
const ASKS = /^(?:and |but |so )?(?:why|how|where|when|who)\b/;
const POINTS =
  /\b(?:(?<!\bon )it|that|those|these|them|(?<!\b(?:on|after|from) )this(?! (?:episode|podcast|show|talk|conversation|interview|meeting|call)))\b/;

/** Asks what others did or will do, for no advice: 'How did they get started?', 'What will she do now?' */
const OF_OTHERS =
  /^(?:and |so |but )?(?:when|(?:how|where|why) (?:did|was|were)|what (?:will|did|does|is|was) (?:he|she|they))\b/;

/** 'And for a freelancer?' asks what was asked before, for somebody else. */
const GOES_ON = /^(?:and|but|or|what about|how about)\b/;

/** Nothing that was said is recorded or published. */
const PUBLISHED = /\b(?:publish\w*|record(?:ed|ing)|released?|air(?:ed|s)?|uploaded)\b/;

/**
 * Parses a request about the whole episode; null if the question is about something in it.
 *
 * @param timesSaid how often the episode says a word
 * @param earlier the conversation so far, which 'it' and 'that' may refer to
 */
export function readRequest(
  message: string,
  timesSaid: (word: string) => number,
  earlier: readonly Pick<Exchange, 'question'>[] = [],
): Request | null {
  const plain = message.replace(/\s+/g, ' ').replace(/’/g, "'").trim();
  const [, number = '', unit = ''] = COUNTED.exec(plain) ?? [];
  const language = IN_LANGUAGE.exec(plain)?.[1]?.toLowerCase() ?? null;
  // The form is no subject and part of nobody's name: 'for my CTO in two sentences'.
  const asked = plain.replace(IN_LANGUAGE, ' ').replace(IN_FORM, ' ').replace(/ +/g, ' ').trim();
  const { rest, audience } = withoutAudience(asked, timesSaid);
  const lower = simplified(rest);
  const wanted = WHOLES.find(([, pattern]) => pattern.test(lower))?.[0];
  if (namesSubject(rest)) return null;
  if (GENERAL.test(lower) && !POINTS_TO_EPISODE.test(lower)) return null;
  const request = withoutUse(rest, timesSaid).replace(OF_LISTENER, ' ');
  if (topicsIn(request).length > 0) return null;
  if (wanted === 'actions' && OF_OTHERS.test(lower)) return null;
  // 'Who said that?' and 'Why is it?' aren't about the whole.
  if (wanted === undefined && audience === null) return null;
  const last = earlier.at(-1);
  if (wanted === undefined && last !== undefined && GOES_ON.test(lower)) {
    const before = readRequest(last.question, timesSaid, earlier.slice(0, -1));
    return before && { ...before, audience };
  }
  const part = STARTS.test(lower) ? 'start' : ENDS.test(lower) ? 'end' : null;
  const mayReferBack = wanted === 'actions' || (wanted !== 'disagreements' && ASKS.test(lower));
  if (last !== undefined && mayReferBack && POINTS.test(lower) && !PUBLISHED.test(lower))
    return null;
  return {
    wanted: wanted ?? 'takeaways',
    count: number === '' ? null : countOf(number),
    form: /^sentence|^line/i.test(unit) ? 'sentences' : 'items',
    audience,
    part,
    aspects: aspectsIn(request),
    language,
  };
}

function aspectsIn(request: string): string[] {
  const aspects = simplified(request)
    .split(' ')
    .map((word) => ASPECT_OF.get(word) ?? word);
  return [...new Set(aspects)].filter((word) => ASPECTS.has(word));
}

const simplified = (text: string) => wordsOf(text.replaceAll('-', ' ')).join(' ');

const namesSubject = (rest: string) =>
  [...rest.matchAll(SUBJECTS)].some(([, subject = '']) =>
    wordsOf(subject).some((word) => !isStopWord(word) && !EPISODE_WORDS.has(word)),
  );

/** Parses a request that is about several episodes, whatever they say. */
export const readRequestOfAll = (message: string, earlier: Exchange[]): Request | null =>
  readRequest(message, () => 0, earlier);

/** The words that aren't of a request. */
function topicsIn(text: string): string[] {
  const lower = simplified(text);
  const isOfRequest = QUESTION.test(lower) ? isOfQuestion : isOfCommand;
  const left = WHOLES.reduce(
    (rest, [, pattern]) => rest.replace(new RegExp(pattern, 'g'), ' '),
    lower,
  );
  return left.split(' ').filter((word) => word !== '' && !isOfRequest(word));
}

const isOfQuestion = (word: string) =>
  isStopWord(word) ||
  EPISODE_WORDS.has(word) ||
  QUESTION_STEMS.has(stemOf(word)) ||
  /^\d+(?:st|nd|rd|th)?$/.test(word);

/** What is to be done, and how, names no topic. */
const isOfCommand = (word: string) =>
  isOfQuestion(word) || COMMAND_STEMS.has(stemOf(word)) || SELDOM_NOUNS.has(word);

function withoutUse(rest: string, timesSaid: (word: string) => number): string {
  const isSpokenOf = (word: string) => !isStopWord(word) && timesSaid(word) > OFTEN;
  return USE.reduce(
    (left, pattern) => left.replace(pattern, (use) => (wordsOf(use).some(isSpokenOf) ? use : ' ')),
    rest,
  );
}

function withoutAudience(
  asked: string,
  timesSaid: (word: string) => number,
): { rest: string; audience: string | null } {
  const isQuestion = QUESTION.test(simplified(asked));
  for (const pattern of AUDIENCES) {
    const match = pattern.exec(asked);
    const who = match?.[1] ?? '';
    const words = wordsOf(who);
    const last = words.at(-1) ?? '';
    // What the episode speaks of may be a topic: 'What does it mean for the server?'
    const isSpokenOf = isQuestion && /^the$/i.test(words[0] ?? '') && timesSaid(last) > OFTEN;
    if (match === null || !ROLE_WORD.test(last) || isSpokenOf) continue;
    const index = match.index + match[0].lastIndexOf(who);
    return { rest: `${asked.slice(0, index)} ${asked.slice(index + who.length)}`, audience: who };
  }
  return { rest: asked, audience: null };
}

function countOf(number: string): number {
  const lower = number.toLowerCase();
  // A couple of them is no word in the list.
  const value = /^\d/.test(lower) ? Number(lower) : NUMBERS.indexOf(lower) + 1 || 2;
  return Math.max(1, Math.min(MOST, value));
}
