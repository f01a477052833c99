/** Ends the sockets of log-ins that have ended: on log-out, and whatever else ends a log-in. */
import type { Database } from '../platform/database.ts';
import { describe, log } from '../platform/logging.ts';
import type { ChatSessions } from './notify-sessions.ts';
import { deleteSockets, listSockets } from './store.ts';

/** A person may have many conversations open; each call is a request of its own. */
const AT_ONCE = 25;

/**
 * Closes every socket of these log-ins of a person's. Call it when their rows are gone: a handshake
 * that comes later is refused by itself, and one that came before is found here. Never throws.
 *
 * @param loginIds ids of rows in `sessions`
 */
export async function endSockets(
  deps: { db: Database; sessions: ChatSessions },
  userId: string,
  loginIds: string[],
): Promise<void> {
  if (loginIds.length === 0) return;
  try {
    const open = Map.groupBy(
      await listSockets(deps.db, userId, loginIds),
      ({ chatSessionId }) => chatSessionId,
    );
    const conversations = [...open];
    for (let start = 0; start < conversations.length; start += AT_ONCE) {
      await Promise.all(
        conversations.slice(start, start + AT_ONCE).map(([id, sockets]) =>
          endIn(
            deps.sessions,
            id,
            sockets.map(({ loginId }) => loginId),
          ),
        ),
      );
    }
    await deleteSockets(deps.db, userId, loginIds);
  } catch (error) {
    log.error('sockets_not_ended', { error: describe(error) });
  }
}

async function endIn(sessions: ChatSessions, id: string, loginIds: string[]): Promise<void> {
  try {
    await sessions.getByName(id).endLogins(loginIds);
  } catch (error) {
    // The stub of an object that was just moved fails once.
    log.warn('sockets_asked_again', { error: describe(error) });
    await sessions.getByName(id).endLogins(loginIds);
  }
}
