/**
 * What the assistant knows of English, in one table. Sources: the stop words are those of the
 * Snowball project (BSD) with the fillers of speech added; the irregular forms are those of any
 * grammar; all other lists were written here, of words that stand in any show, call or hearing.
 * Nothing may come from the words of one collection: what a list is worth is measured on the half
 * of `npm run bench:assistant` that it was not written on.
 */

/** Words without a topic; the second half is typical of speech. */
export const STOP_WORDS = words(
  `a about above after again against all also am an and any are aren't as at be because been before
  being below between both but by can can't cannot could couldn't did didn't do does doesn't doing don't
  down during each either else ever every few for from further had hadn't has hasn't have haven't having
  he he'd he'll he's her here here's hers herself him himself his how how's however i i'd i'll i'm i've if
  in into is isn't it it'd it'll it's its itself just let let's lot may maybe me might mine more most much
  must my myself no nor not now of off on once one ones only onto or other others our ours ourselves out
  over own per quite rather really same shall she she'd she'll she's should shouldn't since so some such
  than that that'd that's the their theirs them themselves then there there's these they they'd they'll
  they're they've this those though through thus to too under until up upon us very via was wasn't we
  we'd we'll we're we've were weren't what what's whatever when where where's whether which while who
  who's whom whose why why's will with within without won't would wouldn't yet you you'd you'll you're
  you've your yours yourself yourselves ain't gonna wanna gotta
  ah actually alright anyway basically bit eh er erm hello hey hi hm hmm huh kind kinda like literally
  mean mhm mm obviously oh ok okay oops ooh ow right say says said sort stuff sure thing things um uh
  uhh umm well whoa wow yeah yep yes yup guess know think get got go going goes come came want see look
  way something anything everything somebody someone everyone anybody anyone nothing someone's
  even many ever still another around away ago already almost often soon bit lots
  thank thanks please cool nice laughs laughter inaudible crosstalk unintelligible`,
);

/** Forms that a stemmer can't know, and British spellings; only unambiguous ones. */
export const IRREGULAR: ReadonlyMap<string, string> = new Map(
  `began:begin begun:begin bought:buy brought:bring built:build caught:catch chose:choose
  chosen:choose drew:draw drawn:draw drove:drive driven:drive ate:eat eaten:eat fell:fall fallen:fall
  fed:feed flew:fly forgot:forget forgotten:forget gave:give given:give grew:grow grown:grow
  heard:hear held:hold hid:hide hidden:hide kept:keep knew:know known:know led:lead learnt:learn
  lent:lend lost:lose made:make met:meet paid:pay ran:run rose:rise risen:rise sold:sell sent:send
  shrank:shrink shrunk:shrink sank:sink sunk:sink drank:drink sang:sing sung:sing rang:ring felt:feel
  fought:fight sought:seek meant:mean dealt:deal hung:hang froze:freeze frozen:freeze beaten:beat
  slid:slide struck:strike stuck:stick swore:swear tore:tear torn:tear bent:bend crept:creep fled:flee
  slept:sleep spoke:speak spoken:speak spent:spend stole:steal stolen:steal swam:swim taught:teach
  told:tell took:take taken:take thought:think threw:throw thrown:throw understood:understand
  woke:wake won:win wore:wear worn:wear wrote:write written:write children:child kids:child kid:child
  men:man women:woman people:person feet:foot teeth:tooth mice:mouse lives:life wives:wife
  better:good best:good worse:bad worst:bad older:old oldest:old larger:large largest:large bigger:big biggest:big went:go gone:go
  zero:0 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12
  thirteen:13 fourteen:14 fifteen:15 sixteen:16 seventeen:17 eighteen:18 nineteen:19 twenty:20
  thirty:30 forty:40 fifty:50 sixty:60 seventy:70 eighty:80 ninety:90
  licence:license defence:defense offence:offense practise:practice centre:center metre:meter litre:liter
  programme:program cheque:check grey:gray tyre:tire colour:color favour:favor favourite:favorite
  behaviour:behavior labour:labor neighbour:neighbor honour:honor humour:humor rumour:rumor
  flavour:flavor harbour:harbor organise:organize organisation:organization realise:realize
  recognise:recognize optimise:optimize optimisation:optimization prioritise:prioritize
  summarise:summarize analyse:analyze apologise:apologize criticise:criticize specialise:specialize
  minimise:minimize maximise:maximize customise:customize travelled:traveled cancelled:canceled
  judgement:judgment ageing:aging enrol:enroll fulfil:fulfill sceptical:skeptical aluminium:aluminum`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
);

/** What an answer must contain. */
export type AskedFor =
  | 'person'
  | 'time'
  | 'place'
  | 'figure'
  | 'reason'
  | 'manner'
  | 'definition'
  | 'advice'
  | 'anything';

/** The forms of questions; the first match decides. */
export const ASKS: [AskedFor, RegExp][] = [
  [
    'figure',
    /\bhow (?:many|much|old|far|big|large|tall|fast|high|low|long|often|deep|expensive|short|small|soon|late)\b|\b(?:what|which) (?:percentage|percent|share|number|amount|price|cost|size|rate|fraction|proportion|speed|temperature|dose|age|figures?)\b|\bwhat (?:is|was|were|are) the (?:\w+ )?(?:percentage|number|amount|price|cost|size|rate|salary|budget|margin|revenue)\b/,
  ],
  [
    'time',
    /^(?:\w+ ){0,2}(?:when|since when)\b|\b(?:what|which) (?:year|date|time|day|month|decade|century|weekday|season)\b/,
  ],
  [
    'reason',
    /\bwhy\b|\bhow come\b|\bwhat (?:is |was |are |were )?(?:the )?(?:reasons?|causes?|led|makes?|made)\b/,
  ],
  ['person', /\bwho(?:m|se)?\b|\b(?:what|which) (?:person|people|name|guest|host|author)\b/],
  [
    'place',
    /\bwhere\b|\b(?:what|which) (?:city|country|town|place|state|region|university|company)\b/,
  ],
  [
    'advice',
    /\b(?:advice|advise|recommend\w*|tips?|suggest(?:ion)?s?)\b|\bshould (?:i|we|you|one|people|a|an|the)\b|\bbest (?:way|practices?)\b/,
  ],
  [
    'definition',
    /^what(?:'s| is| are) (?:an? )?[\p{L}' -]{2,40}\??$|\bwhat do(?:es)? .+ mean\b|\bdefin/u,
  ],
  ['manner', /\bhow\b/],
];

const NUMBER_WORD =
  'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|dozens?|half|third|quarter|twice|double|triple|couple|percent|none|zero|free';
const MONTH = 'january|february|march|april|june|july|august|september|october|november|december';
const SPAN = '(?:second|minute|hour|day|night|week|month|quarter|season|year|decade|generation)s?';

/** Section numbers and the like, which count nothing. */
export const REFERENCES =
  /\b(?:sections?|§|rules?|articles?|chapters?|pages?|title|case|part|subsections?|paragraphs?|clause|footnote|exhibit|version|episode|no\.) ?[\d(][\d.:,()\p{L}-]*/giu;

/** What answers each kind of question. */
export const HOLDS: Record<AskedFor, RegExp> = {
  figure: new RegExp(
    `\\d|\\b(?:${NUMBER_WORD})\\b|\\b(?:an?|one|every|each|per|once an?) (?:\\w+ )?${SPAN}\\b|\\b(?:daily|weekly|monthly|yearly|hourly)\\b`,
    'i',
  ),
  time: new RegExp(
    `\\b(?:1[5-9]|20)\\d\\ds?\\b|\\b(?:${MONTH}|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:labor|christmas|new year's|independence) day|yesterday|today|tomorrow|tonight|summer|winter|spring|autumn)\\b|\\b(?:\\d+|an?|one|${NUMBER_WORD}|few|several|last|next|this|every|past|same) (?:\\w+ )?${SPAN}\\b|\\bago\\b|\\d ?(?:am|pm|o'clock)\\b`,
    'i',
  ),
  reason:
    /\b(?:because|since|so that|due to|reasons?|that's why|which is why|therefore|led to|leads? to|in order to|otherwise|so)\b/i,
  person:
    /(?<=[\p{L},;:"“] )(?!I\b|I['’])\p{Lu}[\p{L}'’-]+|^\p{Lu}[\p{L}'’-]{2,} (?:is|was|has|had|\p{Lu}|\p{Ll}{3,}ed\b)|\b(?:an?|the|my|our|his|her|their|your) (?:\p{L}+ ){0,2}?(?:\p{L}{2,}(?:er|or|ist|ian|yst|ee)s?|wife|husband|friends?|boss|team|parents?|mother|father|son|daughter|brother|sister|company|government|people)\b/u,
  place:
    /\b(?:in|at|from|to|near) (?:the )?(?:\p{Lu}|\w+ (?:city|country|town|state|office|school|university|hospital))/u,
  manner:
    /\b(?:by \w+ing|first|then|step|using|through|you (?:can|take|need|have to|just)|we (?:take|use|put|make|start)|so)\b/i,
  definition: /\b(?:is|are|means?|called|refers? to|stands? for|known as|basically|essentially)\b/i,
  advice:
    /\b(?:should|recommend\w*|advice|suggest\w*|make sure|try|never|always|don't|avoid|need to|have to|must|best)\b/i,
  anything: /./,
};

/** Asks when something may happen, which a condition answers. */
export const ASKS_CONDITION = /\bwhen (?:is|are|do|does|should|can|could|may|must|will|would)\b/i;
export const CONDITION =
  /\b(?:when|once|if|until|unless|after|before|whenever|as soon as|while)\b/i;

/** Words that only frame a question; the rest is its topic. */
export const FRAME_WORDS = words(`
  summarize summarise summary summaries discuss discussed discussion talk talked talking chat meeting episode podcast show
  conversation interview call recording transcript opinion opinions view views group participants members speaker speakers
  according regarding concerning introduction introduce mention mentioned mentions suggestion propose proposed agree
  disagree explain explained describe described believe decide decided decision conclude conclusion feel consider
  considered topic tell told give given answer question ask asked find matter involve happen happened example exactly
  regard listen listeners hear heard host guest today long did said team presentation point points kind type sort called
  become became make made use used using does`);

/** Together with a word for the whole, these mean the whole episode. */
export const REQUEST_WORDS = words(`
  please can could would will you give gives me us write make provide show tell list share find pick name get got need want
  a am an the this that these those thing things asked dr it its of for from in on to with and or at by so as be is are was were do does did has
  have had what what's which who who's whom how where when why should must may i we they he she there here my our your
  episode podcast show conversation talk interview discussion transcript video meeting recording case hearing call lecture
  session whole entire full short brief briefly quick quickly long longer detailed general main key most best top great
  interesting important memorable notable big biggest really mainly all about just only simply up out off over after
  before made said mentioned covered discussed come came contain contains into if not any some few couple one two three
  four five six seven eight nine ten 1 2 3 4 5 6 7 8 9 10 30 60 first words sentence sentences bullet bullets paragraph
  paragraphs line lines seconds minutes minute form format email mail slack paste send sent post slide slides read
  different differently new now know remember take taken takes away went happens happened happening mean means matter
  matters care worth listening listen time times plain simple terms beginner layperson explain relevant most part parts
  people everyone somebody someone anybody them him her me from write-up note memo style bulleted bullet-point points`);

export type FieldName = keyof typeof FIELDS;

/** The names of roles and industries, and the vocabulary of their fields. */
export const FIELDS = {
  hr: {
    names: 'hr recruiter recruiting talent hiring personnel chro',
    words:
      'hire recruit candidate applicant employee staff workforce onboarding salary payroll compensation retention turnover layoff workplace burnout culture promotion diversity',
  },
  finance: {
    names:
      'finance financial cfo accountant accounting analyst investor banker banking treasurer controller fintech',
    words:
      'cost budget revenue margin profit cash pricing price debt earnings investment tax forecast expense loan bank payment valuation',
  },
  marketing: {
    names: 'marketing marketer cmo brand advertising communications pr',
    words:
      'marketing brand campaign customer audience advertise advert seo positioning conversion launch',
  },
  sales: {
    names: 'sales salesperson seller account',
    words: 'sales customer deal pipeline quota buyer prospect pricing contract negotiate',
  },
  law: {
    names: 'law lawyer legal litigator counsel attorney solicitor judge compliance paralegal',
    words:
      'court statute contract liability lawsuit regulation regulator compliance judge plaintiff legal law lawyer sue copyright license',
  },
  health: {
    names:
      'health healthcare physician doctor nurse clinician medical medicine hospital pharma therapist psychologist',
    words:
      'patient diagnosis symptom treatment medication dose disease therapy clinical medicine hospital health anxiety depression pain',
  },
  software: {
    names:
      'software developer engineer engineering programmer cto technology tech devops it architect sysadmin',
    words:
      'code software deploy bug test architecture database api developer programming framework server latency refactor',
  },
  product: {
    names: 'product',
    words: 'user customer feature roadmap launch feedback release prototype usability adoption',
  },
  education: {
    names: 'education teacher professor lecturer school trainer student',
    words: 'student class classroom school teach teacher curriculum learn course exam homework',
  },
  operations: {
    names: 'operations manufacturing logistics factory supply coo plant retail',
    words:
      'factory plant supply production inventory warehouse supplier logistics downtime manufacture',
  },
  leadership: {
    names: 'founder ceo startup entrepreneur owner president',
    words:
      'funding fundraise investor hire growth strategy competitor founder startup company revenue',
  },
} as const;

/** Words that introduce goals, beside the goals themselves. */
export const GOAL_FRAMES = words(`
  understand know learn improve get better become grow find help keep make stay going where how faster quickly small more
  manager lead leader head chief officer director senior junior assistant specialist professional worker member vice
  president executive want build create reduce increase avoid manage run own team work job career role use using company
  business industry service services general family people outlook new`);

/** Words used about everything, which name no topic. */
export const GENERIC_WORDS = words(`
  time times people person year years day days week weeks month months today way ways thing things lot lots question
  questions point points example examples problem problems part parts place places side sides end beginning fact case
  cases reason reasons idea ideas number numbers word words name names hand sense line world life work works good great
  bad big small new old first last next little different whole able real sure right long high hard easy couple bunch
  second seconds minute minutes hour hours moment money percent million billion thousand hundred talk talks guy guys folk
  folks man woman somebody everybody episode show podcast conversation call meeting quarter justice honor counsel doctor
  patient mr mrs ms chief court company companies business team stuff kind sort type level amount rest top bottom half
  feel feels feeling love like start started try trying tried put use used using need needs needed happen happened help
  helps call called run runs set sets give given gives found find make makes making made keep tell told ask asked answer
  answers talking speaking looking working saying doing having coming getting`);

export type WholeRequest =
  | 'people'
  | 'quotations'
  | 'topics'
  | 'disagreements'
  | 'actions'
  | 'questions'
  | 'figures'
  | 'takeaways'
  | 'summary';

/** Words for the whole episode, by what is requested; the first match decides. */
export const WHOLES: [WholeRequest, RegExp][] = [
  [
    'disagreements',
    /\b(?:disagree\w*|disagreements?|differ(?:s|ed|ences? of opinion)?|conflicts?|debated?|contentious|controvers\w+|argue[ds]?|disputes?|both sides|positions?)\b/,
  ],
  [
    'people',
    /\b(?:who (?:is|are|was|were|speaks?|talks?|spoke)|speakers?|guests?|hosts?|participants?|panell?ists?|attendees)\b(?!.*\b(?:agree|differ|argue))/,
  ],
  ['quotations', /\b(?:quotes?|quotations?|quotable|verbatim)\b/],
  ['topics', /\b(?:topics?|themes?|subjects?|chapters?|agenda|outline|contents|structure)\b/],
  [
    'actions',
    /\b(?:action items?|actions?|next steps?|to-?dos?|advice|recommend\w*|tips?|do (?:differently|after|with|now|next|about)|should \w+(?: \w+){0,3} do|apply|implement|homework)\b/,
  ],
  ['questions', /\bquestions?\b(?=.*\basked\b)|\basked\b.*\bquestions?\b|\bopen questions?\b/],
  ['figures', /\b(?:numbers?|figures?|statistics?|stats|data points?|metrics|results|kpis?)\b/],
  [
    'takeaways',
    /\b(?:take-?aways?|take away|key|main|points?|lessons?|insights?|highlights?|learn\w*|ideas?|messages?|remember|implications?|surpris\w+|interesting|important|risks?|conclusions?|bullets?|relevant|matters?|care|mean)\b/,
  ],
  [
    'summary',
    /\b(?:summar\w+|sum (?:it |this )?up|overview|gist|tl|tldr|recap|synopsis|brief|about|happen\w*|talk(?:ed|ing)? about|discuss\w*|cover\w*|catch me up|miss\w*|worth|explain|this)\b/,
  ],
];

/** Names of roles. The audience of a summary is no topic. */
export const ROLE_WORD =
  /^(?:.{3,}(?:er|or|ist|ian|yst|ect|ant|man|woman)s?|c[efimotr]o|cmo|chro|vps?|hr|it|pr|head|lead|leads|chief|boss|team|board|staff|nurse|counsel|attorney|executives?|president|student|parents?|colleagues?|someone|somebody|anyone|people|operations|sales|finance|marketing|legal|product|engineering|business|company|startup|clients?|customers?)$/;

/** Advice: telling somebody what to do, or what one should do. */
export const ADVISES =
  /\b(?:i|we|i'd|we'd) (?:\w+ )?(?:recommend|advise|suggest|encourage|urge)\b|\b(?:my|our|best|one) (?:\w+ )?(?:advice|tip|recommendation)\b|\b(?:you|people|companies|managers|leaders|teams|employers|developers|patients|parents|everyone|everybody|nobody|one) (?:\w+ )?(?:should|must|ought to|shouldn't|should never)\b(?! (?:have|be able)\b)|\b(?:if you (?:want|are|have|don't|can|need|work|run|lead|build)\b[^.;]*, (?:\w+ )?(?:you (?:need to|have to|should|want to)|make sure|try|start|use|get|go|do))\b|\b(?<!\b(?:to|i'll|i|we|will|had|got) )(?:make sure|be sure to) (?:you|your|that|to)\b|\b(?:it's (?:better|best|worth) (?:to|\w+ing)|the best (?:way|thing) (?:is|to)|the (?:trick|key) is)\b/i;
/** Advice in the imperative. */
export const COMMANDS =
  /^(?:Please |Just |Never |Always )?(?:[Aa]sk|[Kk]eep|[Ww]rite|[Uu]se|[Ss]tart|[Ss]top|[Tt]ake|[Pp]ut|[Ss]et|[Cc]heck|[Mm]easure|[Pp]ick|[Cc]hoose|[Ff]ind|[Tt]est|[Tt]ry|[Bb]uild|[Ll]earn|[Pp]lan|[Aa]void|[Aa]im|[Ss]pend|[Ss]ave|[Pp]ay|[Cc]all|[Tt]reat|[Cc]ompare|[Bb]uy|[Tt]rack|[Rr]eview|[Hh]ire|[Bb]ring|[Rr]ead|[Ss]how) |^(?:Never|Always|Don't|Don’t|Do not) \p{L}+/u;
/** Sounds like advice but isn't: regrets, announcements, permissions. */
export const NO_ADVICE =
  /\b(?:should|would|could|must) have\b|\bwhether\b[^.]*\bshould\b|\bdon't (?:know|think|have|get|want|see|need|really|remember|understand|worry|even|believe|mean|like|care|say|do)\b|\b(?:i|we|they|he|she|it) (?:never|always|don't|have to|need to|want to|try to|tried to)\b|\b(?:let's|let me|we should|i should) (?:\w+ )?(?:talk|say|mention|move|go|come|wrap|get|start|take|jump)\b|\bif (?:you|one|they) should\b|\b(?:give|tell|show|take|let|walk|remind|help) (?:us|me)\b|^(?:take|give|get|find) (?:a|an|that|it|out)\b|\bgo ahead\b|\byou have to (?:understand|remember|imagine)\b|\b(?:used|wanted|going) to\b|\b(?:listen to|follow|check out|visit|try out) (?:the |our |this |past |us )|\?$/i;
/** A doctor's decisions for a patient; some recognisers write 'gon na'. */
export const PLANS =
  /\b(?:i(?:'d| would) like (?:you )?to|i(?:'m| am) (?:going to|gon ?na|also (?:going to|gon ?na))|i(?:'ll| will)|i (?:do )?(?:want|wan ?na|recommend)(?: you| to)?|we(?:'ll| will|'re going to|'re gon ?na| can)|let's|you (?:should|need to|can|will)|go ahead and) (?:\p{L}+ ){0,4}?(?:order|start|stop|continue|increase|decrease|prescribe|refer|schedule|follow|see you|get (?:an?|some|you)|repeat|refill|apply|take|use|avoid|drink|wash|consume|inject|elevate|ice)\b|^(?:order|continue|prescribe|refer|apply|follow up|take|avoid|start)\b/iu;
/** Rejects what was just said. */
export const REJECTS =
  /^(?:no\b|nope|not really|i disagree|i don't (?:think|agree|buy|believe)|i wouldn't|that's (?:not|wrong|bad|terrible)|actually,? no|please don't|never do that|but that|the problem with that|i'd push back|i'm not sure)/i;

/** Advertising. */
export const PITCH =
  /\b(?:sponsor\w*|brought to you by|support(?:ed)? by|promo code|coupon|discount code|\d+ ?(?:%|percent) off|free (?:trial|tier|account|credits?)|sign(?:ing)? up (?:at|for|today)|check (?:it|them|us) out at|visit \S+(?: slash| dot|\.)|(?:dot|\.) ?(?:com|io|dev|fm|org|ai)\b ?(?:slash|forward|\/)|learn more at|get started (?:at|today|for free)|use (?:the )?code \p{Lu}|signing bonus)/iu;
/** Greetings, thanks, sign-offs and the mechanics of calls and shows. */
export const HOUSEKEEPING =
  /\b(?:welcome (?:back )?(?:to|everyone|everybody|aboard)|thanks? (?:you )?(?:so much |again |all )?(?:for (?:listening|joining|having|being|tuning|coming|taking|the (?:question|update|color))|everyone|everybody)|thank you(?:,|\.| \w+[,.])|my name is|i'm your host|subscribe|newsletter|patreon|follow (?:us|me) on|leave (?:us )?a (?:rating|review)|show notes|see you (?:next|then|soon)|(?:pleasure|great|good|glad|happy|excited|delighted) to (?:be (?:here|back|on|with)|have you|see you)|good (?:morning|afternoon|evening)|operator|next question|(?:first|your) question|press star|listen-only|past episodes|follow the show|link to (?:it|them|that|this) in|talk about (?:it|that|this) later|get to (?:this|that) later|replay|forward-looking|safe harbor|10-[kq]\b|non-gaap measures?|webcast|turn (?:it|the call) (?:over|back)|hand it over|question-and-answer|my follow-up|follow-up question|congrat\w*|how are you|nice to meet|good to see|have a (?:good|great|nice)|tell \w+ (?:a little bit )?about you|review of systems|hey,? dragon|show me|mr\. chief justice|may it please)\b/i;
/** Refers to something the reader hasn't read. */
export const LEANS =
  /^(?:(?:and|but|so|or|yes|yeah|no|well|right|okay|because|then|also|now|plus|i mean|you know|like|um|uh|oh)[ ,—-]+)*(?:he|she|it|its|it's|they|they're|them|this|that|that's|these|those|his|her|their|there|there's|both|either|such|same|which|who)\b/i;
export const OPENS_LOOSE =
  /^(?:and|but|so|or|yes|yeah|no|well|right|okay|ok|because|then|also|plus|exactly|sure|absolutely|which|i mean|you know|like|um|uh|oh|ah|hmm|hey|hi|wow|cool|great|sorry|i agree|i think)\b/i;
export const LEANS_INSIDE =
  /\b(?:like|about|with|of|for|than|do|did|say|said|on) (?:this|that|these|those|it)[,.!]|\bas (?:i|you|we) (?:just )?(?:said|mentioned)|\b(?:this|that) (?:stuff|thing|one|point|question|piece|part)\b|\byou (?:just )?(?:said|mentioned|asked)\b|\b(?:good|great|fair) (?:question|point)\b|\blet's\b|\blet me\b/i;
export const FILLER =
  /\b(?:um|uh|you know|i mean|sort of|kind of|i guess|whatever|blah|laughs|laughter|inaudible|unintelligible|crosstalk)\b/gi;
/** The speaker's own doings, feelings and announcements. */
export const PERSONAL =
  /^(?:(?:and|but|so|yes|yeah|no|well|now|then|also|actually|definitely|basically|honestly|because|you know|i mean|um|uh),? )*(?:i (?:was|had|went|got|remember|always|never|just|also|wanted|want|would|will|did|do|don't|didn't|can't|could|used|started|guess|mean|thought|feel|felt|like|liked|love|loved|hope|wish|know|saw|heard|read|mentioned|said|asked|wonder|think i|think that's|actually|really|personally|kind|tried|have|hear|assume|noticed|still|suppose|might|may)|i['’](?:m|ve|d|ll)|my|you said|you mentioned|we(?:['’]ll| will) (?:get|talk|hear|come|move|go)|what i|one thing i|the (?:thing|question) i)\b/i;
/** Expresses doubt or ignorance. */
export const HEDGES =
  /\b(?:i don't (?:know|really know|remember|recall)|i(?:'m| am) (?:not (?:actually )?sure|not certain|curious|actually not)|i have no idea|i guess|not sure|hard to say|i could be wrong|if i remember|i can't (?:remember|recall)|who knows|i wonder|i'd love to)\b/i;
/** Expresses importance. */
export const STRESSES =
  /\b(?:important|key|main|biggest|most|lesson|the point|in short|the trick|crucial|essential|never|always|the reason|because|means that|should|recommend|the problem|turns out|found that|shows?|the difference|the best|the worst|mistake|instead of|rather than|not because)\b/gi;
export const DISAGREES =
  /\b(?:i disagree|i don't (?:agree|think (?:so|that's))|i would(?:n't| not) (?:say|agree|go)|that's not (?:true|right|how|what|quite)|push back|on the contrary|i'm not (?:convinced|so sure)|not necessarily|i beg to differ|the other side|they (?:argue|say|claim)|you're wrong|that's wrong|with (?:all due )?respect|i think (?:you're|that's) wrong|no, (?:i|it|that|because|we))\b/i;

export type EpisodeKind = 'earnings' | 'argument' | 'clinic' | 'talk';

/** Words that reveal the kind of episode. */
export const KIND_CUES: Record<Exclude<EpisodeKind, 'talk'>, RegExp> = {
  earnings:
    /\b(?:earnings (?:call|per share)|(?:first|second|third|fourth) quarter|full[- ]year|fiscal (?:year|20)|guidance|operating margin|gross margin|basis points|free cash flow|ebitda\w*|year over year|conference call|net income|adjusted)\b/gi,
  argument:
    /\b(?:your honou?r|may it please the court|petitioners?|respondents?|mr\. chief justice|justice \p{Lu}\w+|statut\w+|the (?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|d\.c\.) circuit|amicus|plaintiffs?|defendants?)\b/giu,
  clinic:
    /\b(?:milligrams?|mg|blood pressure|physical exam\w*|symptoms?|prescri\w+|x-?ray|your (?:lungs|heart|blood|knee|shoulder|back|medications?|labs?)|shortness of breath|side effects|dosage|refill\w*|follow[- ]up|swelling|allergies|tenderness)\b/gi,
};

/** What matters in each kind of episode, with weights. */
export const MATTERS: Record<EpisodeKind, [RegExp, number][]> = {
  earnings: [
    [
      /[$€£]\s?\d|\d(?:[\d.,]*)\s?(?:%|percent|basis points|million|billion|points)\b|\b(?:two|three|four|five|six|seven|eight|nine|ten)(?: and a half)? (?:percent|points|basis points)\b/gi,
      0.9,
    ],
    [
      /\b(?:revenues?|(?:net )?sales|margins?|earnings|eps|income|profit|loss|cash flow|ebitda\w*|bookings|orders|backlog|volumes?|production|occupancy|retention|members(?:hip)?|customers|costs?|leverage|debt|deposits|loans|charge-offs|inventory|dividend|buyback|repurchase\w*)\b/gi,
      0.35,
    ],
    [
      /\b(?:guidance|outlook|we (?:now )?expect|forecast|we (?:raise|lower|reaffirm|reiterate)|should be|full[- ]year|for the (?:year|quarter)|target)\b/gi,
      0.6,
    ],
    [
      /\b(?:grew|rose|increased|up|fell|declined|decreased|down|improved|expanded|widened|narrowed|record|compared with|versus|from a year ago|year over year)\b/gi,
      0.35,
    ],
  ],
  argument: [
    [
      /\b(?:the question(?: presented)?|the issue|this case|whether|we (?:ask|submit|contend|urge)|our (?:position|argument|view)|the court should|(?:affirm|reverse|vacate|hold|overrule)\w*)\b/gi,
      0.7,
    ],
    [
      /\b(?:because|therefore|the reason|text|statute|congress|constitution\w*|precedent|petitioners?|respondents?|requires?|violat\w+|amendment|clause|provision|circuit)\b/gi,
      0.3,
    ],
  ],
  clinic: [
    [
      /\b(?:i'd like to|i want(?:ed)? (?:you )?to|i'm going to|i'll|we'll|we're going to|let's|go ahead and|order|start you|continue|increase|decrease|prescri\w+|refer\w*|follow[- ]up|recommend\w*|come back|see you (?:again )?in)\b/gi,
      0.5,
    ],
    [
      /\b(?:milligrams?|mg|tablets?|daily|twice a day|medications?|x-?ray|mri|ct|labs?|blood (?:work|pressure|sugar)|physical therapy|surgery|ibuprofen|tylenol|insulin|\w+(?:cillin|pril|sartan|statin|formin|olol|azole|amine|prazole))\b/gi,
      0.5,
    ],
    [
      /\b(?:pain|hurts?|swelling|cough|fever|tired|fatigue|dizz\w+|nausea|short(?:ness)? of breath|bleeding|injur\w+|fell|symptoms?|history of|diagnos\w+|assessment|impression|exam|heart failure|diabetes|hypertension|arthritis|asthma|depression|fracture|here (?:for|today)|year[- ]old)\b/gi,
      0.5,
    ],
  ],
  talk: [
    [STRESSES, 0.25],
    [/\b(?:because|so that|which means|that's why|the reason)\b/gi, 0.2],
  ],
};

/** Pairs of opposites, which quizzes exchange. */
export const CONTRARIES: [string, string][] = [
  ['more', 'less'],
  ['higher', 'lower'],
  ['faster', 'slower'],
  ['easier', 'harder'],
  ['better', 'worse'],
  ['bigger', 'smaller'],
  ['larger', 'smaller'],
  ['longer', 'shorter'],
  ['older', 'younger'],
  ['stronger', 'weaker'],
  ['cheaper', 'dearer'],
  ['increase', 'decrease'],
  ['increased', 'decreased'],
  ['increases', 'decreases'],
  ['rise', 'fall'],
  ['rose', 'fell'],
  ['grew', 'shrank'],
  ['raise', 'lower'],
  ['raised', 'lowered'],
  ['before', 'after'],
  ['always', 'never'],
  ['most', 'least'],
  ['early', 'late'],
  ['best', 'worst'],
  ['easy', 'hard'],
  ['simple', 'complicated'],
  ['cheap', 'expensive'],
  ['fast', 'slow'],
  ['strong', 'weak'],
  ['good', 'bad'],
  ['public', 'private'],
  ['inside', 'outside'],
  ['above', 'below'],
  ['everyone', 'nobody'],
  ['everybody', 'nobody'],
  ['win', 'lose'],
  ['gain', 'lose'],
  ['buy', 'sell'],
  ['local', 'remote'],
  ['common', 'rare'],
  ['high', 'low'],
  ['large', 'small'],
  ['big', 'small'],
  ['short', 'long'],
  ['safe', 'dangerous'],
  ['improved', 'worsened'],
];

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
