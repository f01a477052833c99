/** Recognises whom an answer is for: 'for my CMO', 'as a nurse'. */
import { STOP_WORDS } from '../language/english.ts';
import { wordsOf } from '../language/words.ts';
import { BEGINS_QUESTION, isFormWord, simplified } from './request-form.ts';

/** The endings of most roles, and the roles that end otherwise. */
const ROLE_ENDS = '(?:er|or|ist|ian|yst|itect|ant|man|woman|person)';
const ROLES =
  'people|folks|critics?|sceptics?|skeptics?|adults|kids|children|teens?|parents?|students?|clients?|patients?|presidents?|hr|pr|c[efimotr]os?|cmos?|chro|vps?|head|leads?|chief|boss|team|board|staff|nurses?|counsel|attorney|executives?|committee|council|mom|mum|dad|wife|husband|friends?|colleagues?|operations|sales|finance|marketing|legal|product|engineering|business|company|startup|public|sres?|pms?|gps?|gcs?|devs?|vcs?';
/** Not followed by a stop word, as in 'the other' and 'for you and teachers'. */
const TELLING = `(?!(?:${[...STOP_WORDS].join('|')})\\b)`;
const ROLE = String.raw`${TELLING}(?:\p{L}{3,}${ROLE_ENDS}s?|${ROLES})\b`;
const WHO = String.raw`(?:(?:my|our|an?|the|every|each) (?:${TELLING}[\p{L}&-]+ ){0,3}?${ROLE}(?! ${ROLE})(?: of \p{L}+)?|(?:some|any)(?:one|body)\b(?: (?:in|from|at) \p{L}+)?|(?:${TELLING}[\p{L}&-]+ )??(?:\p{L}{3,}${ROLE_ENDS}s|${ROLES})\b(?! ${ROLE}))`;
/** 'Somebody who uses Node' or 'a client who is 60', up to a comma or the end. */
const WHO_DOES = String.raw`(?:some(?:one|body)|any(?:one|body)|people|those|folks|(?:my|our|an?) ${ROLE}) who(?: [\p{L}\p{N}'+#-]+){1,8}(?=[,.;:?!]|$)`;
/** What listeners do with an answer. */
const USES =
  '(?:take away|take|know|do|remember|learn|care|read|want|need|ask|say|think|object|oppose|push|try|apply|use|note|watch|listen|underline|highlight|put|make|find|get|look|hear)';
/** How a request names its audience, which isn't a topic. */
const AUDIENCE = new RegExp(
  String.raw`\b(?:as|being|i(?:'m| am)|for|to|with|give|send|tell|ask|email|brief|show|(?:should|would|could|can|might|must)(?= ${WHO} ${USES}\b)) (${WHO_DOES}|${WHO})|\b(${WHO})(?= (?:needs? to|should|would|will|must|ought to|can|could|might) ${USES}\b)`,
  'giu',
);

/** A word in more sentences is one of the episode's own topics. */
export const OFTEN_SAID = 2;

/** 'For my boss today', 'for my boss quickly' */
const WHEN_OR_HOW = String.raw`(?:to(?:day|night|morrow)|asap|\p{L}+ly)\b`;
/** 'My junior associate', 'a patient leaflet': ends a request, and says more of whom it is for. */
const LAST_WORD = new RegExp(String.raw`^ ${TELLING}(?!${WHEN_OR_HOW})[\p{L}-]+(?=\W*$)`, 'iu');

/** Whom the audience's pattern matched, after a word such as 'for' or as the subject. */
const whoIn = ([, whom, subject]: RegExpMatchArray) => whom ?? subject ?? '';
const isForm = (who: string) => isFormWord(wordsOf(who).at(-1) ?? '');

/** Separates a message from the audience that it names; `audience` is null if it names none. */
export function withoutAudience(
  asked: string,
  timesSaid: (word: string) => number,
): { rest: string; audience: string | null } {
  // 'As a checklist' names a form and no audience.
  const match = [...asked.matchAll(AUDIENCE)].find((one) => !isForm(whoIn(one))) ?? null;
  const named = match === null ? '' : whoIn(match);
  const words = wordsOf(named);
  const isQuestion = BEGINS_QUESTION.test(simplified(asked));
  // What the episode speaks of may be a topic: 'What does it mean for the server?'
  const isSpokenOf = isQuestion && words[0] === 'the' && timesSaid(words.at(-1) ?? '') > OFTEN_SAID;
  if (match === null || isSpokenOf) return { rest: asked, audience: null };
  const index = match.index + match[0].lastIndexOf(named);
  const [more = ''] = isQuestion ? [] : (LAST_WORD.exec(asked.slice(index + named.length)) ?? []);
  const who = named + more;
  return { rest: `${asked.slice(0, index)} ${asked.slice(index + who.length)}`, audience: who };
}
