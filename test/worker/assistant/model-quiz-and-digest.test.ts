import { describe, expect, test } from 'vitest';
import { BREAD_LINES } from '../../unit/assistant/fixtures.ts';
import { LINES } from '../chat/people.ts';
import { episodeOf, NOBODY } from './episodes.ts';
import { assistantOf } from './models.ts';

describe('a quiz of a model', () => {
  test('is asked for as JSON of a shape, and its right options are not all first', async () => {
    const { assistant, requests } = assistantOf('answers');
    const quiz = await assistant.writeQuiz([episodeOf()], 5, { seed: 'a' });
    expect(quiz).toHaveLength(5);
    for (const { question, options, correctAnswerIndex, explanation } of quiz) {
      expect(new Set(options).size).toBe(4);
      expect(options[correctAnswerIndex]).not.toMatch(/^(Something|Nothing|The opposite)/);
      expect(explanation).toMatch(/\[\d+:\d\d\]/);
      expect(question).not.toBe('');
    }
    expect(new Set(quiz.map(({ correctAnswerIndex }) => correctAnswerIndex)).size).toBeGreaterThan(
      1,
    );
    expect((await requests())[0]?.response_format).toMatchObject({ type: 'json_schema' });
  });

  test('whose JSON is broken is sent back once and mended', async () => {
    const { assistant, requests } = assistantOf('repairs');
    const quiz = await assistant.writeQuiz([episodeOf()], 5, { seed: 'a' });
    expect(quiz.some(({ question }) => question.startsWith('What did'))).toBe(true);
    const asked = await requests();
    expect(asked).toHaveLength(2);
    expect(asked[1]?.messages.at(-1)?.content).toContain('not valid');
  });

  test('that is too short is topped up with questions made without a model', async () => {
    const { assistant } = assistantOf('answers');
    const short = episodeOf(LINES.slice(0, 3));
    const full = episodeOf();
    const quiz = await assistant.writeQuiz([short, full], 5, { seed: 'a' });
    expect(quiz).toHaveLength(5);
    expect(new Set(quiz.map(({ question }) => question)).size).toBe(5);
  });

  test('is spread over the episodes, even where the model asks about one alone', async () => {
    const { assistant } = assistantOf('answers');
    const [first, second] = [episodeOf(), episodeOf(BREAD_LINES)];
    const quiz = await assistant.writeQuiz([first, second], 5, { seed: 'a' });
    const about = (id: string) => quiz.filter(({ episodeId }) => episodeId === id).length;
    expect([about(first.id), about(second.id)]).toEqual([3, 2]);
  });

  test.each(['fails', 'nonsense', 'empty', 'stalls'])(
    'of a model that %s is made without it',
    async (scenario) => {
      const { assistant } = assistantOf(scenario);
      const quiz = await assistant.writeQuiz([episodeOf()], 3, { seed: 'a' });
      expect(quiz.length).toBeGreaterThan(0);
      expect(quiz.every(({ options }) => new Set(options).size === 4)).toBe(true);
    },
  );
});

describe('a digest of a model', () => {
  test('has an entry for each episode, in order, with true citations', async () => {
    const { assistant } = assistantOf('answers');
    const episodes = [episodeOf(), episodeOf(), episodeOf()];
    const entries = await assistant.writeDigest(episodes, NOBODY, {});
    expect(entries.map(({ episodeId }) => episodeId)).toEqual(episodes.map(({ id }) => id));
    expect(entries[0]).toMatchObject({
      summary: 'This happened [0:00]. That followed.',
      theme: 'Prices',
    });
  });

  test('of a model that fails is made without it, and the reader is told', async () => {
    const { assistant } = assistantOf('fails');
    const notices: string[] = [];
    const onNotice = (notice: string) => notices.push(notice);
    const entries = await assistant.writeDigest([episodeOf(), episodeOf()], NOBODY, { onNotice });
    expect(entries).toHaveLength(2);
    expect(notices).toEqual([expect.stringMatching(/^The model is unavailable right now/)]);
  });
});
