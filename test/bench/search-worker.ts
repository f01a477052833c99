/** The search with a metered database; takes a `POST` of JSON at each path below. */
import type { TranscriptLine } from '../../schema/wire/episodes.ts';
import { writerAcross } from '../../worker/assistant/across.ts';
import { assistantFor } from '../../worker/assistant/choose-assistant.ts';
import { loadTextVectors } from '../../worker/assistant/text-vectors.ts';
import { allPodcastsDeps, loadMaterialFromAll } from '../../worker/chat/load-material-from-all.ts';
import { createDatabase } from '../../worker/platform/database.ts';
import { describeError } from '../../worker/platform/logging.ts';
import { sha256Hex } from '../../worker/platform/sha256.ts';
import { PASSAGES_PER_DOCUMENT } from '../../worker/search/document.ts';
import { readSentences } from '../../worker/search/index-store.ts';
import { search } from '../../worker/search/search.ts';
import { indexSources } from '../../worker/search/update-index.ts';
import { wordsIn } from '../../worker/search/words.ts';
import { writeTranscript } from '../../worker/transcripts/store.ts';
import { meteredDatabase } from './metered-database.ts';

const spent = { statements: 0, rowsRead: 0, rowsWritten: 0 };

export interface PlantedEpisode {
  id: string;
  lines: TranscriptLine[];
}

/** Returns the lines of a result's passage, which the benchmark numbers by their seconds. */
export interface FoundPlace {
  episodeId: string | null;
  lines: (number | null)[];
  snippet: string;
}

const linesOf = async (db: D1Database, passageId: number) => {
  const json = await db
    .prepare('SELECT sentences FROM passages WHERE id = ?')
    .bind(passageId)
    .first<string>('sentences');
  return readSentences(json ?? '[]').map(({ start }) => start);
};

const PATHS: Record<string, (env: Env, body: never) => Promise<unknown>> = {
  /** Stores and indexes the transcripts of existing episodes. */
  async plant(env, episodes: PlantedEpisode[]) {
    for (const { id, lines } of episodes) {
      const transcript = { source: 'feed' as const, language: 'en', lines };
      await writeTranscript(env.TRANSCRIPTS, id, transcript, '');
    }
    return PATHS.index?.(env, { ids: episodes.map(({ id }) => id), isForced: false } as never);
  },
  async index(env, { ids, isForced }: { ids: string[]; isForced: boolean }) {
    const deps = {
      db: createDatabase(env.DB),
      bucket: env.TRANSCRIPTS,
      databases: [meteredDatabase(env.SEARCH, spent)],
    };
    spent.rowsWritten = 0;
    const documents = await indexSources(deps, 'transcript', ids, { isForced });
    return { documents, rowsWritten: spent.rowsWritten };
  },
  async search(env, { userId, q }: { userId: string; q: string }) {
    const databases = [meteredDatabase(env.SEARCH, spent)];
    const deps = { db: createDatabase(env.DB), databases, loadMeanings: loadTextVectors };
    spent.rowsRead = 0;
    const { results, didYouMean } = await search(deps, userId, { q });
    return { results, didYouMean, rowsRead: spent.rowsRead };
  },
  /** Returns an answer from all of a user's podcasts by the embedded assistant, as displayed. */
  async answer(env, { userId, question }: { userId: string; question: string }) {
    const material = await loadMaterialFromAll(allPodcastsDeps(env), userId, question, []);
    if (!('episodes' in material)) return '';
    const { episodes, reader } = material;
    const writer = writerAcross(episodes, new Date());
    const assistant = assistantFor(env);
    let text = '';
    for await (const part of assistant.answerAcross(episodes, question, [], reader, {})) {
      text += writer.write(part);
    }
    return text + writer.end();
  },
  /** Returns the lines of a result's passage. */
  async lines(env, { id }: { id: string }) {
    const [, source = '', place = '0'] = /^transcript-(.{36})-(\d+)-/.exec(id) ?? [];
    const document = await env.SEARCH.prepare(
      "SELECT id FROM documents WHERE kind = 'transcript' AND source_id = ?",
    )
      .bind(source)
      .first<number>('id');
    return linesOf(env.SEARCH, (document ?? 0) * PASSAGES_PER_DOCUMENT + Number(place));
  },
  /** FTS5's own order, for any of the words. */
  async plain(env, { q }: { q: string }): Promise<FoundPlace[]> {
    const expression = wordsIn(q)
      .map(({ word }) => `"${word}"`)
      .join(' OR ');
    const { results } = await env.SEARCH.prepare(
      `SELECT shared_index.rowid AS id, episode_id AS episodeId
       FROM shared_index JOIN documents ON documents.id = shared_index.rowid / ${PASSAGES_PER_DOCUMENT}
       WHERE shared_index MATCH ? ORDER BY bm25(shared_index, 0, 0, 1) LIMIT 5`,
    )
      .bind(`text : (${expression})`)
      .all<{ id: number; episodeId: string }>();
    return Promise.all(
      results.map(async ({ id, episodeId }) => ({
        episodeId,
        lines: await linesOf(env.SEARCH, id),
        snippet: '',
      })),
    );
  },
  async lookup(env, { id }: { id: number }) {
    return env.SEARCH.prepare('SELECT version FROM documents WHERE id = ?').bind(id).first();
  },
  async size(env) {
    const { meta } = await env.SEARCH.prepare('SELECT 1').all();
    return meta.size_after;
  },
  async dump(env) {
    const { results } = await env.SEARCH.prepare(
      `SELECT source_id, version, passages.id % ${PASSAGES_PER_DOCUMENT} AS place, sentences
       FROM passages JOIN documents ON documents.id = passages.id / ${PASSAGES_PER_DOCUMENT}
       ORDER BY source_id, place`,
    ).all();
    const digest = await sha256Hex(JSON.stringify(results));
    const words = await env.SEARCH.prepare('SELECT count(*) AS n FROM words').first<number>('n');
    return `${digest} ${results.length} passages ${words} words`;
  },
};

export default {
  async fetch(request, env) {
    const path = PATHS[new URL(request.url).pathname.slice(1)];
    if (!path) return new Response('no such path', { status: 404 });
    try {
      return Response.json(await path(env, await request.json<never>()));
    } catch (error) {
      return new Response(describeError(error), { status: 500 });
    }
  },
} satisfies ExportedHandler<Env>;
