/** Deletes the Durable Objects of conversations whose D1 rows are gone. */
import { chunksOf } from '../platform/chunks.ts';
import { describeError, log } from '../platform/logging.ts';
import type { ChatSessions } from './notify-sessions.ts';

/** A user may have hundreds, and each call is a subrequest. */
const AT_ONCE = 25;
const TRIES = 3;

/**
 * Deletes these conversations' objects and closes their sockets. Never throws: an object without a row
 * can't be reached, and deletes itself once idle.
 */
export async function deleteConversations(sessions: ChatSessions, ids: string[]): Promise<void> {
  for (const some of chunksOf(ids, AT_ONCE)) {
    await Promise.all(some.map((id) => deleteOne(sessions, id)));
  }
}

async function deleteOne(sessions: ChatSessions, id: string): Promise<void> {
  for (let tries = 1; tries <= TRIES; tries++) {
    try {
      return await sessions.getByName(id).deleteSession();
    } catch (error) {
      log.warn('chat_not_deleted', { sessionId: id, tries, error: describeError(error) });
    }
  }
}
