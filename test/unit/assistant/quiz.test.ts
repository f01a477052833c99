import { describe, expect, it } from 'vitest';
import { AssistantError } from '../../../worker/assistant/assistant.ts';
import { createEmbeddedAssistant } from '../../../worker/assistant/embedded/embedded-assistant.ts';
import { namesIn } from '../../../worker/assistant/embedded/quiz-names.ts';
import { indexOf } from '../../../worker/assistant/retrieval/transcript-index.ts';
import { BREAD, BREAD_LINES, captions } from './fixtures.ts';

const assistant = createEmbeddedAssistant();
const WHOLE = BREAD_LINES.map(({ text }) => text).join(' ');
const SHIPS = {
  ...BREAD,
  id: 'ships',
  title: 'How ships are steered',
  lines:
    captions(`Ida Holm: A rudder is a flat blade that turns a ship by pressing against the water. The largest rudders weigh 80 tonnes. Ships drift sideways because the wind presses on their tall sides. The harbour of Rotterdam guides 29,000 ships a year.
Per Dahl: You should slow down long before the harbour wall. A tanker needs 15 minutes and three miles to stop. Captain Elsa Moen wrote the handbook that pilots still use. Pilots board at night because the tide does not wait for the sun.`),
};

describe('a quiz', () => {
  it('has as many questions as asked for, each with four different options and one right', async () => {
    const quiz = await assistant.writeQuiz([BREAD], 5, { seed: 'a' });
    expect(quiz).toHaveLength(5);
    for (const { options, correctAnswerIndex, question, episodeId } of quiz) {
      expect(new Set(options.map((option) => option.toLowerCase())).size).toBe(4);
      expect(options[correctAnswerIndex]).toBeDefined();
      expect(question).toMatch(/\?/);
      expect(episodeId).toBe('bread');
    }
  });

  it('never asks two alike', async () => {
    const quiz = await assistant.writeQuiz([BREAD], 5, { seed: 'b' });
    expect(new Set(quiz.map(({ explanation }) => explanation)).size).toBe(5);
  });

  it('explains with the place where the right answer stands, and no wrong one', async () => {
    for (const seed of ['c', 'd', 'e', 'f']) {
      for (const question of await assistant.writeQuiz([BREAD], 5, { seed })) {
        const { options, correctAnswerIndex, explanation } = question;
        const quote = /“(.+)”/.exec(explanation)?.[1] ?? '';
        expect(WHOLE).toContain(quote);
        expect(explanation).toMatch(/\[\d+:\d\d\]$/);
        options.forEach((option, at) => {
          if (at === correctAnswerIndex) expect(quote).toContain(option);
          else expect(` ${quote} `).not.toContain(` ${option} `);
        });
      }
    }
  });

  it('is the same for the same seed and another for another', async () => {
    const make = (seed: string) => assistant.writeQuiz([BREAD], 5, { seed });
    expect(await make('g')).toEqual(await make('g'));
    expect(await make('g')).not.toEqual(await make('h'));
  });

  it('is spread over the episodes and names the one it asks about', async () => {
    const quiz = await assistant.writeQuiz([BREAD, SHIPS], 4, { seed: 'i' });
    expect(new Set(quiz.map(({ episodeId }) => episodeId)).size).toBe(2);
    for (const { question } of quiz) expect(question).toMatch(/^In “.+”: /);
  });

  it('asks for no common word, no speaker and nothing sold', async () => {
    const lines = [
      ...SHIPS.lines,
      ...captions(
        'Ann: Well, Right is what the Captain said. This show is sponsored by Buoyant. Buoyant sells 900 ropes a day. Get 20 percent off at buoyant.com slash ships.',
      ),
    ];
    for (const seed of ['k', 'l', 'm', 'n']) {
      const quiz = await assistant.writeQuiz([{ ...SHIPS, lines }], 4, { seed });
      const right = quiz.map(({ options, correctAnswerIndex }) => options[correctAnswerIndex]);
      for (const answer of right)
        expect(answer).not.toMatch(/^(?:Right|Captain|Buoyant|900|20 percent)$/);
    }
  });

  it('asks for no name that the title gives away', async () => {
    const story = { ...SHIPS, title: 'Elsa Moen and the harbour of Rotterdam' };
    for (const seed of 'abcdefgh') {
      for (const made of await assistant.writeQuiz([story], 4, { seed })) {
        expect(made.options[made.correctAnswerIndex]).not.toMatch(/^(?:Elsa Moen|Rotterdam)$/);
      }
    }
  });

  it('takes for names what is one, whole', () => {
    const index = indexOf(
      captions(
        "Ann: We met Elsa Moen in Case No. 15. And it was Your Honor who came, As Rotterdam and Section Nine knew; so the USA and Constitution I'm sure agreed with the Third Circuit. It was On Monday.",
      ),
    );
    const names = index.sentences.flatMap((sentence) => namesIn(sentence, index));
    expect(names.map(({ name }) => name)).toEqual(['Elsa Moen', 'USA', 'Third Circuit']);
    expect(new Set(names.map(({ group }) => group)).size, 'no two of one kind').toBe(3);
  });

  it('fills up with ends of sentences where there are few facts', async () => {
    const lines = captions(
      'Ann: The old garden was quiet in the early morning before anyone came. We walked slowly along the wall with the dog behind us. My sister spoke about the summer after the storm. Nobody wanted to leave that bench until the bell began to ring. The path went down between the apple trees to the river. Someone had painted the gate with a thin coat of blue.',
    );
    const quiz = await assistant.writeQuiz([{ ...BREAD, lines }], 5, { seed: 'j' });
    expect(quiz).toHaveLength(5);
  });

  it('is refused where hardly anything was said', async () => {
    const lines = captions('Ann: Hello. Goodbye.');
    await expect(assistant.writeQuiz([{ ...BREAD, lines }], 5, {})).rejects.toThrow(AssistantError);
    await expect(assistant.writeQuiz([], 5, {})).rejects.toMatchObject({ failure: 'empty' });
  });
});
