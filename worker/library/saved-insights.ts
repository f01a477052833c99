import {
  EXCERPT_MAX_CHARS,
  SAVED_INSIGHTS_MAX,
  SAVED_INSIGHTS_MAX_BYTES,
  SAVED_INSIGHTS_PAGE,
} from '../../schema/limits.ts';
import { writeCursor } from '../../schema/wire/common.ts';
import type {
  PodcastGroup,
  SavedInsight,
  SavedInsightsPage,
  UpdateInsight,
} from '../../schema/wire/library.ts';
import { canPlay } from '../../schema/wire/media.ts';
import { findEpisode } from '../episodes/store.ts';
import type { Database } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { cutPage } from '../platform/list-page.ts';
import { sanitiseHtml, withoutHalfTag } from '../platform/sanitise-html.ts';
import { sha256Hex } from '../platform/sha256.ts';
import { renderInsightWithPauses } from './render-insight.ts';
import {
  findRefusal,
  findSavedInsight,
  hasRoomFor,
  insertSavedInsight,
  type ListedInsightRow,
  type SavedInsightRow,
  type UpdateOutcome,
  updateSavedInsight,
} from './store.ts';

const LIBRARY_FULL =
  `Your library is full: it holds ${SAVED_INSIGHTS_MAX.toLocaleString('en')} insights or ` +
  `${SAVED_INSIGHTS_MAX_BYTES / 1024 / 1024} MB at most. ` +
  'Delete some that you no longer need, then try again.';

const NOTES_CHANGED = 'These notes have been changed elsewhere';

function asReply({ audioUrl, youtubeVideoId, ...row }: SavedInsightRow): SavedInsight {
  return {
    ...row,
    generatedAt: row.generatedAt.toISOString(),
    isPlayable: canPlay({ audioUrl, youtubeVideoId }),
  };
}

function asListed(row: ListedInsightRow): SavedInsight {
  const {
    isCut,
    podcastId: _id,
    podcastTitle: _title,
    podcastKind: _kind,
    newest: _newest,
    total: _total,
    ...saved
  } = row;
  const reply = asReply(saved);
  return isCut ? { ...reply, insight: closeHtml(row.insight), isExcerpt: true } : reply;
}

/** Truncates HTML to valid HTML: no cut tags, nothing left open. */
function closeHtml(cut: string): string {
  const whole = cut.slice(0, Math.max(cut.lastIndexOf('>') + 1, cut.lastIndexOf(' ')));
  return sanitiseHtml(withoutHalfTag(whole), 2 * EXCERPT_MAX_CHARS);
}

/** Makes a page from its rows and the first row of the next page. */
export function toInsightsPage(rows: ListedInsightRow[]): SavedInsightsPage {
  const { page, nextCursor } = cutPage(rows, SAVED_INSIGHTS_PAGE, (last) =>
    writeCursor({
      groupTime: last.newest,
      groupId: last.podcastId,
      time: last.generatedAt.getTime(),
      id: last.id,
    }),
  );
  const groups = new Map<string, PodcastGroup>();
  for (const row of page) {
    const { podcastId, podcastTitle, podcastKind, total } = row;
    const isSources = podcastKind === 'sources';
    const group = groups.get(podcastId) ?? {
      podcastId,
      podcastTitle,
      isSources,
      total,
      insights: [],
    };
    group.insights.push(asListed(row));
    groups.set(podcastId, group);
  }
  return { podcastGroups: [...groups.values()], nextCursor };
}

/** Returns one insight in full; 404 if it doesn't exist or belongs to someone else. */
export async function readInsight(db: Database, userId: string, id: string) {
  const row = await findSavedInsight(db, userId, { id });
  if (!row) throw new AppError('not_found', 'Insight not found');
  return asReply(row);
}

/**
 * Saves a text of an episode. Saving the same text again returns the existing row; 409 over the
 * account's limit.
 */
export async function saveInsight(
  db: Database,
  userId: string,
  episodeId: string,
  insight: string,
): Promise<{ saved: SavedInsight; isNew: boolean }> {
  if (!(await findEpisode(db, userId, episodeId)))
    throw new AppError('not_found', 'Episode not found');
  const insightHash = await sha256Hex(insight.trim());
  const known = await findSavedInsight(db, userId, { episodeId, insightHash });
  if (known) return { saved: asReply(known), isNew: false };
  if (!(await hasRoomFor(db, userId, insight))) throw new AppError('conflict', LIBRARY_FULL);
  const isNew = await insertSavedInsight(db, userId, {
    episodeId,
    insight,
    insightHash,
    insightHtml: await renderInsightWithPauses(insight),
    generatedAt: new Date(),
  });
  const row = await findSavedInsight(db, userId, { episodeId, insightHash });
  if (!row) throw new AppError('conflict', LIBRARY_FULL);
  return { saved: asReply(row), isNew };
}

/**
 * Changes notes, tags or the text; 404 if it doesn't exist or belongs to someone else, 409 if another
 * row has the same text, the notes are no longer those that the change is based on, or the account's
 * limit is exceeded.
 *
 * @param notesHash of these notes, the SHA-256 in hex; null replaces any
 */
export async function editInsight(
  db: Database,
  userId: string,
  id: string,
  { insight, ...changes }: UpdateInsight,
  notesHash: string | null = null,
): Promise<SavedInsight> {
  const notesBefore =
    notesHash === null ? undefined : (await readInsight(db, userId, id)).userNotes;
  const text = insight === undefined ? {} : await textColumns(db, userId, id, insight);
  const isBasedOn = async (notes: string | null) =>
    (await sha256Hex(notes ?? '')) === notesHash || (notes ?? '') === (changes.userNotes ?? '');
  const outcome =
    notesBefore === undefined || (await isBasedOn(notesBefore))
      ? await updateSavedInsight(db, userId, id, { ...changes, ...text }, notesBefore)
      : 'other-notes';
  throwIfRefused(outcome);
  const now = await readInsight(db, userId, id);
  if (outcome === 'other-notes') {
    const { userNotes } = now;
    throw new AppError('conflict', NOTES_CHANGED, { details: { userNotes } });
  }
  return now;
}

function throwIfRefused(outcome: UpdateOutcome | null): void {
  if (outcome === 'not-found') throw new AppError('not_found', 'Insight not found');
  if (outcome === 'same-text') throw new AppError('conflict', 'This is already in your library');
  if (outcome === 'full') throw new AppError('conflict', LIBRARY_FULL);
}

async function textColumns(db: Database, userId: string, id: string, insight: string) {
  const text = { insight, insightHash: await sha256Hex(insight.trim()) };
  throwIfRefused(await findRefusal(db, userId, id, text));
  return { ...text, insightHtml: await renderInsightWithPauses(insight) };
}
