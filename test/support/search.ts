/** Fills the search index and queries it. */

import { env } from 'cloudflare:workers';
import { transcripts } from '../../schema/tables/episodes.ts';
import type { TranscriptLine } from '../../schema/wire/episodes.ts';
import type { SearchSource } from '../../schema/wire/jobs.ts';
import type { SearchReply } from '../../schema/wire/search.ts';
import { writeTranscript } from '../../worker/transcripts/store.ts';
import type { Person } from './people.ts';
import { db, makeEpisode, makePodcast } from './podcasts.ts';
import { deliver } from './queues.ts';

/** Lines of ten seconds each. 'Ines: …' is said by Ines, everything else by Ada Quist. */
function linesOf(sentences: string[]): TranscriptLine[] {
  return sentences.map((sentence, i) => {
    const [, speaker = 'Ada Quist', text = sentence] =
      /^([\p{L}\p{N}_]+): (.*)$/u.exec(sentence) ?? [];
    return { start: i * 10, end: i * 10 + 9, speaker, text };
  });
}

/** Stores an episode's transcript without telling the index. */
export async function storeTranscript(episodeId: string, sentences: string[]): Promise<void> {
  const transcript = { source: 'feed' as const, language: 'en', lines: linesOf(sentences) };
  await writeTranscript(env.TRANSCRIPTS, episodeId, transcript, sentences.join('\n'));
  const ready = { status: 'ready' as const, checkedAt: new Date() };
  await db
    .insert(transcripts)
    .values({ episodeId, ...ready })
    .onConflictDoUpdate({ target: transcripts.episodeId, set: ready });
}

/** Makes the consumer process sources, as a message would. */
export const index = (...sources: [kind: SearchSource, sourceId: string][]) =>
  deliver(
    'dripcast-search',
    sources.map(([kind, sourceId]) => ({ body: { kind, sourceId } })),
  );

/** Indexes a podcast with one episode in which this is said. */
export async function makeSpoken(
  sentences: string[],
  podcast: Parameters<typeof makePodcast>[0] = {},
  fields: Parameters<typeof makeEpisode>[1] = {},
) {
  const { id: podcastId } = await makePodcast(podcast);
  const episode = await makeEpisode(podcastId, fields);
  await storeTranscript(episode.id, sentences);
  await index(['transcript', episode.id], ['episode', episode.id]);
  return { podcastId, episodeId: episode.id };
}

export async function searchAs(
  person: Person,
  q: string,
  filters: Record<string, string> = {},
): Promise<SearchReply> {
  const reply = await person.ask(`/api/search?${new URLSearchParams({ q, ...filters })}`);
  if (reply.status !== 200) throw new Error(`${reply.status} ${await reply.text()}`);
  return reply.json<SearchReply>();
}

export const snippetsFor = async (
  person: Person,
  q: string,
  filters: Record<string, string> = {},
) => (await searchAs(person, q, filters)).results.map(({ snippet }) => snippet);
