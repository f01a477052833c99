/** Reads an account, part by part, as its JSON document has it. Pages end at a size, or at a count. */
import { and, asc, eq, gt, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { users } from '../../schema/tables/accounts.ts';
import { podcasts, subscriptions } from '../../schema/tables/catalogue.ts';
import { chatFollowUps, chatSessions } from '../../schema/tables/chat.ts';
import { contents } from '../../schema/tables/content.ts';
import { digests } from '../../schema/tables/digest.ts';
import { episodes } from '../../schema/tables/episodes.ts';
import { generations, insights } from '../../schema/tables/insights.ts';
import { savedInsights } from '../../schema/tables/library.ts';
import { moments, positions } from '../../schema/tables/listening.ts';
import { ownPodcasts } from '../../schema/tables/own-podcasts.ts';
import { quizQuestions, quizResults } from '../../schema/tables/quiz.ts';
import {
  reviewDays,
  reviewGrades,
  reviewItems,
  reviewSettings,
} from '../../schema/tables/review.ts';
import type { AccountDocument, DocumentList } from '../../schema/wire/account-document.ts';
import { type Database, isAmong } from '../platform/database.ts';
import { inBatches } from './load-things.ts';

type Row<List extends DocumentList> = AccountDocument[List][number];

const iso = (date: Date) => date.toISOString();
const isoOrNull = (date: Date | null) => date?.toISOString() ?? null;

/** Rows of a page of what is small. */
const PAGE = 500;

/** Yields the pages of a table by a key that is unique for the user. */
async function* pagesBy<Found, Key extends string | number>(
  read: (after: Key | null) => Promise<Found[]>,
  keyOf: (row: Found) => Key,
): AsyncGenerator<Found[]> {
  let after: Key | null = null;
  for (;;) {
    const page: Found[] = await read(after);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (page.length < PAGE || last === undefined) return;
    after = keyOf(last);
  }
}

interface Sized {
  id: string;
  bytes: number;
}

/** The ids and sizes of a user's rows, so that large ones are read a few at a time. */
const sizesOf = (db: Database, from: SQL, bytes: SQL): Promise<Sized[]> =>
  db.all<Sized>(sql`SELECT t.id AS id, ${bytes} AS bytes ${from} GROUP BY t.id ORDER BY t.id`);

const idsOf = (rows: Sized[]) => rows.map(({ id }) => id);

export async function readHead(db: Database, userId: string) {
  const [[user], [settings], [text]] = await db.batch([
    db.select().from(users).where(eq(users.id, userId)),
    db.select().from(reviewSettings).where(eq(reviewSettings.userId, userId)),
    db.select().from(contents).where(eq(contents.userId, userId)),
  ]);
  if (!user) return null;
  const { username, email, linkedinUrl, industry, role, goals } = user;
  return {
    profile: { username, email, linkedinUrl, industry, role, goals },
    reviewSettings: settings
      ? {
          isOn: settings.isOn,
          itemsPerDay: settings.itemsPerDay,
          newPerDay: settings.newPerDay,
          timeZone: settings.timeZone,
        }
      : null,
    content: text ? { content: text.content, updatedAt: iso(text.updatedAt) } : null,
  };
}

/** Where the episodes are named that anything of the user's refers to. D1 joins five SELECTs at most. */
const REFERENCES = [
  'SELECT episode_id FROM saved_insights WHERE user_id =',
  'SELECT episode_id FROM generations WHERE insight_id IS NOT NULL AND user_id =',
  'SELECT episode_id FROM chat_sessions WHERE user_id =',
  'SELECT episode_id FROM moments WHERE user_id =',
  'SELECT episode_id FROM positions WHERE user_id =',
  'SELECT episode_id FROM review_items WHERE user_id =',
  'SELECT episode_id FROM quiz_questions WHERE user_id =',
  `SELECT takeaway ->> 'episodeId' FROM review_days WHERE user_id =`,
  `SELECT one.value ->> 'id' FROM digests, json_each(digests.episodes) AS one WHERE user_id =`,
];

/** Whether anything of the user's refers to this episode. */
const isReferredTo = (episodeId: string, userId: string): SQL =>
  sql`(${sql.join(
    REFERENCES.map((from) => sql`${sql.raw(`${episodeId} IN (${from}`)} ${userId})`),
    sql` OR `,
  )})`;

const listPodcasts = (db: Database, userId: string) =>
  pagesBy(
    (after: string | null) =>
      db
        .select({
          podcast: podcasts,
          subscribedAt: subscriptions.createdAt,
          own: ownPodcasts,
        })
        .from(podcasts)
        .leftJoin(
          subscriptions,
          and(eq(subscriptions.podcastId, podcasts.id), eq(subscriptions.userId, userId)),
        )
        .leftJoin(
          ownPodcasts,
          and(eq(ownPodcasts.podcastId, podcasts.id), eq(ownPodcasts.userId, userId)),
        )
        .where(
          and(
            or(
              isNotNull(subscriptions.userId),
              isNotNull(ownPodcasts.userId),
              sql`${podcasts.id} IN (SELECT podcast_id FROM episodes
                WHERE ${isReferredTo('episodes.id', userId)})`,
            ),
            after === null ? undefined : gt(podcasts.id, after),
          ),
        )
        .orderBy(asc(podcasts.id))
        .limit(PAGE),
    ({ podcast }) => podcast.id,
  );

const asPodcast = ({
  podcast,
  subscribedAt,
  own,
}: {
  podcast: typeof podcasts.$inferSelect;
  subscribedAt: Date | null;
  own: typeof ownPodcasts.$inferSelect | null;
}): Row<'podcasts'> => ({
  id: podcast.id,
  feedUrl: podcast.feedUrl,
  title: podcast.title,
  host: podcast.host,
  description: podcast.description,
  category: podcast.category,
  imageUrl: podcast.imageUrl,
  youtubeUrl: podcast.youtubeUrl,
  youtubeChannelId: podcast.youtubeChannelId,
  language: podcast.language,
  isListed: podcast.isListed,
  isPrivate: podcast.ownerId !== null,
  subscribedAt: isoOrNull(subscribedAt),
  own: own && {
    category: own.category,
    addedAt: iso(own.createdAt),
    removedAt: isoOrNull(own.removedAt),
  },
});

/** @param ids of one batch */
async function readEpisodes(db: Database, ids: string[]): Promise<Row<'episodes'>[]> {
  const rows = await db
    .select()
    .from(episodes)
    .where(isAmong(episodes.id, ids))
    .orderBy(asc(episodes.id));
  return rows.map((row) => ({
    id: row.id,
    podcastId: row.podcastId,
    guid: row.guid,
    title: row.title,
    description: row.description,
    publishedAt: isoOrNull(row.publishedAt),
    durationSeconds: row.durationSeconds,
    link: row.link,
    audioUrl: row.audioUrl,
    imageUrl: row.imageUrl,
    youtubeVideoId: row.youtubeVideoId,
    isYoutubeShort: row.isYoutubeShort,
    number: row.number,
    season: row.season,
    type: row.type,
    isExplicit: row.isExplicit,
  }));
}

async function readSaved(db: Database, ids: string[]): Promise<Row<'savedInsights'>[]> {
  const rows = await db
    .select({
      id: savedInsights.id,
      episodeId: savedInsights.episodeId,
      insight: savedInsights.insight,
      userNotes: savedInsights.userNotes,
      tags: savedInsights.tags,
      generatedAt: savedInsights.generatedAt,
    })
    .from(savedInsights)
    .where(isAmong(savedInsights.id, ids))
    .orderBy(asc(savedInsights.id));
  return rows.map((row) => ({ ...row, generatedAt: iso(row.generatedAt) }));
}

/** @param ids of generations */
async function readGenerated(db: Database, ids: string[]): Promise<Row<'generatedInsights'>[]> {
  const rows = await db
    .select({
      episodeId: generations.episodeId,
      insight: insights.insight,
      kind: insights.kind,
      model: insights.model,
      generatedAt: generations.takenAt,
    })
    .from(generations)
    .innerJoin(insights, eq(insights.id, generations.insightId))
    .where(isAmong(generations.id, ids))
    .orderBy(asc(generations.id));
  return rows.map((row) => ({ ...row, generatedAt: iso(row.generatedAt) }));
}

async function readConversations(db: Database, ids: string[]): Promise<Row<'conversations'>[]> {
  const [sessions, followUps] = await db.batch([
    db
      .select()
      .from(chatSessions)
      .where(isAmong(chatSessions.id, ids))
      .orderBy(asc(chatSessions.id)),
    db
      .select()
      .from(chatFollowUps)
      .where(isAmong(chatFollowUps.sessionId, ids))
      .orderBy(asc(chatFollowUps.createdAt), asc(chatFollowUps.id)),
  ]);
  const bySession = Map.groupBy(followUps, ({ sessionId }) => sessionId);
  return sessions.map(({ id, episodeId, remainingFollowUps, createdAt }) => ({
    id,
    episodeId,
    remainingFollowUps,
    createdAt: iso(createdAt),
    followUps: (bySession.get(id) ?? []).map(({ sessionId: _, createdAt: at, ...followUp }) => ({
      ...followUp,
      createdAt: iso(at),
    })),
  }));
}

async function readMoments(db: Database, ids: string[]): Promise<Row<'moments'>[]> {
  const rows = await db
    .select()
    .from(moments)
    .where(isAmong(moments.id, ids))
    .orderBy(asc(moments.id));
  return rows.map(({ userId: _user, ...row }) => ({ ...row, createdAt: iso(row.createdAt) }));
}

async function readReviewItems(db: Database, ids: string[]): Promise<Row<'reviewItems'>[]> {
  const [items, grades] = await db.batch([
    db.select().from(reviewItems).where(isAmong(reviewItems.id, ids)).orderBy(asc(reviewItems.id)),
    db
      .select()
      .from(reviewGrades)
      .where(isAmong(reviewGrades.itemId, ids))
      .orderBy(asc(reviewGrades.day)),
  ]);
  const byItem = Map.groupBy(grades, ({ itemId }) => itemId);
  return items.map(({ userId: _user, revision: _revision, createdAt, ...item }) => ({
    ...item,
    createdAt: iso(createdAt),
    grades: (byItem.get(item.id) ?? []).map(({ gradeId, rating, at, day }) => ({
      gradeId,
      rating,
      at: iso(at),
      day,
    })),
  }));
}

async function readDigests(db: Database, ids: string[]): Promise<Row<'digests'>[]> {
  const rows = await db
    .select()
    .from(digests)
    .where(isAmong(digests.id, ids))
    .orderBy(asc(digests.id));
  return rows.map(({ userId: _user, ...row }) => ({
    ...row,
    periodStart: iso(row.periodStart),
    periodEnd: iso(row.periodEnd),
    createdAt: iso(row.createdAt),
  }));
}

/** Reads what is large in batches of a bounded size. */
async function* bySize<Found>(
  sized: Promise<Sized[]>,
  read: (ids: string[]) => Promise<Found[]>,
): AsyncGenerator<Found[]> {
  for (const batch of inBatches(await sized)) yield await read(idsOf(batch));
}

/** The rows of one list of the document, in pages, ordered by id. */
export function pagesOf(db: Database, userId: string, list: DocumentList): AsyncIterable<object[]> {
  const ofUser = sql`WHERE t.user_id = ${userId}`;
  switch (list) {
    case 'podcasts':
      return mapPages(listPodcasts(db, userId), asPodcast);
    case 'episodes':
      return bySize(
        sizesOf(
          db,
          sql`FROM episodes t WHERE ${isReferredTo('t.id', userId)}`,
          sql`octet_length(t.description) + 2000`,
        ),
        (ids) => readEpisodes(db, ids),
      );
    case 'savedInsights':
      return bySize(
        sizesOf(
          db,
          sql`FROM saved_insights t ${ofUser}`,
          sql`octet_length(t.insight) + coalesce(octet_length(t.user_notes), 0)`,
        ),
        (ids) => readSaved(db, ids),
      );
    case 'generatedInsights':
      return bySize(
        sizesOf(
          db,
          sql`FROM generations t JOIN insights i ON i.id = t.insight_id ${ofUser}`,
          sql`octet_length(i.insight)`,
        ),
        (ids) => readGenerated(db, ids),
      );
    case 'conversations':
      return bySize(
        sizesOf(
          db,
          sql`FROM chat_sessions t JOIN chat_follow_ups f ON f.session_id = t.id ${ofUser}`,
          sql`sum(octet_length(f.question) + octet_length(f.answer))`,
        ),
        (ids) => readConversations(db, ids),
      );
    case 'moments':
      return bySize(
        sizesOf(
          db,
          sql`FROM moments t ${ofUser}`,
          sql`octet_length(t.text) + octet_length(t.note) + 300`,
        ),
        (ids) => readMoments(db, ids),
      );
    case 'positions':
      return mapPages(
        pagesBy(
          (after: string | null) =>
            db
              .select()
              .from(positions)
              .where(
                and(
                  eq(positions.userId, userId),
                  after === null ? undefined : gt(positions.episodeId, after),
                ),
              )
              .orderBy(asc(positions.episodeId))
              .limit(PAGE),
          ({ episodeId }) => episodeId,
        ),
        ({ userId: _, ...row }) => ({ ...row, at: iso(row.at) }),
      );
    case 'reviewItems':
      return bySize(
        sizesOf(
          db,
          sql`FROM review_items t LEFT JOIN review_grades g ON g.item_id = t.id ${ofUser}`,
          sql`octet_length(t.front) + octet_length(t.back) + 500 + 200 * count(g.day)`,
        ),
        (ids) => readReviewItems(db, ids),
      );
    case 'digests':
      return bySize(
        sizesOf(db, sql`FROM digests t ${ofUser}`, sql`octet_length(t.digest) + 5000`),
        (ids) => readDigests(db, ids),
      );
    case 'reviewDays':
      return pagesBy(
        (after: number | null) =>
          db
            .select({
              day: reviewDays.day,
              isKept: reviewDays.isKept,
              takeaway: reviewDays.takeaway,
            })
            .from(reviewDays)
            .where(
              and(
                eq(reviewDays.userId, userId),
                after === null ? undefined : gt(reviewDays.day, after),
              ),
            )
            .orderBy(asc(reviewDays.day))
            .limit(PAGE),
        ({ day }) => day,
      );
    case 'quizQuestions':
      return mapPages(listQuestions(db, userId), ({ question, askedAt, userId: _, ...row }) => ({
        ...row,
        question: question.question,
        options: question.options,
        correctAnswerIndex: question.correctAnswerIndex,
        explanation: question.explanation,
        askedAt: iso(askedAt),
      }));
    case 'quizResults':
      return mapPages(
        pagesBy(
          (after: string | null) =>
            db
              .select()
              .from(quizResults)
              .where(
                and(
                  eq(quizResults.userId, userId),
                  after === null ? undefined : gt(quizResults.id, after),
                ),
              )
              .orderBy(asc(quizResults.id))
              .limit(PAGE),
          ({ id }) => id,
        ),
        ({ userId: _, ...row }) => ({ ...row, createdAt: iso(row.createdAt) }),
      );
  }
}

/** A user's quiz questions, page by page. */
export const listQuestions = (db: Database, userId: string) =>
  pagesBy(
    (after: string | null) =>
      db
        .select()
        .from(quizQuestions)
        .where(
          and(
            eq(quizQuestions.userId, userId),
            after === null ? undefined : gt(quizQuestions.questionHash, after),
          ),
        )
        .orderBy(asc(quizQuestions.questionHash))
        .limit(PAGE),
    ({ questionHash }) => questionHash,
  );

/** A user's review items, page by page. */
export const listReviewItems = (db: Database, userId: string) =>
  pagesBy(
    (after: string | null) =>
      db
        .select()
        .from(reviewItems)
        .where(
          and(
            eq(reviewItems.userId, userId),
            after === null ? undefined : gt(reviewItems.id, after),
          ),
        )
        .orderBy(asc(reviewItems.id))
        .limit(PAGE),
    ({ id }) => id,
  );

async function* mapPages<From, To>(
  pages: AsyncIterable<From[]>,
  map: (row: From) => To,
): AsyncGenerator<To[]> {
  for await (const page of pages) yield page.map(map);
}
