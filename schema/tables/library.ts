import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { userIdColumn } from './accounts.ts';
import { idColumn, timeColumn } from './columns.ts';
import { episodeIdColumn } from './episodes.ts';

export const savedInsights = sqliteTable(
  'saved_insights',
  {
    id: idColumn(),
    userId: userIdColumn(),
    episodeId: episodeIdColumn(),
    /** As received. */
    insight: text('insight').notNull(),
    /** Rendered and sanitised on write, so that reading hundreds is cheap. */
    insightHtml: text('insight_html').notNull(),
    /** SHA-256 of the text. An episode's text is saved only once. */
    insightHash: text('insight_hash').notNull(),
    userNotes: text('user_notes'),
    tags: text('tags', { mode: 'json' }).$type<string[]>().notNull(),
    generatedAt: timeColumn('generated_at').notNull(),
  },
  (table) => [
    uniqueIndex('saved_insights_user_episode_text').on(
      table.userId,
      table.episodeId,
      table.insightHash,
    ),
    index('saved_insights_user_generated').on(table.userId, table.generatedAt),
    index('saved_insights_episode').on(table.episodeId),
  ],
);
