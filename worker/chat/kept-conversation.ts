/**
 * A conversation in memory, in the Durable Object's storage and in D1, kept together: read from D1
 * when it is not here, changed here first, then written to D1.
 */
import { createDatabase, type Database } from '../platform/database.ts';
import { describe, log } from '../platform/logging.ts';
import {
  type Conversation,
  type FollowUp,
  failUnfinished,
  type InsightState,
} from './conversation.ts';
import { ChatStorage } from './storage.ts';
import { findConversation, saveFollowUps } from './store.ts';

export class KeptConversation {
  readonly #storage: ChatStorage;
  readonly #db: Database;
  readonly #sessionId: () => string;
  #current: Conversation | null = null;
  #opening: Promise<void> | null = null;

  /** @param sessionId asked for late: only the name the object was reached by tells it */
  constructor(storage: DurableObjectStorage, d1: D1Database, sessionId: () => string) {
    this.#storage = new ChatStorage(storage);
    this.#db = createDatabase(d1);
    this.#sessionId = sessionId;
    this.#current = this.#storage.load();
  }

  /** The newest state; null before `open`. */
  get current(): Conversation | null {
    return this.#current;
  }

  /** After an eviction or a crash: marks what was being written as failed, and returns it. */
  recover(): FollowUp[] {
    if (!this.#current) return [];
    const { conversation, failed } = failUnfinished(this.#current);
    for (const followUp of failed) this.keepFollowUp(conversation, followUp.id);
    return failed;
  }

  /**
   * The conversation from here, else from D1; null where the session is gone there, too.
   *
   * @param options.freshInsight looks in D1 whether an insight that was not there has come since
   */
  async open(options: { freshInsight?: boolean } = {}): Promise<Conversation | null> {
    const hasNews = options.freshInsight && this.#current?.insight.status !== 'done';
    if (this.#current === null || hasNews) {
      // Several may ask at once while the first still waits for D1.
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
      found = await findConversation(this.#db, this.#sessionId());
    } catch (error) {
      if (before === null) throw error;
      // What is here will do until D1 answers again.
      log.warn('chat_read_failed', { error: describe(error) });
      return;
    }
    if (this.#current === null && found) {
      this.#storage.insert(found, Date.now());
      this.#current = found;
    } else if (found && this.#current?.insight === before?.insight) {
      // Only the insight can be news: what was asked and answered is truer here. And what the
      // queue told while D1 was being read is newer than what D1 said.
      if (found.insight.status !== before?.insight.status) this.setInsight(found.insight);
    }
  }

  keepFollowUp(conversation: Conversation, id: string): void {
    this.#current = conversation;
    this.#storage.saveFollowUp(conversation, id, Date.now());
  }

  setInsight(insight: InsightState): void {
    if (!this.#current) return;
    this.#current = { ...this.#current, insight };
    this.#storage.saveInsight(insight);
  }

  /** Tells D1 what it does not know yet; a failure is tried again at the next call. */
  async sync(): Promise<'synced' | 'behind' | 'gone'> {
    const conversation = this.#current;
    if (!conversation) return 'synced';
    const unsynced = this.#storage.listUnsynced();
    if (unsynced.length === 0) return 'synced';
    const { sessionId, remaining } = conversation;
    try {
      await saveFollowUps(this.#db, sessionId, unsynced, remaining);
      // Forgotten while D1 wrote: then there is nothing left to mark.
      if (this.#current) this.#storage.markSynced(unsynced.map((followUp) => followUp.id));
      return 'synced';
    } catch (error) {
      log.warn('chat_sync_failed', { error: describe(error) });
      const isGone = await findConversation(this.#db, sessionId).then(
        (found) => found === null,
        () => false,
      );
      return isGone ? 'gone' : 'behind';
    }
  }

  isSynced(): boolean {
    return this.#current === null || this.#storage.listUnsynced().length === 0;
  }

  /** Somebody uses it. */
  touch(): void {
    if (this.#current) this.#storage.touch(Date.now());
  }

  /** When somebody last used it, in milliseconds since 1970; null where nothing is kept. */
  activeAt(): number | null {
    return this.#current && this.#storage.activeAt();
  }

  /** Forgets everything that is here; D1 is not touched. */
  async forget(): Promise<void> {
    // Who reads from D1 right now would bring back what is being deleted.
    await this.#opening?.catch(() => {});
    this.#current = null;
    await this.#storage.deleteAll();
  }
}
