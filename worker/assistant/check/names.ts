/** Checks names: each must occur in the episode, and nobody may be credited with another's words. */
import { cachedBy } from '../../platform/cached-by.ts';
import type { AssistantEpisode } from '../assistant.ts';
import { spokenWords } from '../spoken-words.ts';
import type { Grounds } from './grounds.ts';

type Episode = Pick<AssistantEpisode, 'title' | 'podcastTitle' | 'description' | 'lines'>;

const REPORTS =
  'says?|said|states?|stated|argues?|argued|recommends?|recommended|advises?|advised|suggests?|suggested|thinks?|thought|believes?|believed|warns?|warned|explains?|explained|claims?|claimed|admits?|admitted|notes?|noted|tells?|told|mentions?|mentioned|adds?|added|insists?|insisted|describes?|described|points|pointed|calls?|called|urges?|urged|finds?|found|feels?|felt|sees?|saw|agrees?|agreed|disagrees?|disagreed|prefers?|preferred|concludes?|concluded|reports?|reported|recalls?|recalled|asks?|asked|wants?|wanted|hopes?|hoped|doubts?|doubted|holds?|held|maintains?|maintained|predicts?|predicted|expects?|expected|teaches|taught|learned|learnt|answers?|answered|replies|replied';
const REPORT = new RegExp(`^(?:${REPORTS})$`);
/** Words before a name that is addressed or talked about. */
const OBJECT =
  /^(?:tells?|told|asks?|asked|thanks?|thanked|interrupts?|answers?|answered|corrects?|corrected|contradicts?|interviews?|with|like|unlike|for|against|about|and|than|called|named|by|from)$/;
const ROLE =
  /\b(?:the|our|his|her|their|its) (?:(?:co-?)?host|guest|interviewer|moderator|presenter|podcaster)(?:['’]s)?\b/i;
const NAME = /^[^\p{L}\p{N}]*(\p{Lu}[\p{L}\p{M}'’.-]*\p{L})/u;
/** Words at the start of a statement that are no names. */
const COMMON =
  /^(?:a|an|the|this|that|these|those|it|its|he|she|they|we|you|his|her|their|our|your|my|in|on|at|by|for|from|to|of|with|as|if|when|while|after|before|because|since|so|but|and|or|not|no|never|one|some|many|most|more|all|any|every|each|both|few|there|here|what|who|how|why|where|which|people|only|even|although|though|unless|until|instead|rather|according|about|over|under|during|without|within|once|than|then|also|do|does|is|are|was|were|be|can|should|must|may|will|would|could)$/i;

const wordsIn = cachedBy(
  (lines: AssistantEpisode['lines']) =>
    new Set(lines.flatMap(({ text, speaker }) => bare(`${speaker ?? ''} ${text}`))),
);

const wordsAbout = cachedBy(
  ({ title, podcastTitle, description }: Episode) =>
    new Set(bare(`${title} ${podcastTitle} ${description}`)),
);

/** Whether all words occur in the episode. */
type AreKnown = (words: string[]) => boolean;

/** Words without their possessive. */
const bare = (text: string) => spokenWords(text.replace(/['’]s\b/g, ''));

export function namesProblem(
  text: string,
  episode: Episode,
  grounds: Grounds,
): 'name' | 'speaker' | null {
  const said = wordsIn(episode.lines);
  const areKnown: AreKnown = (words) =>
    words.every((word) => said.has(word) || wordsAbout(episode).has(word));
  const tokens = text.split(/\s+/).filter((token) => token !== '');
  for (const [at, token] of tokens.entries()) {
    const name = NAME.exec(token)?.[1];
    if (name !== undefined) {
      const opens = at === 0 || /[.!?:]["”’')]*$/.test(tokens[at - 1] ?? '');
      if (opens && !opensWithName(tokens, at, areKnown)) continue;
      if (!areKnown(bare(name.replaceAll('-', ' ')))) return 'name';
    }
  }
  return isInWrongMouth(text, tokens, grounds) ? 'speaker' : null;
}

/** Whether a capitalised first word is the name of somebody who does or says something. */
function opensWithName(tokens: string[], index: number, areKnown: AreKnown): boolean {
  const [word = '', next = '', third = ''] = tokens.slice(index, index + 3);
  const plain = word.replace(/[^\p{L}'’-]/gu, '');
  if (COMMON.test(plain)) return false;
  if (areKnown(bare(plain))) return true;
  if (/['’]s$/.test(plain)) return true;
  const isReport = REPORT.test(next.toLowerCase()) || REPORT.test(third.toLowerCase());
  return /^\p{Lu}/u.test(next) || isReport;
}

/** The ways to refer to a speaker: the full name, or each part that is unique. */
function namesOf(speakers: string[]): Map<string, string> {
  const owners = new Map<string, string | null>();
  for (const speaker of speakers) {
    for (const part of new Set(bare(speaker))) {
      if (part.length < 2 || TITLE.test(part) || COMMON.test(part)) continue;
      owners.set(part, owners.has(part) ? null : speaker);
    }
  }
  return new Map([...owners].flatMap(([part, owner]) => (owner ? [[part, owner]] : [])));
}
/** A speaker refers to their own organisation. */
const OF_OURS = /\b(?:we|our|us|ours)\b/i;
const TITLE =
  /^(?:dr|mr|mrs|ms|prof|professor|the|justice|judge|chief|speaker|doctor|patient|unknown|host|guest|and)$/;

function isInWrongMouth(text: string, tokens: string[], grounds: Grounds): boolean {
  const { speakers, allSpeakers, around, said, quoted } = grounds;
  const lower = tokens.map((token) => token.toLowerCase().replace(/[^\p{L}\p{N}'’-]/gu, ''));
  // Transcripts don't say who 'the host' is.
  if (
    ROLE.test(text) &&
    isSaidBy(
      lower,
      lower.findIndex((word) => ROLE_WORD.test(word)),
    )
  ) {
    return allSpeakers.length !== 1;
  }
  const names = namesOf(allSpeakers);
  // Most statements name nobody.
  let near: Set<string> | null = null;
  const isNearby = (part: string) => {
    near ??= new Set(bare(`${quoted} ${said}`));
    return near.has(part);
  };
  for (const [at, token] of tokens.entries()) {
    for (const part of bare(token.replaceAll('-', ' '))) {
      const owner = names.get(part);
      if (owner === undefined || !/\p{Lu}/u.test(token)) continue;
      if (speakers.includes(owner)) continue;
      const says = isSaidBy(lower, at) || (lower[at - 1] === 'to' && lower[at - 2] === 'according');
      if (says && !isReportedIn(quoted, part)) return true;
      const isObject = OBJECT.test(lower[at - 1] ?? '') && at > 1;
      if (!isObject && !isNearby(part)) return true;
    }
  }
  // If the lines don't name the person as their speaker, the name must occur near them.
  const subject = subjectName(tokens);
  if (subject === null) return false;
  const parts = bare(subject);
  if (parts.some((part) => names.has(part))) return false;
  const earlier = new Set(bare(around));
  const isNear = parts.some((part) => earlier.has(part)) || OF_OURS.test(quoted);
  const says = isSaidBy(lower, parts.length - 1);
  return !isNear || (says && !parts.some((part) => isReportedIn(`${said} ${quoted}`, part)));
}
const ROLE_WORD = /^(?:(?:co-?)?host|guest|interviewer|moderator|presenter|podcaster)(?:['’]s)?$/;

/** Whether a verb of saying follows a name, with at most an adverb or a surname in between. */
function isSaidBy(lower: string[], index: number): boolean {
  if (index < 0) return false;
  return (
    lower.slice(index + 1, index + 4).some((word) => REPORT.test(word)) ||
    /['’]s$/.test(lower[index] ?? '')
  );
}

/** Whether the text reports this person's words: 'Ben told me'. */
function isReportedIn(words: string, name: string): boolean {
  const list = spokenWords(words);
  return list.some(
    (word, index) =>
      word === name && list.slice(index + 1, index + 5).some((next) => REPORT.test(next)),
  );
}

/** Returns the capitalised words at the start of a statement, if they can be a name. */
function subjectName(tokens: string[]): string | null {
  const named: string[] = [];
  for (const token of tokens) {
    if (!/^\p{Lu}[\p{L}\p{M}'’.-]*$/u.test(token.replace(/[,:]$/, ''))) break;
    named.push(token.replace(/[,:]$/, ''));
  }
  const [first = ''] = named;
  if (named.length === 0 || COMMON.test(first)) return null;
  // A single capital starts any sentence.
  return named.length > 1 || REPORT.test((tokens[1] ?? '').toLowerCase()) ? named.join(' ') : null;
}
