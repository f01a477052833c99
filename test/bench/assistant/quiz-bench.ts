/**
 * Measures quizzes on long transcripts: their form, their truth, and how well somebody can guess who never
 * heard the episode.
 */
import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import {
  type AssistantEpisode,
  AssistantError,
  type AssistantQuizQuestion,
} from '../../../worker/assistant/assistant.ts';
import { checkStatement } from '../../../worker/assistant/check/check-statement.ts';
import { figuresIn } from '../../../worker/assistant/check/figures.ts';
import { placeOf } from '../../../worker/assistant/evidence.ts';
import { stemOf, topicStems, wordsOf } from '../../../worker/assistant/language/words.ts';
import { frequencyOf, vectorOf } from '../../../worker/assistant/retrieval/word-vectors.ts';
import { assistant, episodeOf, vectors } from './assistant-under-test.ts';
import { filesOf, podcastLines } from './corpora.ts';
import { readMeetings } from './qmsum.ts';
import { cases, isNameHeldOut } from './transcripts.ts';

const TRANSCRIPTS = 50;
const LONG_WORDS = 3000;
const QUESTIONS = 5;
/** Quizzes of each transcript: what is guessed in one quiz of each differs by up to 3 points from what is in another. */
const SEEDS = ['bench', 'bench 2', 'bench 3'];

export interface QuizFigures {
  transcripts: number;
  questions: number;
  /** Quizzes that could not be made. */
  none: number;
  /** Five different questions with four different options. */
  wellFormed: number;
  /** The right option is its quotation word for word; words may only be left out. */
  rightIsSaid: number;
  /** Nobody said what a wrong option claims about its sentence, speaker or question. */
  wrongIsNotSaid: number;
  /** The check of statements refutes every wrong option. */
  wrongIsFalse: number;
  /** Questions with a blank. */
  blanks: number;
  /** The percentage of right guesses per strategy, without the transcript. */
  guessed: { name: string; right: number }[];
  problems: string[];
}

export function longTranscripts(heldOut: boolean): TranscriptLine[][] {
  const podcasts = ['podcasts-changelog', 'podcasts-talkpython', 'podcasts-bitcoin'].flatMap(
    (name) =>
      filesOf(name, ['.md', '.vtt', '.txt'])
        .filter((path) => isNameHeldOut(path.slice(path.indexOf(name))) === heldOut)
        .slice(0, 30)
        .map(podcastLines),
  );
  const court = cases()
    .filter(({ id }) => isNameHeldOut(id) === heldOut)
    .map(({ episode }) => episode.lines);
  const meetings = readMeetings()
    .filter((meeting) => meeting.heldOut === heldOut)
    .map(({ lines }) => lines);
  const long = [podcasts, court, meetings].map((kind) =>
    kind.filter(
      (lines) => lines.reduce((sum, { text }) => sum + text.split(' ').length, 0) >= LONG_WORDS,
    ),
  );
  return long.flatMap((kind) => {
    const count = Math.min(Math.ceil(TRANSCRIPTS / long.length), kind.length);
    return Array.from({ length: count }, (_, index) => {
      return kind[Math.floor((index * kind.length) / count)] ?? [];
    });
  });
}

export async function measureQuizzes(transcripts: TranscriptLine[][]): Promise<QuizFigures> {
  const figures = {
    questions: 0,
    none: 0,
    wellFormed: 0,
    rightIsSaid: 0,
    wrongIsNotSaid: 0,
    wrongIsFalse: 0,
    blanks: 0,
  };
  const problems: string[] = [];
  const right = new Map<string, number>();
  const quizzes = transcripts.flatMap((lines, at) => SEEDS.map((seed) => ({ lines, at, seed })));
  for (const { lines, at, seed } of quizzes) {
    const episode = episodeOf(lines, { id: `${at}` });
    const quiz = await quizOf(episode, `${seed} ${at}`);
    if (quiz.length === 0) figures.none++;
    const texts = new Set(quiz.map(({ question, options }) => `${question} ${options.join()}`));
    for (const question of quiz) {
      figures.questions++;
      const { options, correctAnswerIndex, explanation } = question;
      const different = new Set(options.map(plain)).size === 4 && options.length === 4;
      if (different && quiz.length === QUESTIONS && texts.size === QUESTIONS) figures.wellFormed++;
      else problems.push(`form: ${question.question} ${options.join(' | ')}`);
      if (/_{3,}|…\s*…/.test(question.question)) figures.blanks++;
      const [evidence] = explanation.evidence;
      const said = options[correctAnswerIndex] ?? '';
      if (isLeftOf(said, evidence?.quotation ?? '') && placeOf(lines, evidence ?? NOTHING)) {
        figures.rightIsSaid++;
      } else problems.push(`not said: ${said}`);
      const wrong = options.filter((_, place) => place !== correctAnswerIndex);
      const near = wordsNear(lines, evidence?.lineIds ?? []);
      const also = wrong.filter((option) => near.includes(plain(option)));
      if (also.length === 0) figures.wrongIsNotSaid++;
      else problems.push(`also said: ${also.join(' | ')}`);
      const held = wrong.filter(
        (text) => checkStatement({ ...explanation, text }, episode) === null,
      );
      if (held.length === 0) figures.wrongIsFalse++;
      else problems.push(`may be true: ${held.join(' | ')} (${evidence?.quotation})`);
      for (const [name, guess] of Object.entries(GUESSERS)) {
        const scores = options.map((option, place) => guess(question, option, place));
        const best = Math.max(...scores);
        const ties = scores.filter((score) => score === best).length;
        const hit = scores[correctAnswerIndex] === best ? 1 / ties : 0;
        right.set(name, (right.get(name) ?? 0) + hit);
      }
    }
  }
  return {
    ...figures,
    transcripts: transcripts.length,
    guessed: [...right].map(([name, count]) => ({
      name,
      right: (100 * count) / Math.max(1, figures.questions),
    })),
    problems,
  };
}

const NOTHING = { lineIds: [], quotation: '' };

async function quizOf(episode: AssistantEpisode, seed: string): Promise<AssistantQuizQuestion[]> {
  try {
    const { result } = await assistant.writeQuiz([episode], QUESTIONS, { seed });
    return result;
  } catch (error) {
    if (error instanceof AssistantError) return [];
    throw error;
  }
}

type Guess = (question: AssistantQuizQuestion, option: string, place: number) => number;

const others = ({ options }: AssistantQuizQuestion, place: number) =>
  options.filter((_, index) => index !== place);

const GUESSERS: Record<string, Guess> = {
  longest: (_, option) => option.length,
  shortest: (_, option) => -option.length,
  'odd one out': (question, option, place) =>
    -others(question, place).reduce((sum, other) => sum + common(option, other), 0),
  'most like the others': (question, option, place) =>
    others(question, place).reduce((sum, other) => sum + common(option, other), 0),
  'nearest to the question': ({ question }, option) =>
    topicStems(option).filter((stem) => topicStems(question).includes(stem)).length,
  'closest in meaning to the question': ({ question }, option) =>
    likeness(topicStems(question), topicStems(option)),
  'most of one piece': (_, option) => {
    const stems = topicStems(option);
    return stems.reduce((sum, stem) => sum + likeness([stem], stems), 0) / (stems.length || 1);
  },
  'commonest words': (_, option) => {
    const stems = topicStems(option);
    const known = stems.reduce((sum, stem) => sum + Math.log(frequencyOf(vectors, stem)), 0);
    return known / (stems.length || 1);
  },
  'not the negated one': (_, option) =>
    -(option.match(/\b(?:not|never|no|none|nobody)\b|n['’]t\b/gi)?.length ?? 0),
  'middle figure': (question, option, place) => {
    const figure = figureIn(option);
    const rest = others(question, place).map(figureIn);
    return -Math.abs(
      rest.filter((other) => other > figure).length - rest.filter((other) => other < figure).length,
    );
  },
  'roundest figure': (_, option) => (/[1-9]?0+\b/.test(option) ? 1 : 0),
};

const figureIn = (option: string): number => figuresIn(option)[0]?.value ?? 0;

function common(one: string, other: string): number {
  const held = new Set(wordsOf(other).map(stemOf));
  const words = wordsOf(one).map(stemOf);
  return words.filter((word) => held.has(word)).length / Math.max(1, words.length);
}

function likeness(one: string[], other: string[]): number {
  const [a, b] = [one, other].map((stems) =>
    vectorOf(
      vectors,
      stems.map((stem) => [stem, 1]),
    ),
  );
  return a && b ? a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0) : 0;
}

/** Whether a text remains of another one when words are left out. */
function isLeftOf(text: string, whole: string): boolean {
  const words = wordsOf(whole);
  let from = 0;
  return wordsOf(text).every((word) => {
    from = words.indexOf(word, from) + 1;
    return from > 0;
  });
}

/** Returns what is said in these lines and around them. */
function wordsNear(lines: TranscriptLine[], ids: number[]): string {
  const [first = 0, last = first] = [ids[0], ids.at(-1)];
  return plain(
    lines
      .slice(Math.max(0, first - 1), last + 2)
      .map(({ text }) => text)
      .join(' '),
  );
}

function plain(text: string): string {
  return ` ${wordsOf(text).join(' ')} `;
}
