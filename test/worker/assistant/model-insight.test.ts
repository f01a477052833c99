import { describe, expect, test, vi } from 'vitest';
import { keepTrueCitations } from '../../../worker/assistant/retrieval/citation.ts';
import { isFallback } from '../../../worker/assistant/with-fallback.ts';
import { LINES } from '../chat/people.ts';
import { episodeOf, longEpisode, NOBODY } from './episodes.ts';
import { assistantOf } from './models.ts';

describe('an insight of a model', () => {
  test('has only true citations and quotations that were said', async () => {
    const { assistant } = assistantOf('answers');
    const text = await assistant.writeInsight(episodeOf(), NOBODY, {});
    expect(text).toContain('## Key takeaways');
    expect(text).toContain('[0:20]');
    expect(text).not.toContain('9:59');
    expect(text).not.toContain('Nobody ever said');
    expect(text).toContain('> “Welcome. Today we talk about pricing');
    expect(keepTrueCitations(text, LINES)).toBe(text);
  });

  test('of a long episode is made in parts that fit, with progress that only grows', async () => {
    const episode = longEpisode(40);
    const { assistant, requests } = assistantOf('answers', { contextTokens: 6_000 });
    const onProgress = vi.fn();
    const text = await assistant.writeInsight(episode, NOBODY, { onProgress });
    expect(text).toContain('## Key takeaways');
    const asked = await requests();
    expect(asked.length).toBeGreaterThan(3);
    for (const { messages } of asked) {
      const chars = messages.reduce((sum, { content }) => sum + content.length, 0);
      expect(chars).toBeLessThan(6_000 * 4);
    }
    const steps = onProgress.mock.calls.map(([percent]) => percent);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(onProgress.mock.calls.map(([, step]) => step)).toContain(
      `Reading part 2 of ${asked.length - 1}`,
    );
  });

  test.each(['fails', 'quota', 'stalls', 'empty', 'nonsense', 'cut-off', 'ends-midway', 'echoes'])(
    "of a model that %s is the episode's own words, and the reader is told",
    async (scenario) => {
      const { assistant } = assistantOf(scenario);
      const text = await assistant.writeInsight(episodeOf(), NOBODY, {});
      if (scenario === 'echoes') expect(text).not.toContain('<episode');
      expect(isFallback(text)).toBe(true);
      expect(text).toContain('## Key takeaways');
    },
  );
});
