/** Whether a sentence holds the kind of thing a question asks for. */
import type { AskedFor } from './question.ts';

const NUMBER_WORDS =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|' +
  'seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|' +
  'thousand|million|billion|trillion|dozen|half|third|quarter|twice|double|triple|couple';

const SURE_FIGURE =
  /\b(?:(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|hundreds?|thousands?|millions?|half) (?:to|or|out of|in|of|percent|per cent|hundred|thousand|million|billion|years?|months?|weeks?|days?|hours?|minutes?|times?|people)|\w+(?:teen|ty)-\w+|percent)\b/i;
// 'A day or two' counts nothing.
const ROUND_TALK =
  /\b(?:an? \w+ or two|one or two|two or three|a couple of|the two|one of (?:the|my|our|your|those|these|them|his|her)|one another|each one|no one|this one|that one|two (?:different|things|ideas|sides))\b/gi;
const MONEY =
  /[$€£]\s?\d|\b(?:euros?|dollars?|pounds?|cents?|bucks|quid|yen|francs?|salary|free of charge|for free)\b|\d ?(?:k|million|billion)\b|\bpercent of\b/i;
const FIGURE = new RegExp(String.raw`\d|\b(?:${NUMBER_WORDS})s?\b`, 'i');
// A name, not an amount: 'Article 33', 'the 13th century', 'episode 136'.
const NUMBERED =
  /\b(?:articles?|sections?|cases?|paragraphs?|chapters?|episodes?|versions?|amendments?|numbers?|no\.|python|case) \d[\d.-]*|\b\d+(?:st|nd|rd|th)\b/gi;
const UNIT =
  '(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|decades?|centur(?:y|ies))';
const UNITS = new RegExp(String.raw`\b${UNIT}\b`, 'i');
const LASTS = new RegExp(
  String.raw`(?:\d|\b(?:an?|${NUMBER_WORDS}|few|several|couple of|half an?)s?)[ -](?:(?:and|to|or|more|a|half|full|whole|business|working|${NUMBER_WORDS}|\d+)[ -]){0,3}${UNIT}\b`,
  'i',
);
const RECURS =
  /\b(?:every|each|once|twice|times|daily|weekly|monthly|yearly|annually|hourly|always|never|rarely|seldom|regularly|per|(?:a|an) (?:day|week|month|year|hour))\b/i;
const STRICT = new Set<AskedFor>(['figure', 'duration', 'frequency', 'money', 'time', 'person']);
const MONTHS =
  'january|february|march|april|may|june|july|august|september|october|november|december';
const MOMENT = new RegExp(
  String.raw`\b(?:1[5-9]|20)\d\ds?\b|\b(?:${MONTHS})\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:at|around|by|between) (?:half past )?(?:\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight)\b`,
  'i',
);
const TIME = new RegExp(
  String.raw`\b(?:1[5-9]|20)\d\ds?\b|\b(?:${MONTHS})\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|` +
    String.raw`\b(?:yesterday|today|tomorrow|tonight|morning|afternoon|evening|noon|midnight|decade|century|o'clock)\b|` +
    String.raw`\b(?:years?|months?|weeks?|days?|hours?|minutes?)\b|\b(?:last|next|this) (?:year|month|week|spring|summer|autumn|fall|winter)\b|` +
    String.raw`\b(?:before|after|until|by the time|as soon as|since|whenever|when)\b|\d\s?(?:am|pm|a\.m|p\.m)\b`,
  'i',
);
const PLACE =
  /\b(?:in|at|from|to|near|across|outside|inside|under|into) (?:the |a |an )?(?:\p{Lu}|\w+ (?:city|country|town|state|lab|office|school|university|hospital|room|house|street|account|bank))/u;
const REASON =
  /\b(?:because|since|so that|due to|reasons?|causes?d?|thanks to|that's why|that is why|which is why|owing to|therefore|leads? to|led to|results? (?:in|from)|comes? from|otherwise|in order to|means that)\b/i;
const MANNER =
  /\b(?:by \w+ing|first|then|start(?:s|ed)? (?:by|with)|step|using|use[sd]?|through|so you|you (?:can|take|need|have to|just)|we (?:take|use|put|make|built?|start)|works?|instead)\b/i;
const DEFINITION =
  /\b(?:is|are|was|means?|meaning|called|refers? to|defined?|definition|stands? for|known as|essentially|in other words|think of)\b/i;
// What commands, not only allows.
const RECOMMENDS =
  /\b(?:i|we|i'd|we'd|would|is) (?:\w+ )?(?:recommend|advise|suggest)\b|\b(?:my|our) (?:\w+ )?(?:advice|tip|recommendation|suggestion)\b|\brecommended\b/i;
// The host's 'Give us the two definitions' is no advice.
const ASKS_A_GUEST =
  /^(?:please )?(?:(?:give|tell|show|take|let|walk|remind|help) (?:us|me)\b|(?:give|take) (?:a|an)\b)/i;
const COMMANDS =
  /\b(?:you|we|people|one|every(?:one|body)|any(?:one|body)|nobody|no one|someone|companies|employers|teams|managers|leaders|parents|kids|children|developers|beginners|patients|(?:an?|any|every|each|most) (?:[\w-]+ ){1,4}?)\s?(?:\w+ )?should(?:n't)?\b(?! have)|\bmake sure (?!(?:s?he|it|they)\b)|\bthe best (?:way|thing)\b|\bstart (?:by|with) (?=\w)|^(?:Please )?(?:Never|Always|Do not|Don't|Ask|Keep|Write|Use|Start|Stop|Take|Put|Set|Make|Get|Check|Measure|Pick|Choose|Find|Test|Do|Build|Learn|Plan|Prepare|Decide|Have|Fix|Dim|Name)\b/i;
const NO_ADVICE =
  /\b(?:should|would|could) have\b|\b(?:he|she|they|it|court|honou?r|government) should\b|\bwhether\b[^.]*\bshould\b|\bdon't know\b|\bcheck (?:it|this|that|those|these|us|them) out\b|\bif (?:you|we|one|they) should\b|\b(?:I|we) should (?:\w+ )?(?:talk|say|mention|point out|note|add|ask|get|move|go|come|wrap)\b|\btweet\b|^(?:check out|keep up|take that|get out|have (?:you|they|a (?:good|great|nice))|do (?:you|they|we|i|not know)|make sense|go ahead|find out more|keep going|don't (?:worry|get me wrong))\b|^(?:I|we|he|she|they) (?:never|always)\b/i;
const ADVICE =
  /\b(?:should|shouldn't|recommend\w*|advice|advise|suggest\w*|my tip|make sure|try to|start (?:by|with)|never|always|don't|do not|avoid|need to|have to|must|ought|the best (?:way|thing)|key is|trick is|i would|i'd|you want to|better to|worth)\b|^(?:Ask|Keep|Write|Use|Start|Stop|Take|Put|Set|Make|Get|Read|Check|Measure|Pick|Choose|Find|Test|Try|Give|Look|Do|Be|Talk|Build|Learn|Plan|Run|Track|Avoid|Aim|Decide|Spend|Save|Pay|Send|Call|Go|Treat|Compare|Follow)\b/i;
// Two capitalised words together, or one inside the sentence that is no 'I'.
const NAME =
  /(?!(?:The|In|An?|This|That|And|But|For|At|On|If|When|So)\b)\p{Lu}[\p{L}'’-]+ (?:(?:van|von|de|der|la|le|al|bin) )*\p{Lu}[\p{L}'’-]+|(?<=[\p{Ll},] )(?!(?:I|The|It|Its)\b|I['’])\p{Lu}[\p{L}'’-]+/u;
const PERSON =
  /\b(?:he|she|they|him|her|founder|author|doctor|professor|engineer|scientist|researcher|director|planner|guest|host|colleague|friend|wife|husband|mother|father|team|people|patients?|customers?|employees?|managers?|anyone|someone)\b/i;

/** 0 where the sentence holds nothing of the kind, 1 where it surely does. */
export function holds(asks: AskedFor, text: string): number {
  switch (asks) {
    case 'figure':
      return figureIn(text.replace(NUMBERED, ''));
    case 'duration':
      return LASTS.test(text) ? 1 : UNITS.test(text) ? 0.5 : 0;
    case 'frequency':
      return RECURS.test(text) ? 1 : 0;
    case 'time':
      return MOMENT.test(text) ? 1 : TIME.test(text) ? 0.75 : /\bif\b/i.test(text) ? 0.4 : 0;
    case 'money':
      return MONEY.test(text) ? 1 : 0;
    case 'person':
      return NAME.test(text) ? 1 : PERSON.test(text) ? 0.4 : 0;
    case 'place':
      return PLACE.test(text) ? 1 : NAME.test(text) ? 0.6 : 0;
    case 'reason':
      return REASON.test(text) ? 1 : 0;
    case 'manner':
      return MANNER.test(text) ? 1 : 0;
    case 'definition':
      return DEFINITION.test(text) ? 1 : 0;
    case 'advice':
      if (ASKS_A_GUEST.test(text) || NO_ADVICE.test(text)) return 0;
      return RECOMMENDS.test(text) ? 1 : COMMANDS.test(text) ? 0.8 : ADVICE.test(text) ? 0.4 : 0;
    case 'anything':
      return 1;
  }
}

function figureIn(text: string): number {
  if (/\d/.test(text)) return 1;
  const plain = text.replace(ROUND_TALK, '');
  if (SURE_FIGURE.test(plain)) return 0.9;
  return FIGURE.test(plain) ? 0.6 : 0.15 * Number(FIGURE.test(text));
}

/** Without these a sentence is no answer at all, however near its words are. */
export function isStrict(asks: AskedFor): boolean {
  return STRICT.has(asks);
}

/** True where something is asked, not told. */
export function isAsking(text: string): boolean {
  return /\?["'”’)\]]*$/.test(text);
}

/** True where the host wants something of a guest, in a question or not: 'Ruth, define it.' */
export function isPrompt(text: string): boolean {
  return isAsking(text) || (text.length < 160 && PROMPT.test(text));
}

const PROMPT =
  /(?:^|, )(?:please )?(?:(?:describe|explain|define)\b|(?:begin|start|open) with (?:the|a) \w+|(?:tell|give|walk|show|take) (?:us|me|everyone|people|the audience|our listeners)\b|(?:let us|let's) (?:talk|turn|speak)\b)/i;

/** True of advertising and of the show talking about itself. */
export function isHousekeeping(text: string): boolean {
  return HOUSEKEEPING.test(text) || INTRODUCES.test(text);
}

/** True of a host who says who speaks: 'I am Ada, and …', 'With me is Ben'. */
export function presentsSomebody(text: string): boolean {
  return INTRODUCES.test(text);
}

const INTRODUCES =
  /\b(?:I am|I'm|I’m|[Tt]his is|joined (?:as always |again |today )?by(?: \p{Ll}[\p{L}-]*){0,4}|with me (?:is|are)) \p{Lu}[\p{L}'’-]+(?: \p{Lu}|[.,])/u;
const HOUSEKEEPING =
  /\b(?:sponsor\w*|promo code|coupon|discount code|sign up (?:for|at)|free trial|brought to you by|slash (?:podcast|talkpython|changelog)|subscribe|newsletter|patreon|follow (?:us|me)|leave (?:us )?a (?:rating|review)|show notes|transcripts?|welcome (?:back )?to (?:the|another|our|this)|^join\b.*\b(?:me|us)\b|keep up with|appreciate (?:you|your) (?:joining|coming|time)|thanks? (?:you )?(?:so much )?for (?:listening|joining|having|being|tuning)|my name is|happy (?:new year|holidays|birthday)|(?:pleasure|great|good|glad|happy) to (?:be (?:here|back|on)|have you)|(?:being|you|me|us|folks|people|guests?) (?:back )?on (?:this|the|our|your) (?:show|podcast)|check (?:it|this|that|those|these|us|them) out|see you (?:next|then|soon)|i'm your host|today (?:we (?:ask|talk|look|read|discuss)|the (?:subject|question|topic))|dot com|\.com)\b/i;
