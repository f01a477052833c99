/** Asks how a sentence goes on: among copies of its end that say something else, or among the ends of others. */
import { cachedBy } from '../../platform/cached-by.ts';
import { type Figure, figuresIn } from '../check/figures.ts';
import { bareText } from '../duplicate-questions.ts';
import { wordSet as listOf } from '../language/english.ts';
import { plainSpeech } from '../language/plain-speech.ts';
import { isStopWord, topicStems } from '../language/words.ts';
import { subjectsOf } from '../retrieval/topics.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import type { AlteredCopies } from './altered-copies.ts';
import type { EpisodeAnalysis } from './episode-analysis.ts';
import { LENGTH, markBetterFits, type Option } from './quiz-options.ts';
import type { DraftQuestion, OptionSentence } from './quiz-questions.ts';

/** With fewer topic words before a difference, the beginning doesn't say what a question is about. */
const FEWEST_GIVEN = 2;

/** Asks how a sentence goes on, among copies that say something else. */
export function amongCopies(
  analysis: EpisodeAnalysis,
  { sentence, text, words, by }: OptionSentence,
  { kind, from, copies }: AlteredCopies,
): DraftQuestion[] {
  const { index, episode } = analysis;
  if (words > LENGTH.most) return [];
  const titled = figuresIn(episode.title);
  const isTold = ({ value }: Figure) => titled.some((figure) => figure.value === value);
  // Whoever is asked reads the title: 'Seventy-two hours after a data breach'.
  if (figuresIn(text.slice(from)).some(isTold)) return [];
  if (copies.some((copy) => saidIn(index).has(bareText(copy)))) return [];
  const given = text.slice(0, from).trim();
  if (topicStems(given).length < FEWEST_GIVEN) return [];
  const cut = (copy: string) => {
    const end = copy.slice(from);
    return { text: end, bare: bareText(end), sentence };
  };
  const end = { given, by, ...cut(text) };
  const others = copies.map(cut);
  return [{ kind, ...continuationQuestion(end), distractors: () => others }];
}

/** What is said, by bare text. */
const saidIn = cachedBy(
  ({ sentences }: TranscriptIndex) =>
    new Set(sentences.flatMap(({ text }) => [bareText(text), bareText(plainSpeech(text))])),
);

/** How a sentence goes on after what is given of it. */
interface End extends Option {
  given: string;
  by: string;
  /** The topic stems of what is given. */
  stems: ReadonlySet<string>;
}

const continuationQuestion = ({ given, by, text, bare }: Omit<End, 'stems'>) => ({
  question: `“${given} …” How does ${by} go on?`,
  about: given,
  text,
  bare,
});

/** Words that may open the second half of a sentence, by kind: all of one kind fit after the same beginning. */
const OPENERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    clause: 'because but so if when unless until although though while whereas which',
    singular: 'is was has does',
    plural: 'are were have do',
    any: 'can could will would should must might',
  }).flatMap(([kind, all]) => [...listOf(all)].map((word) => [word, kind] as const)),
);

/** Returns the kind of word with which an end begins; undefined if it isn't told by one. */
export const openerOf = (end: string) => OPENERS.get(end.split(' ', 1)[0] ?? '');

/** Cuts a sentence before each opener in its middle half, or in the middle if there is none. */
export function endsOf({ sentence, text, by }: OptionSentence): End[] {
  const words = text.split(' ');
  const middle = words.length / 2;
  const cuts = words.flatMap((word, at) => {
    const isMiddle = Math.abs(at - middle) <= middle / 2;
    const isUnfinished = isStopWord(words[at - 1]?.toLowerCase() ?? '');
    return isMiddle && OPENERS.has(word) && !isUnfinished ? [at] : [];
  });
  return (cuts.length > 0 ? cuts : [Math.ceil(middle)]).map((at) => {
    const given = words.slice(0, at).join(' ');
    const end = words.slice(at).join(' ');
    const stems = new Set(topicStems(given));
    return { given, by, stems, text: end, bare: bareText(end), sentence };
  });
}

/** An end that repeats a word of its beginning is told by it. */
export function haveCommon(given: string, end: string): boolean {
  const stems = new Set(topicStems(given));
  return topicStems(end).some((stem) => stems.has(stem));
}

/** Asks how a sentence goes on, among how others do, first those that begin in the same way. */
export function amongEnds(analysis: EpisodeAnalysis, end: End, all: End[]): DraftQuestion {
  const { index } = analysis;
  const { given, text } = end;
  const distractors = () => {
    const opener = openerOf(text);
    const isUnlike = (other: End) =>
      openerOf(other.text) === opener ? 0 : openerOf(other.text) === undefined ? 2 : 1;
    // What is said elsewhere about the same subject may also be right.
    const topic = topicStems(subjectsOf(index, given)[0]?.phrase ?? given);
    const bareGiven = bareText(given);
    const possible = all
      .filter((other) => !topic.every((stem) => other.stems.has(stem)))
      .filter((other) => !saidIn(index).has(`${bareGiven} ${other.bare}`))
      .sort((a, b) => isUnlike(a) - isUnlike(b));
    return markBetterFits(analysis, given, text, possible);
  };
  return { kind: 'end', ...continuationQuestion(end), distractors };
}
