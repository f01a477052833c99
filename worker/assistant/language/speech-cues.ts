/** Phrases that show what a sentence does: advises, advertises, hedges. Sources: see `english.ts`. */

import { wordSet } from './english.ts';
import { anyOf, oneOf, phrases } from './phrases.ts';
import { VERBS } from './seldom-nouns.ts';

/** Advice: telling somebody what to do, or what one should do. */
export const ADVISES = anyOf('i')`
  \b(?:i|we)(?:'d| would)? (?:\w+ )?(?:recommend|advise|suggest|encourage|urge|caution)\b
  \b(?:my|our|best|one) (?:\w+ )?(?:advice|tip|recommendation)\b(?= (?:is|was|would|to|for|here|there)\b|[,:.])
  (?<!\b(?:how(?: \w+)?|where|when|whether|(?<!(?:['’]s|\bis) )why) (?:(?:i|we) (?:think|say) )?)\b(?:you|people|companies|managers|leaders|teams|employers|developers|patients|parents|everyone|everybody|nobody|one) (?:(?!that|who|which|what|how|when|where)\w+ )?(?:should|must|ought to|shouldn't|should never)\b(?! (?:have|be able|get to)\b)
  \bif (?:you (?:want|are|have|don't|can|need|work|run|lead|build)|your \w+ is)\b[^.;]*, (?:then )?(?:you should(?! be able\b)|make sure|try|start|use|go|check)\b
  (?:^|[,;] |\b(?:just|please|always) )(?:make sure|be sure to) (?:you|your|that|to)\b
  \b(?:it's (?:better|best|worth) (?:to|\w+ing)|the best (?:way|thing) (?:is|to)(?! (?:(?:put|say|phrase) (?:it|this|that)|describe|explain|think)\b))\b
  \bthe (?:(?:best|first|right|only|easiest|safest|simplest|most important) (?:\w+ ){1,4}?|(?:key|trick|secret|rule) )(?:\w+ ){0,5}?is (?:not )?to\b
  ^(?!.*\bif you\b)(?:.*[,;] |(?:and|but|so|because|here|now|then) |in (?:\w+ ){1,4})?(?:and |so |then )?you (?:\w+ly |just |also |do )?(?:wanna|want to)\b
  \b(?:you|they|he|she)(?:'d| had)? better\b
`;
/** Verbs that can also be nouns, but rarely at the start of a sentence. */
const BEGINS_ADVICE = wordSet(`
  ask keep write use start stop take put set check measure pick choose find test try build learn plan avoid aim
  spend save pay call treat compare buy track review hire bring read show get let`);
/** Nouns and auxiliaries that are verbs at the start of a sentence if they go on like one. */
const MAY_BEGIN = wordSet('audit be close do have join limit look ring sort train trust work');
/**
 * As imperatives, these address listeners or introduce an example, unless they are about something of the
 * listener's.
 */
const NOT_COMMANDS = wordSet(`
  add assume believe bet consider define describe explain feel guess happen imagine join listen look mention
  notice recall remember say see speak stay suppose tell thank think wait withdraw wonder`);
/** Which entry of a list follows. */
const SMALL_NUMBER = '(?:one|two|three|four|five|six|seven|eight|nine|ten)';
const COUNT = `(?:number )?${SMALL_NUMBER},`;
const BEFORE_COMMAND = new RegExp(
  `^(?:(?:${oneOf`
    (?:please|just|never|always|then|now|next|finally|also|so|and|instead|first|second|third|fourth|fifth),?
    i(?:'d| would|'ll| will) (?:\w+ )?say,?(?: that)?
    (?:if|when|whenever|once|before|after|for|in|every|each|until|unless|as soon as|at)\b[^,.;:!?]{2,80},(?: then)?
  `}|${COUNT}) )+`,
  'i',
);
/** What may follow an imperative. After a noun, a verb would follow. */
const AFTER_COMMAND = phrases('')`
  an? | the | your | their | its | every | each | all | both | some | any | no | only | more | less | fewer
  \d[\d.,]* | one | two | three | four | five | six | seven | eight | nine | ten | half
  with | for | to | in | on | at | from | by | into | before | after | about | up | down | out | off | over | back
  as | what | who | how | whether | when | where | not | everything | everyone | people | yourself | \w+ly
  something | somebody | someone
`;

const COMMANDS_WITH_YOUR = /^\p{L}+ (?:\p{L}+ )?your\b/iu;
const COUNTED = new RegExp(`^(?:and )?${COUNT}`, 'i');
const ALWAYS_OR_NEVER = /^(?:never|always|don['’]t|do not) (?!\p{L}+ing\b)\p{L}+/iu;

/** Whether a sentence gives advice in the imperative: 'Then replace the most expensive one.' */
export function isCommand(text: string): boolean {
  const told = text.replace(BEFORE_COMMAND, '');
  const forms = [withoutPreamble(text), told];
  if (forms.some((form) => ALWAYS_OR_NEVER.test(form))) return true;
  const [first = '', next = ''] = told.split(' ', 2);
  // 'And so Excel': only a sentence begins with a capital.
  if (/^\p{Lu}/u.test(first) && !text.startsWith(first)) return false;
  const verb = first.toLowerCase();
  if (BEGINS_ADVICE.has(verb)) return next !== '';
  const mayBegin = VERBS.has(verb) || MAY_BEGIN.has(verb);
  const isAside = NOT_COMMANDS.has(verb) && !COUNTED.test(text) && !COMMANDS_WITH_YOUR.test(told);
  return mayBegin && !isAside && AFTER_COMMAND.test(next);
}
/** Sounds like advice but isn't: regrets, announcements, permissions. */
export const NOT_ADVICE = anyOf('i')`
  \b(?:i|we|you|he|she|it|they|that|which|who|probably) (?:should|would|could|must) have\b | \bwhether\b[^.]*\bshould\b
  \bdon't (?:know|think|have|get|want|see|need|really|remember|understand|worry|even|believe|mean|like|care|say|do)\b
  \b(?:i|we|they|he|she|it) (?:never|always|don't|have to|need to|want to|try to|tried to)\b
  \b(?:i|we|they|he|she|it)(?:['’]\w+)? (?:\w+ ){0,3}(?:make|be) sure\b
  \b(?:let's|let me|we should|i should) (?:\w+ )?(?:talk|say|mention|move|go|come|wrap|get|start|take|jump)\b
  \bif (?:you|one|they) should\b
  \b(?:give|tell|show|take|let|walk|remind|help|join|reach out to) (?:us|me)\b
  ^(?:take|give|get|find) (?:a|an|that|it|out)\b | ^put (?:another way|together|(?:\w+ )?\w+ly),
  \bgo ahead\b | \byou have to (?:understand|remember|imagine)\b | \b(?:used|wanted|going) to\b
  \bgon ?na\b
  \b(?:listen to|follow|check out|visit|try out) (?:the |our |this |past |us )
  \?$
`;
/** Advice that somebody only reports or feels, examples in the imperative, and what is to be done with 'it'. */
export const REPORTED_ADVICE = anyOf('iu')`
  ^(?:(?:please|just|never|always|maybe) )*\p{L}+ (?:it|them|this|that|these|those|him|her)\b
  \b(?:was|were|is|am|are|['’](?:s|re|m)) like,?[ ]
  \bwas (?:my|our|the) (?:\w+ )?(?:advice|tip|recommendation)\b
  ["“][^"“”]*\b(?:you|we|one) (?:\p{L}+ )?(?:should|must|have to|need to)
  \b(?:you|he|she|they|people|everyone|everybody) (?:\p{L}+ )?(?:feels?|felt|thinks?|thought|believes?) (?:like )?(?:that )?(?:you|he|she|they) (?:should|must|ought to|have to|need to)\b
  \b(?:told \p{L}+|says?|said|saying|suggested|hears?|heard|hey),? (?:that,? )?(?:(?:hey|oh|well|you know),? )*you (?:\p{L}+ )?(?:should|must)\b(?! be\b)
  ^take (?:[^:]{0,60}:|\d|(?:two|three|four|five|six|seven|eight|nine|ten)\b)
  ^\p{L}+ \d+ (?:is|are|was|were)\b
`;
/** A doctor's decisions for a patient; some recognisers write 'gon na'. */
export const PLANS = new RegExp(
  String.raw`\b${oneOf`
    i(?:'d| would) like (?:you )?to | i(?:'m| am) (?:going to|gon ?na|also (?:going to|gon ?na))
    i(?:'ll| will) | i (?:do )?(?:want|wan ?na|recommend)(?: you| to)?
    we(?:'ll| will|'re going to|'re gon ?na| can) | let's | you (?:should|need to|can|will) | go ahead and
  `} (?:\p{L}+ ){0,4}?${oneOf`
    order | start | stop | continue | increase | decrease | prescribe | refer | schedule | follow | treat
    see you | get (?:an?|some|you|them|him|her) | repeat | refill | apply | send | monitor | watch | recheck
    take(?! (?:an?|another) (?:\p{L}+ )?(?:look|listen|peek|guess|break)\b)
    use | avoid | drink | wash | consume | inject | elevate | ice
  `}\b|^(?:order|continue|prescribe|refer|apply|follow up|take|avoid|start)\b`,
  'iu',
);
/** Rejects what was just said. */
export const REJECTS = new RegExp(
  `^${oneOf`
    no\b | nope | not really | i disagree | i don't (?:think|agree|buy|believe) | i wouldn't
    that's (?:not|wrong|bad|terrible) | actually,? no | please don't | never do that | but that
    the problem with that | i'd push back | i'm not sure
  `}`,
  'i',
);

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
  \b(?:at|to) [\w-]+ dot (?:com|io|dev|fm|org|net|ai|co)\b
  \b(?:visit|go to|head (?:over )?to|check(?:ing)? (?:\w+ ){0,4}out|find (?:\w+ ){1,4}at|learn more|get started|sign up|over) (?:\w+ ){0,3}?[\w-]+(?:\.[\w-]+)*(?:\.| dot )(?:com|io|dev|fm|org|net|ai|co)\b
`;
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
  support(?:s|ed|ing)? (?:the|our|this) (?:show|podcast)
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
  i(?:['’]?ll| will|(?:['’]?m| am) (?:\w+ )?(?:going to|gon ?na)| (?:\w+ )?(?:want to|wan ?na)) (?:[\w'’]+ ){0,6}?(?:take a (?:\w+ )?(?:look|listen|peek)|do (?:a|your) (?:\w+ ){0,2}exam(?:ination)?|be (?:right )?back)
  have a (?:good|great|nice) (?:day|night|morning|afternoon|evening|week\w*|one) | tell \w+ (?:a little bit )?about you | review of systems
  hey,? (?:alexa|cortana|dragon|google|siri)
  show me | mr\. chief justice
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
  thanks | thank you | (?:good)?bye | until (?:next|then|tomorrow) | subscribe
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
/** How a speech in court opens. */
export const OPENS_SPEECH = /^.*?\bmay it please the court[.:,]? */i;
/** Connectives and interjections before a sentence, which says the same without them. */
const DISCOURSE_MARKERS = new RegExp(
  `^(?:(?:${oneOf`
    (?:and|but|then|yeah|yep|um|uh|oh|i mean|you know|of course|basically)\b,? | so\b,?(?! (?:much|many|far|long|that)\b)
    (?:okay|ok|alright|all right)\b,? | because\b(?! of\b)(?=[^,]*$| (?:if|when|once|unless)\b)
    (?:or|yes|no|well|right|now|also|again|exactly|sure|absolutely|like|actually|obviously|however|plus),
    like\b(?= (?:if|when|what|because|now|i['’]m|one of|basically)\b)
    (?:hey|look|listen|meanwhile|anyway|first of all|(?:first|second|third|last)(?:ly)?|fourth|fifth|finally),
  `}|${COUNT}(?! (?:\\d|${SMALL_NUMBER}\\b))) )+`,
  'i',
);
/** The speaker's name before the announcement: 'I am Ann Lee, and today we talk about bread.' */
const SAYS_WHO =
  /^(?:I am|I['’]m|This is) (?:\p{Lu}[\p{L}'’.-]+ ){0,3}\p{Lu}[\p{L}'’.-]+,? and (?=\S+ \S+)/u;
/**
 * Returns a sentence without its form of address, its speaker's name and the connectives at its beginning.
 */
export const withoutPreamble = (text: string): string =>
  text.replace(OPENS_SPEECH, '').replace(SAYS_WHO, '').replace(DISCOURSE_MARKERS, '');

/** Refers to something the reader hasn't read. */
export const OPENS_WITH_REFERENCE =
  /^(?:(?:and|but|so|or|yes|yeah|no|well|right|okay|because|then|also|now|plus|i mean|you know|like|um|uh|oh)[ ,—-]+)*(?:he|she|it|its|it's|they|they're|them|this|that|that's|these|those|his|her|their|there|there's|both|either|such|same|which|who)\b/i;
/** Pronouns and the like, which refer to something; 'that' only where it is no conjunction. */
export const REFERENCE_WORDS = phrases('gi')`
  he | she | it | they | him | her | them | his | its | their | theirs | this | these | those | ones | here
  there(?!['’]s| (?:is|are|was|were|will|has|have)\b)
  that(?=['’]s| (?:is|was|will|would|can|could|has|had|does|did|way|point|thing|one|kind|sort|stuff|and|or|but|because|so)\b|[.,!])
`;
export const FILLER =
  /\b(?:um|uh|eh|er|erm|hmm?|mm|you know|i mean|sort of|kind of|i guess|whatever|blah|laughs|laughter|inaudible|unintelligible|crosstalk)\b/gi;
/** Sounds without meaning, with the commas around them. */
export const HESITATIONS = /,? ?\b(?:u[hm]+|er+m?|ah+|m+-?h?m+)\b,?/gi;
/** Before a reply says that it contradicts. */
const BEFORE_CONTRADICTION = String.raw`(?:${oneOf`
  no | nope | well | but | yeah | yes | so | and | okay | ok | actually | honestly | see | oh | um | uh
  hm+ | right | sorry | now
`}\b[,.]? )*`;
/** Begins a reply that contradicts what was just said. */
export const DISAGREES = new RegExp(
  String.raw`^${BEFORE_CONTRADICTION}${oneOf`
    i(?:['’]\w+)? (?:(?!not|never)\w+ ){0,3}(?:disagree|beg to differ) | i differ
    i (?:don't|do not) (?:\w+ )?(?:agree|buy (?:that|it)|think (?:so|that(?:'s| is) (?:true|right|fair|quite|correct)))
    i(?:'m| am) not (?:\w+ )?(?:convinced|so sure|sure (?:that )?i agree) | i(?:'d| would) (?:\w+ )?push back
    that(?:'s| is) (?:not (?:\w+ )?(?:true|right|fair|correct|how it)|wrong) | you(?:'re| are) wrong
    on the contrary | with (?:all due )?respect(?! to) | i (?:don't|do not) know about that | not necessarily
    i(?:'d| would) still | i(?:'ve| have) (?:got )?an? (?:argument|issue|problem|quarrel) with
    i(?:'m| am) not a (?:\w+ )?fan | i see (?:it|that|this) (?:\w+ ){0,2}differently
  `}\b`,
  'i',
);
const SAYS_DISAGREED =
  /\b(?:i|we)(?:['’](?:re|ll|ve|m|d)| (?:are|am|would|do))? (?:-- (?:i|we) |(?!(?:not|never|can|could|might|may|or|and|know|think|guess|don['’]t|didn['’]t)\b)\w+ ){0,3}?(?:disagree(?:d|ing)?|(?:don['’]t|do not|didn['’]t) (?:\w+ )?(?:agree|see eye to eye)|beg to differ)\b|\bi differ\b/i;
/** Whether somebody says outright, wherever in a turn, that people disagree: 'So here we disagree a bit.' */
export const saysTheyDisagree = (text: string): boolean =>
  SAYS_DISAGREED.test(text) && !/\b(?:if|assuming)\b/i.test(text) && !isQuestion(text);
/** Begins a reply that agrees with what was just said; 'Yeah' and 'Right' only listen. */
export const AGREES = new RegExp(
  String.raw`^(?:${oneOf`
    yeah | yes | yep | no | oh | well | and | okay | right | so | mm-hmm | definitely | um | uh
  `}\b[,.]? )*(?:${oneOf`
    i (?:(?!not|never|hardly)\w+ ){0,2}agree | (?:completely|totally|fully|entirely|absolutely) agree | we(?:['’]re| are)? (?:(?!not|never)\w+ )?agreed? | agreed | i(?:['’]m| am) with you | exactly | absolutely
    totally | a hundred percent | 100(?:%| percent) | that(?:['’]s| is) (?:(?:so|very|absolutely) )?true
    you(?:['’]re| are) (?:(?:so|absolutely|quite|totally) )?right | (?:i )?couldn['’]t agree more
    (?:that(?:['’]s| is) a )?(?:good|great|fair) point
  `})(?!\w)`,
  'i',
);
/** Contradicts only if something was stated before: 'And I say …', 'But she can't …', 'You can, but …' */
export const STANDS_AGAINST = new RegExp(
  String.raw`^${BEFORE_CONTRADICTION}${oneOf`
    i say (?!it\b|this\b|that as\b)\w+ | i still (?:do|don't|say)
    (?:you|we|they|he|she|it) (?:can|could|may|might|does|do|did)(?:n't)?, but
    (?<=\bbut )(?:he|she|it|they|you|we|that) (?:can't|won't|doesn't|don't|isn't|aren't|never)
  `}\b`,
  'i',
);
/**
 * Asks without a question mark: 'I'm curious how you began', 'Take us back to that day', or where the transcript has
 * a full stop or none. 'What is new is that …' has a second verb.
 */
const ASKS_WITHOUT_MARK = new RegExp(
  `^(?:(?:and|but|so|well|now|okay|yeah),? )?${oneOf`
    (?:what|who|where|when|why|how|which)(?:['’]s|['’]re| (?:is|are|was|were|do|does|did|can|could|would|will|should))\b(?!.* (?:is|was|are|were) )
    (?:\w+,? )?i(?:['’]m| am| was)? (?:\w+ ){0,3}(?:curious|wonder(?:ed|ing)?)\b
    i(?: (?:just )?want|['’]d (?:love|like)| would (?:love|like)) to (?:\w+ )?(?:hear|know)\b
    (?:\w+, )?(?:(?:just|please|maybe) )?(?:tell|give|show|take|walk|talk to) (?:us|me)\b | (?:how|what) about\b
    (?:(?:just|please|maybe) )?(?:describe|explain|unpack|break down) (?!(?:\w+ )?your\b)
    (?:do|does|did|have|has|is|are|was|were|can|could|would|will) (?:you|we|they|he|she|there|(?<!(?:do|have) )that)\b
  `}`,
  'i',
);

/** Asks within speech without punctuation: 'so are you looking forward to spring'. 'I will have you come back' doesn't. */
const ASKS_WITHIN =
  /\b(?:(?:do|did|(?<!\b(?:to|na|will|we|i|['’]ll) )have|are|were|can|could|would) you\b(?! know\b)|(?:do|did) (?:he|she|they|i|we)\b|(?:how|what) about\b)/i;
/** What is asked later than this in a sentence is asked after a statement: 'Take two a day do you have any questions'. */
const ASKED_FIRST = 0.6;
/** Ends with a question about what was said: 'When I press here does it hurt'. */
const ENDS_ASKING = /\bdoes (?:it|that|this)\b(?: \w+){0,3}$/i;
const IS_PUNCTUATED = /[.!?…]["'”’)\]]*$/;

/** Whether a sentence asks something. 'I will see you in a week, okay?' doesn't. */
export function isQuestion(text: string): boolean {
  if (ASKS_WITHOUT_MARK.test(text)) return true;
  if (!IS_PUNCTUATED.test(text)) {
    const at = ASKS_WITHIN.exec(text)?.index ?? text.length;
    return at < ASKED_FIRST * text.length || ENDS_ASKING.test(text);
  }
  return /\?["'”’)\]]*$/.test(text) && !/, (?:okay|ok|all right|alright)\?$/i.test(text);
}
/** Gives a reason for what was just said. */
export const GIVES_REASON = phrases('i')`
  because | (?<=['’])cause | since (?:it|that|they|we|you|the) | so that | due to | (?:the|one|another) reasons?
  that['’]s why | which is why | therefore | as a result | otherwise | in order to | which means
  (?:the|a) problem (?:is|was|with)
`;
/** The past tense: the commonest irregular verbs, and regular ones after their subject. */
export const PAST = new RegExp(
  `\\b(?:${oneOf`
    was | were | had | did | (?:was|were|had|did)n['’]t | went | said | told | got | took | came | made | thought | saw
    gave | found | began | bought | brought | built | caught | chose | drew | drove | ate | fell | felt | fought
    forgot | grew | heard | held | kept | knew | led | left | lost | met | paid | ran | rose | sold | sent | spoke
    spent | stood | taught | threw | understood | woke | won | wore | wrote | wanted | used | started | asked | called
    worked | looked | tried | happened | decided | turned | moved | lived | joined
    (?:i|we|he|she|they|it|who|and) (?:\w+ly )?\w{3,}ed
  `})\\b`,
  'gi',
);
export const GIVES_EXAMPLE = phrases('i')`
  for (?:example|instance) | an example | examples (?:of|are|include) | such as | let['’]s say | imagine
  suppose | like when | one time | there was (?:an?|this|one) | if you have (?:an?|two|three)
`;
