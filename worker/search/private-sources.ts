/** Users' insights, notes, conversations, texts and moments as documents with an owner. */
import { asc, eq } from 'drizzle-orm';
import { chatFollowUps, chatSessions } from '../../schema/tables/chat.ts';
import { contents } from '../../schema/tables/content.ts';
import {
  isGenerationOfConversation,
  isInsightOfGeneration,
} from '../../schema/tables/conversation-insight.ts';
import { episodes } from '../../schema/tables/episodes.ts';
import { generations, insights } from '../../schema/tables/insights.ts';
import { savedInsights } from '../../schema/tables/library.ts';
import { moments } from '../../schema/tables/listening.ts';
import { type Database, isAmong } from '../platform/database.ts';
import type { UnversionedDocument } from './document.ts';
import { readWritten } from './written-text.ts';

const ofEpisode = {
  podcastId: episodes.podcastId,
  episodeId: episodes.id,
  publishedAt: episodes.publishedAt,
};

interface EpisodeColumns {
  podcastId: string | null;
  episodeId: string | null;
  publishedAt: Date | null;
}

const episodeFields = ({ podcastId, episodeId, publishedAt }: EpisodeColumns) => ({
  podcastId,
  episodeId,
  publishedAt: publishedAt?.getTime() ?? null,
});

/** Loads saved insights with their tags, and their notes if there are any. */
export async function loadInsights(db: Database, ids: string[]): Promise<UnversionedDocument[]> {
  const rows = await db
    .select({
      ...ofEpisode,
      id: savedInsights.id,
      owner: savedInsights.userId,
      insight: savedInsights.insight,
      notes: savedInsights.userNotes,
      tags: savedInsights.tags,
    })
    .from(savedInsights)
    .innerJoin(episodes, eq(episodes.id, savedInsights.episodeId))
    .where(isAmong(savedInsights.id, ids));
  return rows.flatMap((row) => {
    const { id: sourceId, owner } = row;
    const tags = row.tags.length === 0 ? [] : readWritten(row.tags.join(', '));
    const notes = readWritten(row.notes ?? '');
    const insight: UnversionedDocument = {
      kind: 'insight',
      sourceId,
      owner,
      ...episodeFields(row),
      sentences: [...readWritten(row.insight), ...tags],
    };
    if (notes.length === 0) return [insight];
    return [insight, { ...insight, kind: 'note', sentences: notes }];
  });
}

/** Loads conversations: the initial insight, then questions and answers. */
export async function loadConversations(
  db: Database,
  ids: string[],
): Promise<UnversionedDocument[]> {
  // Not a batch, which would merge columns of the same name in two tables.
  const [sessions, followUps] = await Promise.all([
    db
      .select({
        podcastId: episodes.podcastId,
        episodeId: chatSessions.episodeId,
        publishedAt: episodes.publishedAt,
        id: chatSessions.id,
        owner: chatSessions.userId,
        insight: insights.insight,
      })
      .from(chatSessions)
      .leftJoin(episodes, eq(episodes.id, chatSessions.episodeId))
      .leftJoin(generations, isGenerationOfConversation)
      .leftJoin(insights, isInsightOfGeneration)
      .where(isAmong(chatSessions.id, ids)),
    db
      .select({
        sessionId: chatFollowUps.sessionId,
        question: chatFollowUps.question,
        answer: chatFollowUps.answer,
      })
      .from(chatFollowUps)
      .where(isAmong(chatFollowUps.sessionId, ids))
      .orderBy(asc(chatFollowUps.createdAt), asc(chatFollowUps.id)),
  ]);
  return sessions.map((row) => ({
    kind: 'chat',
    sourceId: row.id,
    owner: row.owner,
    ...episodeFields(row),
    sentences: [
      row.insight ?? '',
      ...followUps
        .filter(({ sessionId }) => sessionId === row.id)
        .flatMap(({ question, answer }) => [question, answer]),
    ]
      .flatMap(readWritten)
      // A time alone points nowhere among several episodes.
      .map((sentence) => (row.episodeId === null ? { ...sentence, start: null } : sentence)),
  }));
}

/** The editor's texts, by their users' ids. */
export async function loadTexts(db: Database, ids: string[]): Promise<UnversionedDocument[]> {
  const rows = await db.select().from(contents).where(isAmong(contents.userId, ids));
  return rows.map((row) => ({
    kind: 'text',
    sourceId: row.userId,
    owner: row.userId,
    podcastId: null,
    episodeId: null,
    publishedAt: null,
    sentences: readWritten(row.content),
  }));
}

/** What was said, at its second, then the reader's note on it. */
export async function loadMoments(db: Database, ids: string[]): Promise<UnversionedDocument[]> {
  const rows = await db
    .select({
      ...ofEpisode,
      id: moments.id,
      owner: moments.userId,
      start: moments.startSeconds,
      text: moments.text,
      speaker: moments.speaker,
      note: moments.note,
    })
    .from(moments)
    .innerJoin(episodes, eq(episodes.id, moments.episodeId))
    .where(isAmong(moments.id, ids));
  return rows.map((row) => ({
    kind: 'moment',
    sourceId: row.id,
    owner: row.owner,
    ...episodeFields(row),
    sentences: [
      ...readWritten(row.text).map(({ text }) => ({ text, speaker: row.speaker })),
      ...readWritten(row.note).map(({ text }) => ({ text, speaker: null })),
    ].map((sentence) => ({ ...sentence, start: row.start })),
  }));
}
