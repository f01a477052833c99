/** Kinds of content that a request may ask for: mistakes, predictions. Sources: see `english.ts`. */

import { recommends } from './advice.ts';
import { wordSet } from './english.ts';
import { phrases } from './phrases.ts';
import { GIVES_EXAMPLE, GIVES_REASON } from './speech-cues.ts';
import { stemOf } from './words.ts';

const ASPECTS = wordSet(`
  mistakes errors pitfalls problems challenges obstacles decisions examples stories anecdotes myths misconceptions
  predictions forecasts opportunities risks warnings dangers threats benefits advantages drawbacks downsides
  limitations weaknesses strengths concerns worries fears hopes reasons secrets trends principles beliefs failures
  successes regrets goals solutions tools books apps techniques exercises experiments habits rules
  promises deadlines diagnoses treatments costs changes results surprises`);
/** Each kind by the stem of its name, which its verbs and adjectives share: 'What surprised them?' */
export const ASPECT_OF: ReadonlyMap<string, string> = new Map([
  ['decid', 'decisions'],
  ['wrong', 'mistakes'],
  ['futur', 'predictions'],
  ['avoid', 'what to avoid'],
  ...[...ASPECTS].map((aspect) => [stemOf(aspect), aspect] as const),
]);

/** What others or things will do; what speakers and listeners will do is a plan. */
const WILL =
  /(?<!\b(?:i|we|you))(?: will\b|['’]ll\b|(?: is| are|['’]s|['’]re) (?:going to|gon ?na)\b)/i;
const THINKS =
  /\b(?:i|we)(?:['’]m|['’]d)? (?:\w+ )?(?:think|predict|expect|believe|bet|guess|suspect|sure)\b/i;
const SOME_DAY = phrases('i')`
  (?:in|over|within) (?:the )?(?:\w+ ){0,3}(?:years|decades?) | (?:ten|five) years from now
  in the future | some ?day | eventually | by 20\d\d
`;
function predicts(text: string): boolean {
  const thought = text.search(THINKS);
  return (
    WILL.test(thought < 0 ? text : text.slice(thought)) && (thought >= 0 || SOME_DAY.test(text))
  );
}

/** Decides something, often without the word: 'Batteries are the way to go.' */
const DECIDES = phrases('i')`
  we(?:['’]ll| will|['’]re (?:going to|gon ?na)| should)? (?:go (?:with|for)|stick (?:with|to)|settle (?:on|for))
  let['’]s (?:just )?(?:go (?:with|for)|use|have|keep|stick) | best bet | way to go
  (?:i|we|they|he|she)(?:['’](?:ve|d)| have| had)? (?:\w+ )?(?:decided|agreed (?:to|on)|settled|opted)
`;
/** 'We need to make a decision', 'if I were to decide' */
const UNDECIDED = phrases('i')`
  (?:need|have|want|going) to (?:make (?:a|the) decisions?|decide) | if (?:we|i|you) | (?:should|could|do|did|can|are) we
  we (?:could|might|may) | not up to
`;
const decides = (text: string) => DECIDES.test(text) && !UNDECIDED.test(text);

/** Admits what the speaker did wrong: 'We should've raised the bonus first.' */
const REGRETS = phrases('i')`
  (?:(?<=^|[,;.:] )|(?:and|but|so|then|think|guess|maybe|what) )(?:i|we) (?:\w+ )?should(?:n['’]t| not)?(?:['’]ve| have)
  in hindsight | (?:i|we)(?:['’]m|['’]re| am| are| was| were) not proud | (?:i|we) regret
  (?:i|we) (?:got|did|had) (?:it|that|this) (?:\w+ )?(?:wrong|backwards?) | (?:my|our) mistake
`;

/** Advises against something. */
const WARNS = phrases('i')`
  (?:don['’]t|do not|never|avoid|beware|stop) (?!(?:forget|worry|hesitate|give up|be (?:afraid|shy))\b)\w+ | (?:should|must)(?:n['’]t| not| never) | better not
  stay away from | steer clear | (?:be|very|really) careful | watch out
`;
/** Tells a patient what would do harm: 'You can't take anti-inflammatories.' */
const FORBIDS = phrases('i')`you (?:can['’]t|cannot|can not|shouldn['’]t) (?:take|eat|drink)`;
const warns = (text: string) => (recommends(text) && WARNS.test(text)) || FORBIDS.test(text);

/** How people tell what is of a kind without naming the kind. */
const TOLD: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['predictions', predicts],
  ['forecasts', predicts],
  ['decisions', decides],
  ['examples', (text) => GIVES_EXAMPLE.test(text)],
  ['reasons', (text) => GIVES_REASON.test(text)],
  ['what to avoid', warns],
  ['mistakes', (text) => REGRETS.test(text)],
]);

/** Whether a sentence tells what is of one of these kinds without naming it: 'I think Rust will win.' */
export const tellsOf = (aspects: string[], text: string): boolean =>
  aspects.some((aspect) => TOLD.get(aspect)?.(text) ?? false);
