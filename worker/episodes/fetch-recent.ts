/** Handles 'Fetch Recent Episodes': reads the user's feeds now, once per window. */
import { addHours } from 'date-fns';
import type { FetchRecentReply } from '../../schema/wire/episodes.ts';
import type { RefreshJob } from '../../schema/wire/jobs.ts';
import { AppError } from '../platform/errors.ts';
import { describeError, log } from '../platform/logging.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import { feedStatuses } from './feed-status.ts';
import { claimWindow, findNextFetch, releaseWindow, startWindow, tooSoon } from './fetch-window.ts';
import { recentEpisodes } from './recent-episodes.ts';
import { type RefreshDeps, type RefreshOutcome, refreshKnown, refreshPodcast } from './refresh.ts';
import { requestRefresh } from './request-refresh.ts';
import { listSubscribedFeeds } from './store.ts';

/** How long a browser waits. Slower feeds continue in the queue. */
const MAX_WAIT_MS = 20_000;
/** Feeds read in parallel. */
const AT_ONCE = 6;
const ANSWERS: ReadonlySet<Fetched['outcome']['status']> = new Set([
  'refreshed',
  'unchanged',
  'fresh',
]);
const POLL_MS = 500;
const COULD_NOT = 'Could not be fetched';

type Subscribed = Awaited<ReturnType<typeof listSubscribedFeeds>>[number];

interface Fetched {
  title: string;
  outcome: RefreshOutcome | { status: 'waiting' };
}

/**
 * Fetches all feeds a user subscribes to. The window starts only if at least one answered, and last: a reader
 * who gets an error may fetch again.
 *
 * @param options.windowDays until the next fetch; may be a fraction
 * @param options.canTranscribe whether this deployment can transcribe audio
 * @param options.maxWaitMs feeds not done by then continue in the queue
 * @returns with a message for the reader, one sentence that names the feeds that failed
 * @throws AppError too_many_requests inside the window; bad_gateway if no feed answered
 */
export async function fetchRecent(
  deps: RefreshDeps,
  queue: Queue<RefreshJob>,
  userId: string,
  {
    windowDays,
    canTranscribe,
    maxWaitMs = MAX_WAIT_MS,
  }: { windowDays: number; canTranscribe: boolean; maxWaitMs?: number },
): Promise<FetchRecentReply> {
  const replyWith = async (
    status: FetchRecentReply['status'],
    message: string,
  ): Promise<FetchRecentReply> => ({
    episodes: await recentEpisodes(deps.db, userId, deps.episodesPerPodcast, canTranscribe),
    status,
    message,
    nextFetchWindow: null,
    feeds: await feedStatuses(deps.db, userId),
  });
  const subscribed = await listSubscribedFeeds(deps.db, userId);
  if (subscribed.length === 0) {
    const next = await findNextFetch(deps.db, userId);
    if (next) throw tooEarly(next);
    return replyWith('none', 'Subscribe to a podcast first to fetch its recent episodes.');
  }
  // `addDays` would round a fraction of a day down.
  const nextFetchWindow = addHours(new Date(), windowDays * 24);
  if (!(await claimWindow(deps.db, userId))) {
    throw tooEarly(await findNextFetch(deps.db, userId));
  }
  try {
    const fetched = await fetchAll(deps, queue, subscribed, Date.now() + maxWaitMs);
    const message = summary(fetched);
    if (fetched.some(({ outcome }) => ANSWERS.has(outcome.status))) {
      const reply = await replyWith('fetched', message);
      await startWindow(deps.db, userId, nextFetchWindow);
      return { ...reply, nextFetchWindow: nextFetchWindow.toISOString() };
    }
    if (!names(fetched, 'waiting')) {
      throw new AppError('bad_gateway', `${message} Please try again later.`);
    }
    await releaseWindow(deps.db, userId);
    return await replyWith('fetching', message);
  } catch (error) {
    await releaseWindow(deps.db, userId);
    throw error;
  }
}

const tooEarly = (next: Date | null) =>
  tooSoon('Your next episode fetch is not available yet', 'nextFetchWindow', next);

/** Fetches as many as possible in the given time and queues the rest. */
async function fetchAll(
  deps: RefreshDeps,
  queue: Queue<RefreshJob>,
  subscribed: Subscribed[],
  deadline: number,
): Promise<Fetched[]> {
  const fetched: Fetched[] = [];
  const left = [...subscribed];
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const outcome = await fetchOne(deps, queue, next, deadline);
      fetched.push({ title: next.podcast.title, outcome });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return fetched;
}

/** Never throws, so that one podcast can't break the others. */
async function fetchOne(
  deps: RefreshDeps,
  queue: Queue<RefreshJob>,
  next: Subscribed,
  deadline: number,
): Promise<Fetched['outcome']> {
  try {
    const outcome = await beforeDeadline(() => refreshOnce(deps, next, deadline), deadline);
    if (outcome !== 'late' && outcome.status !== 'being-read' && outcome.status !== 'busy') {
      return outcome;
    }
    await requestRefresh(deps.db, queue, next.podcast.id);
    return { status: 'waiting' };
  } catch (error) {
    log.error('refresh_crashed', { podcastId: next.podcast.id, error: describeError(error) });
    return {
      status: 'failed',
      reason: COULD_NOT,
      isTemporary: true,
      wasAsked: true,
      retryAt: null,
    };
  }
}

/** If somebody else is reading the feed right now, waits for their result. */
async function refreshOnce(
  deps: RefreshDeps,
  subscribed: Subscribed,
  deadline: number,
): Promise<RefreshOutcome> {
  let outcome = await refreshKnown(deps, subscribed);
  while (outcome.status === 'being-read' && Date.now() < deadline) {
    await scheduler.wait(POLL_MS);
    outcome = await refreshPodcast(deps, subscribed.podcast.id);
  }
  return outcome;
}

async function beforeDeadline<Result>(
  work: () => Promise<Result>,
  deadline: number,
): Promise<Result | 'late'> {
  const leftMs = deadline - Date.now();
  return leftMs > 0 ? withTimeout(leftMs, work(), () => 'late') : 'late';
}

function summary(fetched: Fetched[]): string {
  const [waiting, failed] = [names(fetched, 'waiting'), names(fetched, 'failed')];
  const hasAnswer = fetched.some(({ outcome }) => ANSWERS.has(outcome.status));
  const parts = [
    ...(hasAnswer ? ['Recent episodes fetched successfully'] : []),
    ...(waiting ? [`still fetching ${waiting}`] : []),
    ...(failed ? [`could not be fetched: ${failed}`] : []),
  ];
  if (hasAnswer && parts.length === 1) return parts[0] ?? '';
  const sentence = parts.join('; ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

/** The card lists all of them; a message names as many as one takes in. */
const NAMED = 3;
const LIST = new Intl.ListFormat('en-GB');

function names(fetched: Fetched[], status: Fetched['outcome']['status']): string {
  const titles = fetched
    .filter(({ outcome }) => outcome.status === status)
    .map(({ title }) => title)
    .sort((a, b) => a.localeCompare(b));
  const rest = titles.length - NAMED;
  return LIST.format([...titles.slice(0, NAMED), ...(rest > 0 ? [`${rest} more`] : [])]);
}
