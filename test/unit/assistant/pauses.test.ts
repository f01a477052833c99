import { expect, it } from 'vitest';
import { analysisOf } from '../../../worker/assistant/embedded/episode-analysis.ts';
import { writeInsight } from '../../../worker/assistant/embedded/insight.ts';
import { makeQuiz } from '../../../worker/assistant/embedded/quiz.ts';
import { findQuestions } from '../../../worker/assistant/embedded/quiz-questions.ts';
import { salienceOf } from '../../../worker/assistant/embedded/salience.ts';
import { indexOf } from '../../../worker/assistant/retrieval/transcript-index.ts';
import { withoutPauses } from '../../../worker/platform/pauses.ts';
import { assistant, BREAD, BREAD_LINES, READER } from './fixtures.ts';

/** The work on this many copies of a talk. */
function analysis(copies: number) {
  const lines = Array.from({ length: copies }, () =>
    BREAD_LINES.map((line) => ({ ...line })),
  ).flat();
  return analysisOf({ ...BREAD, lines }, indexOf(lines), null);
}

/** How often the steps give way to other requests. */
const pausesOf = (steps: Generator<void, unknown>) => [...steps].length;

it.each([
  ['weighing sentences', (copies: number) => pausesOf(salienceOf.inSteps(analysis(copies)))],
  ['an insight', (copies: number) => pausesOf(writeInsight(analysis(copies), READER))],
])('%s pauses more often in a longer transcript', (_, pauses) => {
  const [one, two, four] = [pauses(50), pauses(100), pauses(200)];
  expect(two - one).toBeGreaterThan(10);
  expect((four - two) / (two - one)).toBeCloseTo(2, 0);
});

it('finding what a quiz can ask pauses every few sentences, each time that it goes through them', () => {
  const talk = analysis(50);
  salienceOf(talk);
  // Four hundred sentences: read twice, by twenties, and asked about by fours.
  expect(pausesOf(findQuestions(talk))).toBeGreaterThan(2 * 20 + 133);
});

it('choosing a quiz pauses while it passes over what was asked before', () => {
  const talk = analysis(50);
  const about = { episode: talk.episode, questions: withoutPauses(findQuestions(talk)) };
  const avoid = about.questions.map(({ question, sentence }) => ({
    question,
    explanation: sentence.text,
  }));
  const pauses = (asked: typeof avoid) => pausesOf(makeQuiz([about], 2, 'seed', asked));
  expect(pauses(avoid)).toBeGreaterThan(pauses([]) + 5);
});

it('other work has its turn while an insight is written', async () => {
  const { episode } = analysis(50);
  const stages: string[] = [];
  let turns = 0;
  const work = assistant.writeInsight(episode, READER, {
    onProgress: (percent) => {
      stages.push(`${percent}`);
      if (percent === 50)
        setTimeout(function turn() {
          turns++;
          if (!stages.includes('100')) setTimeout(turn, 0);
        }, 0);
    },
  });
  await work;
  expect(stages).toEqual(['5', '50', '100']);
  expect(turns).toBeGreaterThan(10);
});
