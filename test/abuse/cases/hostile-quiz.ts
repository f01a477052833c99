import { setTimeout as delay } from 'node:timers/promises';
import { asWebVtt, HOSTILE_TRANSCRIPTS } from '../../support/hostile-transcripts.ts';
import type { AbuseCase } from '../abuse-case.ts';
import { cookieOf } from '../conversations.ts';

const CHARS = 660_000;
const KINDS = [
  'without punctuation',
  'where each word is another',
  'where each line has its speaker',
  'of long words, each many times',
];
/** The longest reply: a quiz, or a refusal with its reason. */
const MAX_CHARS = 40_000;
/** A busy machine may not read so long a transcript in time, and asks to try again later. */
const AGAIN = { tries: 12, afterMs: 5_000 };

/** Formerly, a quiz about a transcript of 660 kB blocked everybody for 28 seconds. */
export default {
  name: 'quizzes about hostile transcripts of 660 kB',
  isShort: true,
  async prepare({ origin, register, serve, addPodcasts }) {
    const feeds = KINDS.map((kind, index) => {
      const transcript = serve(`/hostile-${index}.vtt`, (_, response) =>
        response
          .writeHead(200, { 'Content-Type': 'text/vtt' })
          .end(asWebVtt(HOSTILE_TRANSCRIPTS[kind]?.(CHARS) ?? [])),
      );
      const feed = `<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel>
<title>Hostile ${index}</title><item><title>Hostile ${index}</title><guid isPermaLink="false">h${index}</guid>
<podcast:transcript url="${transcript}" type="text/vtt"/></item></channel></rss>`;
      return {
        feedUrl: serve(`/hostile-${index}.xml`, (_, response) =>
          response.writeHead(200, { 'Content-Type': 'application/rss+xml' }).end(feed),
        ),
      };
    });
    const ids = await addPodcasts(feeds);
    const reader = await register();
    const Cookie = cookieOf(reader);
    const generate = async (podcastId: string, tries = AGAIN.tries): Promise<void> => {
      const reply = await fetch(`${origin}/api/quiz/generate`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Cookie },
        body: JSON.stringify({ podcastId, useWholeLibrary: false }),
      });
      const said = await reply.text();
      if (reply.status === 503 && tries > 1) {
        await delay(AGAIN.afterMs);
        return generate(podcastId, tries - 1);
      }
      if (reply.status !== 200 && reply.status !== 422) {
        throw new Error(`a quiz answered ${reply.status}: ${said.slice(0, 200)}`);
      }
      if (said.length > MAX_CHARS) throw new Error(`a quiz has ${said.length} characters`);
    };
    for (const id of ids) await reader.call('POST', `/api/podcasts/${id}/subscribe`);
    await reader.call('POST', '/api/podcasts/fetch-recent');
    return {
      async attack() {
        for (const id of ids) await generate(id);
      },
    };
  },
} satisfies AbuseCase;
