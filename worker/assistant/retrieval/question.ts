/** What a question asks for: its kind, its topic, whose words are wanted. */
import { presentedNames, speakerInRole } from './introductions.ts';
import { type Related, relatedTo } from './related-words.ts';
import type { TranscriptIndex } from './transcript-index.ts';
import { isStopWord, stemOf, topicStems, wordsOf } from './words.ts';

/** What an answer must hold to be one. */
export type AskedFor =
  | 'person'
  | 'time'
  | 'place'
  | 'figure'
  | 'duration'
  | 'frequency'
  | 'money'
  | 'reason'
  | 'manner'
  | 'definition'
  | 'advice'
  | 'anything';

export interface Question {
  text: string;
  asks: AskedFor;
  /** Topic stems and their weights, without the words that only frame the question. */
  terms: Map<string, number>;
  /** The topic stems in the order asked. */
  sequence: string[];
  /** For a term the stems that may stand for it. */
  related: Map<string, Related[]>;
  /** True of 'What should one do first?' */
  first: boolean;
  /** The stem of what is to be counted; none where anything may be. */
  counted?: string;
  /** Names as they stand in the transcript, of the speakers the question names. */
  speakers: string[];
}

// What people wrap round the topic they ask about.
const FRAME_STEMS = new Set(
  topicStems(
    `summarize summarise summary discuss discussion talk chat meeting episode podcast show conversation
    opinion view views group participants members speaker speakers according regarding concerning
    introduction introduce mention mentioned suggestion propose agree disagree explain describe believe
    decide decision conclude conclusion feel consider topic tell told give answer question ask asked
    find matter involve know happen happened example exactly regard respect listen listeners audience hear heard
    host guest today did said long thing things team presentation point points kind type sort called`,
  ),
);

/** Such a word says less of what is asked than the others; left out altogether, it is missed. */
const FRAME_WEIGHT = 0.3;
/** How much nearer a related word counts where the asked one is never said. */
const UNSAID_LIFT = 0.2;

const KINDS: [AskedFor, RegExp][] = [
  [
    'money',
    /\bhow (?:much|big|large|high)\b.*\b(?:fines?|fined|penalt(?:y|ies)|bill|loan|debt|payment|grant|bonus)\b/,
  ],
  [
    'money',
    /\bhow (?:much|expensive)\b.*\b(?:cost|costs|pay|pays|paid|earn|earns|earned|spend|spends|spent|charges?|price|salary|fees?|money|budget|raise|raised|revenue|expensive|worth)\b|\bwhat(?:'s| is| was| does| did| are| were)?\b.*\b(?:price|cost|costs|salary|fees?|revenue|budget|worth)$/,
  ],
  ['time', /\bhow long ago\b/],
  ['duration', /\bhow long\b|\b(?:what|which) duration\b/],
  ['frequency', /\bhow (?:often|frequently|regularly)\b/],
  [
    'figure',
    /\bhow (?:many|much|old|far|big|large|tall|fast|high|low|small|few|common|bright|dark|heavy|light|deep|wide|thick|thin|cold|hot|warm|cool|loud|young|strong|short|close|near|expensive|late|early|soon)\b/,
  ],
  [
    'figure',
    /\b(?:what|which) (?:percentage|percent|number|amount|temperature|weight|height|speed|dose|distance|score|ratio|length|share|proportion|price|cost|figure|fraction|rate|age|size)\b/,
  ],
  [
    'figure',
    /\b(?:(?:at|by|from) (?:what|which) age\b|what (?:is|was|were|are) the (?:\w+ )?(?:percentage|number|amount|price|cost|size|rate|salary|budget))\b/,
  ],
  [
    'time',
    /^(?:\w+ ){0,2}when\b(?! (?:can|may|should|must|discussing|talking|it comes|asked))|\bwhat (?:year|date|time|day|month|decade|century)\b|\bwhich (?:year|month|day)\b/,
  ],
  [
    'reason',
    /\bwhy\b|\bhow come\b|\bwhat(?:'s| is| was| are| were)? (?:the )?(?:reasons?|causes?d?|led)\b|\bfor what reason/,
  ],
  [
    'person',
    /(?<!\b(?:someone|somebody|anyone|people|person|those|everyone|man|woman|one|patients?|workers?|users?|customers?|\w+s) )\bwho(?:m|se)?\b|\bwhat (?:person|people|name)\b|\bwhich (?:person|guest|host|author|scientist|researcher)\b|\bwhat(?:'s| is| was) (?:the )?names?\b/,
  ],
  [
    'place',
    /\bwhere\b|\b(?:what|which) (?:city|country|town|place|state|region|university|school|location)\b/,
  ],
  [
    'advice',
    /\b(?:advice|advise|recommend\w*|tips?|suggest(?:ion)?s?)\b|\bshould (?:i|we|you|one|people|someone|children|kids|parents|companies|(?:an?|any|every|the|my|your) \w+)\b|\bwhat (?:can|must|do) (?:i|we|you) (?:use|do|buy|need)\b|\b(?:can|could) (?:i|we|one)\b|\bbest (?:way|practice)s?\b/,
  ],
  [
    'definition',
    /^(?:and |so )?what(?:'s| is| are| was| were) (?!the .*\b(?:of|with|about|between|during|for|to|in)\b)(?!.*\b(?:kinds|types|steps|ways|parts|levels|examples|exceptions|rules|problems|benefits|advantages|differences?)\b)(?:an? |the )?[\p{L}\p{N}' -]+\??$|\bwhat do(?:es)? .+ mean\b|\bdefin(?:e|ition)\b|\bmeaning of\b|\bexplain what\b/u,
  ],
  ['manner', /\bhow (?:do|does|did|can|could|would|is|are|was|were|has|have|to|should|will)\b/],
];

/** How many words of a question say what it is about, beside those that only frame it. */
export function topicSize({ terms }: Question): number {
  return [...terms.values()].filter((weight) => weight > FRAME_WEIGHT).length;
}

/** Takes a question apart against the transcript it is asked of. */
export function readQuestion(text: string, index: TranscriptIndex): Question {
  const speakers = speakersNamed(text, index.speakers);
  const nameStems = new Set(speakers.flatMap((name) => topicStems(name)));
  const inRole = speakers.length === 0 ? speakerInRole(index, text) : null;
  if (inRole !== null) {
    speakers.push(inRole.speaker);
    for (const stem of inRole.stems) nameStems.add(stem);
  }
  if (speakers.length > 0) for (const stem of titlesIn(text)) nameStems.add(stem);
  const asks = kindOf(text);
  const { measured, counted } = afterHow(text);
  const named = namedStems(text);
  const first = asks === 'advice' && /\bfirst\b/i.test(text);
  const terms = new Map<string, number>();
  const sequence: string[] = [];
  for (const stem of topicStems(text)) {
    // 'How many questions …' is about questions, whatever else frames a question.
    if (first && stem === 'first') continue;
    const isFrame = FRAME_STEMS.has(stem) && stem !== counted;
    if (nameStems.has(stem) || stem === measured || isAskWord(stem, asks)) continue;
    terms.set(stem, named.has(stem) ? 1.4 : isFrame ? FRAME_WEIGHT : 1);
    sequence.push(stem);
  }
  const related = new Map(
    [...terms.keys()].map((stem) => {
      // What is never said in this word is said, if at all, in one related to it.
      const lift = index.postings.has(stem) ? 0 : UNSAID_LIFT;
      return [stem, relatedTo(stem).map(([other, share]): Related => [other, share + lift])];
    }),
  );
  if (index.speakers.length === 0) leaveOutWhoSpeaks(text, index, { asks, terms });
  const question = { text, asks, terms, sequence, related, speakers, first };
  return counted === undefined || ANYBODY.has(counted) ? question : { ...question, counted };
}

const MEASURED = new Set<AskedFor>(['figure', 'duration', 'frequency', 'money', 'time']);

// Counted under many names.
const ANYBODY = new Set(topicStems('people person time month year day hour money percent point'));

/** The word after 'how', which says what is measured, and after 'how many', what is counted. */
function afterHow(text: string): { measured: string | undefined; counted: string | undefined } {
  const [, word = '', next = ''] = /\bhow (\p{L}+)(?: (\p{L}+))?/u.exec(text.toLowerCase()) ?? [];
  const isCount = word === 'many' || word === 'much';
  const isMeasure = MEASURED.has(kindOf(text)) && !isCount && word !== '';
  return {
    measured: isMeasure ? stemOf(word) : undefined,
    counted: isCount && next !== '' ? stemOf(next) : undefined,
  };
}

/** The kind of thing a question asks for. */
export function kindOf(text: string): AskedFor {
  const lower = wordsOf(text).join(' ');
  return KINDS.find(([, pattern]) => pattern.test(lower))?.[0] ?? 'anything';
}

/** The speakers whose whole name, or a part of it that is theirs alone, stands in the text. */
export function speakersNamed(text: string, speakers: string[]): string[] {
  const said = ` ${wordsOf(text).map(withoutPossessive).join(' ')} `;
  const parts = new Map<string, number>();
  const partsOf = (name: string) => wordsOf(name).filter((part) => part.length > 2);
  for (const name of speakers) {
    for (const part of new Set(partsOf(name))) parts.set(part, (parts.get(part) ?? 0) + 1);
  }
  return speakers.filter((name) => {
    if (said.includes(` ${wordsOf(name).join(' ')} `)) return true;
    return partsOf(name).some(
      (part) => parts.get(part) === 1 && !isStopWord(part) && said.includes(` ${part} `),
    );
  });
}

/**
 * Where no speaker is named, the names of those presented tell nothing apart: they are said when
 * somebody is greeted, and not when they speak. Kept where nothing else is asked about.
 */
function leaveOutWhoSpeaks(
  text: string,
  index: TranscriptIndex,
  { asks, terms }: Pick<Question, 'asks' | 'terms'>,
): void {
  const presented = presentedNames(index);
  const theirs = [...namedStems(text)].filter((stem) => terms.has(stem) && presented.has(stem));
  if (asks !== 'advice' && theirs.length === terms.size) return;
  for (const stem of theirs) terms.delete(stem);
}

/** Stems of 'Justice' and the like, where they stand before a name. */
function titlesIn(text: string): string[] {
  return [...text.matchAll(TITLE)].flatMap(([title]) => topicStems(title));
}

const TITLE =
  /\b(?:mr|mrs|ms|dr|doctor|prof|professor|chief|justice|judge|senator|president|minister|sir|madam)\b\.?(?= \p{Lu})/giu;

/** Stems of capitalised words inside the question: names weigh more than common words. */
function namedStems(text: string): Set<string> {
  const named = new Set<string>();
  for (const match of text.matchAll(/(?<=[\p{L}\p{N},;:'"“] ?)\b(?<!^)\p{Lu}[\p{L}\p{N}.'’-]+/gu)) {
    if (match.index > 0) for (const word of wordsOf(match[0])) named.add(stemOf(word));
  }
  return named;
}

/** 'percentage' in 'what percentage' says what is asked for, not what it is about. */
function isAskWord(stem: string, asks: AskedFor): boolean {
  if (asks === 'figure') return ASK_FIGURE.has(stem);
  if (asks === 'money') return ASK_MONEY.has(stem);
  if (asks === 'time') return ASK_TIME.has(stem);
  if (asks === 'advice') return ASK_ADVICE.has(stem);
  if (asks === 'definition') return ASK_DEFINITION.has(stem);
  if (asks === 'reason') return ASK_REASON.has(stem);
  return false;
}

const ASK_FIGURE = new Set(
  topicStems('number amount figure percentage long often far big large high small common bright'),
);
const ASK_MONEY = new Set(topicStems('money amount expensive'));
const ASK_TIME = new Set(topicStems('year date time day month decade century'));
const ASK_ADVICE = new Set(
  topicStems('advice advise recommend tip tips suggest best practice people'),
);
const ASK_DEFINITION = new Set(topicStems('define definition meaning mean'));
const ASK_REASON = new Set(topicStems('reason cause led'));

function withoutPossessive(word: string): string {
  return word.replace(/'s$/, '');
}
