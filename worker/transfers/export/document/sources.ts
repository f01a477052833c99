/** The user's own sources with their texts, which are in R2. */

import { and, asc, eq, gt } from 'drizzle-orm';
import { episodes } from '../../../../schema/tables/episodes.ts';
import { sources } from '../../../../schema/tables/sources.ts';
import type { DocumentRow } from '../../../../schema/wire/account-document.ts';
import type { Database } from '../../../platform/database.ts';
import { textOf } from '../../../sources/paragraphs.ts';
import { readStoredTranscript } from '../../../transcripts/store.ts';
import { iso, isoOrNull, PAGE, pagesBy } from './pages.ts';

const listSources = (db: Database, userId: string) =>
  pagesBy(
    (after: string | null) =>
      db
        .select({
          id: sources.episodeId,
          kind: sources.kind,
          title: episodes.title,
          author: sources.author,
          address: episodes.link,
          publishedAt: episodes.publishedAt,
          createdAt: sources.createdAt,
          updatedAt: sources.updatedAt,
        })
        .from(sources)
        .innerJoin(episodes, eq(episodes.id, sources.episodeId))
        .where(
          and(
            eq(sources.userId, userId),
            after === null ? undefined : gt(sources.episodeId, after),
          ),
        )
        .orderBy(asc(sources.episodeId))
        .limit(PAGE),
    ({ id }) => id,
  );

/** Yields each source on its own, since texts are large. */
export async function* pagesOfSources(
  db: Database,
  userId: string,
  bucket: R2Bucket,
): AsyncGenerator<DocumentRow<'sources'>[]> {
  for await (const page of listSources(db, userId)) {
    for (const { publishedAt, createdAt, updatedAt, ...source } of page) {
      const stored = await readStoredTranscript(bucket, source.id);
      // It is being deleted, and the text is deleted first.
      if (!stored) continue;
      yield [
        {
          ...source,
          publishedAt: isoOrNull(publishedAt),
          createdAt: iso(createdAt),
          updatedAt: iso(updatedAt),
          text: textOf(stored.lines),
        },
      ];
    }
  }
}
