import { ApiError, api, readReply } from '../../api/client.ts';
import { listUnsent, removeUnsent, type Unsent } from './unsent.ts';

/** The server will never accept it: the item is gone, or the grade is too old. */
const NEVER = [400, 404, 422];

let sending: Promise<void> = Promise.resolve();

/**
 * Sends what this device has not sent yet, oldest first, and stops at the first failure. If a reply is lost,
 * its grade is sent again, but only counts once.
 */
export function sendUnsent(userId: string): Promise<void> {
  const next = sending.catch(() => {}).then(() => sendAll(userId));
  sending = next.catch(() => {});
  return next;
}

async function sendAll(userId: string): Promise<void> {
  for (const { id, item } of listUnsent(userId)) {
    try {
      await send(item);
    } catch (error) {
      if (!(error instanceof ApiError && NEVER.includes(error.status))) throw error;
    }
    removeUnsent(userId, id);
  }
}

async function send(item: Unsent): Promise<void> {
  const { at, timeZone } = item;
  if (item.type === 'day') {
    await readReply(api.user.reviews.days.$post({ json: { at, timeZone } }));
    return;
  }
  const { itemId: id, gradeId, rating } = item;
  await readReply(
    api.user.reviews[':id'].grades.$post({
      param: { id },
      json: { gradeId, rating, at, timeZone },
    }),
  );
}
