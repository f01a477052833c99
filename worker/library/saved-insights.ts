import type { PodcastGroup, SavedInsight, UpdateInsight } from '../../schema/wire/library.ts';
import { findEpisode } from '../episodes/store.ts';
import type { Database } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { sha256Hex } from '../platform/sha256.ts';
import { renderInsight } from './render-insight.ts';
import {
  findSavedInsight,
  insertSavedInsight,
  type SavedInsightRow,
  updateSavedInsight,
} from './store.ts';

function asReply(row: SavedInsightRow): SavedInsight {
  const { podcastId: _podcastId, podcastTitle: _podcastTitle, ...saved } = row;
  return { ...saved, generatedAt: row.generatedAt.toISOString() };
}

/** Rows, newest first, as groups: a podcast stands where its newest insight does. */
export function groupByPodcast(rows: SavedInsightRow[]): PodcastGroup[] {
  const groups = new Map<string, PodcastGroup>();
  for (const row of rows) {
    const { podcastId, podcastTitle } = row;
    const group = groups.get(podcastId) ?? { podcastId, podcastTitle, insights: [] };
    group.insights.push(asReply(row));
    groups.set(podcastId, group);
  }
  return [...groups.values()];
}

/** Keeps a text of an episode. The same text again is the row that is there. */
export async function saveInsight(
  db: Database,
  userId: string,
  episodeId: string,
  insight: string,
): Promise<{ saved: SavedInsight; isNew: boolean }> {
  if (!(await findEpisode(db, episodeId))) throw new AppError('not_found', 'Episode not found');
  const insightHash = await sha256Hex(insight.trim());
  const isNew = await insertSavedInsight(db, userId, {
    episodeId,
    insight,
    insightHash,
    insightHtml: renderInsight(insight),
    tags: [],
    generatedAt: new Date(),
  });
  const row = await findSavedInsight(db, userId, { episodeId, insightHash });
  if (!row) throw new AppError('internal', 'Failed to save insight');
  return { saved: asReply(row), isNew };
}

/**
 * Changes notes, tags or the text itself; 404 for what is not there or another person's, 409 for a
 * text that another row has already.
 */
export async function editInsight(
  db: Database,
  userId: string,
  id: string,
  { insight, ...changes }: UpdateInsight,
): Promise<SavedInsight> {
  const text = insight === undefined ? {} : await textColumns(insight);
  const isChanged = await updateSavedInsight(db, userId, id, { ...changes, ...text });
  const row = await findSavedInsight(db, userId, { id });
  if (!row) throw new AppError('not_found', 'Insight not found');
  if (!isChanged) throw new AppError('conflict', 'This is already in your library');
  return asReply(row);
}

async function textColumns(insight: string) {
  return {
    insight,
    insightHash: await sha256Hex(insight.trim()),
    insightHtml: renderInsight(insight),
  };
}
