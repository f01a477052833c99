/**
 * Recognises requests about the whole episode and what they ask for. The vocabulary of requests comes first (sources:
 * see `retrieval/language.ts`), then the parser.
 */
import type { Exchange } from '../assistant.ts';
import { anyOf, oneOf } from '../phrases.ts';
import { FRAME_WORDS, STOP_WORDS, words } from '../retrieval/language.ts';
import { SELDOM_NOUNS } from '../retrieval/seldom-nouns.ts';
import { isStopWord, stemOf, stemsOf, wordsOf } from '../retrieval/words.ts';
import { asksOfWhatWasSaid } from './follow-up.ts';

export type WholeRequest =
  | 'people'
  | 'quotations'
  | 'topics'
  | 'disagreements'
  | 'actions'
  | 'questions'
  | 'figures'
  | 'facts'
  | 'takeaways'
  | 'summary';

export interface Request {
  wanted: WholeRequest;
  /** How many bullets or sentences; null if unspecified. */
  count: number | null;
  form: 'items' | 'sentences';
  /** For whom, as written: 'my CMO'; null if nobody is named. */
  audience: string | null;
  /** The part of the episode that is meant; null for the whole. */
  part: 'start' | 'end' | null;
  /** The kinds of content it names, as written: 'mistakes'. */
  aspects: string[];
  /** The language it asks for, in lower case: 'german'; null if it names none. */
  language: string | null;
}

const PEOPLE =
  'speaker guest host participant panelist panellist attendee moderator interviewer interviewee presenter expert narrator caller';
const plurals = (list: string) =>
  list
    .split(/\s+/)
    .map((word) => `${word} ${word}s`)
    .join(' ');

/** The episode as a whole, and the people in front of the microphone and of the player. */
const EPISODE = `
  episode episodes podcast podcasts show conversation talk interview discussion transcript recording video meeting
  session case hearing call visit consultation appointment webinar keynote lecture panel series speech debate chat
  article text source document audio content material everybody person people audience listener reader viewers
  ${plurals(PEOPLE)}`;
/**
 * What else requests consist of, besides stop words, `EPISODE` and `WHOLES`: the length, manner and rank of the result,
 * what speakers do with a subject, and what listeners know of it and do with it.
 */
const OF_REQUESTS = `
  whole entire full complete short shorter shortest longer quick quickly fast detailed depth general overall specific
  concise compact crisp simple simply easy easily plain clear clearly neutral balanced honest honestly exact precise
  professional academic casual formal informal key main mainly core central single sole top great decent fair
  interesting important memorable notable noteworthy valuable practical big truly strong stronger strongest strict
  strictly powerful striking little tiny small terms language english jargon fluff filler layperson layman newcomer
  newbie noob dummies kid year old smart super toughest hardest boldest wildest craziest juiciest spicy spiciest
  weirdest saddest deepest sharpest wisest outrageous awkward random hot cold friendly optimistic positive negative
  boring educational accurate credible inspiring motivating eye opening thought provoking crucial vital critical
  separate respective individual native less different first second third fourth fifth last latest next final half
  middle start beginning early late direct directly left future ready proper properly possible executive common usual
  typical real soft recent newest number line word sentence item bits role minimum maximum least roughly entry approx
  raise flag bust cite claim warn stress debunk touch offer express address tackle deal emphasise emphasize speak
  hope talked called instruct promise admit reveal confess ramble joke laugh ep vid pod w bc asap ty saying comes
  contain watch knows care time minute sec hour tomorrow tonight week weekend month day morning afternoon evening
  noon monday friday commute lunch break later work job office home desk life daily everyday take skip finish wanted
  supposed able love jump understand remember follow happy hurry busy dear kindly dr couple`;
/**
 * What only commands consist of: what is to be done, the form of the result, and where it is published. In a question,
 * they are a topic: 'How do I write a good post?'
 */
const OF_COMMANDS = `
  draft list name paste post share extract compile condense compress shorten shrink rewrite rephrase reword format
  pitch bring design split order rank rate label underline copy exclude check reply state grab spit zone interpret
  sketch tally judge score comment react spell memorise clue bookmark browse scan glance paragraph page table tabular
  column form style note email mail message newsletter deck report card flashcards title headline heading caption
  script essay paper handout tweet thread blog release intro outro description markdown csv pdf doc html poster
  infographic diagram chart mind map tree cheat sheet faq pager excerpt passage version reel marker pair characters
  chars letter website site powerpoint sms gmail calendar menu elevator twitter instagram facebook tiktok youtube
  slack whatsapp notion confluence wiki x medium substack reddit keywords emoji`;

/** What stands for the episode and its people. Several interviews or meetings are a topic. */
export const EPISODE_WORDS = words(EPISODE);

const REQUEST_STEMS = stemsOf([
  ...[...FRAME_WORDS].filter((word) => !EPISODE_WORDS.has(word)),
  ...words(OF_REQUESTS),
]);
const COMMAND_STEMS = stemsOf(words(OF_COMMANDS));

const PERSON = `(?:${PEOPLE.replaceAll(' ', '|')})s?`;
const THIS =
  '(?:(?:this |the )?(?:episode|podcast|show|talk|recording|video|interview|meeting|call|one)|it|this|that|they)';
const DO =
  '(?:do|try|apply|use|change|start|stop|implement|improve|avoid|follow up|check out|practi[cs]e|adopt|copy|act)';

/** A pattern of words: `*` stands for any ending and `_` for a space. Further patterns as they are. */
function asking(list: string, ...patterns: string[]): RegExp {
  const alternatives = list
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll('_', ' ').replaceAll('*', String.raw`\w*`));
  return new RegExp([String.raw`\b(?:${alternatives.join('|')})\b`, ...patterns].join('|'));
}

/** Words for the whole episode, by what is requested; the first match decides. */
const WHOLES: [WholeRequest, RegExp][] = [
  [
    'disagreements',
    asking(
      `disagree* differ differs differed differences?_of_opinion conflicts conflicting contentious controvers* argue
      argues argued arguing disput* positions clash* quarrel* fights fought push(?:ed|es|ing)?_back pushback friction
      tensions oppos* counter_?arguments? objections objected critics criticisms? critici[sz]e[ds]? challenge[ds]?
      agree[ds]? agreement divided contradict* devil'?s_advocate steelman pros_and_cons for_and_against heated beef
      contention dissent* bicker* rebut* who_won won_the on_the_same_page
      (?:both|each|other|opposing|two)_(?:sides?|views?|camps?)`,
    ),
  ],
  [
    'quotations',
    asking(
      `quot* verbatim word_for_word citations citable one_?liners? sound_?bites? catch_?phrases? punch_?lines? quips?
      jokes metaphors analogies proverbs sayings zingers? mic_?drops? shareable tweetable outrageous viral
      off_the_cuff statements literally_sa(?:y|id) in_their_own_words which_(?:sentence|line)
      (?:memorable|best|strongest|famous|closing|opening|last|first|exact|original|important|actual|key)_(?:lines?|words?|sentences?|phrases?)`,
    ),
  ],
  [
    'questions',
    asking(
      `questions? unanswered unclear unresolved open_ended wonder* doubts prompts loose_ends open_loops don't_know
      (?:left|stays?|stayed|remain(?:s|ed)?)_open open_(?:issues?|points?|ends)`,
      String.raw`\bq ?[&n]? ?as?\b`,
    ),
  ],
  [
    'facts',
    asking(
      `(?:the|its|total|full|episode)_(?:length|duration|runtime) running_time how_many_minutes how_long_ago date_of
      links url sequel part_(?:2|two|ii)
      (?:publication|release|air|upload|recording)_(?:date|day|time|year) (?:is|was)_(?:it|this)_(?:old|recent|live)
      (?:name|title|number)_of_(?:the_|this_)?(?:podcast|show|episode|series|program*)
      (?:which|what)_(?:podcast|show|series|episode|number|language)_(?:is|was)`,
      String.raw`^(?:length|duration|runtime)\b`,
      String.raw`\b(?:how (?:long|old|recent)|when|where|what (?:day|date|year)) (?:is|was|were|did|does|are) ${THIS} ?(?:originally |first )?(?:recorded|published|released|from|air(?:ed)?|posted|c[oa]me out|made|uploaded|held|taped)?$`,
      String.raw`\bwho (?:makes?|made|produce[sd]?|publishe[sd]|record(?:s|ed)|owns?|runs?) ${THIS}\b`,
    ),
  ],
  [
    'figures',
    asking(
      `numbers? figures statistics stats? data digits numerals benchmarks metrics results kpis? quantit* percentages
      amounts dates sums numeric*`,
    ),
  ],
  [
    'topics',
    asking(
      `topics? themes? subjects? chapters? agenda outlin* contents structur* time_?stamps? time_?codes? timeline toc
      chronolog* sections segments index mind_?map keywords hashtags tags (?:sub_?)?headings? headlines flow order
      sequence syllabus menu bookmarks navigat* minute_by_minute (?:second|first|other)_half
      what_comes?_(?:first|last|next|after) what_came_(?:first|last|next|after) (?:jump|skip|go|fast_forward)_to`,
      String.raw`\b(?:where|when) (?:does|do|is|did) (?!i |we |you |one )(?:the )?\w+(?: \w+)? (?:start|begin)s?\b`,
    ),
  ],
  [
    'actions',
    asking(
      `actions? actionable next_steps? steps to_?dos? advice advis* recommend* suggest* tips tricks
      appl(?:y|icable|ied) implement* homework practical* (?:in|into)_practice measures quick_wins? quick_fix(?:es)?
      low_hanging_fruit habits follow_?ups? check_?list plans action_plan day_plan game_?plan road_?map playbook
      how_to instructions guidance guidelines get(?:ting)?_started start_with best_practices? what_now now_what
      what_next do'?s don'?ts takes?_home tasks assignments hacks techniques resources tools exercises experiments
      routines promises commitments owners who_owns responsible prescri* reading_list deadlines
      do_(?:differently|after|with|now|next|about|first|today|tomorrow)`,
      String.raw`\b(?:where|how) (?:do|should|can|could) (?:i|we|you|one) (?:start|begin)\b`,
      // 'What can machines do?' asks for no advice.
      String.raw`\b(?:(?:can|could|would|might|may) (?:i|we|you|one|people|they)|should|shall|must|do i|do we|(?:what|how|thing|things|something|anything|have|need|supposed|easy|best) to) (?:\w+ ){0,4}?${DO}\b`,
    ),
  ],
  [
    'people',
    asking(
      `who'?s who_(?:is|are|was|were|speaks?|talks?|spoke) how_many_(?:people_(?:speak|talk|are|were)|voices)
      (?:who|which|how_many)_of_them bios? cast roster line_?up attendance talk_time qualifications? famous
      credentials? by_name`,
      String.raw`\b(?:introduce|about|list|names?|of|profiles?|which|what|how many|know|meet|identify) (?:me |all |up )?(?:the |each |both |main |other )*${PERSON}(?:'s)?(?= (?:is|are|was|were|on|in|here|please|pls|talks?|speaks?|and|know|there)\b|$)`,
      String.raw`^(?:all |the )*${PERSON}(?= (?:and|list|names?|roles?|in|of|with|table|please|pls)\b|$)`,
      String.raw`\b(?:are|is|was|were) (?:there|they|he|she) (?:an? |any |real |really |more than one )*(?:${PERSON}|qualified|credible|trustworthy)\b`,
      String.raw`\bwhat (?:does|do) (?:the |each |this )?${PERSON} do\b`,
      String.raw`\b${PERSON}(?:'s)? (?:job|roles?|background|names?|title|profession|employer|know each other)\b`,
    ),
  ],
  [
    'takeaways',
    asking(
      `take_?aways? take_away points? lessons? learn* insights? highlight* ideas? messages? remember implications
      surpris* conclusions? conclude* relevant relevance matters? means? thesis theses arguments? claims?
      reasoning evidence bottom_line big_(?:picture|ideas?|deal) so_what opportunit* warnings warned? mistakes errors
      pitfalls wrong myths misconceptions predict* forecasts outlook risks benefits advantages drawbacks downsides
      upsides worr* concern* fears hopes news novel novelty gems nuggets aha crux essence essential* significan*
      stand_?outs? stands?_out stuck moments? impact* consequences decisions decided? facts? stor(?:y|ies) examples
      anecdotes problems solutions reasons opinions secrets principles philosophy beliefs assumptions trends things?
      interesting important useful new memorable main key care changed shock* fun funn* best worst good bad verdict
      wisdom value meaning red_flags mind_?blowing game_?changer critical rules?_of_thumb frameworks mental_models
      bullish bearish juicy moral eye_?opening counter_?intuitive contrarian hot_takes? swot strengths weaknesses
      limitations caveats outcomes diagnos[ie]s treatments rulings affects?_(?:me|us|my) books`,
    ),
  ],
  [
    'summary',
    asking(
      String.raw`summar* pr[eé]cis sums?_(?:\w+_)?up summ(?:ed|ing)_(?:\w+_)?up overview gist tl tldr recap* synops[ei]s brief*
      about happen* discuss* cover* catch_(?:me_)?up caught_up fill_me_in miss* zoned_out worth worthwhile explain*
      this walk walkthrough run_?(?:through|down) run_(?:me|us)_through break_?(?:\w+_)?down nutshell eli5 year_old
      abstract digest condensed (?:short|quick|long|brief)_version lowdown debrief* wrap* round_?up
      up_to_(?:speed|date) clue_me_in convince_me blurb
      bullets? cliff'?s?_notes show_notes minutes protocol tweets? threads? linkedin blog post newsletter elevator
      pitch teaser trailer caption review report memo email letter plot narrative arc storyline context background setting tone
      mood vibe atmosphere optimistic gloomy friendly tense serious boring educational accurate credible bias* trust*
      rate rating skip listen* waste enjoy* end(?:s|ed|ing)? begin* start(?:s|ed)? open(?:s|ing) clos(?:es|ing) like
      describe* description purpose goal aim in_short in_(?:one|two|three) simplif* plain_english boil* refresh*
      remind* back_?story premise scenario deal going_on went_down what_went who_(?:would|should|could|might|needs?)
      who_is_(?:it|this)_for (?:got|have|in|only)_\d+_(?:seconds?|secs?|minutes?|mins?)`,
    ),
  ],
];

/** Kinds of content that a request may name. Sentences about them then replace what matters most. */
const ASPECTS = words(`
  mistakes errors pitfalls problems challenges obstacles decisions examples stories anecdotes myths misconceptions
  predictions forecasts opportunities risks warnings dangers threats benefits advantages drawbacks downsides
  limitations weaknesses strengths concerns worries fears hopes reasons secrets trends principles beliefs failures
  successes regrets goals solutions tools books apps techniques exercises experiments habits rules
  promises deadlines diagnoses treatments costs changes results surprises`);
/** By their stems, which their verbs and adjectives share: 'What surprised them?' */
const ASPECT_OF: ReadonlyMap<string, string> = new Map([
  ['decid', 'decisions'],
  ['wrong', 'mistakes'],
  ...[...ASPECTS].map((aspect) => [stemOf(aspect), aspect] as const),
]);

/** The languages with the most speakers and readers. */
const LANGUAGES = words(`
  english german french spanish italian portuguese dutch polish czech slovak hungarian romanian bulgarian greek
  swedish norwegian danish finnish russian ukrainian serbian croatian turkish arabic hebrew persian farsi hindi urdu
  bengali punjabi tamil telugu chinese mandarin cantonese japanese korean vietnamese thai indonesian malay tagalog
  swahili catalan latin`);

const NUMBERS = 'one two three four five six seven eight nine ten'.split(' ');
const MOST = 12;
const COUNTED = new RegExp(
  String.raw`\b(\d{1,2}|${NUMBERS.join('|')}|a couple of)[ -](?:\p{L}+[ -]){0,2}?(bullets?|points?|take-?aways?|things|lessons?|insights?|ideas?|items?|highlights?|quotes?|sentences?|lines?|reasons?|tips?|actions?|steps?)\b`,
  'iu',
);
/** 'in German', unless it goes on: 'in German schools'. */
const IN_LANGUAGE = new RegExp(
  String.raw`\b(?:in|into|to) (${[...LANGUAGES].join('|')})\b(?=[.,;?!]|,? (?:please|pls|for|in|with)\b|$)`,
  'iu',
);
/** How names of roles end, and those that end otherwise. */
const ROLE_ENDS = '(?:er|or|ist|ian|yst|ect|ant|man|woman)';
const ROLES =
  'people|folks|adults|kids|children|teens?|parents?|students?|clients?|patients?|presidents?|hr|pr|c[efimotr]os?|cmos?|chro|vps?|head|leads?|chief|boss|team|board|staff|nurse|counsel|attorney|executives?|mom|mum|dad|wife|husband|friends?|colleagues?|operations|sales|finance|marketing|legal|product|engineering|business|company|startup|public';
/** Not followed by a stop word, as in 'the other' and 'for you and teachers'. */
const TELLING = `(?!(?:${[...STOP_WORDS].join('|')})\\b)`;
const ROLE = String.raw`${TELLING}(?:\p{L}{3,}${ROLE_ENDS}s?|${ROLES})\b`;
const WHO = String.raw`(?:(?:my|our|an?|the) (?:${TELLING}[\p{L}&-]+ ){0,3}?${ROLE}(?! ${ROLE})(?: of \p{L}+)?|(?:some|any)(?:one|body)\b(?: (?:in|from|at) \p{L}+)?|(?:${TELLING}[\p{L}&-]+ )??(?:\p{L}{3,}${ROLE_ENDS}s|${ROLES})\b(?! ${ROLE}))`;
/** What listeners do with an answer. */
const USES =
  '(?:take|know|do|remember|learn|care|read|want|need|ask|say|think|try|apply|use|note|watch|listen|underline|highlight|put|make|find|get|look|hear)';
/** Where a request names its audience, which is no topic. */
const AUDIENCE = new RegExp(
  String.raw`\b(?:as|being|i(?:'m| am)|for|to|with|give|send|tell|brief|show|(?:should|would|could|can|might|must)(?= ${WHO} ${USES}\b)) (${WHO})`,
  'iu',
);

/** The part of the episode that is meant. */
const STARTS =
  /\b(?:how|what) (?:\w+ ){1,4}(?:begins?|starts?|opens?)\b|\b(?:beginning|opening|intro|introduction|at the start|first (?:\w+ )?(?:part|minutes?|bit|section))\b/;
const ENDS =
  /\b(?:how|what) (?:\w+ ){1,4}(?:ends?|ended|finish(?:es)?|close|concludes?)\b|\b(?:ending|closing|outro|at the end|in the end|wrap(?:s|ped)? (?:it )?up|last (?:\w+ )?(?:part|minutes?|bit|section))\b/;

/** How a question begins; 'Could you …' is a command. */
const QUESTION =
  /^(?:and |so |but |ok |okay )?(?:what|what's|whats|how|why|when|where|which|who|who's|whos|is|are|was|were|do|does|did|has|have|should)\b/;
/** Asks how something is done or what it is in general, unless it points to the episode. */
const GENERAL =
  /^(?:and |so |but )?(?:how (?:do|can|could|should|would|to) |why (?:do|does|did|is|are|was|were|don't|doesn't|can't) |(?:what|why|how|when|which|is|are)\b.* an? )/;
const POINTS_TO_EPISODE =
  /\b(?:this|it|that|these|those|here|they|(?:the|each|whole|entire) (?:\w+ )?(?:episode|podcast|show|conversation|speakers?|guests?|hosts?))\b/;

/** What follows is a subject, even if requests use the word: 'What was said about the deadline?' */
const SUBJECTS =
  /\b(?:about|regarding|concerning|(?:said?|views?|opinions?|thoughts?|discussi?on|discuss(?:ed)?|presentation|focus) (?:on|of)) (?!(?:for|to|in|with|by|at|and|first|next|last)\b)(?:(?:the|an?|any|some|their|his|her) )?((?:[\p{L}-]+ ?){1,3}?)(?= (?:for|to|in|with|by|that|so|which|at|and)\b|[.,;?!]|$)/giu;

/** A word in more passages is one of the episode's own topics. */
const OFTEN = 2;
/** What listeners will use the answer for: 'for my book club', 'in a talk'. */
const USE =
  /\b(?:for|in|into|on|to|as|by|before|during|over|at|from|with) (?:my|our|an?|her|his|their) [\p{L}-]+(?: [\p{L}-]+){0,2}?(?=$|[.,;:!?]| (?:for|to|in|with|by|that|so|which|at|and|on|before|please|can)\b)/giu;
/** What an answer is to contain: 'with every step, deadline and number'. */
const CONTAINS = /\b(?:with|including) (?:every|each|all)\b[^.;:!?]*/gi;
/** What listeners say about themselves: 'I missed it, fill me in', 'so that I can decide'. */
const OF_LISTENER =
  /(?:^|(?<=[.;:!?,] ?)|\b(?:so that|so|that|which|if|because|since|as|when|before|while|and) )(?:i|we|i'm|i've|i'd|she|he|my \p{L}+)\b[^,.;:!?]*(?:[,.;:!?] ?|$)/giu;

/** In a conversation, 'Why does that matter?' and 'What should we do about it?' mean what was said last. */
const ASKS = /^(?:and |but |so )?(?:why|how|where|when|who)\b/;
const POINTS =
  /\b(?:(?<!\bon )it|that|those|these|them|(?<!\b(?:on|after|from) )this(?! (?:episode|podcast|show|talk|conversation|interview|meeting|call)))\b/;

/** Asks for something in particular: how long or how often, when or how it happened, or what happens if. */
const IN_PARTICULAR = anyOf('')`
  ^(?:and |so |but )?how (?:long|often|soon|much|many times)\b
  ^(?:and |so |but )?when (?:do|does|did|is|are|was|were|will|should|can|could) (?:i|we|it|this|that|you|one)\b
  ^(?:and |so |but )?(?:how|why|where) (?:did|was|were|does|has|have|had) (?:i|we|you|he|she)\b
  \bwhat (?:if|(?:will |would )?happens? (?:if|when|once|after))\b
`;
/**
 * Asks whether something is so or has to be done. 'Can you …', 'Do they …' and 'Is there any …' may ask for all there
 * is.
 */
const ASKS_WHETHER = new RegExp(
  `^(?:and |so |but )?${oneOf`
    can | could | may | must | should | shall | do | does | did | will | would | is | are | was | were | has | have
  `} (?!(?:you|they|he|she|there|(?:any|some|no)(?:thing|body|one)?|${PERSON}|the ${PERSON})\\b)`,
);
/** What somebody who asks whether something is so may want all of: 'Is it worth my time?', 'Do we disagree?' */
const ASKED_WHETHER: ReadonlySet<WholeRequest> = new Set([
  'summary',
  'facts',
  'people',
  'disagreements',
]);

/** Asks what others did or will do, for no advice: 'How did they get started?', 'What will she do now?' */
const OF_OTHERS =
  /^(?:and |so |but )?(?:when|(?:how|where|why) (?:did|was|were)|what (?:will|did|does|is|was) (?:he|she|they))\b/;

const ASKS_WHO = /^(?:and |so |but )?who\b/;

/** 'And for a freelancer?' asks what was asked before, for somebody else. */
const GOES_ON = /^(?:and|but|or|what about|how about)\b/;

/** Nothing that was said is recorded or published. */
const PUBLISHED = /\b(?:publish\w*|record(?:ed|ing)|released?|air(?:ed|s)?|uploaded)\b/;

/**
 * Parses a request about the whole episode; null if the question is about something in it.
 *
 * @param timesSaid how often the episode says a word
 * @param earlier the conversation so far, which 'it' and 'that' may refer to
 */
export function readRequest(
  message: string,
  timesSaid: (word: string) => number,
  earlier: readonly Pick<Exchange, 'question'>[] = [],
): Request | null {
  const plain = message.replace(/\s+/g, ' ').replace(/’/g, "'").trim();
  const [, number = '', unit = ''] = COUNTED.exec(plain) ?? [];
  const language = IN_LANGUAGE.exec(plain)?.[1]?.toLowerCase() ?? null;
  const { rest, audience } = withoutAudience(plain.replace(IN_LANGUAGE, ' '), timesSaid);
  const lower = simplified(rest);
  const command = QUESTION.test(lower) ? rest : rest.replace(CONTAINS, ' ');
  const wanted = wantedIn(simplified(command)) ?? wantedIn(lower);
  if (namesSubject(rest)) return null;
  if (GENERAL.test(lower) && !POINTS_TO_EPISODE.test(lower)) return null;
  const request = withoutUse(command, timesSaid);
  if (topicsIn(request).length > 0) return null;
  if (wanted === 'actions' && OF_OTHERS.test(lower)) return null;
  if (!(wanted && ASKED_WHETHER.has(wanted)) && ASKS_WHETHER.test(lower)) return null;
  if (wanted !== 'facts' && IN_PARTICULAR.test(lower)) return null;
  // 'Who makes the decisions?' asks for a person.
  const aspects = aspectsIn(request);
  if (aspects.length > 0 && ASKS_WHO.test(lower)) return null;
  // 'Who said that?' and 'Why is it?' aren't about the whole.
  if (wanted === undefined && audience === null) return null;
  const last = earlier.at(-1);
  const before = last ? readRequest(last.question, timesSaid, earlier.slice(0, -1)) : null;
  if (wanted === undefined && last !== undefined && GOES_ON.test(lower))
    return before && { ...before, audience };
  const isOfLast = last !== undefined && before === null && wanted !== 'actions';
  if (isOfLast && asksOfWhatWasSaid(plain)) return null;
  const part = STARTS.test(lower) ? 'start' : ENDS.test(lower) ? 'end' : null;
  const mayReferBack = wanted === 'actions' || ASKS.test(lower);
  if (last !== undefined && mayReferBack && POINTS.test(lower) && !PUBLISHED.test(lower))
    return null;
  return {
    wanted: wanted ?? 'takeaways',
    count: number === '' ? null : countOf(number),
    form: /^sentence|^line/i.test(unit) ? 'sentences' : 'items',
    audience,
    part,
    aspects,
    language,
  };
}

const wantedIn = (text: string) => WHOLES.find(([, pattern]) => pattern.test(text))?.[0];

const aspectsIn = (request: string): string[] => [
  ...new Set(wordsOf(request).flatMap((word) => ASPECT_OF.get(stemOf(word)) ?? [])),
];

const simplified = (text: string) => wordsOf(text.replaceAll('-', ' ')).join(' ');

const namesSubject = (rest: string) =>
  [...rest.matchAll(SUBJECTS)].some(([, subject = '']) =>
    wordsOf(subject).some((word) => !isStopWord(word) && !EPISODE_WORDS.has(word)),
  );

/** Parses a request that is about several episodes, whatever they say. */
export const readRequestOfAll = (message: string, earlier: Exchange[]): Request | null =>
  readRequest(message, () => 0, earlier);

/** The words that aren't of a request. */
function topicsIn(text: string): string[] {
  const lower = simplified(text);
  const isOfRequest = QUESTION.test(lower) ? isOfQuestion : isOfCommand;
  const left = WHOLES.reduce(
    (rest, [, pattern]) => rest.replace(new RegExp(pattern, 'g'), ' '),
    lower,
  );
  return left.split(' ').filter((word) => word !== '' && !isOfRequest(word));
}

/** Whether requests consist of a word: 'gist', 'recap'. */
export const isOfRequests = (word: string): boolean => topicsIn(word).length === 0;

const isOfQuestion = (word: string) =>
  isStopWord(word) ||
  EPISODE_WORDS.has(word) ||
  REQUEST_STEMS.has(stemOf(word)) ||
  // 'Three' has the stem '3'.
  /^\d+(?:st|nd|rd|th)?$/.test(stemOf(word));

/** What is to be done, and how, names no topic. */
const isOfCommand = (word: string) =>
  isOfQuestion(word) || COMMAND_STEMS.has(stemOf(word)) || SELDOM_NOUNS.has(word);

function withoutUse(rest: string, timesSaid: (word: string) => number): string {
  const isSpokenOf = (word: string) => !isStopWord(word) && timesSaid(word) > OFTEN;
  const unlessSpokenOf = (use: string) => (wordsOf(use).some(isSpokenOf) ? use : ' ');
  return rest.replace(USE, unlessSpokenOf).replace(OF_LISTENER, unlessSpokenOf);
}

function withoutAudience(
  asked: string,
  timesSaid: (word: string) => number,
): { rest: string; audience: string | null } {
  const match = AUDIENCE.exec(asked);
  const who = match?.[1] ?? '';
  const words = wordsOf(who);
  // What the episode speaks of may be a topic: 'What does it mean for the server?'
  const isSpokenOf =
    QUESTION.test(simplified(asked)) && words[0] === 'the' && timesSaid(words.at(-1) ?? '') > OFTEN;
  if (match === null || isSpokenOf) return { rest: asked, audience: null };
  const index = match.index + match[0].lastIndexOf(who);
  return { rest: `${asked.slice(0, index)} ${asked.slice(index + who.length)}`, audience: who };
}

function countOf(number: string): number {
  const lower = number.toLowerCase();
  // 'A couple of' is no word of the list.
  const value = /^\d/.test(lower) ? Number(lower) : NUMBERS.indexOf(lower) + 1 || 2;
  return Math.max(1, Math.min(MOST, value));
}
