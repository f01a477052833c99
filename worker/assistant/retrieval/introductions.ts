/** Finds sentences that introduce somebody. */
import { cachedBy } from '../../platform/cached-by.ts';
import { wordsOf } from '../language/words.ts';

export const NAME = String.raw`\p{Lu}[\p{L}'’-]+(?: (?:(?:van|von|de|der|la|le|al|bin) )*\p{Lu}[\p{L}'’.-]*){0,3}`;
/** Whoever is an actuary or a former server developer: what most trades end in. Without an article, that may be any word. */
const TRADE = String.raw`(?<=\ban? (?:[\p{L}&-]+ ){0,3})(?!other\b|better\b|later\b|number\b|matter\b)\p{L}+(?:er|or|ist|ian|yst|itect|ary|ant|man|woman)`;
const POSITION = String.raw`(?:(?:\p{L}|[-&])+ ){0,5}?(?:${TRADE}|officer|executive|ceo|cto|cfo|coo|president|founder|co-?founder|director|manager|head|lead|leader|chair(?:man|woman)?|partner|professor|researcher|scientist|engineer|developer|designer|architect|author|writer|journalist|editor|(?:co-?)?host|doctor|nurse|lawyer|attorney|counsel|judge|analyst|economist|investor|consultant|coach|adviser|advisor|owner|chef|student|expert|guest)\b`;
const AT = String.raw`(?: (?:of|at|for|in) (?:the )?\p{L}[\p{L}&'’-]*(?: \p{Lu}[\p{L}&'’-]*){0,3}){0,2}`;
const ROLE = `${POSITION}${AT}`;

/**
 * Lets each letter of a pattern match in either case. A group such as `(?i:…)` says the same, but V8 misses capitals in it
 * when it compiles a pattern without optimizations, which it may do once many patterns are compiled.
 */
const inAnyCase = (pattern: string) =>
  pattern.replace(/\\p\{\w+\}|\\.|\[[^\]]*\]|(\p{L})/gu, (part, letter?: string) =>
    letter === undefined ? part : `[${letter.toLowerCase()}${letter.toUpperCase()}]`,
  );
const TITLE = inAnyCase('(?:dr|prof|professor|mr|ms|mrs)');

/** After a lead in any case, a name or two: 'joined by Ana Ruiz from Acme and Bo Lind'. */
const namedAfter = (
  lead: string,
  names = `${NAME}(?: (?:from|of|at) (?:the )?${NAME})?(?:,? and ${NAME})?`,
) => new RegExp(String.raw`\b(?:${inAnyCase(lead)}) (?:${TITLE}\.? )?(${names})`, 'gu');
const SELF = namedAfter("(?:my name(?: today)? is|i am|i'm|i’m)");
const WHEN = "(?:today |tonight |this (?:time|week) |on (?:this|today's) (?:show|episode) )?";
const GUEST_LEADS = [
  `guests? ${WHEN}(?:is|are|was|were|has been|have been)`,
  String.raw`guests?(?: [\p{L}'’]+){0,6}?,? (?:and )?(?:that|this) is`,
  'guest,',
  'joined (?:again |today |once again |as always )?by',
  'join (?:me|us) and',
  '(?:with|joining) (?:me|us)(?: today| as well)?(?:,| (?:is|are))',
  'here with',
  'welcome(?: back)?,?',
  'introduce',
  "here(?:'s| is)",
  '(?:speaking|talking) (?:to|with)',
  'chat(?:ted|ting)? with',
  // 'Meet European Union rules' introduces nobody.
  "(?:(?:you(?:['’]ll| will)|let['’]s) meet|me?et up with)",
  '(?:catch|catching|caught) up with',
  '(?:sit|sat) down with',
  'on the call are',
  'participating are',
].join('|');
const GUEST = namedAfter(String.raw`(?:${GUEST_LEADS})(?: (?:my|our) [\p{L} -]{3,40},)?`);
/** Several: 'Our guests this week are Ana Ruiz, Bo Lind and Cy Ortega.' */
const GUESTS = namedAfter(
  `guests ${WHEN}(?:are|were|have been)`,
  `${NAME}(?:(?:,|,? and) ${NAME}){0,7}`,
);
/** Somebody or the show: 'This is your host, Ana Ruiz', 'This is The Workshop'. */
const THIS = namedAfter('this is(?: (?:your|my|our) (?:co-?)?hosts?,?)?');
/** 'This week, Ana Ruiz is here', 'Ana Ruiz joins us', 'Ana Ruiz is our guest'. */
const ARRIVES = new RegExp(
  String.raw`(${NAME}) (?:(?:is|are) (?:here(?! to stay)|back|(?:my|our) guests?|joining (?:me|us)|with (?:me|us)|on the (?:line|phone|show))|joins? (?:me|us))\b`,
  'gu',
);
/** 'We have Ana Ruiz here' */
const IS_HERE = new RegExp(
  String.raw`\b[Ww]e(?:['’]ve got| have) (${NAME}(?:,? and ${NAME})?) (?:here|with us|on the show)\b`,
  'gu',
);
/** 'Today on the show we have Ana Ruiz and Bo Lind' */
const HERE_IS = namedAfter(
  "(?:today|tonight|this (?:time|week)|on (?:the|this|today's) (?:show|episode)),? (?:we|i)(?: have|['’]ve got)(?: with us)?",
);
/** A client or party: 'Ana Ruiz for the appellant' */
const SPEAKS_FOR = new RegExp(
  String.raw`(?:^|, )(${NAME}),? (?:here )?(?:for|on behalf of|representing) \p{L}+(?: \p{L}+){0,3}\.?(?:, [^,]+)?$`,
  'gu',
);
const NAME_FIRST = new RegExp(`^${NAME}`, 'u');
const BETWEEN_NAMES = /,? and |, /;
const namesBy = (forms: RegExp[], text: string): string[] =>
  forms.flatMap((form) =>
    [...text.matchAll(form)].flatMap(([, names = '']) =>
      names
        .split(BETWEEN_NAMES)
        .flatMap((name) => NAME_FIRST.exec(name) ?? [])
        .map(withoutFullStop),
    ),
  );

const GUEST_FORMS = [GUESTS, GUEST, ARRIVES, IS_HERE, HERE_IS];

/** The names by which whoever says this introduces themselves. */
export const ownNamesIn = (text: string): string[] => namesBy([SELF], text);
/** The names of others whom a text introduces. */
export const guestNamesIn = (text: string): string[] => namesBy(GUEST_FORMS, text);
/** The names of all whom a text introduces. */
export const introducedNamesIn = (text: string): string[] =>
  namesBy([...GUEST_FORMS, SELF, THIS], text);

const BEING = `(?:['’](?:s|re|m)| (?:is|am|was|are|were|has been|have been|became))`;
const ADVERB = `(?: (?:also|currently|now|today|previously|formerly|once|both))?`;
/** Somebody's work or place in life, after their name or a pronoun. */
const LIFE = String.raw`(?:${BEING}${ADVERB} (?:(?:an?|the|our|my|one of the) )?${ROLE}|${ADVERB} (?:runs?|ran|leads?|led|works?|worked|writes|wrote|has written|(?:co-?)?founded|teach(?:es)?|taught|hosts|heads?|manage|joined|joins)\b|(?:['’](?:ve|s)| ha(?:ve|s)) (?:\p{L}+ )?(?:been|spent|worked|run)\b.{0,60}\byears?\b)`;
const LEAD = /^(?:and |so |now |today )?/i;
const LIFE_AFTER_NAME = new RegExp(`^(?:, [^,]{2,80},|, you)?${LIFE}`, 'iu');
const LIFE_OF_SOMEBODY = new RegExp(`^(?:and )?(?:she|he|they|who)${LIFE}`, 'iu');
export const LIFE_OF_SELF = new RegExp(String.raw`\bI${LIFE}`, 'iu');

/**
 * The names of an episode's people as sets, whole and word by word, because there may be thousands.
 */
const lookup = cachedBy((names: readonly string[]) => ({
  whole: new Set(names),
  words: new Set(names.flatMap((name) => name.split(' '))),
}));

/**
 * Whether a sentence only says who somebody is: 'My guest is Ana Ruiz', 'Ana Ruiz runs a mill', 'I am a
 * nurse in Leeds'. What they say or found is no introduction.
 *
 * @param names of the people of the episode; always the same array, since it is read only once
 * @param isEarly whether it is among the first sentences, where people tell about themselves
 */
export function isIntroduction(
  text: string,
  names: readonly string[],
  { isEarly }: { isEarly: boolean },
): boolean {
  const { whole, words } = lookup(names);
  const isPerson = (name: string) =>
    /^\p{Lu}\p{Ll}/u.test(name) && (wordsOf(name).length > 1 || words.has(name));
  if (introducedNamesIn(text).some(isPerson)) return true;
  if (namesBy([SPEAKS_FOR], text).some((name) => whole.has(name))) return true;
  const told = text.replace(LEAD, '');
  const [named = ''] = NAME_FIRST.exec(told) ?? [];
  if (isPerson(named) && LIFE_AFTER_NAME.test(told.slice(named.length))) return true;
  return isEarly && (LIFE_OF_SOMEBODY.test(text) || LIFE_OF_SELF.test(text));
}

/** In any case, but only names go on: 'head of Acme Health', and not 'head of Acme and a nurse'. */
const ROLE_IN_TEXT = `(${inAnyCase(POSITION)}${AT})`;
const ROLE_AFTER_NAME = new RegExp(
  `${inAnyCase(
    String.raw`^(?:, (?:who|you)(?: is| are|['’](?:s|re))|,| is| was)? (?:(?:an?|the|our|your|my|also|currently|now) ){0,2}(?!and\b)`,
  )}${ROLE_IN_TEXT}`,
  'u',
);
const ROLE_BEFORE_NAME = new RegExp(
  `${inAnyCase(String.raw`\b(?:an?|our|the|its|my) `)}${ROLE_IN_TEXT},? $`,
  'u',
);

/** Extracts a role: 'Ana Ruiz, head of research' or 'our founder, Ana Ruiz'. */
export function roleIn(text: string, name: string): string | null {
  const index = text.indexOf(name);
  if (index < 0) return null;
  const after = ROLE_AFTER_NAME.exec(text.slice(index + name.length))?.[1];
  return after ?? ROLE_BEFORE_NAME.exec(text.slice(Math.max(0, index - 90), index))?.[1] ?? null;
}

/** An initial keeps its full stop, but that of a sentence is no part of a name. */
export const withoutFullStop = (name: string) => name.replace(/(?<=\p{L}\p{L})\.$/u, '');

/** 'Your host, Ana Ruiz' */
const HOST_BEFORE = /\b(?:co-?)?hosts?(?:,| is| are)? $/i;
/** 'Ana Ruiz, my co-host' */
const HOST_AFTER = /^,? (?:(?:is|as) )?(?:(?:your|my|our|the) )?(?:co-?)?host\b/i;

/** Whether a text calls somebody a host. */
export function callsHost(text: string, name: string): boolean {
  const at = text.indexOf(name);
  if (at < 0) return false;
  return HOST_BEFORE.test(text.slice(0, at)) || HOST_AFTER.test(text.slice(at + name.length));
}
