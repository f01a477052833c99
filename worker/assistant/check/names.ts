/** Checks names: each must occur in the episode, and nobody may be credited with another's words. */
import { cachedBy } from '../../platform/cached-by.ts';
import type { AssistantEpisode } from '../assistant.ts';
import { isStopWord, stemOf, wordsOf } from '../language/words.ts';
import { nameOf } from '../retrieval/speaker-roles.ts';
import { spokenWords } from '../spoken-words.ts';
import {
  bare,
  isFollowedByReportingVerb,
  isReportingVerb,
  isSaidBy,
  isSubject,
  lowerOf,
  namesOf,
  POSSESSIVE,
} from './attribution.ts';
import type { EvidenceContext } from './evidence-context.ts';

type Episode = Pick<AssistantEpisode, 'title' | 'podcastTitle' | 'description' | 'lines'>;

/** Roles whose holder transcripts don't name. */
const ROLE = /^(?:(?:co-?)?host|guest|interviewer|moderator|presenter|podcaster)(?:['’]s)?$/;
const DETERMINER = /^(?:the|our|his|her|their|its)$/;
const NAME = /^[^\p{L}\p{N}]*(\p{Lu}[\p{L}\p{M}'’.-]*\p{L})/u;
/** A speaker refers to their own organisation. */
const FIRST_PERSON_PLURAL = /\b(?:we|our|us|ours)\b/i;

/** A name said this often is the episode's subject, and may be meant anywhere. */
const OFTEN = 4;

/** How often each word is said. */
const timesSaidIn = cachedBy((lines: AssistantEpisode['lines']) => {
  const times = new Map<string, number>();
  for (const { text } of lines) {
    for (const word of bare(text)) times.set(word, (times.get(word) ?? 0) + 1);
  }
  return times;
});

/** The words of a transcript that are also written in lower case, and so are no names. */
export const lowercaseWordsIn = cachedBy(
  (lines: AssistantEpisode['lines']) =>
    new Set(lines.flatMap(({ text }) => text.match(LOWERCASE_WORD) ?? []).flatMap(bare)),
);
const LOWERCASE_WORD = /(?<![\p{L}\p{M}\p{N}])\p{Ll}[\p{L}\p{M}]*/gu;

const wordsAbout = cachedBy(
  ({ title, podcastTitle, description }: Episode) =>
    new Set(bare(`${title} ${podcastTitle} ${description}`)),
);

/** Returns what is wrong with the names in a statement; null if nothing is. */
export function namesProblem(
  text: string,
  episode: Episode,
  context: EvidenceContext,
): 'name' | 'speaker' | null {
  const tokens = text.split(/\s+/).filter((token) => token !== '');
  const small = lowercaseWordsIn(episode.lines);
  const near = new Set(bare(`${context.allSpeakers.join(' ')} ${context.nearbyAndBefore}`));
  const isKnown = (word: string) =>
    (timesSaidIn(episode.lines).get(word) ?? 0) >= OFTEN ||
    wordsAbout(episode).has(word) ||
    near.has(word);
  for (const [at, token] of tokens.entries()) {
    const [, name] = NAME.exec(token) ?? [];
    if (name === undefined) continue;
    const words = bare(name.replaceAll('-', ' '));
    const opens = at === 0 || /[.!?:]["”’')]*$/.test(tokens[at - 1] ?? '');
    // A capital at the start makes no name, but whoever owns something has one.
    const isName =
      POSSESSIVE.test(name) && !words.every((word) => small.has(word) || isStopWord(word));
    if ((isName || !opens) && !words.every(isKnown)) return 'name';
  }
  return isMisattributed(text, tokens, context, small) ? 'speaker' : null;
}

function isMisattributed(
  text: string,
  tokens: string[],
  context: EvidenceContext,
  small: ReadonlySet<string>,
): boolean {
  const { speakers, allSpeakers, nearbyAndBefore, nearby, quotation, wordsByPerson } = context;
  const lower = lowerOf(tokens);
  const role = lower.findIndex(
    (word, at) => ROLE.test(word) && DETERMINER.test(lower[at - 1] ?? ''),
  );
  if (role > 0 && isSaidBy(lower, role)) return allSpeakers.length !== 1;
  if (speaksForOther(text, context)) return true;
  const names = namesOf(allSpeakers);
  const own = speakers.map(nameOf);
  let isTold = false;
  const near = new Set(bare(nearby));
  for (const [at, token] of tokens.entries()) {
    for (const part of bare(token.replaceAll('-', ' '))) {
      const owner = names.get(part);
      if (owner === undefined || (!/\p{Lu}/u.test(token) && small.has(part))) continue;
      if (own.includes(owner)) {
        isTold = true;
        continue;
      }
      // The person being addressed.
      if (isTold && wordsByPerson.has(owner) && !isSubject(tokens, at) && !isSaidBy(lower, at))
        continue;
      const says = isSaidBy(lower, at) || (lower[at - 1] === 'to' && lower[at - 2] === 'according');
      if (!near.has(part) || (says && !isReportedIn(quotation, part))) return true;
    }
  }
  // If the lines don't name the person as their speaker, the name must occur near them.
  const subject = bare(subjectName(tokens, small));
  if (subject.length === 0 || subject.some((part) => names.has(part))) return false;
  const earlier = new Set(bare(nearbyAndBefore));
  if (!FIRST_PERSON_PLURAL.test(quotation) && !subject.some((part) => earlier.has(part)))
    return true;
  return (
    isFollowedByReportingVerb(lower, subject.length - 1) &&
    !subject.some((part) => isReportedIn(nearby, part))
  );
}

const AUXILIARY =
  /^(?:am|was|been|be|have|has|had|do|did|will|would|can|could|should|just|really|also|still|always|usually|\w+n't)$/;

/** Whether 'the patient' does what the doctor says with 'I', in a transcript that names people by their roles. */
function speaksForOther(
  text: string,
  { quotation, speakers, allSpeakers }: EvidenceContext,
): boolean {
  const [, role = ''] = /^The (\p{L}+) /u.exec(text) ?? [];
  const isRole = (speaker: string) => speaker.toLowerCase() === role.toLowerCase();
  if (!allSpeakers.some(isRole) || speakers.some(isRole)) return false;
  const stated = new Set(wordsOf(text).map(stemOf));
  const words = wordsOf(quotation);
  return words.some((word, at) => {
    if (!/^i(?:'|$)/.test(word)) return false;
    const deed = words.slice(at + 1).find((next) => !AUXILIARY.test(next));
    return deed !== undefined && stated.has(stemOf(deed));
  });
}

/** Whether the text reports this person's words: 'Ben told me'. */
const isReportedIn = (text: string, name: string) =>
  spokenWords(text).some(
    (word, at, words) => word === name && words.slice(at + 1, at + 5).some(isReportingVerb),
  );

/** Returns the capitalised words at the start of a statement if they can be a name, else ''. */
function subjectName(tokens: string[], small: ReadonlySet<string>): string {
  const words = tokens.map((token) => token.replace(/[,:]$/, ''));
  const end = words.findIndex((word) => !/^\p{Lu}[\p{L}\p{M}'’.-]*$/u.test(word));
  const named = end < 0 ? words : words.slice(0, end);
  if (isStopWord((named[0] ?? '').toLowerCase())) return '';
  // A single capital starts any sentence.
  const isName =
    named.length > 1 ||
    (isReportingVerb((tokens[1] ?? '').toLowerCase()) &&
      !bare(named[0] ?? '').every((one) => small.has(one)));
  return isName ? named.join(' ') : '';
}
