/** A person's press of the button: their feeds, now, once in a window. */
import { addDays } from 'date-fns';
import type { RefreshJob } from '../../schema/wire/jobs.ts';
import { AppError } from '../platform/errors.ts';
import { claimWindow, findNextFetch, releaseWindow } from './fetch-window.ts';
import { type RefreshDeps, type RefreshOutcome, refreshKnown } from './refresh.ts';
import { listSubscribedFeeds } from './store.ts';

/** A browser waits this long at most; feeds that take longer go on in the queue. */
const PATIENCE_MS = 20_000;
/** The platform opens six connections at a time for one request. */
const AT_ONCE = 6;

type Subscribed = Awaited<ReturnType<typeof listSubscribedFeeds>>[number];

interface Fetched {
  title: string;
  outcome: RefreshOutcome | { status: 'waiting' };
}

/**
 * Fetches every feed a person subscribes to. The window starts only where at least one answered.
 *
 * @returns the message for the reader, which names what could not be fetched
 * @throws AppError too_many_requests inside the window; bad_gateway where no feed answered
 */
export async function fetchRecent(
  deps: RefreshDeps,
  queue: Queue<RefreshJob>,
  userId: string,
  windowDays: number,
): Promise<{ message: string; nextFetchWindow: Date | null }> {
  const subscribed = await listSubscribedFeeds(deps.db, userId);
  if (subscribed.length === 0) {
    return {
      message: 'Subscribe to a podcast first; then its recent episodes can be fetched.',
      nextFetchWindow: await findNextFetch(deps.db, userId),
    };
  }
  const nextFetchWindow = addDays(new Date(), windowDays);
  if (!(await claimWindow(deps.db, userId, nextFetchWindow))) {
    const next = await findNextFetch(deps.db, userId);
    throw new AppError('too_many_requests', 'Your next episode fetch is not available yet', {
      details: { nextFetchWindow: next?.toISOString() ?? null },
    });
  }
  try {
    const fetched = await fetchAll(deps, queue, subscribed);
    const hasAnswer = fetched.some(({ outcome }) => outcome.status !== 'failed');
    if (!hasAnswer) {
      throw new AppError('bad_gateway', `${failures(fetched)} Please try again later.`);
    }
    return { message: summary(fetched), nextFetchWindow };
  } catch (error) {
    await releaseWindow(deps.db, userId);
    throw error;
  }
}

/** All of them, some at a time, in the time there is; the rest is queued. */
async function fetchAll(deps: RefreshDeps, queue: Queue<RefreshJob>, subscribed: Subscribed[]) {
  const deadline = Date.now() + PATIENCE_MS;
  const fetched: Fetched[] = [];
  const left = [...subscribed];
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      fetched.push({
        title: next.podcast.title,
        outcome: await withinTime(deps, queue, next, deadline),
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return fetched;
}

async function withinTime(
  deps: RefreshDeps,
  queue: Queue<RefreshJob>,
  next: Subscribed,
  deadline: number,
): Promise<Fetched['outcome']> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), Math.max(0, deadline - Date.now()));
  });
  const outcome = await Promise.race([refreshKnown(deps, next), patience]);
  clearTimeout(timer);
  if (outcome !== 'late') return outcome;
  await queue.send({ podcastId: next.podcast.id });
  return { status: 'waiting' };
}

function summary(fetched: Fetched[]): string {
  const parts = ['Recent episodes fetched successfully'];
  const waiting = names(fetched, 'waiting');
  if (waiting) parts.push(`Still on the way: ${waiting}`);
  const failed = failures(fetched);
  if (failed) parts.push(failed);
  return parts.length === 1 ? (parts[0] ?? '') : `${parts.join('. ').replace(/\.+$/, '')}.`;
}

function failures(fetched: Fetched[]): string {
  const failed = names(fetched, 'failed');
  return failed ? `Could not be fetched: ${failed}.` : '';
}

function names(fetched: Fetched[], status: Fetched['outcome']['status']): string {
  return fetched
    .filter(({ outcome }) => outcome.status === status)
    .map(({ title }) => title)
    .sort((a, b) => a.localeCompare(b))
    .join(', ');
}
