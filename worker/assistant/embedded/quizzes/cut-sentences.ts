/** Cuts sentences in two: a question gives the beginning and asks how it goes on. */
import { LEANS } from '../../retrieval/speech-cues.ts';
import { countWords, isStopWord, topicStems } from '../../retrieval/words.ts';

export interface Cut {
  /** Second parts of one form are alike in grammar. */
  form: string;
  given: string;
  asked: string;
}

/** With which words a second part begins, by form. */
const OPENERS = new Map(
  Object.entries({
    is: "is,was,has,isn't,wasn't,hasn't,doesn't,means,makes,takes,gives,needs,seems,allows,requires,became",
    are: "are,were,have,aren't,weren't,haven't,don't",
    can: "can,could,will,would,should,must,cannot,can't,couldn't,won't,wouldn't,shouldn't",
  }).flatMap(([form, words]) => words.split(',').map((word) => [word, form])),
);
const OPENER = new RegExp(
  `(?<=[\\p{L}\\p{N}%]),? (${[...OPENERS.keys()].join('|').replaceAll("'", "['’]")})(?= )`,
  'giu',
);
/** Where there is no such word, or in another language. */
export const ANYWHERE = 'anywhere';

/** Ends that wait for more: nobody would pause there, and 'I was' can't become 'the oven was'. */
const UNFINISHED =
  /\b(?:is|are|was|were|be|do|does|did|will|would|can|could|should|must|has|have|had|the|an?|of|to|and|or|but|that|this|these|those|it|there|they|he|she|where|everything|something|in|on|at|for|with|from|by|because|so|if|like|as|than|i|we|you|what|whatever|which|who|not|only|also|still|just|really|very|say|says|said|saying|\p{L}+n['’]t|(?:i|we|you|they|he|she|it)['’]\p{L}+)$/iu;
/** No main clause can begin so, unless a comma ends another one. */
const SUBORDINATE =
  /^(?:if|when|while|once|until|unless|although|though|because|since|as|like|unlike|except|after|before|whether|for|in|at|or|maybe)\b[^,]*$/i;
/** Breaks off, or isn't only what was said: '[laughter]'. */
const BROKEN = /\.\.\.|…|[[(]| -{1,2} /;

/** Returns the places where a question can cut a sentence. */
export function cutsOf(text: string): Cut[] {
  return partsOf(text).filter(({ given }) => {
    const isUnderstood = !SUBORDINATE.test(given) && !LEANS.test(given);
    return isUnderstood && isLong(given, 2, 16) && topicStems(given).length > 0;
  });
}

/** Returns all second parts of a sentence that can be an option. */
export function partsOf(text: string): Cut[] {
  const cuts = [...text.matchAll(OPENER)].flatMap(({ 0: space, 1: word = '', index }): Cut[] => {
    const form = OPENERS.get(word.toLowerCase().replaceAll('’', "'"));
    const cut = {
      given: text.slice(0, index),
      asked: text.slice(index + space.length - word.length),
    };
    return form && !UNFINISHED.test(cut.given) ? [{ form, ...cut }] : [];
  });
  const isOption = ({ asked }: Cut) => isLong(asked, 5, 20) && topicStems(asked).length >= 3;
  return [...cuts.filter(isOption), ...cutAnywhere(text)].filter(
    ({ asked }) => !BROKEN.test(asked),
  );
}

/** Cuts near the middle, before a small word if there is one. */
function cutAnywhere(text: string): Cut[] {
  const isSmall = (word = '') => isStopWord(word.toLowerCase());
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index);
  const natural = spaces.filter((at) => {
    const [before, after] = [text.slice(0, at), text.slice(at + 1)];
    return isSmall(after.split(' ', 1)[0]) && !isSmall(before.split(' ').at(-1));
  });
  const distance = (at: number) => Math.abs(at - text.length / 2);
  const [at] = (natural.length > 0 ? natural : spaces).sort((a, b) => distance(a) - distance(b));
  if (at === undefined) return [];
  return [{ form: ANYWHERE, given: text.slice(0, at), asked: text.slice(at + 1) }];
}

function isLong(text: string, fewest: number, most: number): boolean {
  const words = countWords(text);
  return words >= fewest && words <= most;
}
