/** Finds the people of an episode: its speakers, and what is said about them. */
import { cachedBy } from '../../platform/cached-by.ts';
import type { AssistantEpisode } from '../assistant.ts';
import { isQuestion } from '../language/speech-cues.ts';
import { wordsOf } from '../language/words.ts';
import {
  callsHost,
  guestNamesIn,
  introducedNamesIn,
  isIntroduction,
  LIFE_OF_SELF,
  NAME,
  ownNamesIn,
  roleIn,
  withoutFullStop,
} from './introductions.ts';
import { type Sentence, sentencesOfText } from './sentences.ts';
import {
  isWhole,
  nameOf,
  namesOfSpeakers,
  OPENING_SENTENCES,
  partsIn,
  type ShowPart,
} from './speaker-roles.ts';
import type { TranscriptIndex } from './transcript-index.ts';

export interface Person {
  name: string;
  /** From the podcast's entry, their introduction or who welcomes whom; null if none of them tells. */
  part: ShowPart | null;
  /** How the transcript labels what they say; null if it names no speakers. */
  speaker: string | null;
  /** Their role as mentioned: 'chief financial officer'; null if it isn't. */
  role: string | null;
  /** The sentences that introduce them, if any. */
  introducedBy: Sentence[];
  /** Their share of the episode's words, 0 to 1; null if no speakers are named. */
  share: number | null;
}

/** Some are only thanked by their whole name. */
const CLOSING_SENTENCES = 40;
const OWN_OPENING = 20;
const MAX_PEOPLE = 12;
/**
 * Returns the people of an episode: its speakers, most talkative first. If none are named, those who are introduced
 * or thanked, or whom the description tells of.
 */
export const peopleOn = cachedBy((index: TranscriptIndex, episode: AssistantEpisode): Person[] => {
  const opening = index.sentences.slice(0, OPENING_SENTENCES);
  const described = sentencesOfText(episode.description);
  const areNamed = index.speakers.length > 0;
  const closing = areNamed ? [] : index.sentences.slice(opening.length).slice(-CLOSING_SENTENCES);
  const said = [...opening, ...beforeFirstWords(index), ...closing];
  const people = areNamed
    ? [...namesOfSpeakers(index)]
    : namesIn(said, described, episode.podcastTitle).map((name): [null, string] => [null, name]);
  return people
    .slice(0, MAX_PEOPLE)
    .map(([speaker, name]) =>
      personOf(index, name, speaker, { said, described, hosts: episode.podcastHost ?? '' }),
    );
});

/** How many sentences before somebody's first words may introduce them, where the show talks first. */
const LEAD_IN = 20;

/** The sentences after the opening that lead to a speaker's first words. */
function beforeFirstWords({ sentences }: TranscriptIndex): Sentence[] {
  const heard = new Set<string | null>();
  const leading = new Set<Sentence>();
  for (const { index, speaker } of sentences) {
    if (heard.has(speaker)) continue;
    heard.add(speaker);
    const from = Math.max(OPENING_SENTENCES, index - LEAD_IN);
    for (const one of sentences.slice(from, Math.max(from, index))) leading.add(one);
  }
  return [...leading];
}

/** Returns the whole names of those who are introduced, and of those whose trade is told, perhaps by their first name. */
function namesIn(said: Sentence[], described: string[], show: string): string[] {
  // 'Ana is an actuary' introduces somebody on the show.
  const isTold = (name: string) =>
    described.some((text) => roleIn(text, name) !== null) ||
    said.some(
      ({ text }) => text.includes(`${firstOf(name)} is a`) && roleIn(text, firstOf(name)) !== null,
    );
  // 'This is The Workshop' introduces nobody.
  const isShow = (name: string) => withoutArticle(name) === withoutArticle(show);
  const names = [...said.map(({ text }) => text), ...described].flatMap((text) => {
    const all = [...text.matchAll(new RegExp(NAME, 'gu'))].map(([name]) => withoutFullStop(name));
    return [...introducedNamesIn(text), ...all.filter(isTold)];
  });
  return [...new Set(names)].filter((name) => isWhole(name) && !isShow(name));
}

const firstOf = (name: string) => name.split(' ')[0] ?? name;
const withoutArticle = (name: string) => wordsOf(name).join(' ').replace(/^the /, '');

/** Whoever is there each time is no guest. */
const EACH_TIME = /\bas (?:always|usual)\b/i;

const isAmongHosts = (name: string, hosts: string) =>
  ` ${wordsOf(hosts).join(' ')} `.includes(` ${wordsOf(name).join(' ')} `);

function partOf(
  index: TranscriptIndex,
  name: string,
  label: string | null,
  { told: { said, hosts }, presenting }: { told: Told; presenting: Sentence[] },
): ShowPart | null {
  if (isAmongHosts(name, hosts)) return 'host';
  if (said.some(({ text }) => callsHost(text, name))) return 'host';
  const isGuest = ({ text, speaker }: Sentence) =>
    (label === null || speaker !== label) &&
    !EACH_TIME.test(text) &&
    guestNamesIn(text).includes(name);
  // A host presents whoever visits.
  const isPresented = ({ text, speaker }: Sentence) =>
    speaker !== null && isAmongHosts(nameOf(speaker), hosts) && !EACH_TIME.test(text);
  const isNamedGuest = said.some((one) => one.text.includes(name) && isGuest(one));
  if (isNamedGuest || presenting.some(isPresented)) return 'guest';
  const parts = partsIn(index);
  const part = parts.get(label ?? '') ?? null;
  // Of several whom nobody presents, some may host, too.
  const isOneOfMany = [...parts.values()].filter((one) => one === 'guest').length > 1;
  return part === 'guest' && isOneOfMany ? null : part;
}

/** What people are known from. */
interface Told {
  said: Sentence[];
  described: string[];
  /** The podcast's hosts; '' if unknown. */
  hosts: string;
}

function personOf(index: TranscriptIndex, name: string, label: string | null, told: Told): Person {
  const { said, described } = told;
  // What is said and the speaker's label may spell a first name differently.
  const surname = name.split(' ').at(-1) ?? name;
  const roleOf = (text: string) =>
    [name, surname, firstOf(name)].map((one) => roleIn(text, one)).find((role) => role !== null) ??
    null;
  const presenting = said.filter(
    ({ text, speaker }) =>
      (label === null || speaker !== label) &&
      (roleOf(text) !== null ||
        (text.includes(surname) &&
          !isQuestion(text) &&
          isIntroduction(text, [name], { isEarly: false }))),
  );
  const first = index.sentences
    .filter(({ speaker }) => speaker !== null && speaker === label)
    .slice(0, OWN_OPENING);
  const lives = first.filter(({ text }) => LIFE_OF_SELF.test(text));
  // Of a host there may be no more than 'I am Ana Ruiz'.
  const own =
    lives.length > 0 ? lives : first.filter(({ text }) => ownNamesIn(text).includes(name));
  const telling = presenting.filter(({ text }) => roleOf(text) !== null);
  const [role = null] = [...telling.map(({ text }) => text), ...described].flatMap(
    (text) => roleOf(text) ?? [],
  );
  return {
    name,
    part: partOf(index, name, label, { told, presenting }),
    speaker: label,
    role,
    introducedBy: [...[...telling, ...presenting].slice(0, 1), ...own.slice(0, 1)],
    share: label === null ? null : (index.shares.get(label) ?? null),
  };
}
