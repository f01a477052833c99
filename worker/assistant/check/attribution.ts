/** Finds who is said to say what in a statement. */

import { cachedBy } from '../../platform/cached-by.ts';
import { isStopWord, stemOf, topicStems } from '../language/words.ts';
import { nameOf } from '../retrieval/speaker-roles.ts';
import { spokenWords } from '../spoken-words.ts';
import type { EvidenceContext } from './evidence-context.ts';

/** The stems of verbs for what people say and think. */
const REPORTING_VERBS = new Set(
  `say said state argue recommend advise suggest think believe warn explain claim admit note tell mention add
  insist describe point call urge find found feel see saw agree disagree prefer conclude report recall ask want
  hope doubt hold maintain predict expect teach learn answer reply object counter respond confirm clarify notice
  stress emphasise emphasize question concede deny accept propose promise remark comment complain wonder`
    .split(/\s+/)
    .map(stemOf),
);
/** Titles before a name, and labels of nobody in particular. */
const TITLE =
  /^(?:dr|mr|mrs|ms|hon|sir|prof|professor|the|justice|judge|chief|speaker|doctor|patient|unknown|host|guest|and)$/;
export const POSSESSIVE = /['’]s$/;

/** Words without their possessive. */
export const bare = (text: string) => spokenWords(text.replace(/['’]s\b/g, ''));

/** The ways to refer to a speaker: the full name, or each part that is unique. */
export const namesOf = cachedBy((speakers: string[]): ReadonlyMap<string, string> => {
  const owners = new Map<string, string | null>();
  for (const speaker of new Set(speakers.map(nameOf))) {
    for (const part of new Set(bare(speaker))) {
      if (part.length < 2 || TITLE.test(part) || isStopWord(part)) continue;
      owners.set(part, owners.has(part) ? null : speaker);
    }
  }
  return new Map([...owners].flatMap(([part, owner]) => (owner ? [[part, owner]] : [])));
});

/**
 * A part of a statement, and the people who are said to say it; nobody if the statement doesn't tell.
 */
export interface AttributedPart {
  text: string;
  /** By name. */
  people: string[];
}

/** Splits a statement where it turns to what another person says or does. */
export function splitByAttribution(text: string, context: EvidenceContext): AttributedPart[] {
  const { allSpeakers, wordsByPerson } = context;
  const names = namesOf(allSpeakers);
  const tokens = text.split(/\s+/).filter((token) => token !== '');
  const lower = lowerOf(tokens);
  const parts: AttributedPart[] = [];
  let from = 0;
  for (const [at, token] of tokens.entries()) {
    const owner = bare(token).flatMap((part) => names.get(part) ?? [])[0];
    const isNamed = owner !== undefined && wordsByPerson.get(owner) && /\p{Lu}/u.test(token);
    if (!isNamed || !(isSubject(tokens, at) || isSaidBy(lower, at))) continue;
    const last = parts.at(-1);
    const start = last === undefined ? 0 : titled(tokens, at);
    const before = tokens.slice(from, start).join(' ');
    // 'Ana and Ben agree'
    if (last && topicStems(withoutAttributions(before, context)).length === 0) {
      if (!last.people.includes(owner)) last.people.push(owner);
      continue;
    }
    if (last) last.text = before;
    parts.push({ text: '', people: [owner] });
    from = start;
  }
  const last = parts.at(-1);
  if (last === undefined) return [{ text, people: [] }];
  last.text = tokens.slice(from).join(' ');
  return parts;
}

/** Returns a text without the people who say something and without saying that they do: 'Ben says that'. */
export function withoutAttributions(text: string, { allSpeakers }: EvidenceContext): string {
  const names = namesOf(allSpeakers);
  const tokens = text.split(/\s+/);
  const lower = lowerOf(tokens);
  const isName = (at: number) =>
    bare(tokens[at] ?? '').some((part) => names.has(part)) && /\p{Lu}/u.test(tokens[at] ?? '');
  return tokens
    .filter((_, at) => {
      if (isName(at)) return false;
      if (TITLE.test(lower[at] ?? '') && (isName(at + 1) || isName(at + 2))) return false;
      return !(
        isReportingVerb(lower[at] ?? '') &&
        (isName(at - 1) || isName(at - 2) || isName(at + 1))
      );
    })
    .join(' ');
}

/** Returns words in lower case, without punctuation. */
export const lowerOf = (tokens: string[]) =>
  tokens.map((token) => token.toLowerCase().replace(/[^\p{L}\p{N}'’-]/gu, ''));

/** Where a name starts, with the titles before it. */
function titled(tokens: string[], at: number): number {
  let start = at;
  while (TITLE.test(tokens[start - 1]?.toLowerCase().replace(/\.$/, '') ?? '')) start--;
  return start;
}

/** Words after which the subject of a clause may follow. */
const OPENS_CLAUSE =
  /^(?:and|but|while|whereas|because|since|so|if|unless|when|although|though|which|whom|that|where|as|then|yet|until)$/i;

/** Whether a name is the subject of its clause: nothing but a title stands between it and where the clause begins. */
export function isSubject(tokens: string[], at: number): boolean {
  const before = tokens[titled(tokens, at) - 1];
  return before === undefined || /[,;:.!?—]["”’)]*$/.test(before) || OPENS_CLAUSE.test(before);
}

export const isReportingVerb = (word: string) => REPORTING_VERBS.has(stemOf(word));

/** Whether a reporting verb follows a name, with at most an adverb or a surname between them. */
export const isFollowedByReportingVerb = (lower: string[], at: number) =>
  lower.slice(at + 1, at + 4).some(isReportingVerb);

/** The same, or a view is attributed to them. */
export const isSaidBy = (lower: string[], at: number) =>
  isFollowedByReportingVerb(lower, at) || POSSESSIVE.test(lower[at] ?? '');
