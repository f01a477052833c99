/** Finds the people of an episode: its speakers, and what is said about them. */
import { cachedBy, cachedSteps } from '../../platform/cached-by.ts';
import { createPauseMeter, SENTENCE } from '../../platform/pauses.ts';
import type { AssistantEpisode } from '../assistant.ts';
import { OPENS_SPEECH } from '../language/speech-cues.ts';
import { type Sentence, sentencesOfText } from './sentences.ts';
import type { TranscriptIndex } from './transcript-index.ts';
import { wordsOf } from './words.ts';

export interface Person {
  name: string;
  /** Their role as mentioned: 'chief financial officer'; null if it isn't. */
  role: string | null;
  /** The sentences that introduce them, if any. */
  presentedBy: Sentence[];
  /** Their share of the episode's words, 0 to 1; null if no speakers are named. */
  share: number | null;
}

/** People are introduced early, and introduce themselves when they start to speak. */
export const OPENING_SENTENCES = 80;
/** Some are only thanked by their whole name. */
const CLOSING_SENTENCES = 40;
const OWN_OPENING = 20;
const MAX_PEOPLE = 12;
const NAME = String.raw`\p{Lu}[\p{L}'’-]+(?: (?:(?:van|von|de|der|la|le|al|bin) )*\p{Lu}[\p{L}'’.-]*){0,3}`;
const ROLE = String.raw`(?:(?:\p{L}|[-&])+ ){0,5}?(?:officer|executive|ceo|cto|cfo|coo|president|founder|co-?founder|director|manager|head|lead|leader|chair(?:man|woman)?|partner|professor|teacher|lecturer|researcher|scientist|engineer|developer|designer|architect|maintainer|contributor|author|writer|journalist|editor|host|doctor|physician|nurse|surgeon|psychologist|therapist|lawyer|attorney|counsel|judge|solicitor|analyst|economist|investor|consultant|coach|adviser|advisor|planner|accountant|entrepreneur|owner|baker|chef|farmer|artist|musician|student|specialist|expert|historian|philosopher)\b(?: (?:of|at|for|in) (?:the )?(?:\p{L}[\p{L}&'’-]*)(?: \p{Lu}[\p{L}&'’-]*){0,3})?`;
const PRESENTS = new RegExp(
  String.raw`\b(?:my (?:guest|name)(?: today)? is|guests? (?:today )?(?:is|are|was|were|has been|have been)|joined (?:again |today |once again )?by|with (?:me|us)(?: today)?(?:,| (?:is|are))|welcome(?: back)?,?|introduce|i am|i'm|i’m|this is(?: (?:your|my|our) (?:co-?)?hosts?,?)?|here(?:'s| is)|speaking (?:to|with)|talking (?:to|with)|on the call are|participating are|joining (?:me|us) (?:today )?(?:is|are)) (?:(?:dr|prof|professor|mr|ms|mrs)\.? )?(${NAME})`,
  'giu',
);
/** 'This week, Ana Ruiz is here', 'Ana Ruiz joins us'. */
const ARRIVES = new RegExp(
  String.raw`(${NAME}) (?:(?:is|are) (?:here(?! to stay)|back|joining (?:me|us)|with (?:me|us)|on the (?:line|phone|show))|joins? (?:me|us))\b`,
  'gu',
);
const NAME_FIRST = new RegExp(`^${NAME}`, 'u');
const presentedIn = (text: string): string[] =>
  [PRESENTS, ARRIVES].flatMap((form) =>
    [...text.matchAll(form)].flatMap(([, name = '']) => {
      // They ignore case, so a match may run on: 'Ana Ruiz and this'.
      const [exact] = NAME_FIRST.exec(name) ?? [];
      return exact === undefined ? [] : [withoutFullStop(exact)];
    }),
  );
const BEING = `(?:['’](?:s|re|m)| (?:is|am|was|are|were|has been|have been|became))`;
const ADVERB = `(?: (?:also|currently|now|today|previously|formerly|once|both))?`;
/** Somebody's work or place in life, after their name or a pronoun. */
const LIFE = String.raw`(?:${BEING}${ADVERB} (?:(?:an?|the|our|my|one of the) )?${ROLE}|${ADVERB} (?:runs?|ran|leads?|led|works?|worked|writes|wrote|has written|(?:co-?)?founded|teach(?:es)?|taught|hosts|heads?|manage|joined|joins)\b|(?:['’]ve| have) (?:\p{L}+ )?(?:been|spent|worked|run)\b.{0,60}\byears?\b)`;
const LIFE_OF_NAMED = new RegExp(
  `^(?:and |so |now |today )?(${NAME})(?:, [^,]{2,80},)?${LIFE}`,
  'iu',
);
const LIFE_OF_SOMEBODY = new RegExp(`^(?:and )?(?:she|he|they|who)${LIFE}`, 'iu');
const LIFE_OF_SELF = new RegExp(String.raw`\bI${LIFE}`, 'iu');

/** Separates a name from a role: 'Ana Ruiz, CFO', 'Ana Ruiz (chief financial officer)', 'Ana Ruiz - Acme'. */
const ROLE_AFTER = /[,([|]|\s[-–—]+\s/u;

/** Returns a speaker's name without the role that a transcript may add. */
export function nameOf(speaker: string): string {
  const end = speaker.search(ROLE_AFTER);
  return end > 0 ? speaker.slice(0, end).trimEnd() : speaker;
}

/** Titles are said in short and in full: 'chief financial officer' and 'CFO'. */
const inShort = (text: string) =>
  wordsOf(text.replaceAll('-', ' '))
    .join(' ')
    .replace(/\bchief executive\b(?! officer)/g, 'ceo')
    .replace(/\bchief (\p{L})\p{L}* officer\b/gu, 'c$1o');

const HOSTS =
  /\b(?:(?:my|our) guests?|joined by|your host|welcome (?:back )?to|(?:talking|speaking|chatting) (?:to|with))\b/i;
/** A guest says more than a caller. */
const GUEST_SHARE = 0.1;

/** 'We'll hear argument in Case 17-204, Apple versus Pepper.' */
const CASE =
  /\bcase (?:no\. |number )?[\d-]+,? (?:the )?([^.,;]{1,120}?)(?:,[^.;]{0,120})? (?:versus|against|v\.) (?:the )?([^.,;]{1,120})/i;

/** Asks what a side says or wants in court. */
const ARGUES =
  /\b(?:argu|say|said|claim|contend|repl|respond|answer|maintain|want|ask|position|side|view)/;

/** 'Cornell University' is called Cornell, but 'A. B. v. Ohio' isn't called A. */
const SHORTEST_NAME = 4;

interface Side {
  /** What courts call it. */
  roles: string[];
  /** How it is announced, in whole and by its first word; none if it isn't. */
  parties: string[];
}

/** The sides of a case, by who opens the argument for them. */
const sidesIn = cachedBy(({ sentences }: TranscriptIndex): Map<string, Side> => {
  const openers = sentences
    .filter(({ text }) => OPENS_SPEECH.test(text))
    .flatMap(({ speaker }) => speaker ?? []);
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
    const isOwn = short.length >= SHORTEST_NAME && !wordsOf(other).includes(short);
    return [...new Set([words.join(' '), isOwn ? short : ''])].filter((name) => name !== '');
  };
  return new Map([
    [first, { roles: ['petitioner', 'appellant'], parties: named(ours, theirs) }],
    [last, { roles: ['respondent', 'appellee'], parties: named(theirs, ours) }],
  ]);
});

/** 'Chairman and CEO' are two. */
const rolesOf = (text: string) => text.split(/,| and | & /);

/** Returns the roles of each speaker: from the label, from introductions, who asks whom, and whom they speak for in court. */
export const rolesIn = cachedSteps(function* (
  index: TranscriptIndex,
): Generator<void, Map<string, string[]>> {
  const opening = index.sentences.slice(0, OPENING_SENTENCES);
  const hosts = new Set(
    opening.filter(({ text }) => HOSTS.test(text)).flatMap(({ speaker }) => speaker ?? []),
  );
  const isTimeToPause = createPauseMeter();
  const all = new Map<string, string[]>();
  for (const speaker of index.speakers) {
    if (isTimeToPause(SENTENCE * opening.length)) yield;
    const name = nameOf(speaker);
    const label = speaker.slice(name.length).split(/[,;/&()|\]]| and /);
    const introduced = opening.flatMap(({ text }) => {
      const after = text.split(name)[1]?.split(/[.;:?!]/)[0] ?? '';
      const role = text.includes(name) ? roleIn(text, name) : null;
      // 'Ana Ruiz, founder and CEO'
      return role === null ? [] : [...rolesOf(role), ...rolesOf(after).slice(1)];
    });
    const isGuest = hosts.size > 0 && !hosts.has(speaker);
    const isHeard = (index.shares.get(speaker) ?? 0) >= GUEST_SHARE;
    const part = hosts.has(speaker) ? ['host'] : isGuest && isHeard ? ['guest'] : [];
    const roles = [...label, ...introduced, ...part].flatMap((role) =>
      // 'The head of research' is also called the head.
      [role, role.replace(/ (?:of|at|for|in) .*/, '')].map(inShort),
    );
    const { roles: ofSide = [], parties = [] } = sidesIn(index).get(speaker) ?? {};
    roles.push(...ofSide, ...parties);
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
  const said = ` ${inShort(text.replace(/['’]s\b/g, '')).replace(/\b(?:our|their|its)\b/g, 'the')} `;
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

/**
 * Returns the people of an episode: its speakers, most talkative first. If none are named, those who are introduced
 * or thanked, or whom the description tells of.
 */
export const peopleOn = cachedBy((index: TranscriptIndex, episode: AssistantEpisode): Person[] => {
  const opening = index.sentences.slice(0, OPENING_SENTENCES);
  const described = sentencesOfText(episode.description);
  const areNamed = index.speakers.length > 0;
  const closing = areNamed ? [] : index.sentences.slice(opening.length).slice(-CLOSING_SENTENCES);
  const said = [...opening, ...closing];
  const names = areNamed ? index.speakers : namesIn(said, described, episode.podcastTitle);
  return names.slice(0, MAX_PEOPLE).map((name) => personOf(index, name, said, described));
});

/** Returns the whole names of those who are introduced, and of those whose role the description tells. */
function namesIn(said: Sentence[], described: string[], show: string): string[] {
  const ofDescription = described.flatMap((text) => {
    const all = [...text.matchAll(new RegExp(NAME, 'gu'))].map(([name]) => withoutFullStop(name));
    return [...presentedIn(text), ...all.filter((name) => roleIn(text, name) !== null)];
  });
  const isWhole = (name: string) => /^\p{Lu}\p{Ll}/u.test(name) && wordsOf(name).length > 1;
  // 'This is The Workshop' introduces nobody.
  const isShow = (name: string) => withoutArticle(name) === withoutArticle(show);
  const names = new Set([...said.flatMap(({ text }) => presentedIn(text)), ...ofDescription]);
  return [...names].filter((name) => isWhole(name) && !isShow(name));
}

const withoutArticle = (name: string) => wordsOf(name).join(' ').replace(/^the /, '');

function personOf(
  index: TranscriptIndex,
  name: string,
  said: Sentence[],
  described: string[],
): Person {
  const presenting = said.filter(
    ({ text, speaker }) =>
      speaker !== name &&
      text.includes(name) &&
      !text.endsWith('?') &&
      (roleIn(text, name) !== null || isIntroduction(text, [name], { isEarly: false })),
  );
  const own = index.sentences
    .filter(({ speaker }) => speaker === name)
    .slice(0, OWN_OPENING)
    .filter(({ text }) => LIFE_OF_SELF.test(text));
  const role =
    [...presenting.map(({ text }) => text), ...described]
      .map((text) => roleIn(text, name))
      .find((found) => found !== null) ?? null;
  return {
    name,
    role,
    presentedBy: [...presenting.slice(0, 1), ...own.slice(0, 1)],
    share: index.shares.get(name) ?? null,
  };
}

/**
 * Whether a sentence only says who somebody is: 'My guest is Ana Ruiz', 'Ana Ruiz runs a mill', 'I am a
 * nurse in Leeds'. What they say or found is no introduction.
 *
 * @param names of the people of the episode
 * @param isEarly whether it is among the first sentences, where people tell about themselves
 */
export function isIntroduction(
  text: string,
  names: readonly string[],
  { isEarly }: { isEarly: boolean },
): boolean {
  const isPerson = (name: string) =>
    /^\p{Lu}\p{Ll}/u.test(name) &&
    (wordsOf(name).length > 1 || names.some((known) => known.split(' ').includes(name)));
  if (presentedIn(text).some(isPerson)) return true;
  if (isPerson(LIFE_OF_NAMED.exec(text)?.[1] ?? '')) return true;
  return isEarly && (LIFE_OF_SOMEBODY.test(text) || LIFE_OF_SELF.test(text));
}

/** Extracts a role: 'Ana Ruiz, head of research' or 'our founder, Ana Ruiz'. */
function roleIn(text: string, name: string): string | null {
  const index = text.indexOf(name);
  if (index < 0) return null;
  const after = text.slice(index + name.length);
  const role = new RegExp(
    `^(?:, who(?: is|'s|’s)|,| is| was)? (?:(?:an?|the|our|your|my|also|currently|now) ){0,2}(?!and\\b)(${ROLE})`,
    'iu',
  ).exec(after)?.[1];
  if (role !== undefined) return role;
  const before = text.slice(Math.max(0, index - 90), index);
  return new RegExp(String.raw`\b(?:our|the|its|my) (${ROLE}),? $`, 'iu').exec(before)?.[1] ?? null;
}

/** An initial keeps its full stop, but that of a sentence is no part of a name. */
const withoutFullStop = (name: string) => name.replace(/(?<=\p{L}\p{L})\.$/u, '');
