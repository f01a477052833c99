/**
 * Measures how long the embedded assistant takes for a four-hour transcript without any cached analysis.
 */
import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import { assistant } from './assistant-under-test.ts';

const FOUR_HOURS_WORDS = 40_000;

export interface SpeedFigures {
  words: number;
  answerMs: number;
  insightMs: number;
  quizMs: number;
}

const READER = { industry: 'software', role: 'engineer', goals: 'write code that lasts' };
const QUESTION = 'How do they handle performance, and why does it matter?';

/** The transcript consists of several long ones; each figure is a median of three. */
export async function measureSpeed(transcripts: TranscriptLine[][]): Promise<SpeedFigures> {
  const { lines, words } = fourHours(transcripts);
  // A new array each time, because analyses are cached by array.
  const episode = () => ({
    id: 'long',
    title: 'Four hours',
    podcastTitle: 'A show',
    description: '',
    publishedAt: null,
    lines: [...lines],
  });
  return {
    words,
    answerMs: await median(async () => {
      for await (const _ of assistant.answer(episode(), QUESTION, [], READER, {}));
    }),
    insightMs: await median(() => assistant.writeInsight(episode(), READER, {})),
    quizMs: await median(() => assistant.writeQuiz([episode()], 5, { seed: 'speed' })),
  };
}

function fourHours(transcripts: TranscriptLine[][]) {
  const lines: TranscriptLine[] = [];
  let words = 0;
  let offset = 0;
  for (const transcript of transcripts) {
    for (const line of transcript) {
      if (words >= FOUR_HOURS_WORDS) return { lines, words };
      const start = (line.start ?? 0) + offset;
      lines.push({ ...line, start, end: line.end === null ? null : line.end + offset });
      words += line.text.split(' ').length;
    }
    offset = (lines.at(-1)?.start ?? 0) + 10;
  }
  return { lines, words };
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    const from = performance.now();
    await work();
    times.push(performance.now() - from);
  }
  return times.sort((a, b) => a - b)[1] ?? 0;
}
