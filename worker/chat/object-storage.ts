/** A conversation in the Durable Object's SQLite, which survives eviction. */
import type { Conversation, FollowUp, InsightState } from './conversation.ts';

/** A follow-up that D1 doesn't have yet. */
interface UnsyncedFollowUp extends FollowUp {
  status: 'done';
}

type Cell = SqlStorageValue;

export class ObjectStorage {
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#sql = storage.sql;
  }

  /** Deletes everything including tables and the alarm, so that an empty object isn't stored or billed. */
  async deleteAll(): Promise<void> {
    await this.#storage.deleteAll();
  }

  #prepare(): void {
    this.#sql.exec(`
      CREATE TABLE IF NOT EXISTS conversation (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        session_id TEXT NOT NULL, user_id TEXT NOT NULL, episode_id TEXT NOT NULL,
        remaining INTEGER NOT NULL,
        insight_status TEXT NOT NULL, insight_text TEXT, insight_progress REAL NOT NULL,
        insight_step TEXT NOT NULL, active_at INTEGER NOT NULL, is_of_source INTEGER NOT NULL);
      -- Follow-ups, under the name that objects were first created with.
      CREATE TABLE IF NOT EXISTS turns (
        id TEXT PRIMARY KEY, question TEXT NOT NULL, answer TEXT NOT NULL, status TEXT NOT NULL,
        error TEXT, created_at INTEGER NOT NULL, synced INTEGER NOT NULL);
    `);
  }

  /** Returns null if nothing is stored; `insert` must then come first. */
  load(): Conversation | null {
    const [table] = this.#sql
      .exec("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'conversation'")
      .toArray();
    if (!table) return null;
    const [row] = this.#sql.exec('SELECT * FROM conversation').toArray();
    if (!row) return null;
    return {
      sessionId: String(row.session_id),
      userId: String(row.user_id),
      episodeId: text(row.episode_id) || null,
      // Older objects lack this column; none of them is about a source.
      isOfSource: row.is_of_source === 1,
      remaining: Number(row.remaining),
      insight: {
        status: row.insight_status as InsightState['status'],
        text: text(row.insight_text),
        progress: Number(row.insight_progress),
        step: String(row.insight_step),
      },
      followUps: this.#sql
        .exec('SELECT * FROM turns ORDER BY created_at, rowid')
        .toArray()
        .map(toFollowUp),
    };
  }

  /** Stores a conversation read from D1, which therefore already has its follow-ups. */
  insert(conversation: Conversation, now: number): void {
    this.#storage.transactionSync(() => {
      // An older object's table may lack a column.
      this.#sql.exec('DROP TABLE IF EXISTS turns');
      this.#sql.exec('DROP TABLE IF EXISTS conversation');
      this.#prepare();
      const { sessionId, userId, episodeId, isOfSource, remaining, insight, followUps } =
        conversation;
      this.#sql.exec(
        'INSERT INTO conversation VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
        sessionId,
        userId,
        // The column is NOT NULL, because every conversation used to have an episode.
        episodeId ?? '',
        remaining,
        insight.status,
        insight.text,
        insight.progress,
        insight.step,
        now,
        isOfSource ? 1 : 0,
      );
      for (const followUp of followUps) this.#putFollowUp(followUp, true);
    });
  }

  /** Saves a follow-up and the question count in one transaction. */
  saveFollowUp(conversation: Conversation, id: string, now: number): void {
    const followUp = conversation.followUps.find((candidate) => candidate.id === id);
    if (!followUp) return;
    this.#storage.transactionSync(() => {
      this.#putFollowUp(followUp, followUp.status !== 'done');
      this.#sql.exec(
        'UPDATE conversation SET remaining = ?, active_at = ?',
        conversation.remaining,
        now,
      );
    });
  }

  saveInsight(insight: InsightState): void {
    this.#sql.exec(
      `UPDATE conversation
       SET insight_status = ?, insight_text = ?, insight_progress = ?, insight_step = ?`,
      insight.status,
      insight.text,
      insight.progress,
      insight.step,
    );
  }

  /** Returns finished follow-ups that D1 doesn't have yet, oldest first. */
  listUnsynced(): UnsyncedFollowUp[] {
    return this.#sql
      .exec('SELECT * FROM turns WHERE synced = 0 ORDER BY created_at, rowid')
      .toArray()
      .map((row) => ({ ...toFollowUp(row), status: 'done' }));
  }

  markSynced(ids: string[]): void {
    for (const id of ids) this.#sql.exec('UPDATE turns SET synced = 1 WHERE id = ?', id);
  }

  touch(now: number): void {
    this.#sql.exec('UPDATE conversation SET active_at = ?', now);
  }

  /** When it was last used, in milliseconds since 1970. */
  activeAt(): number {
    const [row] = this.#sql.exec('SELECT active_at FROM conversation').toArray();
    return Number(row?.active_at ?? 0);
  }

  #putFollowUp(followUp: FollowUp, synced: boolean): void {
    this.#sql.exec(
      `INSERT INTO turns VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET answer = excluded.answer, status = excluded.status,
         error = excluded.error, synced = excluded.synced`,
      followUp.id,
      followUp.question,
      followUp.answer,
      followUp.status,
      followUp.error,
      followUp.createdAt,
      synced ? 1 : 0,
    );
  }
}

function toFollowUp(row: Record<string, Cell>): FollowUp {
  return {
    id: String(row.id),
    question: String(row.question),
    answer: String(row.answer),
    status: row.status as FollowUp['status'],
    error: text(row.error),
    createdAt: Number(row.created_at),
  };
}

function text(cell: Cell | undefined): string | null {
  return typeof cell === 'string' ? cell : null;
}
