/** Phrases that give advice, and those that only sound like it. Sources: see `english.ts`. */
import { wordSet } from './english.ts';
import { anyOf, oneOf, phrases } from './phrases.ts';
import { VERBS } from './seldom-nouns.ts';
import { ENTRY, withoutPreamble } from './speech-cues.ts';

/** Advice: telling somebody what to do, or what one should do. */
const ADVISES = anyOf('i')`
  (?<!\b(?:which|that|who) )\b(?:i|we)(?:['’]d| would)? (?:\w+ )?(?:recommend|advise|suggest|encourage|urge|caution)\b
  \b(?:my|our|best|one) (?:\w+ )?(?:advice|tip|recommendation)\b(?= (?:is|was|would|to|for|here|there)\b|[,:.])
  (?<!\b(?:how(?: \w+)?|where|when|whether|(?<!(?:['’]s|\bis) )why) (?:(?:i|we) (?:think|say) )?|(?<!\b(?:thinks?|says?|believe|feel|means?|guess|know|understand|is|was|so|thing) )that )\b(?:you|people|companies|managers|leaders|teams|employers|developers|patients|parents|everyone|everybody|nobody|one) (?:(?!that|who|which|what|how|when|where)\w+ )?(?:should|must|ought to|shouldn't|should never)\b(?! (?:have|be able|get to)\b)
  \bif (?:you (?:want|are|have|don't|can|need|work|run|lead|build)|your \w+ is)\b[^.;]*, (?:then )?(?:you should(?! be able\b)|make sure|try|start|use|go|check)\b
  (?:^|[,;] |\b(?:just|please|always) )(?:make sure|be sure to) (?:you|your|that|to)\b
  \b(?:it['’]s (?:better|best|worth) (?:to|(?!(?:mention|not|say|point|explain|know|remember)ing\b)\w+ing)|(?<!\b(?:what|it['’]s|that['’]s) )the best (?:way|thing) (?:is|to)(?! (?:(?:put|say|phrase) (?:it|this|that)|describe|explain|think)\b))\b
  \bthe (?:(?:best|first|right|only|easiest|safest|simplest|most important) (?:\w+ ){1,4}?|(?:key|trick|secret|rule) )(?:\w+ ){0,5}?is (?:not )?to\b
  ^(?!.*\bif you\b)(?:.*[,;] |(?:and|but|so|because|here|now|then) )?(?:and |so |then )?you (?:(?:\w+ly|only|always|never|do|don['’]t) (?:wanna|want to)|(?:wanna|want to) (?:make sure|avoid|keep|be (?:careful|sure)))\b
  ^(?:.*, )?(?:in (?:\w+ ){1,3}\w+,?|as (?:an?|the) (?:\w+ ){0,3}\w+,) you (?:wanna|want to)\b
  \b(?:you|they|he|she)(?:['’]d| had)? better (?!(?:and|or|than|at|in|off)\b)\w
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
const BEFORE_COMMAND = new RegExp(
  `^(?:(?:${oneOf`
    (?:please|just|never|always|then|now|next|finally|also|so|and|instead|first|second|third|fourth|fifth),?
    i(?:'d| would|'ll| will) (?:\w+ )?say,?(?: that)?
    (?:the|my|our) (?:\w+ ){0,3}(?:thing|advice|tip|rule|suggestion|recommendation)(?: (?:that )?(?:i|we)(?:['’]d| would)? \w+(?: \w+)?)? is[,:]?
    (?:if|when|whenever|once|before|after|for|in|every|each|until|unless|as soon as|at)\b[^,.;:!?]{2,80},(?: then)?
  `}|${ENTRY}) )+`,
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
const COUNTED = new RegExp(`^(?:and )?${ENTRY}`, 'i');
const ALWAYS_OR_NEVER = /^(?:never|always|don['’]t|do not) (?!\p{L}+ing\b|(?:is|was)\b)\p{L}+/iu;
/** Names the speaker, so it addresses somebody in particular or serves the speaker: 'Don't bill me', 'Try my course'. */
const NAMES_SPEAKER = /\b(?:i|me|my|mine)\b/i;

/** Whether a sentence gives advice in the imperative: 'Then replace the most expensive one.' */
export function isCommand(text: string): boolean {
  const told = text.replace(BEFORE_COMMAND, '');
  const forms = [withoutPreamble(text), told];
  if (NAMES_SPEAKER.test(told)) return false;
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
const NOT_ADVICE = anyOf('i')`
  \b(?:i|we|you|he|she|it|they|that|which|who|probably) (?:should|would|could|must) have\b | \bwhether\b[^.]*\bshould\b
  \bdon't (?:know|think|get me|really|remember|worry|even|mean|care)\b
  (?<!^(?:(?:and|so|but|then|just|please),? ){0,2})\bdon't (?:have|get|see|believe|say|do)\b
  \bdon't (?:want|need|understand|like)\b
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
const REPORTED_ADVICE = anyOf('iu')`
  ^(?:(?:please|just|never|always|maybe) )*\p{L}+ (?:it|them|this|that|these|those|him|her)\b
  \b(?:was|were|is|am|are|['’](?:s|re|m)) like,?[ ]
  \bwas (?:my|our|the) (?:\w+ )?(?:advice|tip|recommendation)\b
  ["“][^"“”]*\b(?:you|we|one) (?:\p{L}+ )?(?:should|must|have to|need to)
  \b(?:you|he|she|they|people|everyone|everybody) (?:\p{L}+ )?(?:feels?|felt|thinks?|thought|believes?) (?:like )?(?:that )?(?:you|he|she|they) (?:should|must|ought to|have to|need to)\b
  \b(?:told \p{L}+|says?|said|saying|suggested|hears?|heard|hey),? (?:that,? )?(?:(?:hey|oh|well|you know),? )*you (?:\p{L}+ )?(?:should|must)\b(?! be\b)
  ^take (?:[^:]{0,60}:|\d|(?:two|three|four|five|six|seven|eight|nine|ten)\b)
  ^\p{L}+ \d+ (?:is|are|was|were)\b
`;

/** Whether a sentence gives advice: tells somebody what to do, or what one should do. */
export const recommends = (text: string): boolean =>
  (ADVISES.test(text) || isCommand(text)) && !NOT_ADVICE.test(text) && !REPORTED_ADVICE.test(text);

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
