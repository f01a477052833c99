/** The rows of sources that come with an imported account. The owner's id goes into every statement. */
import { sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { SOURCES_MAX } from '../../schema/limits.ts';
import { episodes } from '../../schema/tables/episodes.ts';
import { sources } from '../../schema/tables/sources.ts';
import type { Database } from '../platform/database.ts';
import { insertColumns } from '../platform/insert-columns.ts';
import { READ_ONLY, type SourceColumns, type SourceRow } from './store.ts';

/** The user's sources by the ids of a document, and whether their texts are there. */
export async function findRestored(
  db: Database,
  userId: string,
  wanted: { id: string; otherId: string }[],
): Promise<Map<string, { id: string; hasText: boolean }>> {
  const rows = await db.all<{ ref: string; id: string; hasText: number }>(sql`
    SELECT value ->> 'id' AS ref, s.episode_id AS id, t.episode_id IS NOT NULL AS "hasText"
    FROM json_each(${JSON.stringify(wanted)})
    JOIN sources s ON s.episode_id IN (value ->> 'id', value ->> 'otherId')
      AND s.user_id = ${userId}
    LEFT JOIN transcripts t ON t.episode_id = s.episode_id`);
  return new Map(rows.map(({ ref, id, hasText }) => [ref, { id, hasText: hasText === 1 }]));
}

type RestoredRow = SourceColumns &
  Pick<SourceRow, 'id' | 'kind' | 'createdAt' | 'updatedAt'> & { otherId: string };

/**
 * Adds rows of sources whose texts follow, as many as there is room for. Their `guid` is their id in the
 * document.
 */
export async function insertRestored(
  db: Database,
  userId: string,
  podcastId: string,
  rows: RestoredRow[],
  counted?: BatchItem<'sqlite'>,
): Promise<void> {
  const json = JSON.stringify(
    rows.map(({ publishedAt, createdAt, updatedAt, ...row }) => ({
      ...row,
      publishedAt: publishedAt?.getTime() ?? null,
      createdAt: createdAt.getTime(),
      updatedAt: updatedAt.getTime(),
    })),
  );
  const of = (name: string) => sql.raw(`value ->> '${name}'`);
  const episode = insertColumns(episodes, {
    id: sql`CASE WHEN EXISTS (SELECT 1 FROM episodes AS taken WHERE taken.id = value ->> 'id')
      THEN value ->> 'otherId' ELSE value ->> 'id' END`,
    podcastId,
    guid: of('id'),
    title: of('title'),
    publishedAt: of('publishedAt'),
    link: of('address'),
    ...READ_ONLY,
    createdAt: of('createdAt'),
  });
  const source = insertColumns(sources, {
    episodeId: sql`added.id`,
    userId,
    kind: of('kind'),
    author: of('author'),
    characters: of('characters'),
    paragraphs: of('paragraphs'),
    textHash: of('textHash'),
    createdAt: of('createdAt'),
    updatedAt: of('updatedAt'),
  });
  await db.batch([
    db
      .insert(episodes)
      .select(sql`
        SELECT ${episode}
        FROM (SELECT value, row_number() OVER (ORDER BY key) AS place FROM json_each(${json}))
        WHERE place <= ${SOURCES_MAX} - (
          SELECT count(*) FROM sources AS kept WHERE kept.user_id = ${userId})`)
      .onConflictDoNothing(),
    db
      .insert(sources)
      .select(sql`
        SELECT ${source} FROM json_each(${json}) JOIN episodes AS added
          ON added.podcast_id = ${podcastId} AND added.guid = value ->> 'id'
        WHERE true`)
      .onConflictDoNothing(),
    ...(counted ? [counted] : []),
  ]);
}
