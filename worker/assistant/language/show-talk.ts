/** Phrases about the show or the call instead of its subject: advertising, greetings, announcements. Sources: see `english.ts`. */
import { anyOf, phrases } from './phrases.ts';

/** Advertising: who pays, an offer, or a web address where to go. */
export const PITCH = anyOf('i')`
  \b(?:episode|show|podcast|portion|segment|series)\b[^.]{0,60}\b(?:sponsored|supported|presented|made possible) by\b
  \b(?:sponsored|brought to you)(?: \w+)? by\b | \b(?:our|today's|the show's) (?:\w+ )?sponsors?\b
  \b(?:supported|powered) by (?:\w+ ){0,2}?\w+, (?:the|an?|makers? of|who)\b
  \bfor (?:sponsoring|supporting) (?:the|this|our)\b | \b(?:promo|coupon|discount|offer) codes?\b
  \buse (?:(?:the|my|our) )?code \W?\w | \b(?:\d+ ?%|(?:\d+|ten|\w+(?:een|ty)(?:-\w+)?) percent) off\b
  \b(?:start|get|claim|begin|with|for|day|week|month) (?:(?:your|an?|our) )?(?:\w+ )?free trial\b
  \bget started (?:today|for free)\b | \btry (?:it|\w+) (?:today|for free)\b | \bsigning bonus\b
  (?:\.| dot )(?:com|io|dev|fm|org|net|ai|co)\b ?(?:slash|forward|/) | \b(?:at|the) /\w
  \b(?:at|to) [\w-]+ dot (?:com|io|dev|fm|org|net|ai|co)\b | \btell (?:them|him|her|'em) \w+ sent you\b
  \b(?:visit|go to|head (?:over )?to|check(?:ing)? (?:\w+ ){0,4}out|find (?:\w+ ){1,4}at|learn more|get started|sign up|over) (?:\w+ ){0,3}?[\w-]+(?:\.[\w-]+)*(?:\.| dot )(?:com|io|dev|fm|org|net|ai|co)\b
`;
/** Begins with a web address, which may be a sponsor's: 'Doughly dot com, and your first month is free.' */
export const OPENS_WITH_ADDRESS = /^[\w-]+(?:\.| dot )(?:com|io|dev|fm|org|net|ai|co)(?:[,.!]|$)/i;
/** A sponsor's offer. Without a sponsor, it may be on topic. */
export const OFFERS = phrases('')`
  code [A-Z\d]{3,} | [Hh]alf price | (?:days?|weeks?|months?|year) (?:for )?free | [Tt]erms apply
`;
/** Introduces a sponsor. */
export const SPONSORED_BY =
  /\b(?:sponsored|brought to you|supported) by ((?:(?:and |& )?\p{Lu}[\p{L}\p{N}'’-]+,? ?)+)/u;
/** Greetings, thanks, sign-offs and the mechanics of calls and shows. */
const HOUSEKEEPING = phrases('i')`
  welcome (?:(?:back|all|both|you|of) )*(?:to|everyone|everybody|aboard)
  thank(?:s| you)(?: (?:so much|very much|again|all))?(?: for|,? everyone|,? everybody)\b
  (?:it['’]s|it has) been (?:\w+ ){1,3}(?:chatting|talking|speaking) (?:with|to)\b
  support(?:s|ed|ing)? (?:the|our|this) (?:show|podcast) | if you (?:like|love|enjoy) (?:the|our|this) (?:show|podcast)
  my name is | i'm your host | (?:please|and|or) subscribe | (?:our|my|the show's) newsletter | patreon
  follow (?:us|me) on | leave (?:us )?a (?:rating|review) | show notes | see you (?:next|then|soon)
  (?:pleasure|great|good|glad|happy|excited|delighted) to (?:be (?:here|back|on|with)|have you|see you)
  good (?:morning|afternoon|evening)(?=[,.!]| (?:and|to|every\w+|all|folks|ladies)\b) | operator(?=[,.?!])
  (?:take|answer|welcome) (?:\w+ ){0,3}questions
  next question | (?:first|your) question | press star | listen-only | past episodes | follow the show
  link to (?:it|them|that|this) in | (?:we|i)(?:['’]ll| will) (?:\w+ )?link\b
  talk about (?:it|that|this) later | get to (?:this|that) later | replay | forward-looking | safe harbor
  (?:our|today['’]s) (?:\w+ )?press release
  press release (?:was )?(?:went out|issued|published)
  hear argument | your line is | please (?:proceed|go ahead)
  (?:^|[.!] )next (?:up )?(?:is|we have) (?:mrs?|ms|dr|professor|our)\b
  10-[kq]\b | non-gaap measures? | webcast | turn (?:it|the call) (?:over|back) | hand it over
  question-and-answer | my follow-up | follow-up question | congrat\w* | how are you | nice to meet
  good to see | today['’]s (?:\w+ )?(?:call|webcast)
  i(?:['’]?ll| will|(?:['’]?m| am) (?:\w+ )?(?:going to|gon ?na)| (?:\w+ )?(?:want to|wan ?na)) (?:[\w'’]+ ){0,6}?(?:(?:take|have) a (?:\w+ )?(?:look|listen|peek|feel)|do (?:a|your) (?:\w+ ){0,2}exam(?:ination)?|be (?:right )?back)
  have a (?:good|great|nice) (?:day|night|morning|afternoon|evening|week\w*|one) | tell \w+ (?:a little bit )?about you | review of systems
  hey,? (?:alexa|cortana|dragon|google|siri)
  show me | mr\. chief justice
  (?:isn['’]t|not|no) (?:\w+ )?(?:medical|legal|financial|investment|tax) advice
`;
/**
 * What a show says about itself, its guests, its listeners and its plans, which teaches nothing.
 */
const ABOUT_SHOW = anyOf('i')`
  \blet(?:['’]s| us| me) (?:\w+ )?(?:start|begin|talk|move|go|jump|turn|get|dive|see|take|look|hear|ask)\b
  (?<!\bif )\b(?:we|i|you)(?: (?:will|do|have)|['’](?:ll|ve)| ?(?:['’](?:re|m)|are|am) (?:going to|gon ?na)| (?:want(?:ed)?|get|have|would like) to|['’]d (?:like|love) to)? (?:\w+ ){0,2}?(?:talk|discuss|chat)(?:ed|ing)?\b(?! with (?:their|your|his|her))
  (?<!\bif )\b(?:we|i|you)(?: will|['’]ll| ?(?:['’](?:re|m)|are|am) (?:going to|gon ?na)| (?:want(?:ed)?|would like) to|['’]d (?:like|love) to) (?:\w+ ){0,2}?(?:meet|dive|cover|explore)\b
  \b(?:today|tonight|this week)(?: on [^,]+)?,? (?:we|i)(?:['’](?:re|m|ve)| (?:have|are|am))\b
  \b(?:anyone|everyone|everybody|those|people|folks|you|you all) (?:who (?:\w+ )?)?(?:is |are |was |were )?(?:out there|listening|tuning in)\b
  \b(?:before|as) we (?:move on|wrap up|go on|get (?:in)?to|close|continue)\b
  \b(?:this|that) (?:podcast|show|episode)\b
  \bback (?:from|after) (?:the|our|a) (?:\w+ )?break\b
  \b(?:recent|previous|past|earlier|upcoming|next|last) (?:\w+ )?episodes?\b
  \b(?:are|['’]re) listening to\b
  \b(?:in|on|over|during|throughout) (?:the course of )?(?:these|today's|the|our|their|last|next|two) (?:\w+ )?(?:episodes?|show|podcast|segments?|conversation)\b
  \b(?:our|my|today's) (?:\w+ )?(?:guests?|co-?hosts?|listeners?|panelists?)\b
  \bthank you(?: \w+)?[,.!] | \b(?:i'm|i am|we're|we are) joined\b | \bkeep up the (?:good|great) work\b
  \bi(?: (?:wanna|want(?:ed)? to|was (?:gonna|going to))|['’]d (?:like|love) to) (?:\w+ )?ask (?:you|about)\b
`;
/** Whether a sentence greets, thanks or tells how a call or show works. */
export const isHousekeeping = (text: string): boolean => HOUSEKEEPING.test(text);
/** Whether a sentence is about the show or the call instead of its subject. */
export const isBoilerplate = (text: string): boolean =>
  isHousekeeping(text) || ABOUT_SHOW.test(text);
/** Thanks and goodbyes, with which a show ends. */
export const SIGNS_OFF = phrases('i')`
  thanks | thank you | (?:good)?bye | take care(?=[.,!]|$| (?:of yoursel(?:f|ves)|everyone|everybody)\b) | until (?:next|then|tomorrow) | subscribe
  (?:see|catch|talk to|speak to|hear from|with) you (?:all )?(?:again )?(?:next|then|soon|later|around|tomorrow|on|in)
  next (?:time|episode) | that(?:['’]s| is) (?:it|all) (?:for|from) | sign(?:ing)? (?:off|out)
  (?:have|enjoy) (?:a|your|the rest of) .{0,20}(?:day|night|morning|afternoon|evening|week|weekend)
  this (?:is|has been|was) your host | (?:pleasure|great|good|lovely) (?:talking|speaking|chatting|having you)
`;
/** Says what a show is going to be about: 'Today we talk about bread'. */
export const ANNOUNCES = (() => {
  const here = `(?:this|today['’]s) (?:week|episode|show|time|talk|video|session|lecture|lesson|class|tutorial|webinar|presentation|paper|work|book)`;
  const soon = `(?:today|tonight|${here}|(?:going|here|excited|happy|like|time|join us) to|gon ?na|(?:we|i|you|he|she|they)(?:['’]ll| will)|(?:we|i)(?:['’](?:re|m)| are| am)|joined|guests?)`;
  const treats = String.raw`(?:(?:talk|speak|chat|hear|learn|tell)(?:ing)?\b[^.]{0,90}\babout(?! (?:that|this|these|those|it|where)\b)|discuss(?:ing)?|explor(?:e|ing)|cover(?:ing)?|div(?:e|ing) (?:\w+ )?into|dig(?:ging)? into|ask(?:ing)? (?:whether|how|why|what)|focus(?:ing)? (?:\w+ )?on|(?:walk|talk|go)(?:ing)? (?:\w+ )?through|touch(?:ing)? on|meet(?:ing)?|describ(?:e|ing)|learn(?:ing)? (?:the|how)|(?:teach|help)(?:ing)? you)`;
  const other = String.raw`(?:(?:was|were) (?:\w+ )?(?:talking|joined)|let us know|not here|later|each other|(?:these|every|each|most|our) (?:\w+ ){0,2}(?:episodes?|weeks?|shows?|podcasts?))`;
  const subject = `(?:(?:today|tonight|this week)['’]s|our) (?:subject|topic|theme|question)(?: today)? (?:is|will be|comes)|(?:(?:this|today['’]s) (?:episode|show|podcast) is|this is an episode) (?:all )?about`;
  return new RegExp(
    String.raw`^(?!.*\b${other}\b).*(?:\b${soon}\b[^.]{0,60}\b${treats}\b|\b${treats}\b[^.]{0,60}\b(?:today|${here})\b|\b(?:${subject})\b)`,
    'is',
  );
})();
