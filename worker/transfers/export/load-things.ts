/** Reads the things of a plan, a bounded batch at a time. */
import { eq, sql } from 'drizzle-orm';
import { chatFollowUps, chatSessions } from '../../../schema/tables/chat.ts';
import { savedInsights } from '../../../schema/tables/library.ts';
import { moments } from '../../../schema/tables/listening.ts';
import { type Database, isAmong } from '../../platform/database.ts';
import type { PlannedThing, ThingKind } from './plan-export.ts';

/** Of texts in memory at once. The largest row is a little smaller. */
const BATCH_BYTES = 1024 * 1024;
const BATCH_ROWS = 500;

export interface InsightThing {
  kind: 'insight';
  id: string;
  episodeId: string;
  /** Sanitised. */
  html: string;
  /** Plain text. */
  notes: string | null;
  tags: string[];
  at: Date;
}

export interface MomentThing {
  kind: 'moment';
  id: string;
  episodeId: string;
  /** Seconds from the start of the audio. */
  start: number;
  /** What was said, as plain text; empty if there is no transcript. */
  text: string;
  speaker: string | null;
  note: string;
  at: Date;
}

interface Exchange {
  id: string;
  question: string;
  /** Markdown. */
  answer: string;
  at: Date;
}

export interface ConversationThing {
  kind: 'conversation';
  id: string;
  episodeId: string | null;
  at: Date;
  exchanges: Exchange[];
}

export type Thing = InsightThing | MomentThing | ConversationThing;

/** Splits a list into parts of limited size; a larger item gets a part of its own. */
export function* inBatches<Row extends { bytes: number }>(rows: readonly Row[]): Generator<Row[]> {
  let batch: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    if (batch.length > 0 && (bytes + row.bytes > BATCH_BYTES || batch.length >= BATCH_ROWS)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(row);
    bytes += row.bytes;
  }
  if (batch.length > 0) yield batch;
}

/** Yields the things of a plan in its order. Skips those deleted in the meantime. */
export async function* loadThings(
  db: Database,
  planned: readonly PlannedThing[],
): AsyncGenerator<Thing> {
  for (const batch of inBatches(planned)) {
    const loaded = await loadBatch(db, batch);
    for (const { id } of batch) {
      const thing = loaded.get(id);
      if (thing) yield thing;
    }
  }
}

async function loadBatch(db: Database, batch: PlannedThing[]): Promise<Map<string, Thing>> {
  const idsOf = (wanted: ThingKind) =>
    batch.filter(({ kind }) => kind === wanted).map(({ id }) => id);
  // Not a batch, which would merge columns of the same name in two tables.
  const [insights, kept, exchanges] = await Promise.all([
    db
      .select({
        id: savedInsights.id,
        episodeId: savedInsights.episodeId,
        html: savedInsights.insightHtml,
        notes: savedInsights.userNotes,
        tags: savedInsights.tags,
        at: savedInsights.generatedAt,
      })
      .from(savedInsights)
      .where(isAmong(savedInsights.id, idsOf('insight'))),
    db
      .select({
        id: moments.id,
        episodeId: moments.episodeId,
        start: moments.startSeconds,
        text: moments.text,
        speaker: moments.speaker,
        note: moments.note,
        at: moments.createdAt,
      })
      .from(moments)
      .where(isAmong(moments.id, idsOf('moment'))),
    db
      .select({
        session: chatSessions,
        id: chatFollowUps.id,
        question: chatFollowUps.question,
        answer: chatFollowUps.answer,
        at: chatFollowUps.createdAt,
      })
      .from(chatFollowUps)
      .innerJoin(chatSessions, eq(chatSessions.id, chatFollowUps.sessionId))
      .where(isAmong(chatSessions.id, idsOf('conversation')))
      .orderBy(sql`${chatFollowUps.createdAt}, ${chatFollowUps.id}`),
  ]);
  const things = new Map<string, Thing>();
  for (const row of insights) things.set(row.id, { kind: 'insight', ...row });
  for (const row of kept) things.set(row.id, { kind: 'moment', ...row });
  for (const { session, ...exchange } of exchanges) {
    const known = things.get(session.id);
    if (known?.kind === 'conversation') known.exchanges.push(exchange);
    else {
      const { id, episodeId, createdAt: at } = session;
      things.set(id, { kind: 'conversation', id, episodeId, at, exchanges: [exchange] });
    }
  }
  return things;
}
