/** What is asked about somebody's life, and how people tell it. Source: written for this project, see `english.ts`. */
import { wordSet } from './english.ts';
import { anyOf, oneOf } from './phrases.ts';
import { stemsOf } from './words.ts';

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

/** What somebody does now comes before what they did. */
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
