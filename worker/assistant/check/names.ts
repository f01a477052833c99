/** Checks names: each must occur in the episode, and nobody may be credited with another's words. */
import { cachedBy } from '../../platform/cached-by.ts';
import type { AssistantEpisode } from '../assistant.ts';
import { nameOf } from '../retrieval/people.ts';
import { stemOf, wordsOf } from '../retrieval/words.ts';
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
  /^(?:a|an|the|this|that|these|those|it|its|he|she|they|we|you|his|her|their|our|your|my|in|on|at|by|for|from|to|of|with|as|if|when|whenever|wherever|whether|while|after|despite|through|across|before|because|since|so|but|and|or|not|no|never|one|some|many|most|more|all|any|every|each|both|few|there|here|what|who|how|why|where|which|people|everybody|everyone|somebody|someone|anybody|anyone|nobody|none|only|even|although|though|unless|until|instead|rather|according|about|over|under|during|without|within|once|than|then|also|do|does|is|are|was|were|be|can|should|must|may|will|would|could)$/i;

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

const speakersOf = cachedBy(
  (lines: AssistantEpisode['lines']) =>
    new Set([...new Set(lines.flatMap(({ speaker }) => speaker ?? []))].flatMap(bare)),
);

/** The words that are also written in lower case, and then are no names. */
const smallWordsIn = cachedBy(
  (lines: AssistantEpisode['lines']) =>
    new Set(lines.flatMap(({ text }) => text.match(SMALL) ?? []).flatMap(bare)),
);
const SMALL = /(?<![\p{L}\p{M}\p{N}])\p{Ll}[\p{L}\p{M}]*/gu;

const wordsAbout = cachedBy(
  ({ title, podcastTitle, description }: Episode) =>
    new Set(bare(`${title} ${podcastTitle} ${description}`)),
);

/** Whether all words occur near the evidence, or may be meant anywhere. */
type AreKnown = (words: string[]) => boolean;

/** Words without their possessive. */
const bare = (text: string) => spokenWords(text.replace(/['’]s\b/g, ''));

export function namesProblem(
  text: string,
  episode: Episode,
  grounds: Grounds,
): 'name' | 'speaker' | null {
  const times = timesSaidIn(episode.lines);
  const smallWords = smallWordsIn(episode.lines);
  let near: Set<string> | null = null;
  const isNear = (word: string) => {
    near ??= new Set(bare(`${grounds.around} ${grounds.said} ${grounds.quoted}`));
    return near.has(word);
  };
  // 'We' are also known by name.
  const often = OF_OURS.test(grounds.sentence) ? 1 : OFTEN;
  const areKnown: AreKnown = (words) =>
    words.every(
      (word) =>
        (times.get(word) ?? 0) >= often ||
        wordsAbout(episode).has(word) ||
        speakersOf(episode.lines).has(word) ||
        isNear(word),
    );
  const tokens = text.split(/\s+/).filter((token) => token !== '');
  for (const [at, token] of tokens.entries()) {
    const name = NAME.exec(token)?.[1];
    if (name !== undefined) {
      const opens = at === 0 || /[.!?:]["”’')]*$/.test(tokens[at - 1] ?? '');
      const words = bare(name.replaceAll('-', ' '));
      if (opens && words.every((word) => smallWords.has(word))) continue;
      if (opens && !opensWithName(tokens, at, areKnown)) continue;
      if (!areKnown(words)) return 'name';
    }
  }
  return isInWrongMouth(text, tokens, grounds, smallWords) ? 'speaker' : null;
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
  for (const speaker of new Set(speakers.map(nameOf))) {
    for (const part of new Set(bare(speaker))) {
      if (part.length < 2 || TITLE.test(part) || COMMON.test(part)) continue;
      owners.set(part, owners.has(part) ? null : speaker);
    }
  }
  return new Map([...owners].flatMap(([part, owner]) => (owner ? [[part, owner]] : [])));
}
/** A speaker refers to their own organisation. */
const YOU = /\byou(?:r|rs)?\b/i;
const OF_OURS = /\b(?:we|our|us|ours)\b/i;
const TITLE =
  /^(?:dr|mr|mrs|ms|hon|sir|prof|professor|the|justice|judge|chief|speaker|doctor|patient|unknown|host|guest|and)$/;

function isInWrongMouth(
  text: string,
  tokens: string[],
  grounds: Grounds,
  smallWords: ReadonlySet<string>,
): boolean {
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
  const own = speakers.map(nameOf);
  const isOwn = (at: number) =>
    bare(lower[at] ?? '').some((part) => own.includes(names.get(part) ?? ''));
  if (speaksForOther(text, grounds)) return true;
  // Most statements name nobody.
  let near: Set<string> | null = null;
  const isNearby = (part: string) => {
    near ??= new Set(bare(`${quoted} ${said}`));
    return near.has(part);
  };
  for (const [at, token] of tokens.entries()) {
    for (const part of bare(token.replaceAll('-', ' '))) {
      const owner = names.get(part);
      if (owner === undefined || (!/\p{Lu}/u.test(token) && smallWords.has(part))) continue;
      // In 'the Interface Designer' both belong to the first name.
      if (own.includes(owner) || isOwn(at - 1)) continue;
      const says = isSaidBy(lower, at) || (lower[at - 1] === 'to' && lower[at - 2] === 'according');
      // Somebody may say what the one they talk to has said.
      const isAddressed = YOU.test(quoted) && lower.slice(0, at).some((_, index) => isOwn(index));
      if (isAddressed) continue;
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
  if (own.some((name) => bare(name).join(' ') === parts.join(' '))) return false;
  const earlier = new Set(bare(around));
  const isNear = parts.some((part) => earlier.has(part)) || OF_OURS.test(quoted);
  const says = isSaidBy(lower, parts.length - 1);
  return !isNear || (says && !parts.some((part) => isReportedIn(`${said} ${quoted}`, part)));
}

/** Whether 'the patient' does what the doctor says with 'I', in a transcript that names people by their roles. */
function speaksForOther(text: string, { quoted, speakers, allSpeakers }: Grounds): boolean {
  const [, role = ''] = /^The (\p{L}+) /u.exec(text) ?? [];
  const isRole = (speaker: string) => speaker.toLowerCase() === role.toLowerCase();
  if (!allSpeakers.some(isRole) || speakers.some(isRole)) return false;
  const stated = new Set(wordsOf(text).map(stemOf));
  const words = wordsOf(quoted);
  return words.some((word, at) => {
    if (!/^i(?:'|$)/.test(word)) return false;
    const deed = words.slice(at + 1).find((next) => !AUXILIARY.test(next));
    return deed !== undefined && stated.has(stemOf(deed));
  });
}
const AUXILIARY =
  /^(?:am|was|been|be|have|has|had|do|did|will|would|can|could|should|just|really|also|still|always|usually|\w+n't)$/;
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
