/** The language of requests about a whole episode. Sources: see `retrieval/language.ts`. */
import { words } from '../retrieval/language.ts';

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
