/** What holds for everything that the embedded assistant says, whatever the transcript. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import type { AssistantEpisode } from '../../../worker/assistant/assistant.ts';
import { type Evidence, placeOf } from '../../../worker/assistant/evidence.ts';
import { assistant, BREAD, BREAD_LINES, READER } from './fixtures.ts';

const WORDS =
  'the we you because should 14 90% $5,000 bread price Ana never not more team is are costs grew, rose. Why? "quoted" Dr. ok it that flour 2019 – … salt naïve 価格 und'.split(
    ' ',
  );
const text = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 40 })
  .map((words) => `${words.join(' ')}.`);
const line = fc.record({
  speaker: fc.constantFrom('Ana', 'Ben Ruiz', null),
  text: fc.oneof(
    { weight: 4, arbitrary: text },
    fc.constantFrom(...BREAD_LINES.map((one) => one.text)),
    fc.string({ maxLength: 80 }),
  ),
  seconds: fc.integer({ min: 1, max: 90 }),
});
const episodes = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 40 }), fc.boolean())
  .map(([lines, isTimed]): AssistantEpisode => {
    let now = 0;
    const timed = lines.map(({ seconds, ...rest }): TranscriptLine => {
      const start = now;
      now += seconds;
      return { ...rest, start: isTimed ? start : null, end: isTimed ? now : null };
    });
    return { ...BREAD, lines: timed };
  });
const questions = fc.constantFrom(
  'Why did the price rise?',
  'How many loaves do they bake?',
  'Who is Ana?',
  'What about salt?',
  'Summarise this in three bullets',
  'What should I do next?',
  'What do they disagree on?',
  'Why did it rise, and who is Ana?',
  'Three bullets on salt',
  'Two sentences about the price for my boss',
);
const LONGEST_ANSWER = 6_000;

function expectInPlace({ lines }: AssistantEpisode, evidence: Evidence[]): void {
  for (const one of evidence) {
    const place = placeOf(lines, one);
    // Words alone are compared: a quotation of none has no place.
    if (!/[\p{L}\p{N}]/u.test(one.quotation)) continue;
    expect(place, one.quotation).not.toBeNull();
    const said = lines[place?.lineId ?? -1];
    if (!said || said.start === null || said.end === null) continue;
    expect(place?.seconds).toBeGreaterThanOrEqual(said.start);
    expect(place?.seconds).toBeLessThanOrEqual(said.end);
  }
}

describe('of any transcript', () => {
  it('each quotation of an answer occurs in its lines, at their time', async () => {
    await fc.assert(
      fc.asyncProperty(episodes, questions, async (episode, question) => {
        let length = 0;
        for await (const part of assistant.answer(episode, question, [], READER, {})) {
          if (part.type === 'stand-in') continue;
          length += JSON.stringify(part).length;
          if (part.type === 'statement') expectInPlace(episode, part.statement.evidence);
        }
        expect(length).toBeGreaterThan(0);
        expect(length).toBeLessThan(LONGEST_ANSWER * 2);
      }),
      { numRuns: 300 },
    );
  });

  it('each quotation of an insight occurs in its lines, and there are few', async () => {
    await fc.assert(
      fc.asyncProperty(episodes, async (episode) => {
        const reader = { industry: 'food', role: 'HR lead', goals: 'cut costs' };
        const { result } = await assistant.writeInsight(episode, reader, {});
        const { gist, takeaways, actions, quotations, topics } = result;
        const statements = [...gist, ...takeaways, ...actions];
        expectInPlace(episode, [...statements.flatMap(({ evidence }) => evidence), ...quotations]);
        expect(statements.length + quotations.length + topics.length).toBeLessThanOrEqual(36);
      }),
      { numRuns: 40 },
    );
  });

  it('no two options of a question are alike, and the right one was said', async () => {
    await fc.assert(
      fc.asyncProperty(episodes, fc.string({ maxLength: 8 }), async (episode, seed) => {
        const quiz = await assistant.writeQuiz([episode], 2, { seed }).catch(() => null);
        for (const { options, correctAnswerIndex, explanation } of quiz?.result ?? []) {
          expect(new Set(options).size).toBe(4);
          expect(options[correctAnswerIndex]).toBeDefined();
          expectInPlace(episode, explanation.evidence);
        }
      }),
      { numRuns: 40 },
    );
  });
});
