import { ApiError, api, readReply } from '../../api/client.ts';
import { listWaiting, removeWaiting, type Waiting } from './waiting.ts';

/** The server will never accept it: the item is gone, or the grade is too old. */
const NEVER = [400, 404, 422];

let sending: Promise<void> = Promise.resolve();

/**
 * Sends what waits on this device, oldest first, and stops at the first failure. If a reply is lost,
 * its grade is sent again, but only counts once.
 */
export function sendWaiting(userId: string): Promise<void> {
  const next = sending.catch(() => {}).then(() => sendAll(userId));
  sending = next.catch(() => {});
  return next;
}

async function sendAll(userId: string): Promise<void> {
  for (const { id, item } of listWaiting(userId)) {
    try {
      await send(item);
    } catch (error) {
      if (!(error instanceof ApiError && NEVER.includes(error.status))) throw error;
    }
    removeWaiting(userId, id);
  }
}

async function send(waiting: Waiting): Promise<void> {
  const { at, timeZone } = waiting;
  if (waiting.type === 'day') {
    await readReply(api.user.reviews.days.$post({ json: { at, timeZone } }));
    return;
  }
  const { itemId: id, gradeId, rating } = waiting;
  await readReply(
    api.user.reviews[':id'].grades.$post({
      param: { id },
      json: { gradeId, rating, at, timeZone },
    }),
  );
}
