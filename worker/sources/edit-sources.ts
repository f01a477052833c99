/** Adds, changes and deletes users' own sources: the text in R2, everything else in D1. */
import { SOURCES_MAX } from '../../schema/limits.ts';
import type { AddText, ChangeSource, SourceWithText } from '../../schema/wire/sources.ts';
import { deleteConversations } from '../chat/delete-conversations.ts';
import { quotaNow } from '../insights/quota.ts';
import { createDatabase, type Database } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { withLease } from '../platform/leases.ts';
import { settingsOf } from '../platform/settings.ts';
import { sha256Hex } from '../platform/sha256.ts';
import { formatTranscript } from '../transcripts/format-transcript.ts';
import {
  deleteNotes,
  deleteTranscripts,
  findTranscriptState,
  readStoredTranscript,
  writeTranscript,
} from '../transcripts/store.ts';
import { firstWords, linesOf, paragraphsOf, textOf } from './paragraphs.ts';
import { readCaptions } from './read-captions.ts';
import {
  countSources,
  deleteSource,
  findSource,
  insertSource,
  insertSourcesPodcast,
  noteTexts,
  type SourceColumns,
  type SourceRow,
  updateSource,
} from './store.ts';

export interface SourceDeps {
  db: Database;
  bucket: R2Bucket;
  chatSessions: Env['CHAT_SESSIONS'];
  /** Generations charged before this no longer count. */
  quotaSince: Date;
}

/** What keeping a source needs of the environment. */
export const sourceDeps = (env: Env): SourceDeps => ({
  db: createDatabase(env.DB),
  bucket: env.TRANSCRIPTS,
  chatSessions: env.CHAT_SESSIONS,
  quotaSince: quotaNow(settingsOf(env)).since,
});

const BEING_CHANGED = 'This source is being changed elsewhere. Try again in a moment.';
const CHANGED_ELSEWHERE = 'A newer version was saved elsewhere';
const FULL = `You have ${SOURCES_MAX} sources, which is the maximum. Delete one first.`;

/** A source as its user gave it. */
export type Written = Pick<SourceColumns, 'author' | 'address' | 'publishedAt'> & {
  title: string | null;
  text: string;
};

/** Refuses early, before a page is fetched. Adding counts again. */
export async function refuseIfFull(db: Database, userId: string): Promise<void> {
  if ((await countSources(db, userId)) >= SOURCES_MAX) throw new AppError('conflict', FULL);
}

/**
 * Adds a source: the row before the text, so that a text is never left without an owner. A text that the user
 * has already is returned as it is, and completed if its Worker died in between.
 *
 * @throws AppError conflict if the user has as many as they may; not_found if it was deleted meanwhile
 */
export async function addSource(
  { db, bucket, quotaSince }: SourceDeps,
  userId: string,
  kind: SourceRow['kind'],
  written: Written,
): Promise<{ source: SourceRow; isNew: boolean }> {
  const id = crypto.randomUUID();
  const text = await readCaptions(written.text);
  const { columns, paragraphs } = await toColumns({ ...written, text });
  const had = await findSource(db, userId, columns);
  if (!had) {
    await refuseIfFull(db, userId);
    const podcastId = await insertSourcesPodcast(db, userId);
    await insertSource(db, userId, { id, podcastId, kind }, columns);
  }
  const source = had ?? (await findSource(db, userId, columns));
  if (!source) throw new AppError('conflict', FULL);
  const isNew = source.id === id;
  const state = await findTranscriptState(db, source.id);
  if (state?.status === 'ready') return { source, isNew };
  try {
    await storeText(bucket, source.id, source, paragraphs);
  } catch (error) {
    if (isNew) await deleteSource(db, userId, id, quotaSince);
    throw error;
  }
  await noteTexts(db, userId, [source.id]);
  if (!(await findSource(db, userId, source))) {
    // It was deleted in the meantime, maybe with the account.
    await deleteTranscripts(bucket, [source.id]);
    throw new AppError('not_found', 'Source not found');
  }
  return { source, isNew };
}

/** Fills in null for the fields that a request leaves out. */
export function asWritten({ title, author, address, publishedAt, text }: AddText): Written {
  return {
    title: title ?? null,
    author: author ?? null,
    address: address ?? null,
    publishedAt: publishedAt ?? null,
    text,
  };
}

/** Measures a source's text. @throws AppError unprocessable if it has none */
export async function toColumns({ text, title, author, address, publishedAt }: Written) {
  const paragraphs = paragraphsOf(text);
  if (paragraphs.length === 0) throw new AppError('unprocessable', 'This source has no text');
  const columns: SourceColumns = {
    author,
    address,
    publishedAt,
    title: title || firstWords(paragraphs),
    characters: paragraphs.reduce((sum, { length }) => sum + length, 0),
    paragraphs: paragraphs.length,
    textHash: await sha256Hex(paragraphs.join('\n\n')),
  };
  return { columns, paragraphs };
}

/** Stores a source's text as the transcript of its episode. */
export async function storeText(
  bucket: R2Bucket,
  id: string,
  { title, author, publishedAt, address }: SourceColumns,
  paragraphs: string[],
): Promise<void> {
  const transcript = { source: 'user' as const, language: null, lines: linesOf(paragraphs) };
  const heading = { title, podcastTitle: author ?? '', publishedAt, sourceUrl: address };
  await writeTranscript(bucket, id, transcript, formatTranscript(transcript, heading));
}

/** @throws AppError not_found */
export async function readSource(
  { db, bucket }: SourceDeps,
  userId: string,
  id: string,
): Promise<SourceRow & Pick<SourceWithText, 'text'>> {
  const source = await findSource(db, userId, { id });
  const transcript = source && (await readStoredTranscript(bucket, id));
  if (!source || !transcript) throw new AppError('not_found', 'Source not found');
  return { ...source, text: textOf(transcript.lines) };
}

/**
 * Changes a source. The text and the row are written one after the other, so only one change at a time.
 *
 * @throws AppError not_found; conflict if it is being changed, or was since `changes.basedOn`
 */
export async function changeSource(
  deps: SourceDeps,
  userId: string,
  id: string,
  changes: ChangeSource,
): Promise<SourceRow> {
  const change = () => changeAlone(deps, userId, id, changes);
  const source = await withLease(deps.db, `source ${userId} ${id}`, change);
  if (source === null) throw new AppError('conflict', BEING_CHANGED);
  return source;
}

async function changeAlone(
  deps: SourceDeps,
  userId: string,
  id: string,
  { basedOn, ...changes }: ChangeSource,
): Promise<SourceRow> {
  const { db, bucket, quotaSince } = deps;
  const before = await readSource(deps, userId, id);
  const { title, author, address, publishedAt, text } = changes;
  const { columns, paragraphs } = await toColumns({
    title: title ?? before.title,
    author: author === undefined ? before.author : author,
    address: address === undefined ? before.address : address,
    publishedAt: publishedAt === undefined ? before.publishedAt : publishedAt,
    text: text === undefined || text === before.text ? before.text : await readCaptions(text),
  });
  const isLate = basedOn && basedOn.getTime() !== before.updatedAt.getTime();
  // A change that is there already was sent again, because the reply was lost.
  if (isLate && !isSame(columns, before)) {
    const { updatedAt } = before;
    throw new AppError('conflict', CHANGED_ELSEWHERE, { details: { updatedAt } });
  }
  // The row's hash, because an earlier try may have stored the text and failed before the row.
  const hasNewText = columns.textHash !== before.textHash;
  // Two changes within a millisecond still have different times.
  const updatedAt = new Date(Math.max(Date.now(), before.updatedAt.getTime() + 1));
  await storeText(bucket, id, columns, paragraphs);
  if (hasNewText) await deleteNotes(bucket, [id]);
  await updateSource(db, userId, id, columns, { hasNewText, updatedAt, quotaSince });
  const source = await findSource(db, userId, { id });
  if (!source) {
    // It was deleted in the meantime, maybe before its text was stored again.
    await deleteTranscripts(bucket, [id]);
    throw new AppError('not_found', 'Source not found');
  }
  return source;
}

const isSame = (one: SourceColumns, other: SourceColumns): boolean =>
  one.textHash === other.textHash &&
  one.title === other.title &&
  one.author === other.author &&
  one.address === other.address &&
  one.publishedAt?.getTime() === other.publishedAt?.getTime();

/**
 * Deletes a source with its text, its conversations and everything saved from it.
 *
 * @throws AppError not_found
 */
export async function removeSource(deps: SourceDeps, userId: string, id: string): Promise<void> {
  const { db, bucket, chatSessions, quotaSince } = deps;
  if (!(await findSource(db, userId, { id }))) throw new AppError('not_found', 'Source not found');
  // The text first: if the rest fails, no private text remains without a row.
  await deleteObjects(bucket, id);
  const conversations = await deleteSource(db, userId, id, quotaSince);
  // Once more, for what was stored meanwhile. Whoever stores something later finds no row and deletes it again.
  await deleteObjects(bucket, id);
  await deleteConversations({ db, sessions: chatSessions }, conversations);
}

async function deleteObjects(bucket: R2Bucket, id: string): Promise<void> {
  await deleteTranscripts(bucket, [id]);
  await deleteNotes(bucket, [id]);
}
