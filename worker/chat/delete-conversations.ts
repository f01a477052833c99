/** Ends the Durable Objects of conversations whose rows in D1 are gone. */
import { describe, log } from '../platform/logging.ts';
import type { ChatSessions } from './notify-sessions.ts';

/** A person may have had hundreds; each call is a request of its own. */
const AT_ONCE = 25;
const TRIES = 3;

/**
 * Deletes the objects of these conversations and closes their sockets. Never throws: without its row an
 * object is out of reach, and one that was missed deletes itself once it is idle.
 */
export async function deleteConversations(sessions: ChatSessions, ids: string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    await Promise.all(ids.slice(start, start + AT_ONCE).map((id) => deleteOne(sessions, id)));
  }
}

async function deleteOne(sessions: ChatSessions, id: string): Promise<void> {
  for (let tries = 1; tries <= TRIES; tries++) {
    try {
      return await sessions.getByName(id).deleteSession();
    } catch (error) {
      log.warn('chat_not_deleted', { sessionId: id, tries, error: describe(error) });
    }
  }
}
