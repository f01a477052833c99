import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { createAssistant } from '../../../worker/assistant/choose-assistant.ts';
import type { AnswerPart } from '../../../worker/assistant/evidence.ts';
import { CUT_OFF_NOTICE, STAND_IN_NOTICE } from '../../../worker/assistant/markdown.ts';
import { findCitations } from '../../support/find-citations.ts';
import { INVENTED } from '../../support/model-words.ts';
import { LINES } from '../chat/people.ts';
import { episodeOf, longEpisode, NOBODY, storedEpisode, textOf } from './episodes.ts';
import { assistantOf, OWN_WORDS, QUESTION, reciting } from './models.ts';

const HOLDS =
  'Ben raised the price to 4,200 euros a year. | 1 | "We raised the price to 4,200 euros a year"';

describe('an answer of a model', () => {
  test('says only what was said, with the time of the words it rests on', async () => {
    const { assistant } = assistantOf('answers');
    const text = await textOf(assistant.answer(episodeOf(), QUESTION, [], NOBODY, {}));
    expect(text).toContain(OWN_WORDS);
    expect(text).not.toContain(INVENTED);
    expect(findCitations(text)[0]?.text).toBe('[0:20]');
  });

  test('is shown statement by statement, as prose or as the list that was asked for', async () => {
    const other = 'The price cost them only two customers. | 1 | "lost only two customers"';
    const prose = await reciting([HOLDS]);
    expect(await textOf(prose.assistant.answer(episodeOf(), QUESTION, [], NOBODY, {}))).toBe(
      'Ben raised the price to 4,200 euros a year. [0:20]',
    );
    const list = await reciting([`Sure!\n\n- ${HOLDS}\n- ${other}\n`]);
    const parts: AnswerPart[] = [];
    for await (const part of list.assistant.answer(episodeOf(), QUESTION, [], NOBODY, {})) {
      parts.push(part);
    }
    expect(parts.map((part) => part.type === 'statement' && part.form)).toEqual(['item', 'item']);
  });

  test('asks once more for what did not hold, and leaves out what fails again', async () => {
    const wrong = 'Ben raised the price to 9,000 euros. | 1 | "We raised the price to 4,200 euros"';
    const mends = await reciting([wrong, HOLDS]);
    const mended = await textOf(mends.assistant.answer(episodeOf(), QUESTION, [], NOBODY, {}));
    expect(mended).toContain('4,200');
    const [, second] = await mends.requests();
    const asked = second?.messages.at(-1)?.content ?? '';
    expect(asked).toContain('9,000 euros. — a figure or date of it does not stand in its lines');
    expect(asked).toContain('1 Ben: We raised the price to 4,200 euros a year');

    const fails = await reciting([`${HOLDS}\n${wrong}`, wrong]);
    const left = await textOf(fails.assistant.answer(episodeOf(), QUESTION, [], NOBODY, {}));
    expect(left).not.toContain('9,000');
    expect(left).not.toContain(STAND_IN_NOTICE);
    expect(await fails.requests()).toHaveLength(2);
  });

  test('keeps what held if what did not cannot be asked for again', async () => {
    const wrong = 'Ben raised the price to 9,000 euros. | 1 | "We raised the price to 4,200 euros"';
    // An empty reply is a failure.
    const kept = await reciting([`${HOLDS}\n${HOLDS}\n- | 1 | "We raised"\n${wrong}`, '']);
    expect(await textOf(kept.assistant.answer(episodeOf(), QUESTION, [], NOBODY, {}))).toBe(
      'Ben raised the price to 4,200 euros a year. [0:20]',
    );
    const nothing = await reciting([wrong, '']);
    const text = await textOf(nothing.assistant.answer(episodeOf(), QUESTION, [], NOBODY, {}));
    expect(text.startsWith(STAND_IN_NOTICE)).toBe(true);
  });

  test('is asked for without names if nobody is named', async () => {
    const { assistant, requests } = assistantOf('answers');
    const lines = LINES.map((line) => ({ ...line, speaker: null }));
    const text = await textOf(assistant.answer(episodeOf(lines), QUESTION, [], NOBODY, {}), lines);
    expect(text).toContain(OWN_WORDS);
    expect((await requests())[0]?.messages[1]?.content).toContain(
      '\n0 Welcome. Today we talk about pricing',
    );
  });

  test("without any valid statement is replaced by the episode's own words, with a notice", async () => {
    const { assistant } = await reciting(['Prices fell. | 1 | "Prices fell by half last year"']);
    const text = await textOf(assistant.answer(episodeOf(), QUESTION, [], NOBODY, {}));
    expect(text.startsWith(STAND_IN_NOTICE)).toBe(true);
    expect(text).toContain(OWN_WORDS);
    expect(text).not.toContain('fell');
  });

  test('that finds nothing says so and shows the places that come closest', async () => {
    const { assistant } = await reciting(['NOTHING']);
    const text = await textOf(assistant.answer(episodeOf(), QUESTION, [], NOBODY, {}));
    expect(text).toMatch(
      /^I found no answer to that in this episode\. The places that come closest:\n\n(?:- \w+: “.+” \[\d:\d\d\]\n?){3}$/,
    );
    expect(text).toContain(OWN_WORDS);
  });

  test('that finds nothing on what nobody mentions shows no places', async () => {
    const { assistant } = await reciting(['NOTHING']);
    const asked = 'How deep is Lake Baikal?';
    const text = await textOf(assistant.answer(episodeOf(), asked, [], NOBODY, {}));
    expect(text).toBe('I found no mention of that in this episode.');
  });

  test('about the whole episode asks once more for what its notes do not say', async () => {
    const said = LINES[1]?.text ?? '';
    const notes = [0, 1].map((line) => {
      const text = LINES[line]?.text ?? '';
      return { kind: 'claim', statement: text, lines: [line], quotation: text };
    });
    const wrong = '- Ben raised the price to 9,000 euros. | 1';
    const replies = [JSON.stringify({ notes, topics: [] }), wrong, `- ${said} | 1`];
    const { assistant, requests } = await reciting(replies);
    const asked = 'Summarise the episode in three bullets';
    const text = await textOf(assistant.answer(episodeOf(), asked, [], NOBODY, {}));
    expect(text).toContain('4,200');
    expect(text).not.toContain(STAND_IN_NOTICE);
    const mend = (await requests()).at(-1)?.messages.at(-1)?.content ?? '';
    expect(mend).toContain('9,000 euros. — a figure or date of it does not stand in its lines');
    expect(mend).toContain(`1 (claim) ${said}`);
    expect(mend).not.toContain('0 (claim)');
  });

  test('to a request about the whole episode is never nothing', async () => {
    const { assistant } = await reciting(['{"notes": [], "topics": []}', 'NOTHING']);
    const asked = 'Summarise the episode in three bullets';
    const text = await textOf(assistant.answer(episodeOf(), asked, [], NOBODY, {}));
    expect(text.startsWith(STAND_IN_NOTICE)).toBe(true);
    expect(text.match(/^- /gm)).toHaveLength(3);
  });

  test('about the length and date of the episode needs no model', async () => {
    const { assistant, requests } = assistantOf('fails');
    const episode = { ...episodeOf(), publishedAt: new Date('2026-10-03T12:00:00Z') };
    const asked = 'How long is this episode?';
    expect(await textOf(assistant.answer(episode, asked, [], NOBODY, {}))).toMatch(
      /, published on Oct 3, 2026\./,
    );
    expect(await requests()).toEqual([]);
  });

  test('to small talk needs no model, and says who writes the others', async () => {
    const { assistant, requests } = assistantOf('fails');
    const ask = (question: string, episode = episodeOf()) =>
      textOf(assistant.answer(episode, question, [], NOBODY, {}));
    expect(await ask('Hello')).toMatch(/^Hello! /);
    expect(await ask('Are you an AI?')).toContain('An AI model writes my answers');
    // Without a transcript, none does.
    expect(await ask('Are you an AI?', episodeOf([]))).toContain('I use no AI model');
    expect(await ask('Who speaks?', episodeOf([]))).toContain('This episode has no transcript');
    expect(await requests()).toEqual([]);
  });

  test('is asked for with the lines by number, what was said before and the profile', async () => {
    const { assistant, requests } = assistantOf('answers');
    const earlier = [{ question: 'Who speaks?', answer: 'Ada and Ben.' }];
    const reader = { industry: 'Health', role: 'Nurse', goals: null };
    await textOf(assistant.answer(episodeOf(), QUESTION, earlier, reader, {}));
    const [request] = await requests();
    expect(request?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    const sent = request?.messages[1]?.content ?? '';
    expect(sent).toContain('\n1 Ben: We raised the price to 4,200 euros a year');
    expect(sent).not.toMatch(/\d:\d\d/);
    expect(sent).toContain('<role>Nurse</role>');
    expect(sent).toContain('Question: Who speaks?\nAnswer: Ada and Ben.');
    expect(sent.indexOf('Remember:')).toBeGreaterThan(sent.indexOf('</transcript>'));
    expect(sent.endsWith(`The question: ${QUESTION}`)).toBe(true);
  });

  test.each(['fails', 'forbids', 'quota', 'stalls', 'empty', 'blank', 'nonsense', 'cut-off'])(
    "of a model that %s is the episode's own words, and the reader is told",
    async (scenario) => {
      const { assistant, requests } = assistantOf(scenario);
      const text = await textOf(assistant.answer(episodeOf(), QUESTION, [], NOBODY, {}));
      expect(text.startsWith(`${STAND_IN_NOTICE}\n\n`)).toBe(true);
      expect(text).toContain(OWN_WORDS);
      // Isn't retried first, because somebody is waiting.
      expect(await requests()).toHaveLength(1);
    },
  );

  test.each(['withholds', 'stalls-midway', 'breaks-midway', 'ends-midway'])(
    "of a model that is %s goes on in the episode's own words, and the reader is told",
    async (scenario) => {
      const { assistant } = assistantOf(`${scenario}-whole`);
      const text = await textOf(assistant.answer(episodeOf(), QUESTION, [], NOBODY, {}));
      expect(text.startsWith('We raised the price')).toBe(true);
      expect(text).toContain(CUT_OFF_NOTICE);
      expect(text.split(CUT_OFF_NOTICE)[1]).toContain(OWN_WORDS);
    },
  );

  test('from a server that is not there is stood in for', async () => {
    const assistant = createAssistant({
      AI_PROVIDER: 'openai-compatible',
      AI_MODEL: 'any',
      AI_BASE_URL: 'http://127.0.0.1:9/v1',
      AI_CONTEXT_TOKENS: 8_000,
      AI_TIMEOUT_MS: 2_000,
      DB: env.DB,
      NOTES: env.TRANSCRIPTS,
    });
    const text = await textOf(assistant.answer(episodeOf(), QUESTION, [], NOBODY, {}));
    expect(text.startsWith(STAND_IN_NOTICE)).toBe(true);
  });

  test('ends when the reader stops it, without anything standing in', async () => {
    const { assistant } = assistantOf('stalls-midway-whole');
    const stop = new AbortController();
    const parts: AnswerPart[] = [];
    const reading = (async () => {
      const options = { signal: stop.signal };
      for await (const part of assistant.answer(episodeOf(), QUESTION, [], NOBODY, options)) {
        parts.push(part);
        stop.abort();
      }
    })();
    await expect(reading).rejects.toMatchObject({ failure: 'aborted' });
    expect(parts.map(({ type }) => type)).toEqual(['statement']);
  });

  test('about a long episode is made from the passages that fit, with gaps marked', async () => {
    const lines = longEpisode(60).lines.map((line) => ({ ...line }));
    const needle = 'The zeppelin fund paid for the very first trial.';
    lines.splice(300, 0, { start: 6_000.5, end: 6_010, speaker: 'Ben', text: needle });
    const { assistant, requests } = assistantOf('answers');
    const asked = 'Who paid for the zeppelin trial?';
    const parts = assistant.answer(episodeOf(lines), asked, [], NOBODY, {});
    expect(await textOf(parts, lines)).toContain(needle);
    const sent = (await requests())[0]?.messages.map(({ content }) => content).join('') ?? '';
    expect(sent).toContain('(left out)');
    expect(sent).toContain('<outline>');
    expect(sent.length / 3.5).toBeLessThan(5_500);
  });

  test('in other words than the transcript’s is sent the sentence that answers it', async () => {
    const lines = longEpisode(60).lines.map((line) => ({ ...line }));
    const needle = 'The firm sacked forty employees.';
    lines.splice(300, 0, { start: 6_000.5, end: 6_010, speaker: 'Ben', text: needle });
    const { assistant, requests } = assistantOf('answers');
    const asked = 'How many workers did the company dismiss?';
    await textOf(assistant.answer(episodeOf(lines), asked, [], NOBODY, {}), lines);
    expect(JSON.stringify((await requests())[0])).toContain(needle);
  });

  test('about the whole of an episode is made of notes, which are taken once', async () => {
    const episode = await storedEpisode(60);
    const { assistant, requests } = assistantOf('answers');
    const ask = (question: string) =>
      textOf(assistant.answer(episode, question, [], NOBODY, {}), episode.lines);
    const text = await ask('Summarise the episode in five bullets');
    expect(text.match(/^- /gm)).toHaveLength(5);
    expect(findCitations(text).length).toBeGreaterThanOrEqual(5);
    const before = (await requests()).length;
    expect(await ask('What are the key takeaways?')).toMatch(/^- /);
    expect(await requests()).toHaveLength(before + 1);
  });
});
