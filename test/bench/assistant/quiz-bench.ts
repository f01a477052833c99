/** Quizzes on long transcripts: form, truth, and what somebody gets who never heard the episode. */
import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import type { AssistantQuizQuestion } from '../../../worker/assistant/assistant.ts';
import { AssistantError } from '../../../worker/assistant/assistant.ts';
import { stemOf, topicStems, wordsOf } from '../../../worker/assistant/retrieval/words.ts';
import { filesOf, jsonOf, podcastLines } from './corpora.ts';
import { assistant, episodeOf } from './subject.ts';
import { type Argument, courtLines } from './transcripts.ts';

const TRANSCRIPTS = 50;
const LONG_WORDS = 3000;
const QUESTIONS = 5;

export interface QuizFigures {
  transcripts: number;
  questions: number;
  /** Transcripts of which no quiz could be made. */
  none: number;
  /** Five questions, four different options, none twice. */
  wellFormed: number;
  /** The words of the right answer were said, figures and all. */
  rightIsSaid: number;
  /** No wrong option was said in so many words. */
  wrongIsNotSaid: number;
  /** Questions with a blank. */
  blanks: number;
  /** Percent right of each way to guess, without the transcript. */
  guessed: { name: string; right: number }[];
  problems: string[];
}

export function longTranscripts(): TranscriptLine[][] {
  const podcasts = ['podcasts-changelog', 'podcasts-talkpython', 'podcasts-bitcoin'].flatMap(
    (name) => filesOf(name, ['.md', '.vtt', '.txt']).slice(0, 30).map(podcastLines),
  );
  const court = (jsonOf('qa-scotus') as Argument[]).flatMap((argument) =>
    argument.turns === undefined ? [] : [courtLines(argument)],
  );
  const long = [...podcasts, ...court].filter(
    (lines) => lines.reduce((sum, { text }) => sum + text.split(' ').length, 0) >= LONG_WORDS,
  );
  const step = Math.max(1, long.length / TRANSCRIPTS);
  return Array.from(
    { length: Math.min(TRANSCRIPTS, long.length) },
    (_, index) => long[Math.floor(index * step)] ?? [],
  );
}

export async function measureQuizzes(transcripts: TranscriptLine[][]): Promise<QuizFigures> {
  const figures = {
    questions: 0,
    none: 0,
    wellFormed: 0,
    rightIsSaid: 0,
    wrongIsNotSaid: 0,
    blanks: 0,
  };
  const problems: string[] = [];
  const right = new Map<string, number>();
  for (const [at, lines] of transcripts.entries()) {
    const quiz = await quizOf(lines, at);
    if (quiz.length === 0) figures.none++;
    const said = plain(lines.map(({ text }) => text).join(' '));
    const texts = new Set(quiz.map(({ question, options }) => `${question} ${options.join()}`));
    for (const question of quiz) {
      figures.questions++;
      const { options, correctAnswerIndex } = question;
      const different = new Set(options.map(plain)).size === 4 && options.length === 4;
      if (different && quiz.length === QUESTIONS && texts.size === QUESTIONS) figures.wellFormed++;
      else problems.push(`form: ${question.question} ${options.join(' | ')}`);
      if (/_{3,}|…\s*…/.test(question.question)) figures.blanks++;
      const isSaid = (option: string) => saidBy(lines, said, option);
      if (isSaid(options[correctAnswerIndex] ?? '')) figures.rightIsSaid++;
      else problems.push(`not said: ${options[correctAnswerIndex]}`);
      const also = options.filter(
        (option, place) => place !== correctAnswerIndex && isSaid(option),
      );
      if (also.length === 0) figures.wrongIsNotSaid++;
      else problems.push(`also said: ${also.join(' | ')}`);
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

async function quizOf(lines: TranscriptLine[], index: number): Promise<AssistantQuizQuestion[]> {
  try {
    const episode = episodeOf(lines, { id: `${index}` });
    const { result } = await assistant.writeQuiz([episode], QUESTIONS, { seed: `bench ${index}` });
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

function figureIn(option: string): number {
  return Number((/\d[\d,.]*/.exec(option)?.[0] ?? '0').replaceAll(',', ''));
}

function common(one: string, other: string): number {
  const held = new Set(wordsOf(other).map(stemOf));
  const words = wordsOf(one).map(stemOf);
  return words.filter((word) => held.has(word)).length / Math.max(1, words.length);
}

/** Whether the words of an option were said, and by whom it names. */
function saidBy(lines: TranscriptLine[], all: string, option: string): boolean {
  const [, speaker, words] = /^(.{1,60}?): “(.+)”$/s.exec(option) ?? [];
  if (speaker === undefined || words === undefined) return all.includes(plain(option));
  const theirs = lines.filter((line) => line.speaker === speaker).map(({ text }) => text);
  return plain(theirs.join(' ')).includes(plain(words));
}

function plain(text: string): string {
  return ` ${wordsOf(text).join(' ')} `;
}
