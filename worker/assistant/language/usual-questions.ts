/**
 * What is usually asked of earnings calls, court arguments and doctor's visits, and about somebody's life, and how people
 * tell it in other words. Sources: see `english.ts`.
 */
import { FRAME_WORDS, wordSet } from './english.ts';
import { DIAGNOSIS, type EpisodeKind } from './kinds.ts';
import { anyOf, oneOf } from './phrases.ts';
import { stemsOf, wordsOf } from './words.ts';

/**
 * What people ask in the words of their field, where the episode uses others: nobody says 'follow-up' or
 * 'complaint' there.
 */
export interface UsualQuestion {
  asks: RegExp;
  /** What a sentence that answers contains. */
  says: RegExp;
  /** What it doesn't contain. */
  except?: RegExp;
  /** Whether it also contains a figure. */
  hasFigure?: boolean;
  max?: number;
  /**
   * Whether it only applies if the episode doesn't use the question's own words, which would find the answer.
   */
  isSynonym?: boolean;
  /** Whether each side's position in court answers it. */
  isOfSides?: boolean;
}

/** Matches what a doctor says and asks for while examining somebody: 'I'm going to touch your neck.' */
const EXAMINES =
  /\b(?:deep breath|breathe|swallow|touch|feel|press|(?:lean|lie|lay|sit) (?:back|down|up)|listen to|take a look|look at|examine)\b/i;

export const USUAL_QUESTIONS: Record<Exclude<EpisodeKind, 'talk'>, UsualQuestion[]> = {
  clinic: [
    {
      asks: /\bwhy\b.*\b(?:here|come|came|coming|visit\w*|seen|seeing|appointment)\b|\bwhat (?:brings|brought)\b|\bcomplain\w*|\breason for (?:\w+ )?(?:visit|appointment)\b/,
      says: /\b(?:presents?|presenting|complain\w*|\d+ ?-?year[- ]old\b.*\b(?:with|who|for)|here (?:for|today|with|because|to)|in (?:the |our )?(?:office|clinic) (?:for|today|with)|came in (?:for|with|because|today|to))\b/i,
      max: 2,
    },
    {
      asks: /\b(?:(?:come|comes|coming|bring \w+|be|have \w+) back|return|follow[- ]?ups?|see (?:him|her|them|the \w+) again|next (?:visit|appointment|time))\b/,
      says: /\b(?:see you|(?:come|call|be) back|return|follow[- ]?up|(?:like|want|need|have) you (?:back |in )?(?:here|back|in))\b[^.]{0,120}\b(?:days?|weeks?|months?|years?|tomorrow|\w{3,6}days?)\b|\bif (?:you|it|the|that|there)\b[^.]{0,120}\b(?:call|come back)\b/i,
    },
    {
      asks: /\b(?:red flags?|warning signs?|(?:watch|look) (?:out )?for(?: at home)?|emergency|when (?:do|does|should|must|to)\b.*\b(?:call|ring|worry|seek|get help|go (?:to|back))(?: for help| help| to hospital)?)\b/,
      says: /\bif (?:you|it|the|that|there|your)\b[^.]{0,160}\b(?:call|ring|go to|come (?:back|in)|let (?:me|us) know)\b|\b(?:call|ring|dial|go to|get to|come (?:straight|right))\b[^.]{0,40}\b(?:ambulance|911|999|112|emergency|hospital|er|right away|immediately)\b/i,
    },
    {
      asks: /\b(?:what|and) (?:if|happens (?:if|when))\b.*\b(?:better|worse|improve\w*|works?|working|helps?|continues?|persists?|stays?|goes? away|comes? back)\b/,
      says: /\bif (?:you|it|the|that|this|things|there|your)\b[^.]{0,160}\b(?:we|i|you|let|call|come|go)(?:['’]ll)?\b/i,
    },
    {
      asks: /\b(?:when|how) (?:did|has|have) (?:it|this|that|these|they|(?:the|his|her|their) [\w ]+?) (?:start|begin|come on|happen)\w*\b|\bhow long (?:has|have|did)\b|\bonset\b/,
      says: /\b(?:start(?:s|ed|ing)?|began|begun|since|ago|yesterday|(?:over|for) the (?:\w+ )?(?:weekend|days?|weeks?|months?|years?)|last (?:night|week|month|year|\w+day)|for (?:about |around |almost )?(?:an?|\w+) (?:days?|weeks?|months?|years?))\b/i,
    },
    {
      asks: /\b(?:tr(?:y|ies|ied|ying)|tak(?:e|es|en|ing)|took|us(?:e|es|ed|ing)|do(?:ne|ing)?|did)\b.*\b(?:so far|already|at home|for (?:it|the pain|this|that|relief))$/,
      says: /\bI(?:['’]ve| have|['’]d)?(?: \w+){0,2} (?:tried|took|taken|taking|used|using|iced?|put|rested)\b|\b(?:tylenol|paracetamol|ibuprofen|advil|motrin|aleve|aspirin|over[- ]the[- ]counter|ice packs?|heating pad)\b/i,
      except: /\byou (?:can['’]t|cannot|should|need|may|could)\b/i,
    },
    {
      asks: /\bsymptoms?\b/,
      says: /\bhere (?:for|with|because of)\b|\bI(?:['’](?:ve|m)| have| had| am)?(?: \w+){0,2} (?:feel\w*|felt|notic\w+|find myself|hurts?|ache\w*|pain\w*|swell\w*|dizzy|tired|trouble|short of breath|nause\w+|cough\w*|fever)\b/i,
    },
    {
      asks: /\b(?:(?:medical|past|health) history|(?:medical |chronic )?conditions?|comorbidit\w+|(?:chronic|other|previous|existing) (?:illness\w*|diseases?|problems?)|history of the patient|patient['’]?s? history)\b/,
      says: /\b(?:history (?:of|significant for|includes?)|medical history|diagnosed with)\b/i,
    },
    {
      asks: /\b(?:medications?|medicines?|meds|drugs?|pills?|dos(?:es?|ages?)|prescri\w+)\b/,
      says: /\b(?:milligrams?|micrograms?|mg|mcg|tablets?|pills?|inhalers?|puffs?|(?:once|twice) (?:a|per) day|(?:once|twice) daily|medications?|prescri\w+|refill\w*|ointment|\w{3,}(?:cillin|pril|sartan|statin|formin|olol|azole|amine|prazole|oxicam|profen|thasone|sone|mycin|micin|pam|dipine|gliptin|xaban|semide|thiazide|cycline|floxacin|gliflozin|triptan|terol|dronate|oxetine|tyline|acetamol))\b/i,
    },
    {
      asks: /\b(?:tests?|labs?|blood ?work|imaging|x-?rays?|scans?|ordered)\b/,
      says: /\b(?:x-?rays?|mri|ct|labs?|blood ?(?:work|test)|ultrasound|biopsy|ekg|echo\w*|panel|culture|test|imaging|a1c)\b/i,
    },
    {
      asks: /\b(?:diagnos\w+|assessment|impression|what (?:does|do) (?:he|she|they|the patient) (?:have(?! to\b)|suffer from)|what(?:'?s| is| (?:does|do) .* think (?:is|it is))(?: the)? (?:wrong|matter)|what does the doctor think)\b/,
      says: DIAGNOSIS,
    },
    {
      asks: /\b(?:plan|treat\w*|therapy|next steps?|what(?:'?s| is| happens| comes) (?:next|now|then|after)|recommend\w*|advi[sc]e\w*)\b|\b(?:should (?:he|she|they|the patient)|(?:he|she|they|the patient) (?:ha(?:s|ve)|needs?) to)\b/,
      says: /\b(?:(?:i|we)(?:'d| would) like|(?:i|we)(?:'m| am|'re| are)? (?:going to|gon na|want|wan na|recommend)|(?:i|we)(?:'ll| will)|you (?:should|need to)|let's|go ahead and|refer\w*|continue|(?:so|then|and) (?:stop|start|take|keep)|(?:start|come back|take (?:it|one|two|this)) (?:\w+ ){0,3}?(?:on|in|every|from|twice|once))\b/i,
      except: EXAMINES,
      max: 5,
    },
  ],
  earnings: [
    {
      asks: /\b(?:outlook|guidance|guid(?:es?|ed|ing)|forecasts?|expect(?:s|ed|ations?)?|going forward|next (?:year|quarter))\b/,
      says: /\b(?:guidance|outlook|forecast|(?:we|to) (?:now |still |also )?(?:expect|anticipate|assume)|we (?:now|still) see|(?:rais|lower|narrow|reaffirm|reiterat|maintain)(?:e[sd]?|ed|ing|s)? (?:our|adjusted|eps|revenues?|(?:the )?(?:full|outlook|guidance|range|forecast|low|high|mid|top|bottom))|should be|target\w*)\b/i,
    },
    {
      asks: /\b(?:risks?|headwinds?|worr\w+|concerns?|challenges?)\b/,
      says: /\b(?:headwinds?|pressure\w*|uncertain\w*|weak\w*|soft(?:er|ness)|slow(?:er|down|ed)?|challeng\w+|difficult\w*|inflation|tariffs?|delay\w*|loss(?:es)?|decline[ds]?|declining|fell|down from)\b/i,
    },
    {
      asks: /\b(?:buy(?:ing)? back|buy ?backs?|repurchas\w+|dividends?|(?:share|stock)holders?)\b/,
      says: /\b(?:buy ?backs?|repurchas\w+|(?:bought|buy|buying) back|dividends?)\b/i,
      isSynonym: true,
    },
    {
      asks: /\bcash flows?\b/,
      says: /\b(?:cash flows?|cash conversion|(?:free|generated|operating) cash)\b/i,
      hasFigure: true,
      isSynonym: true,
    },
    {
      asks: /\b(?:profits?|earnings|eps|net income|bottom line)\b/,
      says: /\b(?:earnings per share|eps|(?:net|operating|adjusted) (?:income|loss|profit|earnings)|ebitda\w*)\b/i,
      hasFigure: true,
      isSynonym: true,
    },
    {
      asks: /\b(?:revenues?|sales|turnover|top line)\b/,
      says: /^(?!.*\bexpect).*\b(?:revenues?|sales|turnover)\b/i,
      hasFigure: true,
      isSynonym: true,
    },
  ],
  argument: [
    {
      asks: /\bquestion presented\b|\blegal (?:issue|question)s?\b|\b(?:issue|question) (?:in|of|before|at)\b|\bto decide\b|\bat stake\b/,
      says: /\b(?:the (?:only |narrow )?(?:question|issue)|whether|this case|the court should)\b/i,
      isOfSides: true,
    },
    {
      asks: /\b(?:ask(?:s|ed|ing)?|want(?:s|ed|ing)?|seek(?:s|ing)?)\b.*\b(?:court|justices|judges?)\b|\b(?:relief|remedy)\b/,
      says: /\b(?:(?:ask|urge|request)\w* (?:that )?(?:you|th(?:e|is) court) (?:to|should)|(?:you|court) should|affirm(?:ed|ance)?|revers(?:e|ed|al)|vacat(?:e|ed)|remand(?:ed)?|new trial)\b/i,
    },
  ],
};

/** Words so common there that they aren't topics. */
export const DOMAIN_STOP_STEMS = stemsOf([
  ...FRAME_WORDS,
  ...wordsOf(
    'patient doctor physician visit appointment company quarter year new range raise lower cut change update court case justice judge prescribe order main legal take result soap note section write draft argue argument claim contend position want side represent speak appear',
  ),
]);

/** A question about somebody's life. */
interface LifeQuestion {
  /** Matches the whole question, in lower case without punctuation. */
  asks: RegExp;
  /** Matches a sentence in which somebody tells that of themselves. */
  tells: RegExp;
}

/** Whom a question is about, in up to four words. */
const WHO = String.raw`(?:[\p{L}\p{N}.'’-]+ ){1,4}?`;
/** The whole question in one of these forms, where `_` is whom it is about. */
const asking = (forms: string) =>
  new RegExp(`^(?:(?:and|so|but) )*${forms.replaceAll('_ ', WHO)}$`, 'u');

const TRADE = oneOf`
  engineer | developer | manager | lead | leader | head | director | founder | co-?founder | ceo | cto | cfo | coo | vp
  president | professor | researcher | scientist | teacher | student | designer | writer | author | lawyer | attorney
  doctor | nurse | physician | analyst | consultant | contractor | freelancer | maintainer | architect | programmer
  advocate | owner | partner | chair | officer | editor | journalist | coach | fellow | intern | specialist
`;
/** After 'I am' or 'I was': 'the head of product', 'a senior library software engineer'. */
const AS = String.raw`(?!(?:\w+ )?not\b)(?:\w+ ){0,2}?(?:an?|the|one of the|head|lead|chief|director|vp) (?:[\w-]+ ){0,4}?${TRADE}\b`;

const ASKS_WORK = oneOf`
  what (?:does|do|did|is|are|was) _ (?:currently |now |actually )?(?:do|doing)(?: for (?:a living|work))?(?: now| today| nowadays| before)?(?: (?:at|for|in|before) .{1,40})?
  what(?:'?s| is| are| was| were) _ (?:current |day |main |last |first )?(?:jobs?|roles?|professions?|occupations?|work|titles?)(?: (?:at|in) .{1,40})?
  (?:where|who|whom|what company) (?:does|do|did) _ work(?: (?:at|for|before|now|today).{0,40})?
  what (?:kind|sort) of work (?:does|do|did) _ do
`;

export const WORKS: LifeQuestion = {
  asks: asking(String.raw`(?!.*\b(?:did|was|were)\b)${ASKS_WORK}`),
  tells: new RegExp(
    String.raw`\bI(?:['’]m| am) ${AS}|${oneOf`
      \bI(?: \w+ly| now| also| still)? (?:work (?:as|at|for|in|with)|(?:run|lead|manage|head|teach) (?:an?|the|our)|consult|freelance)\b
      \bI(?:['’]m|['’]ve been| am| have been)?(?: \w+ly| now| also| still)? (?:working (?:as|at|for)|freelancing|consulting)\b
      \bmy (?:(?!first|last|old|previous|former)\w+ )?(?:job|role|title) (?:is|at|as|here|involves)\b | \bday job\b | \bfor a living\b
    `}`,
    'i',
  ),
};

export const WORKED: LifeQuestion = {
  asks: asking(ASKS_WORK),
  tells: new RegExp(
    String.raw`\bI (?:was|became) ${AS}|${oneOf`
      \bI(?: was|['’]d been)?(?: \w+ly| now| also| still)? (?:work(?:ed|ing) (?:as|at|for)|led|managed|headed|taught|(?:co-?)?founded|freelanced|consulted)\b
      \bmy (?:\w+ )?(?:job|role|title)\b
      \bI (?:came in (?:as|to)|joined|started (?:out )?(?:at|as)|spent \w+ (?:\w+ )?(?:years|months) (?:at|as|in|working))\b
    `}`,
    'i',
  ),
};

const STUDIES: LifeQuestion = {
  asks: asking(oneOf`
    (?:what|where) (?:did|does|do|has|have) _ (?:study|studied|major in|graduate(?: from| in)?|train|go to (?:school|college|university))(?: (?:at|in) .{1,40})?
    what(?:'?s| is| was| are| were) _ (?:academic |educational )?(?:degrees?|majors?|education)(?: in)?
    (?:does|did|has) _ (?:have|got|get|hold) an? .{0,30}degree(?: in .{1,40})?
    what (?:degrees?|education) (?:does|do|did) _ (?:have|get|hold)
  `),
  tells: anyOf('i')`
    \bI (?:\w+ ){0,2}?(?:studied|majored|graduated|minored|was studying|dropped out)\b | \btrained as an?\b
    \b(?:an?|my) (?:\w+ ){0,3}?(?:degree|bachelor(?:['’]s)?|master['’]s|masters|ph\.? ?d|doctorate|dissertation|thesis|diploma)\b
    \b(?:I|me|my)\b[^.]{0,60}\b(?:at|in|to|during|after|from|through) (?:\w+ )?(?:grad(?:uate)? school|college|university|undergrad(?:uate)?|law school|med(?:ical)? school|business school)\b
    \bmy (?:undergrad\w*|major|studies)\b | \bself-taught\b
  `,
};

const BEGINNINGS: LifeQuestion = {
  asks: asking(oneOf`
    how (?:did|has|have) _ (?:first )?(?:(?:get|got|gotten|become) (?:into|in|started|involved|interested|hooked|here|to|an?)|come to|start|started|begin|end up|become)\b(?: (?!up\b).{1,60})?
    how _ (?:first )?(?:(?:got|became) (?:into|in|started|involved|interested|hooked|here|to|an?)|came to|started|began|ended up|became)\b(?: .{1,60})?
    (?:what(?:'?s| is| was) |tell me about |describe )_ (?:professional |career )?(?:background|story|journey|career|career path|path|history|backstory|origin story)
  `),
  tells: anyOf('i')`
    \bI (?:\w+ )?(?:got|fell|came|jumped|dove|stumbled|ended up) (?:\w+ ){0,2}?into\b | \b(?:brought|drew|led|pulled|dragged|got) me (?:\w+ ){0,2}?(?:into|to)\b
    \bI (?:\w+ )?(?:started|began|first|learned|taught myself|studied|graduated|joined|founded)\b
    \b(?:I|me)\b[^.]{0,20} got (?:\w+ )?(?:started|interested|involved|hooked|exposed|introduced)\b
    \bmy (?:background|story|journey|career|path|first (?:\w+ )?(?:job|computer|program|language|experience|exposure))\b | \bgrew up\b | \bas a (?:kid|child|teenager|student)\b
  `,
};

export const PLANS: LifeQuestion = {
  asks: asking(oneOf`
    what(?:'?s| is| are| comes| will come| will be) (?:coming |up )?next(?: for .{1,40})?
    what(?:'?s| is| are) (?:coming(?: up| soon)?|planned|in the (?:works|pipeline|future)|on _ road ?map)(?: for .{1,40})?
    what(?:'?s| is| are) _ (?:working on|planning|up to|building)(?: next| now| at the moment| in the future)?
    what(?:'?s| is| are) _ (?:next |future )?(?:plans?|projects?|road ?map)(?: (?:for|in) .{1,40})?
    (?:what|how) (?:does|will|do|is) (?:the|_) future (?:look|look like|hold|bring|be|like)(?: for .{1,40})?
    (?:what|where) (?:does|do|will) _ (?:plan|want|hope|intend) to (?:do|go|be)(?: next| in the future)?
  `),
  tells: anyOf('i')`
    \b(?:we|i)(?:['’]re| are|['’]m| am|['’]ve been| have been) (?:\w+ly |also |now |still |just )*(?:working on|planning|hoping to|aiming|looking (?:to|into|forward)|headed|heading|about to)\b
    \b(?:on|in) (?:our|the|my) (?:road ?map|pipeline|works)\b | \bgoing forward\b | \bdown the (?:road|line)\b | \bcoming (?:soon|out)\b
    \b(?:our|my|the) (?:next|plan|goal|hope|vision)\b[^.?!]{0,30} (?:is|are)\b | \bnext (?:year|quarter|version|release)\b
    \b(?:we|i)(?:['’]d| would) (?:really )?(?:love|like|want) to\b | \b(?:we|i) (?:\w+ly )?(?:plan|hope|intend|aim) to\b
  `,
};

/** In the order in which they are tried: what somebody does now comes before what they did. */
export const LIFE_QUESTIONS: LifeQuestion[] = [WORKS, WORKED, STUDIES, BEGINNINGS, PLANS];

/** The words of such questions that name no topic besides. */
export const LIFE_STEMS = stemsOf(
  wordSet(`
  living work job role profession occupation title day current main last first company kind sort now today nowadays
  study major graduate train school college university degree academic educational education
  get start begin become end background story journey career path history backstory origin professional tell describe
  guest host
  next coming come plan planned project roadmap future work working moment look hold bring hope want intend`),
);
