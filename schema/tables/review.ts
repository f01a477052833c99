import {
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  unique,
} from 'drizzle-orm/sqlite-core';
import { REVIEW_KINDS } from '../limits.ts';
import { users } from './accounts.ts';
import { createdAtColumn, idColumn, timeColumn } from './columns.ts';
import { episodes } from './episodes.ts';

/** A takeaway as it was shown. */
export interface ShownTakeaway {
  episodeId: string;
  /** Word for word, from the transcript. */
  text: string;
  speaker: string | null;
  /** From the start of the audio; null in a transcript without times. */
  seconds: number | null;
  /** Words that go on from it: 'because you lead HR'. */
  because: string | null;
}

/**
 * What somebody wants to remember, and how well they do. Days are numbers of days since 1970, as the
 * calendar stood where the reader was; the schedule follows from the grades alone.
 */
export const reviewItems = sqliteTable(
  'review_items',
  {
    id: idColumn(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: REVIEW_KINDS }).notNull(),
    /** The saved insight's or moment's id, the question's hash. What it was made of may be gone. */
    sourceId: text('source_id').notNull(),
    episodeId: text('episode_id')
      .notNull()
      .references(() => episodes.id, { onDelete: 'cascade' }),
    /**
     * From the start of the audio; of one of the user's own sources, the paragraph. Null where the text
     * names no place.
     */
    seconds: integer('seconds'),
    front: text('front').notNull(),
    /** Markdown; of a question the right option's plain text. */
    back: text('back').notNull(),
    /** Of a question. */
    options: text('options', { mode: 'json' }).$type<string[]>(),
    /** Of a question: why the right option is right, Markdown. */
    explanation: text('explanation'),
    dueDay: integer('due_day').notNull(),
    /** Days until it is remembered with the desired probability; null before the first grade. */
    stability: real('stability'),
    /** 1 to 10; null before the first grade. */
    difficulty: real('difficulty'),
    /** The day of the latest grade that counted. */
    lastDay: integer('last_day'),
    /** When it last went wrong in an ordinary quiz. */
    wrongDay: integer('wrong_day'),
    reps: integer('reps').notNull().default(0),
    lapses: integer('lapses').notNull().default(0),
    /** One more with each change of its grades: a schedule made of older ones is not written. */
    revision: integer('revision').notNull().default(0),
    createdAt: createdAtColumn(),
  },
  (table) => [
    unique('review_items_user_source').on(table.userId, table.kind, table.sourceId),
    index('review_items_user_due').on(table.userId, table.dueDay),
    index('review_items_episode').on(table.episodeId),
  ],
);

/** The log of reviews: of each item and day the earliest grade, which is the one that counts. */
export const reviewGrades = sqliteTable(
  'review_grades',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    itemId: text('item_id')
      .notNull()
      .references(() => reviewItems.id, { onDelete: 'cascade' }),
    /** The client's: sent twice, it is one. */
    gradeId: text('grade_id').notNull(),
    /** 1 Again, 2 Hard, 3 Good, 4 Easy. */
    rating: integer('rating').notNull(),
    at: timeColumn('at').notNull(),
    /** The day of `at` where the reader was. */
    day: integer('day').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.itemId, table.day] }),
    unique('review_grades_user_grade').on(table.userId, table.gradeId),
    index('review_grades_user_day').on(table.userId, table.day),
  ],
);

/** The days on which somebody came: what was shown, and whether they kept up the habit. */
export const reviewDays = sqliteTable(
  'review_days',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    day: integer('day').notNull(),
    /** Something was graded, or the day's page was read to its end. */
    isKept: integer('is_kept', { mode: 'boolean' }).notNull(),
    takeaway: text('takeaway', { mode: 'json' }).$type<ShownTakeaway>(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] })],
);

/** What a reader has set; without a row the defaults hold. */
export const reviewSettings = sqliteTable('review_settings', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  isOn: integer('is_on', { mode: 'boolean' }).notNull(),
  itemsPerDay: integer('items_per_day').notNull(),
  newPerDay: integer('new_per_day').notNull(),
  /** IANA. */
  timeZone: text('time_zone').notNull(),
});
