/**
 * Keeps a conversation in memory, in the Durable Object's storage and in D1: read from D1 if missing,
 * changed locally first, then written to D1.
 */
import { createDatabase, type Database } from '../platform/database.ts';
import { describeError, log } from '../platform/logging.ts';
import {
  type Conversation,
  type FollowUp,
  failUnfinished,
  type InsightState,
} from './conversation.ts';
import { ObjectStorage } from './object-storage.ts';
import { loadConversation, saveFollowUps } from './store.ts';

export class StoredConversation {
  readonly #storage: ObjectStorage;
  readonly #db: Database;
  readonly #sessionId: () => string;
  readonly #onSynced: () => void;
  #current: Conversation | null = null;
  #opening: Promise<void> | null = null;

  /**
   * @param sessionId a function, because the id is only known once the object has been addressed by
   * name
   * @param onSynced called after follow-ups have been written to D1
   */
  constructor(
    storage: DurableObjectStorage,
    d1: D1Database,
    { sessionId, onSynced }: { sessionId: () => string; onSynced: () => void },
  ) {
    this.#storage = new ObjectStorage(storage);
    this.#db = createDatabase(d1);
    this.#sessionId = sessionId;
    this.#onSynced = onSynced;
    this.#current = this.#storage.load();
  }

  /** The current state; null before `open`. */
  get current(): Conversation | null {
    return this.#current;
  }

  /** After an eviction or a crash: marks unfinished answers as failed and returns them. */
  recover(): FollowUp[] {
    if (!this.#current) return [];
    const { conversation, failed } = failUnfinished(this.#current);
    for (const followUp of failed) this.keepFailure(conversation, followUp.id);
    return failed;
  }

  /**
   * Returns the conversation from memory or D1; null if it is gone from D1 as well.
   *
   * @param options.freshInsight also checks D1 for an insight that wasn't ready before
   */
  async open(options: { freshInsight?: boolean } = {}): Promise<Conversation | null> {
    const hasNews = options.freshInsight && this.#current?.insight.status !== 'done';
    if (this.#current === null || hasNews) {
      // Concurrent callers share one read of D1.
      this.#opening ??= this.#read().finally(() => {
        this.#opening = null;
      });
      await this.#opening;
    }
    return this.#current;
  }

  async #read(): Promise<void> {
    const before = this.#current;
    let found: Conversation | null;
    try {
      found = await loadConversation(this.#db, this.#sessionId());
    } catch (error) {
      if (before === null) throw error;
      // The local state is good enough until D1 answers again.
      log.warn('chat_read_failed', { error: describeError(error) });
      return;
    }
    if (this.#current === null && found) {
      this.#storage.insert(found, Date.now());
      this.#current = found;
    } else if (found && this.#current?.insight === before?.insight) {
      // Only the insight can be newer in D1; questions and answers are newer here. News from the queue
      // that arrived during the read is newer still.
      if (found.insight.status !== before?.insight.status) this.setInsight(found.insight);
    }
  }

  /** Changes the conversation in memory alone; `saveFollowUp` must come next. */
  begin(conversation: Conversation): void {
    this.#current = conversation;
  }

  /** Stores a follow-up as it is now, unless the conversation has been deleted. */
  saveFollowUp(id: string): void {
    if (this.#current) this.#storage.saveFollowUp(this.#current, id, Date.now());
  }

  /** Keeps a finished answer. If the storage can't, this throws and nothing has changed. */
  keepAnswer(conversation: Conversation, id: string): void {
    this.#storage.saveFollowUp(conversation, id, Date.now());
    this.#current = conversation;
  }

  /**
   * Keeps that an answer failed. The storage may fail, too: an answer that it has as unfinished counts as failed
   * once it is read.
   */
  keepFailure(conversation: Conversation, id: string): void {
    this.#current = conversation;
    try {
      this.saveFollowUp(id);
    } catch (error) {
      log.error('chat_failure_not_stored', { error: describeError(error) });
    }
  }

  setInsight(insight: InsightState): void {
    if (!this.#current) return;
    this.#current = { ...this.#current, insight };
    this.#storage.saveInsight(insight);
  }

  /** Writes to D1 what it doesn't have yet. A failure is retried on the next call. */
  async sync(): Promise<'synced' | 'behind' | 'gone'> {
    const conversation = this.#current;
    if (!conversation) return 'synced';
    const unsynced = this.#storage.listUnsynced();
    if (unsynced.length === 0) return 'synced';
    const { sessionId, remaining } = conversation;
    try {
      await saveFollowUps(this.#db, sessionId, unsynced, remaining);
      // Deleted during the write, so there is nothing left to mark.
      if (this.#current) this.#storage.markSynced(unsynced.map((followUp) => followUp.id));
      this.#onSynced();
      return 'synced';
    } catch (error) {
      log.warn('chat_sync_failed', { error: describeError(error) });
      const isGone = await loadConversation(this.#db, sessionId).then(
        (found) => found === null,
        () => false,
      );
      return isGone ? 'gone' : 'behind';
    }
  }

  isSynced(): boolean {
    return this.#current === null || this.#storage.listUnsynced().length === 0;
  }

  /** Records that the conversation is in use. */
  touch(): void {
    if (this.#current) this.#storage.touch(Date.now());
  }

  /** When it was last used, in milliseconds since 1970; null if nothing is stored. */
  activeAt(): number | null {
    return this.#current && this.#storage.activeAt();
  }

  /** Deletes the local state. Doesn't touch D1. */
  async forget(): Promise<void> {
    // A read in progress would restore what is being deleted.
    await this.#opening?.catch(() => {});
    this.#current = null;
    await this.#storage.deleteAll();
  }
}
