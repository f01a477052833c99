import { describe, expect, test } from 'vitest';
import { createAssistant } from '../../../worker/assistant/choose-assistant.ts';
import { findCitations } from '../../../worker/assistant/retrieval/citation.ts';
import {
  CUT_OFF_NOTICE,
  isFallback,
  STAND_IN_NOTICE,
} from '../../../worker/assistant/with-fallback.ts';
import { episodeOf, longEpisode, NOBODY, textOf } from './episodes.ts';
import { assistantOf, OWN_WORDS, QUESTION } from './models.ts';

describe('an answer of a model', () => {
  test('comes in pieces and cites only what is in the transcript', async () => {
    const { assistant } = assistantOf('answers');
    const pieces: string[] = [];
    for await (const piece of assistant.answer(episodeOf(), QUESTION, [], NOBODY, {})) {
      pieces.push(piece);
    }
    const text = pieces.join('');
    expect(pieces.length).toBeGreaterThan(5);
    expect(text).toContain(OWN_WORDS);
    expect(text).toContain('[0:20]');
    expect(text).not.toContain('9:59');
    expect(text).toContain('And so on.');
    expect(findCitations(text)).toHaveLength(1);
    expect(isFallback(text)).toBe(false);
  });

  test('is asked for with the transcript, what was said before and the profile', async () => {
    const { assistant, requests } = assistantOf('answers');
    const earlier = [{ question: 'Who speaks?', answer: 'Ada and Ben.' }];
    const reader = { industry: 'Health', role: 'Nurse', goals: null };
    await textOf(assistant.answer(episodeOf(), QUESTION, earlier, reader, {}));
    const [request] = await requests();
    const contents = request?.messages.map(({ content }) => content) ?? [];
    expect(contents[1]).toContain('[0:20] Ben: We raised the price to 4,200 euros a year');
    expect(contents[1]).toContain('<role>Nurse</role>');
    expect(contents.slice(-3)).toEqual(['Who speaks?', 'Ada and Ben.', QUESTION]);
    expect(request?.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
    ]);
  });

  test.each(['fails', 'forbids', 'quota', 'stalls', 'empty', 'blank', 'nonsense'])(
    "of a model that %s is the episode's own words, and the reader is told",
    async (scenario) => {
      const { assistant, requests } = assistantOf(scenario);
      const text = await textOf(assistant.answer(episodeOf(), QUESTION, [], NOBODY, {}));
      expect(text.startsWith(`${STAND_IN_NOTICE}\n\n`)).toBe(true);
      expect(text).toContain(OWN_WORDS);
      // Somebody waits for it: it is not tried again first.
      expect(await requests()).toHaveLength(1);
    },
  );

  test.each(['cut-off', 'withholds', 'stalls-midway', 'breaks-midway', 'ends-midway'])(
    "of a model that is %s goes on in the episode's own words, and the reader is told",
    async (scenario) => {
      const { assistant } = assistantOf(scenario);
      const text = await textOf(assistant.answer(episodeOf(), QUESTION, [], NOBODY, {}));
      expect(text.startsWith('The episode says')).toBe(true);
      expect(text).toContain(CUT_OFF_NOTICE);
      expect(text).toContain(OWN_WORDS);
    },
  );

  test('from a server that is not there is stood in for', async () => {
    const assistant = createAssistant({
      AI_PROVIDER: 'openai-compatible',
      AI_MODEL: 'any',
      AI_BASE_URL: 'http://127.0.0.1:9/v1',
      AI_CONTEXT_TOKENS: 8_000,
      AI_TIMEOUT_MS: 2_000,
    });
    const text = await textOf(assistant.answer(episodeOf(), QUESTION, [], NOBODY, {}));
    expect(isFallback(text)).toBe(true);
  });

  test('ends when the reader stops it, without anything standing in', async () => {
    const { assistant } = assistantOf('stalls-midway');
    const stop = new AbortController();
    const pieces: string[] = [];
    const reading = (async () => {
      const options = { signal: stop.signal };
      for await (const piece of assistant.answer(episodeOf(), QUESTION, [], NOBODY, options)) {
        pieces.push(piece);
        stop.abort();
      }
    })();
    await expect(reading).rejects.toMatchObject({ failure: 'aborted' });
    expect(pieces.join('')).not.toContain('_');
  });

  test('about a long episode is made from the passages that fit the question', async () => {
    const lines = longEpisode(60).lines.map((line) => ({ ...line }));
    const needle = 'The zeppelin fund paid for the very first trial.';
    lines.splice(300, 0, { start: 6_000.5, end: 6_010, speaker: 'Ben', text: needle });
    const { assistant, requests } = assistantOf('answers', { contextTokens: 6_000 });
    const text = await textOf(
      assistant.answer(episodeOf(lines), 'Who paid for the zeppelin trial?', [], NOBODY, {}),
    );
    expect(text).toContain(needle);
    const [request] = await requests();
    const sent = request?.messages.map(({ content }) => content).join('') ?? '';
    expect(sent).toContain('the passages that fit the question best');
    expect(sent.length).toBeLessThan(6_000 * 4);
  });
});
