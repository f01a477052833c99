import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { userIdColumn } from './accounts.ts';
import { createdAtColumn, idColumn, timeColumn } from './columns.ts';

/** An episode listed in a digest. */
export interface DigestEpisode {
  id: string;
  title: string;
  podcastTitle: string;
  publishedAt: string | null;
}

export const digests = sqliteTable(
  'digests',
  {
    id: idColumn(),
    userId: userIdColumn(),
    title: text('title').notNull(),
    periodStart: timeColumn('period_start').notNull(),
    periodEnd: timeColumn('period_end').notNull(),
    /** Markdown. */
    digest: text('digest').notNull(),
    episodes: text('episodes', { mode: 'json' }).$type<DigestEpisode[]>().notNull(),
    createdAt: createdAtColumn(),
  },
  (table) => [index('digests_user_created').on(table.userId, table.createdAt)],
);
