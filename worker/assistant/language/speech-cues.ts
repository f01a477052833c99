/** Phrases that show what a sentence does: opens, refers, asks, agrees, gives a reason. Sources: see `english.ts`. */

import { oneOf, phrases } from './phrases.ts';

/** How a speech in court opens. */
export const OPENS_SPEECH = /^.*?\bmay it please the court[.:,]? */i;
/** Which entry of a list follows. */
const SMALL_NUMBER = '(?:one|two|three|four|five|six|seven|eight|nine|ten)';
export const ENTRY = `(?:number )?${SMALL_NUMBER},`;
/** Connectives and interjections before a sentence, which says the same without them. */
const DISCOURSE_MARKERS = new RegExp(
  `^(?:(?:${oneOf`
    (?:and|but|then|yeah|yep|um|uh|oh|i mean|you know|of course|basically)\b,? | so\b,?(?! (?:much|many|far|long|that)\b)
    (?:okay|ok|alright|all right)\b,? | because\b(?! of\b)(?=[^,]*$| (?:if|when|once|unless)\b)
    (?:or|yes|no|well|right|now|also|again|exactly|sure|absolutely|like|actually|obviously|however|plus),
    like\b(?= (?:if|when|what|because|now|i['’]m|one of|basically)\b)
    (?:hey|look|listen|meanwhile|anyway|first of all|(?:first|second|third|last)(?:ly)?|fourth|fifth|finally),
  `}|${ENTRY}(?! (?:\\d|${SMALL_NUMBER}\\b))) )+`,
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
