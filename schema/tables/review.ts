import {
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  unique,
} from 'drizzle-orm/sqlite-core';
import { REVIEW_KINDS } from '../kinds.ts';
import type { Rating } from '../wire/review.ts';
import { userIdColumn, users } from './accounts.ts';
import { createdAtColumn, idColumn, timeColumn } from './columns.ts';
import { episodeIdColumn } from './episodes.ts';

/** A takeaway as it was shown. */
export interface ShownTakeaway {
  episodeId: string;
  /** Word for word, from the transcript. */
  text: string;
  speaker: string | null;
  /** From the start of the audio; null in a transcript without times. */
  seconds: number | null;
  /** Why it concerns the reader, such as 'because you lead HR'. */
  because: string | null;
}

/**
 * What a reader wants to remember, and its schedule, which depends on the grades alone. Days are counted
 * since 1970, by the calendar in the reader's time zone.
 */
export const reviewItems = sqliteTable(
  'review_items',
  {
    id: idColumn(),
    userId: userIdColumn(),
    kind: text('kind', { enum: REVIEW_KINDS }).notNull(),
    /** The id of the saved insight or moment, or the question's hash. It may have been deleted. */
    sourceId: text('source_id').notNull(),
    episodeId: episodeIdColumn(),
    /**
     * Seconds from the start of the audio; for the user's own sources, the paragraph. Null if the text
     * cites no place.
     */
    seconds: integer('seconds'),
    front: text('front').notNull(),
    /** Markdown; for a question, the right option's plain text. */
    back: text('back').notNull(),
    /** Only for questions. */
    options: text('options', { mode: 'json' }).$type<string[]>(),
    /** Only for questions: why the right option is right, as Markdown. */
    explanation: text('explanation'),
    dueDay: integer('due_day').notNull(),
    /** Days until the probability of remembering falls to the target; null before the first grade. */
    stability: real('stability'),
    /** 1 to 10; null before the first grade. */
    difficulty: real('difficulty'),
    /** The day of the latest grade that counted. */
    lastDay: integer('last_day'),
    /** When it was last answered wrongly in a quiz. */
    wrongDay: integer('wrong_day'),
    reps: integer('reps').notNull().default(0),
    lapses: integer('lapses').notNull().default(0),
    /** Increases with each change of the grades, so that no schedule of older grades is written. */
    revision: integer('revision').notNull().default(0),
    createdAt: createdAtColumn(),
  },
  (table) => [
    unique('review_items_user_source').on(table.userId, table.kind, table.sourceId),
    index('review_items_user_due').on(table.userId, table.dueDay),
    index('review_items_episode').on(table.episodeId),
  ],
);

/** Reviews: per item and day, the earliest grade, which counts. */
export const reviewGrades = sqliteTable(
  'review_grades',
  {
    userId: userIdColumn(),
    itemId: text('item_id')
      .notNull()
      .references(() => reviewItems.id, { onDelete: 'cascade' }),
    /** Made by the client, so that a repeated request isn't counted twice. */
    gradeId: text('grade_id').notNull(),
    /** 1 Again, 2 Hard, 3 Good, 4 Easy. */
    rating: integer('rating').$type<Rating>().notNull(),
    at: timeColumn('at').notNull(),
    /** The day of `at` in the reader's time zone. */
    day: integer('day').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.itemId, table.day] }),
    unique('review_grades_user_grade').on(table.userId, table.gradeId),
    index('review_grades_user_day').on(table.userId, table.day),
  ],
);

/** The days on which a reader came: what was shown, and whether the day counts for the streak. */
export const reviewDays = sqliteTable(
  'review_days',
  {
    userId: userIdColumn(),
    day: integer('day').notNull(),
    /** Whether something was graded, or the day's page was read to its end. */
    isKept: integer('is_kept', { mode: 'boolean' }).notNull(),
    takeaway: text('takeaway', { mode: 'json' }).$type<ShownTakeaway>(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] })],
);

/** A reader's settings; without a row, the defaults apply. */
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
