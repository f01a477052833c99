/**
 * Where the reader is in each episode. Stored in this browser as it changes, and sent every fifteen
 * seconds at most, but at once on pausing and leaving. What isn't sent yet survives a reload, a crash
 * and an expired session; it is sent on the same reader's next visit.
 */
import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { POSITION_SAVE_MS } from '../../../schema/limits.ts';
import { isFinished, type ListedPosition } from '../../../schema/wire/listening.ts';
import { ApiError, api, readReply } from '../../api/client.ts';
import { storedItems } from '../../api/stored-items.ts';
import { positionsQuery } from './positions-query.ts';

const unsentSchema = z.object({
  seconds: z.number(),
  at: z.number(),
  durationSeconds: z.number().nullable(),
});
type Unsent = z.infer<typeof unsentSchema>;

/** By episode. */
const stored = storedItems('positions', unsentSchema);

/** More episodes than anybody starts offline. */
const UNSENT_MAX = 200;
/** How often a moving position is stored: a crashed tab loses at most this much on this device. */
const STORE_MS = 1_000;

let userId: string | null = null;
let client: QueryClient | null = null;
/** The current position, until it is stored. */
let latest: (Unsent & { episodeId: string }) | null = null;
let storedAt = 0;
let sentAt = 0;
let isSending = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sets the reader whose positions these are, and sends what they left unsent. */
export function setPositionsUser(user: string, queryClient: QueryClient): void {
  client = queryClient;
  if (user === userId) return;
  storeLatest();
  userId = user;
  void sendPositions();
}

/**
 * Notes where the reader is, unless nobody is logged in.
 *
 * @param durationSeconds null until known
 */
export function notePosition(
  episodeId: string,
  seconds: number,
  durationSeconds: number | null,
): void {
  if (userId === null) return;
  const at = Date.now();
  if (latest?.episodeId !== episodeId) storeLatest();
  latest = { episodeId, seconds, at, durationSeconds };
  if (at - storedAt >= STORE_MS) storeLatest();
  const wait = sentAt + POSITION_SAVE_MS - at;
  // While paused, no later position follows that would send this one.
  timer ??= setTimeout(sendLater, Math.max(0, wait));
}

function sendLater(): void {
  timer = undefined;
  void sendPositions();
}

function storeLatest(): void {
  if (userId === null || latest === null) return;
  const { episodeId, ...position } = latest;
  latest = null;
  storedAt = Date.now();
  stored.put(userId, episodeId, position);
  if (stored.count(userId) > UNSENT_MAX) dropOldest(userId);
}

function dropOldest(user: string): void {
  const newestFirst = stored.list(user).sort((one, other) => other.item.at - one.item.at);
  for (const { id } of newestFirst.slice(UNSENT_MAX)) stored.remove(user, id);
}

/** Shows a sent position, as the server returned it, on the cards. */
function showInList(row: ListedPosition): void {
  client?.setQueryData(positionsQuery.queryKey, (known) => ({
    positions: [
      row,
      ...(known?.positions ?? []).filter(({ episodeId }) => episodeId !== row.episodeId),
    ],
  }));
}

/** Sends what isn't sent yet. May be called while the page closes: the requests outlive it. */
export async function sendPositions(): Promise<void> {
  storeLatest();
  if (userId === null || isSending || !navigator.onLine) return;
  isSending = true;
  clearTimeout(timer);
  timer = undefined;
  const sender = userId;
  sentAt = Date.now();
  // All at once: a page that closes doesn't wait for any of them.
  await Promise.all(
    stored.list(sender).map(async ({ id: episodeId, item: { seconds, at, durationSeconds } }) => {
      try {
        const kept = await readReply(
          api.user.positions[':episodeId'].$put(
            {
              param: { episodeId },
              json: { seconds, at, ...(durationSeconds === null ? {} : { durationSeconds }) },
            },
            { init: { keepalive: true } },
          ),
        );
        // Somebody else may have logged in meanwhile.
        if (sender === userId) showInList(kept);
      } catch (error) {
        // Kept for later, unless the server will never accept it.
        const status = error instanceof ApiError ? error.status : 0;
        if (status !== 404 && status !== 400) return;
      }
      if (stored.get(sender, episodeId)?.at === at) stored.remove(sender, episodeId);
    }),
  );
  isSending = false;
  storeLatest();
  if (sender !== userId) await sendPositions();
}

/**
 * In seconds; 0 if the episode was never started, or was heard to its end.
 *
 * @throws if nothing is known: played from its beginning, the episode would lose the reader's place
 */
export async function whereLeftOff(episodeId: string): Promise<number> {
  // Another device may be further on; offline, the known position has to do.
  const listed = await client
    ?.fetchQuery({ ...positionsQuery, staleTime: POSITION_SAVE_MS })
    .catch((error: unknown) => {
      const known = client?.getQueryData(positionsQuery.queryKey);
      if (known === undefined) throw error;
      return known;
    });
  const kept = listed?.positions.find((one) => one.episodeId === episodeId);
  storeLatest();
  const own = userId === null ? null : stored.get(userId, episodeId);
  const isOwnLater = own !== null && (!kept || own.at >= Date.parse(kept.at));
  const last = isOwnLater ? own : kept;
  return last && !isFinished(last) ? last.seconds : 0;
}

addEventListener('online', () => void sendPositions());
addEventListener('pagehide', () => void sendPositions());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void sendPositions();
});
