/** Quizzes on long transcripts: each question checked against the place it cites. */
import { makeQuiz } from '../../../worker/assistant/embedded/quiz.ts';
import { indexOf } from '../../../worker/assistant/retrieval/transcript-index.ts';
import { wordsOf } from '../../../worker/assistant/retrieval/words.ts';
import type { TranscriptLine } from '../../../worker/transcripts/transcript.ts';
import { filesOf, jsonOf, podcastLines } from './corpora.ts';

const TRANSCRIPTS = 50;
const LONG_WORDS = 3000;
const QUESTIONS = 5;

export interface QuizFigures {
  transcripts: number;
  questions: number;
  /** Five questions, four different options, one of them right, none twice. */
  wellFormed: number;
  /** The right answer stands literally in the passage cited. */
  rightIsCited: number;
  /** No wrong option stands there as well. */
  noneElseRight: number;
  problems: string[];
}

export function longTranscripts(): TranscriptLine[][] {
  const podcasts = ['podcasts-changelog', 'podcasts-talkpython', 'podcasts-bitcoin'].flatMap(
    (name) => filesOf(name, ['.md', '.vtt', '.txt']).slice(0, 30).map(podcastLines),
  );
  const court = (
    jsonOf('qa-scotus') as {
      turns?: { start: number; stop: number; speaker: string | null; text: string }[];
    }[]
  ).flatMap(({ turns }) =>
    turns === undefined
      ? []
      : [
          turns
            .filter(({ text }) => text.trim() !== '')
            .map(({ start, stop, speaker, text }) => ({
              start,
              end: stop,
              speaker,
              text: text.replace(/\s+/g, ' ').trim(),
            })),
        ],
  );
  const long = [...podcasts, ...court].filter(
    (lines) => lines.reduce((sum, { text }) => sum + text.split(' ').length, 0) >= LONG_WORDS,
  );
  const step = Math.max(1, long.length / TRANSCRIPTS);
  return Array.from(
    { length: Math.min(TRANSCRIPTS, long.length) },
    (_, at) => long[Math.floor(at * step)] ?? [],
  );
}

export function measureQuizzes(transcripts: TranscriptLine[][]): QuizFigures {
  const figures = {
    transcripts: 0,
    questions: 0,
    wellFormed: 0,
    rightIsCited: 0,
    noneElseRight: 0,
  };
  const problems: string[] = [];
  transcripts.forEach((lines, at) => {
    figures.transcripts++;
    const episode = {
      id: `${at}`,
      title: 'An episode',
      podcastTitle: 'A show',
      description: '',
      publishedAt: null,
      lines,
    };
    const quiz = makeQuiz([episode], QUESTIONS, `bench ${at}`);
    const texts = new Set(quiz.map(({ question }) => question));
    for (const { question, options, correctAnswerIndex, explanation } of quiz) {
      figures.questions++;
      const right = options[correctAnswerIndex] ?? '';
      const different = new Set(options.map((option) => plain(option))).size === 4;
      const formed =
        quiz.length === QUESTIONS && texts.size === QUESTIONS && different && options.length === 4;
      if (formed && !plain(question).includes(plain(right))) figures.wellFormed++;
      else problems.push(`form: ${question} ${options.join(' | ')}`);
      const cited = citedPassage(lines, explanation);
      if (cited.includes(plain(right))) figures.rightIsCited++;
      else problems.push(`not cited: ${right} / ${explanation}`);
      const also = options.filter(
        (option, place) => place !== correctAnswerIndex && cited.includes(plain(option)),
      );
      if (also.length === 0) figures.noneElseRight++;
      else problems.push(`also right: ${also.join(' | ')} / ${explanation}`);
    }
  });
  return { ...figures, problems };
}

/** The words of the passage whose sentence the explanation quotes. */
function citedPassage(lines: TranscriptLine[], explanation: string): string {
  const index = indexOf(lines);
  const said = plain(/“(.+)”/s.exec(explanation)?.[1] ?? '');
  const sentence = index.sentences.find(({ text }) => plain(text) === said);
  const at = sentence?.index ?? -1;
  const passage = index.passages.find(({ from, to }) => from <= at && at < to);
  const around = index.sentences.slice(passage?.from ?? 0, passage?.to ?? 0);
  return plain(around.map(({ text }) => text).join(' '));
}

function plain(text: string): string {
  return ` ${wordsOf(text).join(' ')} `;
}
