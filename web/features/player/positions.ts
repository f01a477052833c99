/**
 * Where the reader is in each episode. It is noted in this browser as it moves and sent at most
 * every fifteen seconds, at once on pausing and leaving. What is not sent yet outlives a reload, a
 * tab that dies and a log-in that has expired; it goes out with the next visit of the same reader.
 */
import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { POSITION_SAVE_MS } from '../../../schema/limits.ts';
import { isFinished, type ListedPosition } from '../../../schema/wire/listening.ts';
import { ApiError, api, readReply } from '../../api/client.ts';
import { readKept, writeKept } from './kept.ts';
import { positionsQuery } from './positions-query.ts';

const unsentSchema = z.record(
  z.string(),
  z.object({ seconds: z.number(), at: z.number(), durationSeconds: z.number().nullable() }),
);
type Unsent = z.infer<typeof unsentSchema>;

/** More episodes than anybody begins offline. */
const UNSENT_MAX = 200;
/** Written down so often while it moves: a tab that dies loses no more on this device. */
const NOTE_MS = 1_000;

let userId: string | null = null;
let client: QueryClient | null = null;
let unsent: Unsent = {};
let notedAt = 0;
let sentAt = 0;
let isSending = false;
let timer: ReturnType<typeof setTimeout> | undefined;

const nameOf = (user: string) => `positions.${user}`;

/** Whose positions these are from now on; what this reader left unsent goes out. */
export function keepPositionsOf(user: string, queryClient: QueryClient): void {
  client = queryClient;
  if (user === userId) return;
  userId = user;
  unsent = readKept(nameOf(user), unsentSchema, {});
  void sendPositions();
}

export function notePosition(
  episodeId: string,
  seconds: number,
  durationSeconds: number | null,
): void {
  if (userId === null) return;
  const at = Date.now();
  unsent[episodeId] = { seconds, at, durationSeconds };
  if (at - notedAt >= NOTE_MS) writeUnsent();
  const wait = sentAt + POSITION_SAVE_MS - at;
  // A place that is moved while nothing plays has no later one to go with.
  timer ??= setTimeout(sendLater, Math.max(0, wait));
}

function sendLater(): void {
  timer = undefined;
  void sendPositions();
}

function writeUnsent(): void {
  if (userId === null) return;
  notedAt = Date.now();
  const newest = Object.entries(unsent)
    .sort(([, one], [, other]) => other.at - one.at)
    .slice(0, UNSENT_MAX);
  unsent = Object.fromEntries(newest);
  writeKept(nameOf(userId), unsent);
}

/** What the cards show: the reply of a position that was sent. */
function showInList(row: ListedPosition): void {
  client?.setQueryData(positionsQuery.queryKey, (known) => ({
    positions: [
      row,
      ...(known?.positions ?? []).filter(({ episodeId }) => episodeId !== row.episodeId),
    ],
  }));
}

/** Sends what is not sent yet. It may be called as the page goes: the calls outlive it. */
export async function sendPositions(): Promise<void> {
  writeUnsent();
  if (userId === null || isSending || !navigator.onLine) return;
  isSending = true;
  clearTimeout(timer);
  timer = undefined;
  const sender = userId;
  sentAt = Date.now();
  // All at once: a page that goes waits for none of them.
  await Promise.all(
    Object.entries(unsent).map(async ([episodeId, { seconds, at, durationSeconds }]) => {
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
        showInList(kept);
      } catch (error) {
        // Kept for later, unless it will never be taken.
        const status = error instanceof ApiError ? error.status : 0;
        if (status !== 404 && status !== 400) return;
      }
      if (sender === userId && unsent[episodeId]?.at === at) delete unsent[episodeId];
    }),
  );
  isSending = false;
  if (sender === userId) writeUnsent();
}

/** In seconds; 0 for what was not begun, and for what was heard to its end. */
export async function whereLeftOff(episodeId: string): Promise<number> {
  // Another device may have gone on; offline what is known has to do.
  const listed = await client
    ?.fetchQuery({ ...positionsQuery, staleTime: POSITION_SAVE_MS })
    .catch(() => client?.getQueryData(positionsQuery.queryKey));
  const kept = listed?.positions.find((one) => one.episodeId === episodeId);
  const own = unsent[episodeId];
  const isOwnLater = own !== undefined && (!kept || own.at >= Date.parse(kept.at));
  const last = isOwnLater ? own : kept;
  return last && !isFinished(last) ? last.seconds : 0;
}

addEventListener('online', () => void sendPositions());
addEventListener('pagehide', () => void sendPositions());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void sendPositions();
});
