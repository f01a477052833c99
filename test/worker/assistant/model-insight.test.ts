import { env } from 'cloudflare:workers';
import { describe, expect, test, vi } from 'vitest';
import { placeOf } from '../../../worker/assistant/evidence.ts';
import { insightMarkdown } from '../../../worker/assistant/markdown.ts';
import { INVENTED } from '../../support/model-words.ts';
import { LINES } from '../chat/people.ts';
import { episodeOf, longEpisode, NOBODY } from './episodes.ts';
import { assistantOf } from './models.ts';

const kindOf = (request: { response_format?: { json_schema?: { name?: string } } }) =>
  request.response_format?.json_schema?.name;

describe('an insight of a model', () => {
  test('consists of statements that hold, each with its place', async () => {
    const { assistant } = assistantOf('answers');
    const { result, isStandIn } = await assistant.writeInsight(episodeOf(), NOBODY, {});
    expect(isStandIn).toBe(false);
    const statements = [...result.gist, ...result.takeaways, ...result.actions];
    expect(statements.length).toBeGreaterThan(4);
    for (const evidence of statements.flatMap((one) => one.evidence)) {
      expect(placeOf(LINES, evidence)).not.toBeNull();
    }
    const text = insightMarkdown(result, LINES);
    expect(text).toContain('## Key takeaways');
    expect(text).toContain('[0:20]');
    expect(text).not.toContain(INVENTED);
    expect(text).toContain('> “Welcome. Today we talk about pricing');
  });

  test('of a long episode is made of notes on all of it, with progress that only grows', async () => {
    const episode = longEpisode(120);
    const { assistant, requests } = assistantOf('answers');
    const onProgress = vi.fn();
    await assistant.writeInsight(episode, NOBODY, { onProgress });
    const asked = await requests();
    const parts = asked.filter((request) => request.messages[1]?.content.includes('Take 8 to 14'));
    expect(parts.length).toBeGreaterThan(2);
    const read = parts.flatMap(({ messages }) => messages[1]?.content.match(/^\d+ \w+: /gm) ?? []);
    expect(new Set(read).size).toBe(episode.lines.length);
    for (const { messages } of parts) {
      expect((messages[1]?.content.length ?? 0) / 3.5).toBeLessThan(7_000);
    }
    const steps = onProgress.mock.calls.map(([percent]) => percent);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(onProgress.mock.calls.map(([, step]) => step)).toContain(
      `Reading part 2 of ${parts.length}`,
    );
  });

  test('is read once for all readers: another profile costs one small call', async () => {
    const episode = longEpisode(60);
    const { assistant, requests } = assistantOf('answers');
    const shared = await assistant.writeInsight(episode, NOBODY, {});
    const before = (await requests()).length;
    const nurse = { industry: 'Health', role: 'Nurse', goals: null };
    const { result } = await assistant.writeInsight(episode, nurse, {});
    const asked = (await requests()).slice(before);
    expect(asked.map(kindOf)).toEqual(['reader']);
    expect(asked[0]?.messages.map(({ content }) => content).join('').length).toBeLessThan(12_000);
    expect(result.takeaways[0]?.because).toBe('because you work as Nurse');
    expect(result.takeaways).not.toEqual(shared.result.takeaways);
    // A reason that is none of the profile's is not shown.
    expect(result.actions.map(({ because }) => because)).toEqual(
      result.actions.map(() => undefined),
    );
  });

  test('makes notes once for two readers who ask at the same time', async () => {
    const episode = longEpisode(60);
    const { assistant, model, requests } = assistantOf('answers');
    const other = assistantOf('answers', { model }).assistant;
    const nurse = { industry: 'Health', role: 'Nurse', goals: null };
    await Promise.all([
      assistant.writeInsight(episode, NOBODY, {}),
      other.writeInsight(episode, nurse, {}),
    ]);
    const parts = (await requests())
      .filter((request) => kindOf(request) === 'notes')
      .map(({ messages }) => messages[1]?.content);
    expect(parts.length).toBeGreaterThan(1);
    expect(new Set(parts).size).toBe(parts.length);
  });

  test('takes over notes from a reader whose lease has expired', async () => {
    const episode = longEpisode(60);
    const { assistant, model, requests } = assistantOf('answers');
    await assistant.writeInsight(episode, NOBODY, {});
    const made = (await requests()).length;
    const { objects } = await env.TRANSCRIPTS.list({ prefix: `notes/${episode.id}/` });
    const [lost] = objects;
    await env.TRANSCRIPTS.delete(lost?.key ?? '');
    await env.DB.prepare('INSERT INTO leases (key, holder, expires_at) VALUES (?, ?, ?)')
      .bind(lost?.key, 'dead', Date.now() + 1_500)
      .run();
    await assistantOf('answers', { model }).assistant.writeInsight(episode, NOBODY, {});
    expect((await requests()).slice(made).map(kindOf)).toContain('notes');
  });

  test('resumes after an interruption without rereading finished parts', async () => {
    const episode = longEpisode(60);
    const { assistant, model, requests } = assistantOf('answers');
    const stop = new AbortController();
    const broken = assistant.writeInsight(episode, NOBODY, {
      signal: stop.signal,
      onProgress: (_, step) => {
        if (step.startsWith('Reading')) stop.abort();
      },
    });
    await expect(broken).rejects.toThrow();
    const keys = await env.TRANSCRIPTS.list({ prefix: `notes/${episode.id}/` });
    expect(keys.objects.length).toBeGreaterThan(0);
    await assistantOf('answers', { model }).assistant.writeInsight(episode, NOBODY, {});
    const notes = (await requests()).filter((one) =>
      one.messages[1]?.content.includes('Take 8 to 14'),
    );
    const read = notes.map(({ messages }) => messages[1]?.content);
    // Only what was being read when it was broken off is read twice.
    expect(read.length - new Set(read).size).toBeLessThan(new Set(read).size);
  });

  test.each(['fails', 'quota', 'stalls', 'empty', 'nonsense', 'cut-off', 'ends-midway', 'echoes'])(
    "of a model that %s is the episode's own words, and is marked as such",
    async (scenario) => {
      const { assistant } = assistantOf(scenario);
      const { result, isStandIn } = await assistant.writeInsight(episodeOf(), NOBODY, {});
      expect(isStandIn).toBe(true);
      expect(insightMarkdown(result, LINES)).toContain('## Key takeaways');
    },
  );
});
