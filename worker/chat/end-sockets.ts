/** Closes the sockets of sessions that have ended, by logging out or otherwise. */
import { chunksOf } from '../platform/chunks.ts';
import type { Database } from '../platform/database.ts';
import { describeError, log } from '../platform/logging.ts';
import type { ChatSessions } from './notify-sessions.ts';
import { deleteSockets, listSockets } from './socket-store.ts';

/** A user may have many open conversations, and each call is a subrequest. */
const AT_ONCE = 25;

/**
 * Closes every socket of these sessions. Call it after deleting their rows: later handshakes are
 * refused, and earlier ones are found here. Never throws: a conversation that can't be reached is
 * logged, and the others' sockets still close.
 *
 * @param loginIds ids in `sessions`
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
    for (const conversations of chunksOf([...open], AT_ONCE)) {
      await Promise.all(
        conversations.map(([id, sockets]) =>
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
    log.error('sockets_not_ended', { error: describeError(error) });
  }
}

async function endIn(sessions: ChatSessions, id: string, loginIds: string[]): Promise<void> {
  const end = () => sessions.getByName(id).endLogins(loginIds);
  try {
    await end();
  } catch (error) {
    // A stub fails once after its object has moved.
    log.warn('sockets_asked_again', { error: describeError(error) });
    await end().catch((again: unknown) => {
      log.error('sockets_not_ended', { error: describeError(again) });
    });
  }
}
