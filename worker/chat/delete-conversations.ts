/** Deletes the Durable Objects of conversations whose D1 rows are gone. */
import { deletedConversations } from '../../schema/tables/chat.ts';
import { chunksOf } from '../platform/chunks.ts';
import { type Database, isAmong } from '../platform/database.ts';
import { describeError, log } from '../platform/logging.ts';
import type { ChatSessions } from './notify-sessions.ts';

/** A user may have hundreds, and each call is a subrequest. */
const AT_ONCE = 25;
const TRIES = 3;
/** The rest waits for the next run, a minute later. */
const TAKEN_OVER_AT_ONCE = 100;

/**
 * Deletes these conversations' objects and closes their sockets. Never throws: what could not be deleted
 * is taken over.
 */
export async function deleteConversations(
  { db, sessions }: { db: Database; sessions: ChatSessions },
  ids: string[],
): Promise<void> {
  for (const some of chunksOf(ids, AT_ONCE)) {
    const gone = await Promise.all(some.map((id) => deleteOne(sessions, id)));
    try {
      const deleted = some.filter((_, at) => gone[at]);
      await db.delete(deletedConversations).where(isAmong(deletedConversations.id, deleted));
    } catch (error) {
      log.warn('deleted_chats_not_forgotten', { error: describeError(error) });
    }
  }
}

async function deleteOne(sessions: ChatSessions, id: string): Promise<boolean> {
  for (let tries = 1; tries <= TRIES; tries++) {
    try {
      await sessions.getByName(id).deleteSession();
      return true;
    } catch (error) {
      log.warn('chat_not_deleted', { sessionId: id, tries, error: describeError(error) });
    }
  }
  return false;
}

/** Deletes the objects of conversations whose deletion died on the way. Returns how many. */
export async function takeOverDeletions(db: Database, sessions: ChatSessions): Promise<number> {
  const rows = await db.select().from(deletedConversations).limit(TAKEN_OVER_AT_ONCE);
  await deleteConversations(
    { db, sessions },
    rows.map(({ id }) => id),
  );
  return rows.length;
}
