/**
 * A sweep visits every source and document, page by page: each message handles one page and sends the
 * next. The weekly check writes differences, a rebuild writes everything. The position is stored in a
 * row, so a crashed sweep resumes there.
 */
import { SEARCH_SOURCES, type SearchJob, type SearchSource } from '../../schema/wire/jobs.ts';
import type { SearchKind } from '../../schema/wire/search.ts';
import { searchDatabases } from './databases.ts';
import { indexSuspects } from './index-suspect.ts';
import { listExistingIds, listSourceIds, sourceOf } from './sources.ts';
import { type IndexDeps, indexSources } from './update-index.ts';

export type SweepMode = 'check' | 'rebuild';

/** After the sources, each database's documents whose source is gone are removed. */
const GONE = /^gone (\d+)$/;
/** A transcript is a hundred times as long as anything else. */
const PAGES: Record<SearchSource, number> = {
  transcript: 10,
  episode: 100,
  insight: 50,
  chat: 20,
  text: 10,
  moment: 100,
};
const DOCUMENTS_PAGE = 500;
/** Without progress for this long, the sweep's message was lost. */
const LOST_MS = 5 * 60_000;

interface Sweep {
  mode: SweepMode;
  phase: string;
  afterId: string;
  startedAt: number;
}

/** Starts over, even if one is running. */
export async function startSweep(env: Env, mode: SweepMode): Promise<void> {
  const [home] = searchDatabases(env);
  if (!home) return;
  const now = Date.now();
  await home
    .prepare(
      `INSERT INTO sweeps (mode, phase, after_id, looked_at, written, started_at, moved_at)
       VALUES (?1, 'transcript', '', 0, 0, ?2, ?2)
       ON CONFLICT (mode) DO UPDATE SET phase = excluded.phase, after_id = '', looked_at = 0,
         written = 0, started_at = ?2, moved_at = ?2, finished_at = NULL`,
    )
    .bind(mode, now)
    .run();
  await sendSweep(env.SEARCH_QUEUE, mode);
}

const sendSweep = (queue: Queue<SearchJob>, sweep: SweepMode) => queue.send({ sweep });

/** Restarts sweeps whose message was lost. Returns how many. */
export async function takeOverSweeps(env: Env): Promise<number> {
  const [home] = searchDatabases(env);
  if (!home) return 0;
  const { results } = await home
    .prepare(
      `UPDATE sweeps SET moved_at = ?1 WHERE finished_at IS NULL AND moved_at < ?2 RETURNING mode`,
    )
    .bind(Date.now(), Date.now() - LOST_MS)
    .all<{ mode: SweepMode }>();
  for (const { mode } of results) await sendSweep(env.SEARCH_QUEUE, mode);
  return results.length;
}

/**
 * Handles one page and sends the message for the next page if there is more. Of two messages for the same
 * page, one moves the sweep on and the other ends there.
 *
 * @param attempts how often the message was delivered
 */
export async function sweepPage(
  deps: IndexDeps,
  queue: Queue<SearchJob>,
  mode: SweepMode,
  attempts: number,
): Promise<void> {
  const [home] = deps.databases;
  const sweep = await home
    ?.prepare(
      `SELECT mode, phase, after_id AS afterId, started_at AS startedAt FROM sweeps
       WHERE mode = ? AND finished_at IS NULL`,
    )
    .bind(mode)
    .first<Sweep>();
  if (!home || !sweep) return;
  const page = await lookAtPage(deps, home, sweep, attempts);
  const isMoved = await moveOn(home, sweep, page);
  if (isMoved && page.next) await sendSweep(queue, mode);
}

interface Page {
  lookedAt: number;
  written: number;
  /** Null when done. */
  next: Pick<Sweep, 'phase' | 'afterId'> | null;
}

/** Moves a sweep on from its position. Returns false if another message has done that. */
async function moveOn(
  home: D1Database,
  sweep: Sweep,
  { lookedAt, written, next }: Page,
): Promise<boolean> {
  const now = Date.now();
  const moved = await home
    .prepare(
      `UPDATE sweeps SET phase = coalesce(?2, phase), after_id = coalesce(?3, after_id),
         looked_at = looked_at + ?4, written = written + ?5, moved_at = ?6, finished_at = ?7
       WHERE mode = ?1 AND phase = ?8 AND after_id = ?9 AND started_at = ?10
         AND finished_at IS NULL
       RETURNING mode`,
    )
    .bind(
      sweep.mode,
      next?.phase ?? null,
      next?.afterId ?? null,
      lookedAt,
      written,
      now,
      next ? null : now,
      sweep.phase,
      sweep.afterId,
      sweep.startedAt,
    )
    .first();
  return moved !== null;
}

/** Looks at one page. If it was delivered before, the sweep moves on after each of its sources. */
async function lookAtPage(
  deps: IndexDeps,
  home: D1Database,
  sweep: Sweep,
  attempts: number,
): Promise<Page> {
  const source = SEARCH_SOURCES.find((name) => name === sweep.phase);
  if (!source) return lookAtDocuments(deps, sweep);
  const isForced = sweep.mode === 'rebuild';
  if (isForced && sweep.phase === SEARCH_SOURCES[0] && sweep.afterId === '') {
    // A word is only removed with the last passage that has its stem, so a rebuild starts without any.
    await Promise.all(deps.databases.map((database) => database.exec('DELETE FROM words')));
  }
  const ids = await listSourceIds(deps.db, source, sweep.afterId, PAGES[source]);
  let lookedAt = ids.length;
  const onDone = async (afterId: string, written: number) => {
    const next = { phase: source, afterId };
    if (!(await moveOn(home, sweep, { lookedAt: 1, written, next }))) return;
    sweep.afterId = afterId;
    lookedAt -= 1;
  };
  const written =
    attempts > 1
      ? await indexSuspects(deps, source, ids, { attempts, isForced, onDone })
      : await indexSources(deps, source, ids, { isForced });
  const last = ids.at(-1);
  const isOver = last === undefined || ids.length < PAGES[source];
  const following = SEARCH_SOURCES[SEARCH_SOURCES.indexOf(source) + 1] ?? 'gone 0';
  return {
    lookedAt,
    written,
    next: isOver ? { phase: following, afterId: '' } : { phase: source, afterId: last },
  };
}

async function lookAtDocuments(deps: IndexDeps, { phase, afterId }: Sweep): Promise<Page> {
  const place = Number(GONE.exec(phase)?.[1] ?? 0);
  const database = deps.databases[place];
  if (!database) return { lookedAt: 0, written: 0, next: null };
  const { results: documents } = await database
    .prepare(
      'SELECT id, kind, source_id AS sourceId FROM documents WHERE id > ? ORDER BY id LIMIT ?',
    )
    .bind(Number(afterId), DOCUMENTS_PAGE)
    .all<{ id: number; kind: SearchKind; sourceId: string }>();
  let written = 0;
  for (const source of SEARCH_SOURCES) {
    const ids = documents
      .filter(({ kind }) => sourceOf(kind) === source)
      .map(({ sourceId }) => sourceId);
    if (ids.length === 0) continue;
    const there = new Set(await listExistingIds(deps.db, source, ids));
    const gone = [...new Set(ids)].filter((id) => !there.has(id));
    written += await indexSources(deps, source, gone);
  }
  const last = documents.at(-1);
  const isOver = last === undefined || documents.length < DOCUMENTS_PAGE;
  const next = isOver
    ? { phase: `gone ${place + 1}`, afterId: '' }
    : { phase, afterId: String(last.id) };
  const isLast = isOver && place + 1 >= deps.databases.length;
  return { lookedAt: documents.length, written, next: isLast ? null : next };
}
