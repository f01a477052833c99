/** The vocabulary of requests about the whole episode. Sources: see `english.ts`. */

import { FRAME_WORDS, wordSet } from './english.ts';
import { stemsOf } from './words.ts';

export type RequestIntent =
  | 'people'
  | 'quotations'
  | 'topics'
  | 'agreements'
  | 'disagreements'
  | 'actions'
  | 'questions'
  | 'figures'
  | 'facts'
  | 'takeaways'
  | 'summary';

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
 * The other words of requests, besides stop words, `EPISODE` and `WHOLES`: the length, manner and rank of the
 * result, what speakers do with a subject, and what listeners know about it and do with it.
 */
const REQUEST_WORDS = `
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
  statement throw threw thrown straight gave punchy catchy candid defensive evasive cautious supposed able based love jump forward pass share recommend understand remember follow happy hurry busy dear kindly dr couple`;
/** What a command may ask to have written. */
const WRITTEN =
  'tweet thread linkedin blog post newsletter elevator pitch teaser trailer caption review report memo email letter note update';
/** What a command may ask to have written of what is advised. */
const WRITTEN_ADVICE = 'policy policies guideline procedure checklist';
/**
 * Words of commands only, besides `WRITTEN`: what is to be done, the form of the result, and where it is published. In a
 * question, they are a topic: 'How do I write a good post?'
 */
const COMMAND_WORDS = `
  draft list name paste share extract compile condense compress shorten shrink rewrite rephrase reword format
  bring design split order rank rate label underline copy exclude check reply state grab spit zone interpret
  sketch tally judge score comment react spell memorise clue bookmark browse scan glance paragraph page table
  tabular column form style mail message deck card flashcards title headline heading script essay paper
  handout release intro outro description markdown csv json xml yaml pdf doc html poster infographic diagram chart mind map
  tree cheat sheet faq pager excerpt passage version reel marker pair characters chars website site powerpoint
  sms gmail calendar menu twitter instagram facebook tiktok youtube slack whatsapp notion confluence wiki x
  medium substack reddit keywords emoji quarter`;

/** What stands for the episode and its people. Several interviews or meetings are a topic. */
export const EPISODE_WORDS = wordSet(EPISODE);

/** The stems of all that requests consist of. */
export const REQUEST_STEMS = stemsOf([
  ...[...FRAME_WORDS].filter((word) => !EPISODE_WORDS.has(word)),
  ...wordSet(REQUEST_WORDS),
]);
/** The stems of what only commands consist of. */
export const COMMAND_STEMS = stemsOf(wordSet(`${WRITTEN} ${WRITTEN_ADVICE} ${COMMAND_WORDS}`));

/** Matches somebody who takes part. */
export const PERSON = `(?:${PEOPLE.replaceAll(' ', '|')})s?`;
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

/** Asks what may be said against it: 'What would a finance director object to?' */
export const OBJECTS =
  /\b(?:would|could|might|may) (?:\w+ ){0,2}?(?:object|oppose|criticis\w+|criticiz\w+|push back)\b/;

/** Words for the whole episode, by what is requested; the first match decides. */
export const REQUEST_PATTERNS: [RequestIntent, RegExp][] = [
  // What matters is what to ask about, and what somebody may object to is told as a drawback.
  ['takeaways', /\b(?:what|which) questions? (?:should|can|could|might|do) (?:i|we|you|one)\b/],
  ['takeaways', OBJECTS],
  // 'Do they agree?' asks for what they disagree on, too, and so does 'What can't they agree on?'
  [
    'agreements',
    /^(?!.*(?:\bnot\b|\bnever\b|n't\b)).*\b(?:agreed? (?:on|about|upon)|agreements?|common ground|on the same page|have in common|(?:what|where) (?:do|does|did) (?:\w+ ){1,4}?agree)\b/,
  ],
  [
    'disagreements',
    asking(
      `disagree* differ differs differed differences?_of_opinion conflicts conflicting contentious controvers* argue
      argues argued arguing disput* positions clash* quarrel* fights fought push(?:ed|es|ing)?_back pushback friction
      tensions oppos* counter_?arguments? objections objected critics criticisms? critici[sz]e[ds]? challenge[ds]?
      agree[ds]? divided contradict* devil'?s_advocate steelman pros_and_cons for_and_against heated beef
      contention dissent* bicker* rebut* poke_holes who_won won_the
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
      (?:left|stays?|stayed|remain(?:s|ed)?)_open open_(?:issues?|points?|ends)
      what_(?:do|does|did)_(?:they|the_\\w+s)_ask(?=$)`,
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
      `topics? themes? subjects? chapters? agenda outlin* contents structures? structured(?!_(?!outlin|overview|list|summar|notes)\\w) time_?stamps? time_?codes? timeline toc
      chronolog* sections segments index mind_?map keywords hashtags tags (?:sub_?)?headings? headlines flow order
      sequence syllabus menu bookmarks navigat* minute_by_minute (?:second|first|other)_half
      what_comes?_(?:first|last|next|after) what_came_(?:first|last|next|after) (?:jump|skip|go|fast_forward)_to`,
      String.raw`\b(?:where|when) (?:does|do|is|did) (?!i |we |you |one )(?=(?:the )?\w+(?: \w+)? (?:start|begin)s?\b)`,
    ),
  ],
  [
    'actions',
    asking(
      `actions? actionable next_steps? steps step_by_step(?:_plan)? to_?dos? advice advis* recommend* suggest* tips tricks
      appl(?:y|icable|ied) implement* homework practical* (?:in|into)_practice measures quick_wins? quick_fix(?:es)?
      low_hanging_fruit habits follow_?ups? check_?list plans action_plan day_plan game_?plan road_?map playbook
      how_to instructions guidance guidelines get(?:ting)?_started start_with best_practices? what_now now_what
      what_next do'?s don'?ts takes?_home tasks assignments hacks techniques resources tools exercises experiments
      routines promises commitments owners who_owns who_(?:does|did|will_do)_what responsible prescri* reading_list further_reading deadlines
      do_(?:differently|after|with|now|next|about|first|today|tomorrow) (?:done|doing)_about`,
      String.raw`\b(?:where|how) (?:do|should|can|could) (?:i|we|you|one) (?:start|begin)\b`,
      // 'What can machines do?' asks for no advice.
      String.raw`\b(?:(?:can|could|would|might|may) (?:i|we|you|one|people|they)|should|shall|must|do i|do we|(?:what|how|thing|things|something|anything|have|need|supposed|easy|best) to) (?:\w+ ){0,4}?${DO}\b`,
    ),
  ],
  [
    'people',
    asking(
      `who'?s who_(?:is|are|was|were)(?!_(?!speaking|talking)\\w+ing\\b) who_(?:speaks?|talks?|spoke) how_many_(?:people_(?:speak|talk|are|were)|voices)
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
      `take_?aways? points? lessons? learn* insights? highlight* ideas? messages? remember implications
      surpris* conclusions? conclude* relevant relevance matters? means? thesis theses arguments? claims?
      reasoning evidence bottom_line big_(?:picture|ideas?|deal) so_what opportunit* warnings warned? mistakes errors
      pitfalls wrong myths misconceptions predict* forecasts outlook risks benefits advantages drawbacks downsides
      upsides worr* concern* fears hopes news novel novelty gems nuggets aha crux essence essential* significan*
      stand_?outs? stands?_out stuck moments? impact* consequences decisions decided? facts? stories (?<!(?:the|his|her|their|your)_(?:(?:whole|full|entire)_)?)story examples
      anecdotes problems solutions reasons opinions secrets principles philosophy beliefs assumptions trends things?
      interesting important useful new memorable main key care changed shock* fun funn* best worst good bad verdict
      wisdom value meaning red_flags mind_?blowing game_?changer critical rules?_of_thumb frameworks mental_models
      bullish bearish (?:bull|bear)(?:_(?:vs|versus|and|or)_(?:bull|bear))?(?:_cases?)? juicy groundbreaking moral eye_?opening counter_?intuitive contrarian hot_takes? swot strengths weaknesses
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
      (?:the|his|her|their|your)_(?:(?:whole|full|entire)_)?story bullets? (?:cliff|spark)'?s?_notes long_and_short layman'?s?_terms show_notes soap_notes? minutes protocol plot narrative arc storyline context background setting tone mood
      vibe atmosphere optimistic gloomy friendly tense serious boring educational accurate credible biased trust*
      rate_(?:this|it|the) rating skip listen* waste enjoy* end(?:s|ed|ing)? begin* start(?:s|ed)? open(?:s|ing) clos(?:es|ing) like
      describe* description purpose goal aim in_short in_(?:one|two|three) simplif* plain_english boil* refresh*
      remind* back_?story premise scenario deal going_on went_down what_went who_(?:would|should|could|might|needs?)
      who_is_(?:it|this)_for should_i_(?:send|forward|share|pass)_(?:this|it) (?:got|have|in|only)_\d+_(?:seconds?|secs?|minutes?|mins?)`,
    ),
  ],
];

const oneOfWords = (words: string) => `(?:${words.replaceAll(' ', '|')})s?`;
/**
 * Matches what a command may ask to have written, before and after the other patterns. In a question, it is a topic:
 * 'What goes into the letter?'
 */
export const FORMS: Record<'advice' | 'summary', RegExp> = {
  advice: new RegExp(
    `\\b(?:an?|some|into|write|create|draft) (?:\\w+ )?${oneOfWords(WRITTEN_ADVICE)}\\b`,
  ),
  summary: new RegExp(`\\b${oneOfWords(WRITTEN)}\\b`),
};
/** The whole episode rather than a story in it: 'Tell me the story', but not 'the best story'. */
export const THE_STORY = /\b(?:the|his|her|their|your) (?:whole |full |entire )?story\b/i;
