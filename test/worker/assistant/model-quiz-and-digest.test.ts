import { describe, expect, test } from 'vitest';
import { createEmbeddedAssistant } from '../../../worker/assistant/embedded/embedded-assistant.ts';
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

  /** The embedded assistant completes the quiz, and needs something to ask about. */
  const MORE = [
    'The second product cost 900 euros, and thirty clinics bought it in the spring.',
    'A clinic pays its software from the budget for the building.',
    'The nurses trained for six days before the tool went live.',
  ].map((text, index) => ({
    start: 160 + index * 20,
    end: 179 + index * 20,
    speaker: 'Ben',
    text,
  }));

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
      const { result } = await assistant.writeQuiz([episodeOf([...LINES, ...MORE])], 5, {
        seed: 'a',
      });
      const options = result.map((question) => question.options.toSorted());
      expect(options).toContainEqual(fine.options.toSorted());
      expect(options, other).not.toContainEqual(doubtful.options.toSorted());
    }
  });

  test('leaves out a question that has no right option, several, or not four', async () => {
    const right = LINES[1]?.text ?? '';
    const notes = [{ kind: 'claim', statement: right, lines: [1], quotation: right }];
    const raised = (figure: string) => `They lost ${figure} customers in that year.`;
    const fine = {
      ...{ question: 'Which of these was said in the end?', episode: 1, note: 0 },
      ...{ options: [right, ...['1,100', '1,200', '1,300'].map(raised)], correctAnswerIndex: 0 },
    };
    const [, ...wrong] = fine.options;
    const bad = [
      { ...fine, episode: 7 },
      { ...fine, note: 7 },
      { ...fine, options: fine.options.slice(0, 3) },
      { ...fine, options: [right, ...wrong.slice(0, 2), ' '] },
      { ...fine, options: [right, ...wrong.slice(0, 2), 'no'.repeat(300)] },
      { ...fine, options: [right, 'They lost only two customers.', ...wrong.slice(0, 2)] },
      ...[
        'They read https://elsewhere.test/.',
        'They <b>left</b> at once.',
        'They [left](https://elsewhere.test) at once.',
        'They left \u202eat once.',
      ].map((other) => ({ ...fine, options: [right, other, ...wrong.slice(0, 2)] })),
      { ...fine, correctAnswerIndex: 1 },
      { ...fine, correctAnswerIndex: 7 },
      { ...fine, question: ' ' },
      { ...fine, question: 'What was said in Zanzibar, by Olivia?' },
    ].map((one, index) => ({
      ...one,
      question: one.question.replace('in the end', `${'at '.repeat(index)}last`),
    }));
    // Each note gives one question, so this one shows that the others were rejected.
    const replies = [{ notes, topics: [] }, { questions: [...bad, fine, fine] }];
    const { assistant } = await reciting(replies.map((reply) => JSON.stringify(reply)));
    const { result } = await assistant.writeQuiz([episodeOf()], 3, { seed: 'a' });
    const asked = result.map(({ question }) => question);
    expect(asked.filter((question) => question === fine.question)).toHaveLength(1);
    for (const { question } of bad) expect(asked).not.toContain(question.trim());
    expect(result).toHaveLength(3);
  });

  test('leaves out a question of which a wrong option is said elsewhere', async () => {
    const said = [1, 3].map((line) => LINES[line]?.text ?? '');
    const notes = said.map((text, index) => ({
      ...{ kind: 'claim', statement: text, lines: [index === 0 ? 1 : 3], quotation: text },
    }));
    const raised = (figure: string) => `They lost ${figure} customers in that year.`;
    const ask = async (third: string) => {
      const options = [said[0], raised('1,100'), third, raised('1,300')];
      const question = { question: 'What did the hospitals do?', episode: 1, note: 0 };
      const replies = [
        { notes, topics: [] },
        { questions: [{ ...question, options, correctAnswerIndex: 0 }] },
      ];
      const { assistant } = await reciting(replies.map((reply) => JSON.stringify(reply)));
      const { result } = await assistant.writeQuiz([episodeOf()], 3, { seed: 'a' });
      return result.map((one) => one.question);
    };
    expect(await ask(raised('1,200'))).toContain('What did the hospitals do?');
    expect(await ask(said[1] ?? '')).not.toContain('What did the hospitals do?');
  });

  test('leaves out a question like one to be avoided', async () => {
    const right = LINES[1]?.text ?? '';
    const notes = [{ kind: 'claim', statement: right, lines: [1], quotation: right }];
    const options = [right, 'The price never rose.', 'Nobody paid.', 'All of them left.'];
    const question = 'What happened to the price?';
    const questions = [{ question, options, correctAnswerIndex: 0, episode: 1, note: 0 }];
    const ask = async (avoid: { question: string; explanation: string }[]) => {
      const replies = [{ notes, topics: [] }, { questions }];
      const { assistant } = await reciting(replies.map((reply) => JSON.stringify(reply)));
      const { result } = await assistant.writeQuiz([episodeOf()], 3, { seed: 'a', avoid });
      return result.map((one) => one.question);
    };
    expect(await ask([])).toContain(question);
    expect(await ask([{ question, explanation: right }])).not.toContain(question);
  });

  test('of a short conversation is never refused by chance', async () => {
    const embedded = createEmbeddedAssistant();
    for (let seed = 0; seed < 80; seed++) {
      const episode = { ...episodeOf(), id: 'short' };
      const { result } = await embedded.writeQuiz([episode], 3, { seed: `${seed}` });
      expect(result).toHaveLength(3);
    }
  });

  test('is not begun for a reader who has left', async () => {
    const { assistant, requests } = assistantOf('answers');
    const signal = AbortSignal.abort();
    await expect(assistant.writeQuiz([episodeOf()], 5, { signal })).rejects.toThrow();
    expect(await requests()).toEqual([]);
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

  test('has themes that were spoken of, and the episode’s own words where notes are missing', async () => {
    const said = LINES[1]?.text ?? '';
    const notes = [{ kind: 'claim', statement: said, lines: [1], quotation: said }];
    const digestOf = async (entries: object[], category?: string) => {
      const replies = [{ notes, topics: [] }, { entries }];
      const { assistant } = await reciting(replies.map((reply) => JSON.stringify(reply)));
      const episode = { ...episodeOf(), ...(category ? { category } : {}) };
      const { result } = await assistant.writeDigest([episode], NOBODY, {});
      return result.map(({ theme, statements }) => [theme, statements.map(({ text }) => text)]);
    };
    const unknown = { episode: 9, notes: [0], theme: 'Price' };
    const strange = { episode: 1, notes: [0, 0, 999], theme: 'Zanzibar cruises' };
    expect(await digestOf([unknown, strange])).toEqual([['Prices and People', [said]]]);
    expect(await digestOf([strange], 'Business')).toEqual([['Business', [said]]]);
    const [entry] = await digestOf([{ episode: 1, notes: [999], theme: 'Price' }]);
    // The embedded assistant quotes instead of stating.
    expect(entry?.[1]).toEqual(['', '']);
  });

  test('of a model that fails is made without it, and is marked as such', async () => {
    const { assistant } = assistantOf('fails');
    const digest = await assistant.writeDigest([episodeOf(), episodeOf()], NOBODY, {});
    expect(digest.result).toHaveLength(2);
    expect(digest.isStandIn).toBe(true);
  });

  test.each(['fails', 'quota'])(
    'of a model that %s waits for the failure once, and so does a quiz right after it',
    async (scenario) => {
      const { assistant, requests } = assistantOf(scenario);
      const episodes = Array.from({ length: 5 }, () => episodeOf());
      const { isStandIn } = await assistant.writeDigest(episodes, NOBODY, {});
      expect(isStandIn).toBe(true);
      // Two episodes are read at a time, and each call is retried once.
      expect(await requests()).toHaveLength(4);
      const quiz = await assistant.writeQuiz(episodes, 3, { seed: 'a' });
      expect(quiz.isStandIn).toBe(true);
      expect(await requests()).toHaveLength(4);
    },
  );

  test('reads on after a model refuses one request', async () => {
    const { assistant, requests } = assistantOf('refuses-first');
    const episodes = Array.from({ length: 3 }, () => episodeOf());
    const { isStandIn } = await assistant.writeDigest(episodes, NOBODY, {});
    expect(isStandIn).toBe(false);
    expect((await requests()).length).toBeGreaterThan(3);
  });
});
