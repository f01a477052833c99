/** Finds the passages that match a query, among those the reader may see. */
import { z } from 'zod';
import type { SearchKind } from '../../schema/wire/search.ts';
import { PASSAGES_PER_DOCUMENT } from './document.ts';
import { readSentences } from './index-store.ts';
import { hitsOf, type Lookup, lookupsIn, type SearchSpace, type Wanted } from './lookups.ts';
import { type Completions, matchExpression } from './match-expression.ts';
import type { Term } from './query.ts';

const rowSchema = z.object({
  id: z.int(),
  place: z.int(),
  kind: z.custom<SearchKind>(),
  sourceId: z.string(),
  podcastId: z.string().nullable(),
  episodeId: z.string().nullable(),
  publishedAt: z.number().nullable(),
  sentences: z.string().transform(readSentences),
  /** How many passages its document has. */
  ofDocument: z.int(),
});

type PassageRow = z.output<typeof rowSchema>;

export interface FoundPassage extends PassageRow {
  /** How many of these contain each term of the query; null if not counted. */
  documentCounts: number[] | null;
}

/** Passages of each index that are ranked further. */
const MAX_RANKED_PASSAGES = 200;

/** Looks the terms up in all indexes. Returns passages that are not ranked yet. */
export async function findPassages(
  searchSpace: SearchSpace,
  wanted: Wanted,
): Promise<FoundPassage[]> {
  const found = await Promise.all(
    searchSpace.databases.map((database) =>
      selectIn(database, lookupsIn(searchSpace, database, wanted), wanted),
    ),
  );
  return found.flat(2).map((row) => ({ ...row, documentCounts: null }));
}

interface Counted {
  passages: FoundPassage[];
  /** How many passages contain each term; null if all terms are very common. */
  counts: number[] | null;
}

/** Finds passages with any of the terms, and counts the terms in their documents and in all podcasts. */
export async function findAndCount(
  searchSpace: SearchSpace,
  { isCommon, ...rest }: Omit<Wanted, 'isEvery'>,
): Promise<Counted> {
  const wanted = { ...rest, isCommon, isEvery: false };
  if (isCommon) return { passages: await findPassages(searchSpace, wanted), counts: null };
  const counts = wanted.terms.map(() => 0);
  const passages = await Promise.all(
    searchSpace.databases.map(async (database) => {
      const lookups = lookupsIn(searchSpace, database, wanted);
      const rows = await selectIn(database, lookups, wanted);
      if (rows.flat().length === 0) return [];
      const counted = await database.batch<TermCount>(
        lookups.map(({ index }, i) => countTerms(database, index, wanted.terms, rows[i] ?? [])),
      );
      return counted.flatMap(({ results }, i) => {
        const inDocument = new Map<number | null, number[]>();
        for (const { term, document, hits } of results) {
          counts[term] = (counts[term] ?? 0) + hits;
          const ofDocument = inDocument.get(document) ?? wanted.terms.map(() => 0);
          ofDocument[term] = hits;
          inDocument.set(document, ofDocument);
        }
        return (rows[i] ?? []).map((row) => ({
          ...row,
          documentCounts: inDocument.get(documentOf(row)) ?? null,
        }));
      });
    }),
  );
  return { passages: passages.flat(), counts };
}

/** The rows of each lookup. */
async function selectIn(
  database: D1Database,
  lookups: Lookup[],
  wanted: Wanted,
): Promise<PassageRow[][]> {
  if (lookups.length === 0) return [];
  const found = await database.batch(
    lookups.map((lookup) => selectPassages(database, lookup, wanted)),
  );
  return found.map(({ results }) => z.array(rowSchema).parse(results));
}

const documentOf = ({ id }: PassageRow) => Math.floor(id / PASSAGES_PER_DOCUMENT);

interface TermCount {
  /** Index in the query. */
  term: number;
  /** Null for all other documents together. */
  document: number | null;
  hits: number;
}

/**
 * Counts the passages with each term, in each of these documents and in all others. The others in the shared
 * index only weight the terms, as in FTS5's own score, and are never shown; those in the private index belong
 * to other users.
 */
function countTerms(
  database: D1Database,
  index: Lookup['index'],
  terms: Term[],
  rows: PassageRow[],
): D1PreparedStatement {
  const expressions = terms.map((term) =>
    matchExpression([term], {
      isEvery: true,
      completions: [],
      withStems: true,
      speaker: [],
      scope: [],
    }),
  );
  const isAsked = 'document IN (SELECT value FROM json_each(?2))';
  return database
    .prepare(
      `WITH counted AS (
         SELECT key AS term, ${index}.rowid / ${PASSAGES_PER_DOCUMENT} AS document, count(*) AS hits
         FROM json_each(?1) CROSS JOIN ${index} ON ${index} MATCH value
         GROUP BY term, document
       )
       SELECT term, iif(${isAsked}, document, NULL) AS document, sum(hits) AS hits
       FROM counted ${index === 'private_index' ? `WHERE ${isAsked}` : ''} GROUP BY 1, 2`,
    )
    .bind(JSON.stringify(expressions), JSON.stringify([...new Set(rows.map(documentOf))]));
}

/** Counting stops here. */
const ENOUGH = 50;

/** Counts the passages that contain each term as written, up to a limit per index. */
export async function countPassages(
  searchSpace: SearchSpace,
  terms: Term[],
  completions: Completions = [],
): Promise<number[]> {
  const counts = terms.map(() => 0);
  await Promise.all(
    searchSpace.databases.map(async (database) => {
      const asked = terms.flatMap((term, index) => {
        const wanted = {
          terms: [term],
          completions,
          withStems: false,
          isEvery: true,
          isCommon: true,
        };
        return lookupsIn(searchSpace, database, wanted).map((lookup) => ({ lookup, index }));
      });
      if (asked.length === 0) return;
      const found = await database.batch<{ hits: number }>(
        asked.map(({ lookup }) => countHits(database, lookup)),
      );
      asked.forEach(({ index }, position) => {
        counts[index] = (counts[index] ?? 0) + (found[position]?.results[0]?.hits ?? 0);
      });
    }),
  );
  return counts;
}

function countHits(database: D1Database, lookup: Lookup): D1PreparedStatement {
  return database
    .prepare(`SELECT count(*) AS hits FROM (SELECT 1 ${hitsOf(lookup)} LIMIT ${ENOUGH})`)
    .bind(...lookup.parameters);
}

function selectPassages(
  database: D1Database,
  lookup: Lookup,
  { isCommon }: Wanted,
): D1PreparedStatement {
  const { index } = lookup;
  const score = isCommon ? 'NULL' : `bm25(${index}, 0, 0.5, 1)`;
  const order = isCommon ? 'hit_id DESC' : 'score, hit_id';
  return database
    .prepare(
      `WITH hits AS MATERIALIZED (
         SELECT ${index}.rowid AS hit_id, ${score} AS score ${hitsOf(lookup)}
         ORDER BY ${isCommon ? `${index}.rowid DESC` : order} LIMIT ${MAX_RANKED_PASSAGES}
       )
       SELECT hit_id AS id, hit_id % ${PASSAGES_PER_DOCUMENT} AS place, kind, source_id AS sourceId,
         podcast_id AS podcastId, episode_id AS episodeId, published_at AS publishedAt, sentences,
         (SELECT max(id) FROM passages WHERE id < (documents.id + 1) * ${PASSAGES_PER_DOCUMENT}) % ${PASSAGES_PER_DOCUMENT} + 1
           AS ofDocument
       FROM hits
       JOIN passages ON passages.id = hit_id
       JOIN documents ON documents.id = hit_id / ${PASSAGES_PER_DOCUMENT}
       ORDER BY ${order}`,
    )
    .bind(...lookup.parameters);
}
