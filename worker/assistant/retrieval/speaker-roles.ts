/** Tells what speakers are called: their names, and their roles on the show or in court. */
import { cachedBy, cachedSteps } from '../../platform/cached-by.ts';
import { createPauseMeter, SENTENCE } from '../../platform/pauses.ts';
import { US_STATES } from '../language/kinds.ts';
import { OPENS_SPEECH } from '../language/speech-cues.ts';
import { wordsOf } from '../language/words.ts';
import { callsHost, guestNamesIn, ownNamesIn, roleIn } from './introductions.ts';
import type { Sentence } from './sentences.ts';
import type { TranscriptIndex } from './transcript-index.ts';

/** People are introduced early, and introduce themselves when they start to speak. */
export const OPENING_SENTENCES = 80;

/** Whether a name is somebody's whole name. */
export const isWhole = (name: string) => /^\p{Lu}\p{Ll}/u.test(name) && wordsOf(name).length > 1;

/** Separates a name from a role: 'Ana Ruiz, CFO', 'Ana Ruiz (chief financial officer)', 'Ana Ruiz - Acme'. */
const ROLE_AFTER = /[,([|]|\s[-–—]+\s/u;

/** Returns a speaker's name without the role that a transcript may add. */
export function nameOf(speaker: string): string {
  const end = speaker.search(ROLE_AFTER);
  return end > 0 ? speaker.slice(0, end).trimEnd() : speaker;
}

/** Labels that name nobody, as recognisers write them: 'SPEAKER_01', 'Speaker B', '2'. */
const LABEL = /^(?:(?:speaker|spk|voice|person|participant)[ _#-]*(?:\d{1,3}|[a-z])|\d{1,3})$/i;

/**
 * Returns each speaker's name. Speakers with only a label get the name by which they introduce themselves, or that of the
 * only person introduced right before they first speak. The last one without a name gets that of the only other person
 * introduced.
 */
export const namesOfSpeakers = cachedBy(
  ({ sentences, speakers, shares }: TranscriptIndex): ReadonlyMap<string, string> => {
    const names = new Map(speakers.map((speaker) => [speaker, nameOf(speaker)]));
    const isUnnamed = (speaker: string) => LABEL.test(names.get(speaker) ?? '');
    if (!speakers.some(isUnnamed)) return names;
    const opening = sentences.slice(0, OPENING_SENTENCES);
    for (const { text, speaker } of opening) {
      const [own] = ownNamesIn(text).filter(isWhole);
      if (own && speaker && isUnnamed(speaker)) names.set(speaker, own);
    }
    const guestsIn = (said: Sentence[]) => {
      const known = new Set(names.values());
      const guests = said.flatMap(({ text }) => guestNamesIn(text));
      return new Set(guests.filter((name) => isWhole(name) && !known.has(name)));
    };
    const left = speakers.filter(
      (speaker) => isUnnamed(speaker) && (shares.get(speaker) ?? 0) >= GUEST_SHARE,
    );
    for (const speaker of left) {
      const first = opening.findIndex((one) => one.speaker === speaker);
      const before = opening.filter(({ turn }) => turn === opening[first - 1]?.turn);
      const [name, another] = guestsIn(left.length === 1 ? opening : before);
      if (name !== undefined && another === undefined) names.set(speaker, name);
    }
    return names;
  },
);

/** Titles are said in short and in full: 'chief financial officer' and 'CFO'. */
const inShort = (text: string) =>
  wordsOf(text.replaceAll('-', ' '))
    .join(' ')
    .replace(/\bchief executive\b(?! officer)/g, 'ceo')
    .replace(/\bchief (\p{L})\p{L}* officer\b/gu, 'c$1o');

/** Presents somebody, in the present tense: guests also say 'I was talking to a friend'. */
const HOSTS =
  /\b(?:(?:my|our) guests?|your host|welcome (?:back )?to|to be joined by|(?:I(?:['’]m| am)|we(?:['’]re| are)) (?:\w+ )?(?:joined by|(?:talking|speaking|chatting) (?:to|with)))\b/i;
/** A guest says more than a caller. */
const GUEST_SHARE = 0.1;

/** 'We'll hear argument in Case 17-204, Apple versus Pepper.' */
const CASE =
  /\bcase (?:no\. |number )?[\d-]+,? (?:the )?([^.,;]{1,120}?)(?:,[^.;]{0,120})? (?:versus|against|v\.) (?:the )?([^.,;]{1,120})/i;

/** Asks what a side says or wants in court. */
const ARGUES =
  /\b(?:argu|say|said|claim|contend|repl|respond|answer|maintain|want|ask|position|side|view|represent|speak|spoke|appear)/;

/** 'Cornell University' is called Cornell, but 'A. B. v. Ohio' isn't called A. */
const MIN_NAME_LETTERS = 4;

interface Side {
  /** The court's name for the side. */
  roles: string[];
  /** Its name in the announcement, in whole and by its first word; none if it isn't announced. */
  parties: string[];
}

/** Who opens an argument, in order. */
const openersIn = cachedBy(({ sentences }: TranscriptIndex): string[] =>
  sentences.filter(({ text }) => OPENS_SPEECH.test(text)).flatMap(({ speaker }) => speaker ?? []),
);

/** What a party is also called in court if it is a government; '' if it is none. */
function governmentIn(party: string): string {
  if (party.startsWith('united states')) return 'government';
  return US_STATES.has(party.replace('state of ', '')) ? 'state' : '';
}

/** The sides of a case, by who opens the argument for them. */
const sidesIn = cachedBy((index: TranscriptIndex): Map<string, Side> => {
  const { sentences } = index;
  const openers = openersIn(index);
  const [first, last] = [openers[0], openers.at(-1)];
  if (first === undefined || last === undefined || first === last) return new Map();
  const [, ours = '', theirs = ''] =
    sentences
      .slice(0, OPENING_SENTENCES)
      .map(({ text }) => CASE.exec(text))
      .find((match) => match !== null) ?? [];
  const named = (party: string, other: string) => {
    const words = wordsOf(party);
    const [short = ''] = words;
    const isOwn = short.length >= MIN_NAME_LETTERS && !wordsOf(other).includes(short);
    const name = words.join(' ');
    return [...new Set([name, isOwn ? short : '', governmentIn(name)])].filter((one) => one !== '');
  };
  return new Map([
    [first, { roles: ['petitioner', 'appellant'], parties: named(ours, theirs) }],
    [last, { roles: ['respondent', 'appellee'], parties: named(theirs, ours) }],
  ]);
});

/** What somebody is on the show. */
export type ShowPart = 'host' | 'guest';

/** Who hosts, as whoever welcomes and presents others or is called so, and who is there besides; nobody if nobody does. */
export const partsIn = cachedBy((index: TranscriptIndex): ReadonlyMap<string, ShowPart> => {
  const opening = index.sentences.slice(0, OPENING_SENTENCES);
  const welcoming = new Set(
    opening.filter(({ text }) => HOSTS.test(text)).map(({ speaker }) => speaker),
  );
  const isHost = (speaker: string) =>
    welcoming.has(speaker) || opening.some(({ text }) => callsHost(text, nameOf(speaker)));
  const hosts = new Set(index.speakers.filter(isHost));
  const isHeard = (speaker: string) => (index.shares.get(speaker) ?? 0) >= GUEST_SHARE;
  const guests =
    hosts.size === 0 ? [] : index.speakers.filter((one) => !hosts.has(one) && isHeard(one));
  return new Map([
    ...[...hosts].map((host): [string, ShowPart] => [host, 'host']),
    ...guests.map((guest): [string, ShowPart] => [guest, 'guest']),
  ]);
});

/** 'Chairman and CEO' are two. */
const rolesOf = (text: string) => text.split(/,| and | & /);

/** Returns the roles of each speaker: from the label, from introductions, who asks whom, and whom they speak for in court. */
export const rolesIn = cachedSteps(function* (
  index: TranscriptIndex,
): Generator<void, Map<string, string[]>> {
  const opening = index.sentences.slice(0, OPENING_SENTENCES);
  const openingText = opening.map(({ text }) => text).join('\n');
  const isTimeToPause = createPauseMeter();
  const all = new Map<string, string[]>();
  for (const speaker of index.speakers) {
    const name = namesOfSpeakers(index).get(speaker) ?? speaker;
    // A hostile transcript may have thousands of speakers that nobody mentions.
    const mentioning = openingText.includes(name) ? opening : [];
    if (isTimeToPause(SENTENCE * (1 + mentioning.length))) yield;
    const label = speaker.slice(nameOf(speaker).length).split(/[,;/&()|\]]| and /);
    const introduced = mentioning.flatMap(({ text }) => {
      const after = text.split(name)[1]?.split(/[.;:?!]/)[0] ?? '';
      const role = text.includes(name) ? roleIn(text, name) : null;
      // 'Ana Ruiz, founder and CEO'
      return role === null ? [] : [...rolesOf(role), ...rolesOf(after).slice(1)];
    });
    const part = partsIn(index).get(speaker) ?? '';
    const roles = [...label, ...introduced, part].flatMap((role) =>
      // 'The head of research' is also called the head.
      [role, role.replace(/ (?:of|at|for|in) .*/, '')].map(inShort),
    );
    const { roles: ofSide = [], parties = [] } = sidesIn(index).get(speaker) ?? {};
    roles.push(...ofSide, ...parties);
    if (sidesIn(index).size > 0 && !openersIn(index).includes(speaker)) roles.push('justice');
    all.set(
      speaker,
      [...new Set(roles)].filter((role) => role !== ''),
    );
  }
  return all;
});

/**
 * Returns the speakers that a text calls by one of their roles, or by whom they speak for: 'the host', 'our CFO', and
 * in court 'What does Indiana argue?'. 'What happened in Indiana?' calls nobody.
 */
export function speakersByRole(text: string, index: TranscriptIndex): string[] {
  const said = ` ${inShort(text.replace(/['’]s\b/g, '')).replace(/\b(?:our|their|its|which|any)\b/g, 'the')} `;
  const isSaid = (role: string) =>
    said.includes(` the ${role} `) || said.includes(` the ${role}s `);
  const asksOfSide = ARGUES.test(said);
  return index.speakers.filter((speaker) => {
    const { roles: ofSide = [], parties = [] } = sidesIn(index).get(speaker) ?? {};
    const roles = rolesIn(index).get(speaker) ?? [];
    if (roles.some((role) => !parties.includes(role) && isSaid(role))) return true;
    return asksOfSide && [...ofSide, ...parties].some((name) => said.includes(` ${name} `));
  });
}
