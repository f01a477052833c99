import { describe, expect, test } from 'vitest';
import { placeOf } from '../../../worker/assistant/evidence.ts';
import { INVENTED } from '../../support/model-words.ts';
import { BREAD_LINES } from '../../unit/assistant/fixtures.ts';
import { LINES } from '../chat/people.ts';
import { episodeOf, NOBODY } from './episodes.ts';
import { assistantOf, reciting } from './models.ts';

describe('a quiz of a model', () => {
  test('has one right option, whose place is shown, and not always the first', async () => {
    const { assistant, requests } = assistantOf('answers');
    const { result: quiz } = await assistant.writeQuiz([episodeOf()], 5, { seed: 'a' });
    expect(quiz).toHaveLength(5);
    for (const { question, options, correctAnswerIndex, explanation } of quiz) {
      expect(new Set(options).size).toBe(4);
      expect(options[correctAnswerIndex]).not.toMatch(/^(Nobody|The opposite|It was never)/);
      expect(explanation.evidence.map((one) => placeOf(LINES, one))).not.toContain(null);
      expect(question).not.toContain(INVENTED);
    }
    const places = new Set(quiz.map(({ correctAnswerIndex }) => correctAnswerIndex));
    expect(places.size).toBeGreaterThan(1);
    const asked = await requests();
    expect(asked.at(-1)?.response_format).toMatchObject({ type: 'json_schema' });
  });

  test('whose JSON is broken is sent back once and mended', async () => {
    const { assistant, requests } = assistantOf('repairs');
    const { isStandIn } = await assistant.writeQuiz([episodeOf()], 5, { seed: 'a' });
    expect(isStandIn).toBe(false);
    expect((await requests())[1]?.messages.at(-1)?.content).toContain('not valid');
  });

  test('that is too short is topped up with questions made without a model', async () => {
    const { assistant } = assistantOf('answers');
    const short = episodeOf(LINES.slice(0, 3));
    const { result: quiz } = await assistant.writeQuiz([short, episodeOf()], 5, { seed: 'a' });
    expect(quiz).toHaveLength(5);
    expect(new Set(quiz.map(({ options }) => options.join())).size).toBe(5);
  });

  test('is spread over the episodes', async () => {
    const { assistant } = assistantOf('answers');
    const [first, second] = [episodeOf(), episodeOf(BREAD_LINES)];
    const { result: quiz } = await assistant.writeQuiz([first, second], 5, { seed: 'a' });
    const about = (id: string) => quiz.filter(({ episodeId }) => episodeId === id).length;
    expect([about(first.id), about(second.id)].sort()).toEqual([2, 3]);
  });

  test('leaves out a question of which two options say the same in another spelling', async () => {
    const said = [1, 3].map((line) => LINES[line]?.text ?? '');
    const notes = said.map((text, index) => ({
      ...{ kind: 'claim', statement: text, lines: [index === 0 ? 1 : 3], quotation: text },
    }));
    const askAbout = (note: number, wrong: string[]) => ({
      ...{ question: `Which of these was said in this episode?${' '.repeat(note)}`, note },
      ...{ options: [said[note], ...wrong], correctAnswerIndex: 0, episode: 1 },
    });
    const raised = (figure: string) => `They lost ${figure} customers in that year.`;
    const fine = askAbout(0, ['1,100', '1,200', '1,300'].map(raised));
    for (const [one, other] of [
      ['1,100', '1100'],
      ['90 %', '90%'],
      ['all', 'All'],
      ['“most”', 'most'],
    ] as const) {
      const doubtful = askAbout(1, [one, other, '1,300'].map(raised));
      const replies = [{ notes, topics: [] }, { questions: [fine, doubtful] }];
      const { assistant } = await reciting(replies.map((reply) => JSON.stringify(reply)));
      const { result } = await assistant.writeQuiz([episodeOf()], 5, { seed: 'a' });
      const options = result.map((question) => question.options.toSorted());
      expect(options).toContainEqual(fine.options.toSorted());
      expect(options, other).not.toContainEqual(doubtful.options.toSorted());
    }
  });

  test.each(['fails', 'nonsense', 'empty', 'stalls'])(
    'of a model that %s is made without it, and is marked as such',
    async (scenario) => {
      const { assistant } = assistantOf(scenario);
      const quiz = await assistant.writeQuiz([episodeOf()], 3, { seed: 'a' });
      expect(quiz.isStandIn).toBe(true);
      expect(quiz.result.length).toBeGreaterThan(0);
      expect(quiz.result.every(({ options }) => new Set(options).size === 4)).toBe(true);
    },
  );
});

describe('a digest of a model', () => {
  test('has an entry for each episode, in order, of notes on the whole of it', async () => {
    const { assistant } = assistantOf('answers');
    const silent = { ...episodeOf([]), description: 'About pay.' };
    const episodes = [episodeOf(), silent, episodeOf()];
    const { result, isStandIn } = await assistant.writeDigest(episodes, NOBODY, {});
    expect(isStandIn).toBe(false);
    expect(result.map(({ episodeId }) => episodeId)).toEqual(episodes.map(({ id }) => id));
    expect(result[0]).toMatchObject({ theme: 'Price', statements: [{}, {}] });
    for (const evidence of result[0]?.statements.flatMap((one) => one.evidence) ?? []) {
      expect(placeOf(LINES, evidence)).not.toBeNull();
    }
    expect(result[1]?.statements[0]?.text).toContain('About pay.');
  });

  test('of a model that fails is made without it, and is marked as such', async () => {
    const { assistant } = assistantOf('fails');
    const digest = await assistant.writeDigest([episodeOf(), episodeOf()], NOBODY, {});
    expect(digest.result).toHaveLength(2);
    expect(digest.isStandIn).toBe(true);
  });
});
