/** What questions ask for, and what answers look like. Sources: see `english.ts`. */
import { anyOf, oneOf } from './phrases.ts';

/** Asks who said something: 'Who suggested a livestream?' What was said may be a question and name nobody. */
export const ASKS_WHO_SAYS = new RegExp(
  String.raw`^(?:and |but |so )?(?:who|which) (?:(?!(?:is|are|was|were|do|does|did)\b)\w+ ){0,4}?${oneOf`
    asks? | asked | raises? | raised | brings? (?:\w+ )?up | brought (?:\w+ )?up | mentions? | mentioned | wonders? | wondered
    questions? | questioned | says? | said | thinks? | thought | suggests? | suggested | proposes? | proposed | claims? | claimed
  `}\b`,
  'i',
);

/** What a question asks for. */
export type AnswerType =
  | 'person'
  | 'time'
  | 'money'
  | 'span'
  | 'figure'
  | 'reason'
  | 'definition'
  | 'purpose'
  | 'advice'
  | 'anything';

/** The forms of questions; the first match decides. */
export const ANSWER_TYPES: [AnswerType, RegExp][] = [
  ['anything', ASKS_WHO_SAYS],
  ['span', /\bhow (?:long|much time)\b|\bhow many (?:years|months|weeks|days|hours|minutes)\b/],
  [
    'money',
    anyOf('')`
      \bhow much (?:money|cash|funding|capital|(?:do|does|did|will|would|can|could|should|may|might|must|is|are|was|were|has|have|had|to|i|we|you|he|she|it|they|this|that|the|an?|my|our|your|his|her|their) (?:\w+ ){0,5}?(?:costs?|pay|paid|earn|earned|charged?|raised?|spen[dt]|worth|invest(?:ed)?|borrow(?:ed)?|owed?))\b
      \bhow (?:expensive|cheap)\b
      \bwhat (?:do|does|did|would|will) (?:\w+ ){1,5}?(?:costs?|pay|earn|charge)\b
      \b(?:what|which) (?:(?:is|was|were|are) the (?:\w+ )?)?(?:price|costs?|salary|budget|fee|rent|wage)\b
    `,
  ],
  [
    'figure',
    /\bhow (?:many|much|old|far|big|large|tall|fast|quick|quickly|high|low|often|frequently|deep|short|small|soon|late|heavy|wide)\b/,
  ],
  [
    'figure',
    anyOf('')`
      \b(?:what|which) (?:percentage|percent|share|number|amount|size|rate|fraction|proportion|speed|temperature|dose|age|figures?)\b
      \bwhat (?:is|was|were|are) the (?:\w+ )?(?:percentage|number|amount|size|rate|margin|revenue)\b
    `,
  ],
  [
    'time',
    /^(?:\w+ ){0,2}when\b|\b(?:what|which) (?:year|date|time|day|month|decade|century|weekday|season)\b/,
  ],
  [
    'reason',
    /\bwhy\b|\bhow come\b|\bwhat (?:is |was |are |were )?(?:the )?(?:reasons?|causes?|led|makes?|made)\b/,
  ],
  [
    'person',
    // Elsewhere it begins a relative clause: 'What about someone who has two jobs?'
    /^(?:(?:and|but|so|or|then|to|for|with|by|from|of|about|exactly|just|tell me|do (?:you|we) know) )*who(?:m|se)?\b|\b(?:what|which) (?:person|people|name|guest|host|author)\b/,
  ],
  [
    'advice',
    /\b(?:advice|advise|recommend\w*|tips?|suggest(?:ion)?s?)\b|\bshould (?:i|we|you|one|people|a|an|the)\b|\bbest (?:way|practices?)\b/,
  ],
  [
    'definition',
    /^what(?:'s| is| are) (?:an? )?[\p{L}' -]{2,40}\??$|\bwhat do(?:es)? .+ (?:mean|stand for)\b|\bdefin/u,
  ],
  // Not of people: what they do doesn't say what they are.
  ['purpose', /^what do(?:es)? (?!(?:he|she|they|we|you|i)\b).+ do$/],
];

const NUMERAL =
  'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|dozens?';
const NUMBER_WORD = `${NUMERAL}|half|third|quarter|twice|double|triple|couple|percent|none|zero|free`;
/** 'It starts in microseconds' */
const SOME_SPAN =
  '\\b(?:in|within|under|for|takes?|took) (?:just |only |about )?(?:milli|micro|nano)?(?:seconds|minutes|hours|days|weeks|months|years|decades)\\b';
const MONTH = 'january|february|march|april|june|july|august|september|october|november|december';
const SPAN = '(?:second|minute|hour|day|night|week|month|quarter|season|year|decade|generation)s?';

/** What comes before a noun that is counted: 'eleven languages', 'several of the laws'. */
export const COUNT = new RegExp(`^(?:\\d[\\d.,]*|${NUMBER_WORD}|one|both|several)$`);
/** After it comes what a question wants counted. */
export const ASKS_COUNT =
  /\b(?:how many|what (?:share|percentage|percent|proportion|fraction|number|amount) of)\b/i;

/** What an answer contains if a fact is asked for. */
export const ANSWER_PATTERNS: Partial<Record<AnswerType, RegExp>> = {
  money: new RegExp(
    `[$€£]\\s?\\d|\\d ?(?:[$€£]|k\\b)|\\b(?:\\d[\\d.,]*|an?|${NUMBER_WORD})[ -](?:\\w+ ){0,2}?(?:dollars?|bucks?|euros?|pounds?|cents?|pence|francs?|yen|million|billion|grand|thousand(?=[,.;?!]| (?:an?|and|or|at|between|for|from|in|on|to|before|after)\\b|$))\\b|\\bfor free\\b`,
    'i',
  ),
  span: new RegExp(
    `\\b(?:\\d[\\d.,]*|an?|one|few|several|${NUMBER_WORD})[ -](?:\\w+ ){0,2}?(?:${SPAN}|metres?|meters?|feet|foot|inch(?:es)?|miles?|kilomet\\w+|centimet\\w+|pages?|words?|lines?)\\b|${SOME_SPAN}`,
    'i',
  ),
  figure: new RegExp(
    `\\d|\\b(?:${NUMBER_WORD})\\b|\\b(?:an?|one|every|each|per|once an?) (?:\\w+ )?${SPAN}\\b|\\b(?:every|each) (?:morning|afternoon|evening|meal|time)\\b|\\b(?:everyday(?! \\w)|daily|weekly|monthly|yearly|hourly)\\b|${SOME_SPAN}`,
    'i',
  ),
  time: new RegExp(
    `\\b(?:1[5-9]|20)\\d\\ds?\\b|\\b(?:${MONTH}|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|yesterday|today|tomorrow|tonight|summer|winter|spring|autumn)\\b|\\b(?:\\d+|an?|one|${NUMBER_WORD}|few|several|first|last|next|this|every|past|same) (?:\\w+ )?${SPAN}\\b|\\bago\\b|\\d ?(?:am|pm|o'clock)\\b`,
    'i',
  ),
  person: anyOf('u')`
    (?<=[\p{L},;:"“] )(?!I\b|I['’])\p{Lu}[\p{L}'’-]+
    ^\p{Lu}[\p{L}'’-]{2,} (?:is|was|has|had|\p{Lu}|\p{Ll}{3,}ed\b)
    \b(?:an?|the|my|our|his|her|their|your) (?:\p{L}+ ){0,2}?(?:\p{L}{2,}(?:er|or|ist|ian|yst|ee)s?|wife|husband|friends?|boss|team|parents?|mother|father|son|daughter|brother|sister|company|government|people)\b
  `,
};

/** Asks when something may happen, which a condition answers. */
export const ASKS_CONDITION = /\bwhen (?:is|are|do|does|should|can|could|may|must|will|would)\b/i;
export const CONDITION =
  /\b(?:when|once|if|until|unless|after|before|whenever|as soon as|while)\b/i;
