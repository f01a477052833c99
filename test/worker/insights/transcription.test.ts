import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { generations } from '../../../schema/tables/insights.ts';
import { createEmbeddedAssistant } from '../../../worker/assistant/embedded/embedded-assistant.ts';
import { type GenerateDeps, generateInsight } from '../../../worker/insights/generate-insight.ts';
import { AppError } from '../../../worker/platform/errors.ts';
import { db, makeEpisode, makeReader, makeSession } from '../chat/people.ts';
import { connect } from '../chat/socket-client.ts';
import { take } from './take.ts';

describe('while the audio is being transcribed', () => {
  test('a generation waits, shows the progress, and is written once the transcript is there', async () => {
    const reader = await makeReader();
    const episodeId = await makeEpisode();
    const id = await take(reader, episodeId);
    const socket = await connect(reader, await makeSession(reader, episodeId));
    const deps: GenerateDeps = {
      db,
      sessions: env.CHAT_SESSIONS,
      assistant: createEmbeddedAssistant(),
      findTranscript: () =>
        Promise.reject(
          new AppError('unavailable', 'Still being transcribed', {
            details: { transcriptProgress: 40 },
          }),
        ),
    };
    expect(await generateInsight(deps, id ?? '')).toBe('waiting');
    const [row] = await db
      .select()
      .from(generations)
      .where(eq(generations.id, id ?? ''));
    expect(row?.status).toBe('queued');
    await expect
      .poll(() =>
        socket.events.some(
          (event) =>
            event.type === 'insight_progress' &&
            event.currentStep === 'Transcribing the audio (40%)',
        ),
      )
      .toBe(true);

    const found = {
      status: 'ready' as const,
      transcript: {
        source: 'speech' as const,
        language: 'en',
        lines: Array.from({ length: 30 }, (_, index) => ({
          start: index * 6,
          end: index * 6 + 5,
          speaker: null,
          text: `Number ${index} of the figures that were said aloud is worth remembering well.`,
        })),
      },
    };
    expect(await generateInsight({ ...deps, findTranscript: async () => found }, id ?? '')).toBe(
      'settled',
    );
    expect((await socket.next('insight_complete')).insight).toContain('Key takeaways');
  });

  test('any other error is thrown, so that the queue retries', async () => {
    const reader = await makeReader();
    const episodeId = await makeEpisode();
    const id = await take(reader, episodeId);
    const deps: GenerateDeps = {
      db,
      sessions: env.CHAT_SESSIONS,
      assistant: createEmbeddedAssistant(),
      findTranscript: () => Promise.reject(new AppError('unavailable', 'Not now')),
    };
    await expect(generateInsight(deps, id ?? '')).rejects.toThrow('Not now');
  });
});
