/** Asks how a sentence goes on, among clauses or among halves. */
import { cachedBy } from '../../platform/cached-by.ts';
import { mapInSteps } from '../../platform/pauses.ts';
import { lowercaseWordsIn } from '../check/names.ts';
import { bareText } from '../duplicate-questions.ts';
import { isCommand } from '../language/advice.ts';
import { wordSet } from '../language/english.ts';
import { plainSpeech } from '../language/plain-speech.ts';
import { capitalised, isStopWord, topicStems } from '../language/words.ts';
import { subjectsOf } from '../retrieval/subjects.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import type { EpisodeAnalysis } from './episode-analysis.ts';
import type { DraftQuestion, Option, OptionSentence } from './quiz-questions.ts';

/** What is said, by bare text. */
export const saidIn = cachedBy(
  ({ sentences }: TranscriptIndex) =>
    new Set(sentences.flatMap(({ text }) => [bareText(text), bareText(plainSpeech(text))])),
);

/** How a sentence goes on after what is given of it. */
interface End extends Option {
  given: string;
  by: string;
  /** The topic stems of what is given. */
  stems: ReadonlySet<string>;
  /** What joins a clause to what is given: 'because', 'so', or nothing. */
  joint: string;
  form: Form;
}

/** What only stands among its like: the end of a sentence that is cut in its middle is a half. */
type Form = 'condition' | 'command' | 'statement' | 'half';

const whatFollows = (by: string) => `What follows, according to ${by}?`;

/** What is asked of whoever says it, by what joins a clause to what is given. */
const RELATIONS = new Map([
  ['because', (by: string) => `Why, according to ${by}?`],
  ['so', whatFollows],
  ['then', whatFollows],
  // The main clause after a condition.
  ['', whatFollows],
  ['if', (by: string) => `In which case, according to ${by}?`],
  ['when', (by: string) => `When, according to ${by}?`],
]);

/** Words that join a clause to the one before it, but only after a comma: 'so many' joins nothing. */
const JOINTS = wordSet('because so if when');
/** Where one of these comes near the middle, a half begins with it, and stands beside others that do. */
const LINKS = wordSet(
  'to that for with in on by at from about into than which who where and but or',
);
/** Opens a sentence of which the main clause comes second. */
const BEGINS_CLAUSE = /^(?:if|when|once|before|after|unless|until|because|as long as|as soon as) /i;
/** What begins so has no subject there: 'if you snore, or somebody hears it, …'. */
const OPENS_WITHOUT_SUBJECT =
  /^(?:and|or|but|nor|not|too|then|as|if|when|unless|because|so|once|after|whatever|which|who|whose|where|since|before|for|in|on|at|by|with|from|to|of|like|over|under|between|such|even|especially|also|long|only|is|are|was|were|has|have|had|\p{L}+ing|that (?:i|you|we|they|he|she|it|there|the|all|when|if))\b|^(?:\S+ )?\S+, /iu;
/** Says all of it: not 'reminders …', nor the first half of what is quoted. */
const isFinished = (text: string) =>
  /^(?!.*(?:\.\.\.|…| -- )).*[.!?]["”’)]?$/s.test(text) &&
  (text.match(/["“”]/g)?.length ?? 0) % 2 === 0;
const isClause = (text: string) => !OPENS_WITHOUT_SUBJECT.test(text) && isFinished(text);
/** The fewest words and topic words of what is given, and of a clause. */
const MIN_CLAUSE = { words: 4, topicWords: 2 };

const isWhole = (words: string[]) =>
  words.length >= MIN_CLAUSE.words && topicStems(words.join(' ')).length >= MIN_CLAUSE.topicWords;

/** Returns all places to cut a sentence. */
export const endsOf = (saying: OptionSentence): End[] => [...clausesOf(saying), halfOf(saying)];

/** Cuts a sentence before each clause that says how it goes on: a reason, a result, a condition. */
function clausesOf(saying: OptionSentence): End[] {
  const words = saying.text.split(' ');
  let isMainLeft = BEGINS_CLAUSE.test(saying.text);
  const jointAt = (at: number): string | undefined => {
    const word = words[at] ?? '';
    if (!words[at - 1]?.endsWith(',')) return undefined;
    // 'If you snore, and then you stop, that is …': it isn't known what begins the main clause.
    if (word === 'and') isMainLeft = false;
    if (!isMainLeft) return JOINTS.has(word) ? word : undefined;
    if (OPENS_WITHOUT_SUBJECT.test(words.slice(at).join(' '))) return undefined;
    isMainLeft = false;
    return word === 'then' ? word : '';
  };
  return words.flatMap((_, at) => {
    const joint = jointAt(at);
    const isEnd = isWhole(words.slice(0, at)) && isWhole(words.slice(at));
    if (joint === undefined || !isEnd) return [];
    const end = cutAt(saying, words, at, joint);
    return isClause(bodyOf(end)) ? [end] : [];
  });
}

/** Cuts a sentence near its middle: before a small word that links both halves, else after a comma or a topic word. */
function halfOf(saying: OptionSentence): End {
  const words = saying.text.split(' ');
  const middle = words.length / 2;
  const costOf = (at: number) => {
    const before = words[at - 1] ?? '';
    const unlinked = before.endsWith(',') ? 0.5 : isStopWord(before.toLowerCase()) ? 2 : 1;
    const cost = LINKS.has(words[at] ?? '') ? 0 : unlinked;
    return cost * middle + Math.abs(at - middle);
  };
  const places = words.map((_, at) => at).slice(1);
  const [at = 0] = places.sort((a, b) => costOf(a) - costOf(b));
  return cutAt(saying, words, at);
}

/** @param joint what joins the clause to what is given; null for half a sentence */
function cutAt(
  { sentence, by }: OptionSentence,
  words: string[],
  at: number,
  joint: string | null = null,
): End {
  const [given, text] = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
  const end = { given, by, text, bare: bareText(text), sentence, joint: joint ?? '' };
  const form = joint === null ? 'half' : formOf(bodyOf(end), joint);
  return { ...end, stems: new Set(topicStems(given)), form };
}

/** A clause without what joins it to another. */
const bodyOf = ({ joint, text }: Pick<End, 'joint' | 'text'>) =>
  joint ? text.slice(joint.length + 1) : text;

function formOf(body: string, joint = ''): Form {
  if (joint === 'if' || joint === 'when') return 'condition';
  return isCommand(capitalised(body)) ? 'command' : 'statement';
}

/** An end that repeats a word of its beginning is told by it. */
export function shareTopicWords(given: string, end: string): boolean {
  const stems = new Set(topicStems(given));
  return topicStems(end).some((stem) => stems.has(stem));
}

/** What may be joined to what is given: an end, or a whole sentence. */
export type Body = Option & Pick<End, 'stems' | 'form'>;

/** The work for each of them, as a pause meter counts it. */
const WORK_PER_BODY = 1_000;

/** Returns the ends and sentences that can be joined to another, in steps. */
export function* bodiesOf(
  index: TranscriptIndex,
  ends: End[],
  sentences: OptionSentence[],
): Generator<void, Body[]> {
  const clauses: Body[] = [
    ...ends.map((end) => ({ ...end, text: bodyOf(end) })),
    ...sentences.map((one) => ({ ...one, form: formOf(one.text) })),
  ];
  const bodies = yield* mapInSteps(clauses, WORK_PER_BODY, (one): Body[] => {
    if (one.form === 'half') return [one];
    const text = withinSentence(index, one.text);
    return text !== null && isClause(text) ? [{ ...one, text, bare: bareText(text) }] : [];
  });
  return bodies.flat();
}

/** A sentence as it is written within another; null if its first word might be a name. */
function withinSentence({ lines }: TranscriptIndex, text: string): string | null {
  const [first = ''] = /^[\p{L}'’]*/u.exec(text) ?? [];
  const small = first.toLowerCase();
  if (/^I\b/.test(first)) return text;
  return isStopWord(small) || lowercaseWordsIn(lines).has(small)
    ? small + text.slice(first.length)
    : null;
}

/** Asks how a sentence goes on, among others of its form that are joined in the same way. */
export function endingQuestion({ index }: EpisodeAnalysis, end: End, all: Body[]): DraftQuestion {
  const { given, by, text, bare, sentence, joint, form } = end;
  const asks = form === 'half' ? `How does ${by} go on?` : (RELATIONS.get(joint)?.(by) ?? '');
  const distractors = () => {
    const topic = topicStems(subjectsOf(index, given)[0]?.phrase ?? given);
    const bareGiven = bareText(given);
    const [link = ''] = bare.split(' ', 1);
    const fits = (other: Option) =>
      form === 'half' && LINKS.has(link) && other.bare.startsWith(`${link} `);
    // Every end is compared with all bodies, so their texts are prepared only once.
    const after = (body: string) => (joint ? `${joint} ${body}` : body);
    return (
      all
        // What is said about the same subject may also be right.
        .filter((other) => other.form === form && !topic.every((stem) => other.stems.has(stem)))
        .map((other) => ({ ...other, text: after(other.text), bare: after(other.bare) }))
        .filter((other) => !saidIn(index).has(`${bareGiven} ${other.bare}`))
        .sort((a, b) => Number(fits(b)) - Number(fits(a)))
    );
  };
  const kind = form === 'half' ? 'half' : 'clause';
  const question = `“${given} …” ${asks}`;
  return { kind, question, about: given, text, bare, sentence, distractors };
}
