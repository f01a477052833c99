/** An episode's chapters: the podcast's own, those in its show notes, or the assistant's. */

import { addHours, addMinutes, isFuture } from 'date-fns';
import type { Chapter } from '../../schema/wire/episode-page.ts';
import { deriveChapters } from '../assistant/derive-chapters.ts';
import { chaptersInNotes, readJsonChapters } from '../feeds/chapters.ts';
import type { Database } from '../platform/database.ts';
import { withKeyedLock, withSharedWork } from '../platform/keyed-lock.ts';
import { describeError, log } from '../platform/logging.ts';
import type { FetchOutside } from '../platform/outbound/fetch-outside-for.ts';
import { isTemporary, OutboundError } from '../platform/outbound/outbound-error.ts';
import { decodeText } from '../platform/text-encoding.ts';
import { readStoredTranscript } from '../transcripts/store.ts';
import { type EpisodePageRow, type FoundChapters, findPage, updateChapters } from './page-store.ts';

export interface ChapterDeps {
  db: Database;
  bucket: R2Bucket;
  fetchOutside: FetchOutside;
  /** Who asks. */
  userId: string;
  /** Hours until a chapters file is fetched again. */
  retryHours: number;
}

/** Ten times the size of a file with five hundred chapters. */
const MAX_BYTES = 1024 * 1024;
/** Minutes until a host that could not be reached is asked again. */
const PASSING_MINUTES = 10;

/** Whether finding an episode's chapters sends a request to its host. */
export function asksOutside({ episode, page }: EpisodePageRow): boolean {
  return episode.chaptersUrl !== null && !isKept(page);
}

const isKept = (page: EpisodePageRow['page']) =>
  page?.chaptersRetryAt != null && isFuture(page.chaptersRetryAt);

/** Whether the assistant has looked for chapters, even in vain: that takes seconds of a long transcript. */
const wasDerived = (page: EpisodePageRow['page']) => page?.chaptersSource === 'assistant';

/**
 * Returns stored chapters until they may be looked up again; those of a chapters file also while its host
 * can't be reached. If none are published, derives them from the transcript as soon as there is one. Does either once
 * for all readers who ask at once.
 */
export async function findChapters(deps: ChapterDeps, row: EpisodePageRow): Promise<FoundChapters> {
  const kept = keptIn(row.page);
  if (kept) return kept;
  const { found, retryAt } = await withSharedWork(`published chapters ${row.episode.id}`, () =>
    lookUp(deps, row),
  );
  return found ?? derive(deps, row, retryAt);
}

/** What is stored and needs no look-up. */
function keptIn(page: EpisodePageRow['page']): FoundChapters | null {
  const chapters = page?.chapters ?? [];
  if (!isKept(page) || (chapters.length === 0 && !wasDerived(page))) return null;
  return { chapters, source: page?.chaptersSource ?? null };
}

/** What somebody else has stored since a request read the row, while it waited for its turn. */
const keptSince = async ({ db }: Pick<ChapterDeps, 'db'>, episodeId: string) =>
  keptIn(await findPage(db, episodeId));

/** Stores what it finds until it may be looked up again; null if nothing is published or was derived before. */
async function lookUp(
  deps: ChapterDeps,
  row: EpisodePageRow,
): Promise<{ found: FoundChapters | null; retryAt: Date }> {
  const { episode, page } = row;
  const kept = await keptSince(deps, episode.id);
  if (kept) return { found: kept, retryAt: new Date() };
  const fetched = asksOutside(row)
    ? await fetchChapters(deps.fetchOutside, episode.chaptersUrl ?? '')
    : { chapters: [], isTemporary: false };
  const now = new Date();
  const retryAt = fetched.isTemporary
    ? addMinutes(now, PASSING_MINUTES)
    : addHours(now, deps.retryHours);
  const known = page?.chapters ?? [];
  const found =
    fetched.isTemporary && known.length > 0 && page?.chaptersSource === 'feed'
      ? ({ chapters: known, source: 'feed' } as const)
      : (published(fetched.chapters, row) ?? (wasDerived(page) ? derived(known) : null));
  if (found) await updateChapters(deps.db, episode.id, found, retryAt);
  return { found, retryAt };
}

const derived = (chapters: Chapter[]): FoundChapters => ({ chapters, source: 'assistant' });

function published(fromFile: Chapter[], { episode, page }: EpisodePageRow): FoundChapters | null {
  const own = [fromFile, page?.feedChapters ?? []].find(hasListed);
  if (own) return { chapters: own, source: 'feed' };
  const inNotes = chaptersInNotes(page?.notes ?? '', episode.durationSeconds);
  return inNotes.length > 0 ? { chapters: inNotes, source: 'notes' } : null;
}

const hasListed = (chapters: Chapter[]) => chapters.some(({ isListed }) => isListed);

/** Of one reader, one episode at a time. */
async function derive(
  { db, bucket, userId }: ChapterDeps,
  row: EpisodePageRow,
  retryAt: Date,
): Promise<FoundChapters> {
  const { episode, transcriptStatus } = row;
  const none = { chapters: [], source: null };
  if (transcriptStatus !== 'ready') {
    // Finding nothing without any work is as fast for the next reader, so it isn't stored.
    if (asksOutside(row)) await updateChapters(db, episode.id, none, retryAt);
    return none;
  }
  const work = async () => {
    const kept = await keptSince({ db }, episode.id);
    if (kept) return kept;
    const transcript = await readStoredTranscript(bucket, episode.id);
    const found = transcript ? derived(await deriveChapters(transcript.lines, episode)) : none;
    if (transcript || asksOutside(row)) await updateChapters(db, episode.id, found, retryAt);
    return found;
  };
  return withKeyedLock(userId, () => withSharedWork(`derived chapters ${episode.id}`, work));
}

/** An outbound error counts as no chapters, because there are other places to look. */
async function fetchChapters(
  fetchOutside: FetchOutside,
  url: string,
): Promise<{ chapters: Chapter[]; isTemporary: boolean }> {
  try {
    const reply = await fetchOutside(url, { maxBytes: MAX_BYTES });
    const text = decodeText(reply.body, { contentType: reply.headers.get('Content-Type') ?? '' });
    return { chapters: readJsonChapters(text, reply.url) ?? [], isTemporary: false };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    // The address of a private feed's file is a secret.
    log.warn('chapters_failed', { host: URL.parse(url)?.host, error: describeError(error) });
    return { chapters: [], isTemporary: isTemporary(error) };
  }
}
