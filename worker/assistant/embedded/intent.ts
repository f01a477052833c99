/** What somebody wants who writes to the assistant; most of it is not a question of fact. */
import { wordsOf } from '../retrieval/words.ts';

export type Intent =
  | 'greeting'
  | 'thanks'
  | 'farewell'
  | 'identity'
  | 'overview'
  | 'takeaways'
  | 'topics'
  | 'speakers'
  | 'quotes'
  | 'question';

const TALK: [Intent, RegExp][] = [
  [
    'greeting',
    /^(?:hi|hello|hey|hiya|howdy|greetings|yo|good (?:morning|afternoon|evening))(?: (?:there|again|assistant|everyone|dripcast))*(?: how are you(?: doing)?(?: today)?)?$/,
  ],
  [
    'thanks',
    /^(?:(?:ok|okay|great|perfect|cool|nice|awesome|super|wonderful|good|got it|no)\s)*(?:thanks|thank you|thx|ty|cheers)\b(?!.*\b(?:what|who|when|how|why|where|but)\b)|^(?:great|perfect|awesome|cool|nice|ok|okay|got it|makes sense|interesting|good|wow)(?: (?:answer|job|one|work))?$/,
  ],
  ['farewell', /^(?:bye|goodbye|bye bye|see you|see ya|good night|that's all)\b/],
  [
    'identity',
    /^(?:who|what) are you$|\bare you (?:an? )?(?:real )?(?:ai|bot|robot|human|model|person|llm|chatgpt|gpt)\b|^(?:what can you do|how do you work|help|what can i ask(?: you)?)$/,
  ],
];

const words = (text: string) => new Set(text.trim().split(/\s+/));

// Words that leave open which episode, how long and for whom: with nothing else beside a word
// that names a whole, the whole is meant.
const FRAME = words(`
  please can could would will you give me us write make provide show tell list share find pick name get
  a an the this that these those of for from in on to with and at by so some any few one two three four
  five is are was were be been do does did has have what what's which who who's how it its it's i we
  they there here my our episode podcast show conversation talk interview discussion transcript video
  meeting recording case hearing lecture lesson class session webinar story today today's whole entire full short brief briefly quick quickly long detailed
  general main key most best good great interesting important memorable notable favourite favorite
  really actually mainly all about just minute bullet bullets list paragraph sentences sentence words
  couple nutshell few up out made said mentioned covered discussed come came contain contains`);

const WHOLES: [Intent, Set<string>][] = [
  ['quotes', words('quote quotes quotation quotations saying sayings')],
  [
    'speakers',
    words('speaker speakers guest guests host hosts participants speaking speaks talking talks'),
  ],
  ['topics', words('topic topics theme themes subject subjects chapter chapters agenda contents')],
  [
    'takeaways',
    words(`takeaway takeaways take away aways point points idea ideas insight insights lesson lessons
      message messages argument arguments conclusion conclusions highlight highlights learn learned
      learnt things`),
  ],
  [
    'overview',
    words(`summary summarize summarise summaries summarized summarised summarizing overview gist tl dr
      tldr recap synopsis outline sum about happen happens happened talk discuss discussed cover covers
      covered said`),
  ],
];

/** What is wanted; anything not surely something else is a question. */
export function intentOf(message: string): Intent {
  const said = wordsOf(message);
  const text = said.join(' ');
  if (text === '') return 'identity';
  const talk = TALK.find(([, pattern]) => pattern.test(text));
  if (talk !== undefined) return talk[0];
  for (const [intent, names] of WHOLES) {
    const named = said.some((word) => names.has(word));
    // 'Who said that?' frames nothing whole; 'who' alone asks for a person.
    if (intent === 'overview' && said.includes('who')) continue;
    if (named && said.every((word) => names.has(word) || FRAME.has(word))) return intent;
  }
  return 'question';
}
