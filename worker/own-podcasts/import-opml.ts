import { addHours, addSeconds, differenceInSeconds, isBefore } from 'date-fns';
import type { z } from 'zod';
import { OPML_OUTLINES_MAX } from '../../schema/limits.ts';
import type { OpmlImportJob } from '../../schema/wire/jobs.ts';
import type { importOpmlSchema, OpmlImport } from '../../schema/wire/own-podcasts.ts';
import { FeedError } from '../feeds/feed-error.ts';
import { AppError } from '../platform/errors.ts';
import { MAX_DEATHS, withLease } from '../platform/leases.ts';
import { describeError, log } from '../platform/logging.ts';
import { isTemporary, OutboundError } from '../platform/outbound/outbound-error.ts';
import { sendOrLater } from '../platform/queues/lost-work.ts';
import { ownedId } from '../platform/sha256.ts';
import { type AddDeps, addPodcast } from './add-podcast.ts';
import { readOpml } from './opml.ts';
import {
  findDue,
  findOpmlImport,
  insertOpmlImport,
  type Outcome,
  type OutlineRow,
  saveOutcomes,
} from './opml-import-store.ts';

export interface OpmlImportDeps extends AddDeps {
  queue: Pick<Queue<OpmlImportJob>, 'send'>;
}

const OUR_FAULT = 'Something went wrong on our side.';

/** Podcasts per message, few enough to stay well within a message's time limit. */
const AT_ONCE = 4;

/** For how long we keep trying a host that asks us to come back later. A message may wait as long. */
const RETRIES_HOURS = 12;
/** The same for a busy host that doesn't say when. */
const UNTIMED_RETRIES_HOURS = 1;
const SHORTEST_WAIT_SECONDS = 60;

/**
 * Starts importing the podcasts of an OPML file, which are added through the queue. Of a file that was cut
 * off, those that are complete. If there is an import with this id, it is left as it is.
 *
 * @throws AppError 422 if the file has none, or too many
 */
export async function startOpmlImport(
  { db, queue }: Pick<OpmlImportDeps, 'db' | 'queue'>,
  userId: string,
  { id: writeId = crypto.randomUUID(), opml, category }: z.output<typeof importOpmlSchema>,
): Promise<OpmlImport> {
  const { outlines, left, isCut } = readOpml(opml);
  if (outlines.length === 0) {
    const message = isCut
      ? 'This file ends too early: no podcast in it is complete.'
      : 'There are no podcasts in this file.';
    throw new AppError('unprocessable', message, { details: { field: 'opml' } });
  }
  if (left > 0) {
    const message = `This file has more than ${OPML_OUTLINES_MAX} podcasts. Import it in parts.`;
    throw new AppError('unprocessable', message, { details: { field: 'opml' } });
  }
  const id = await ownedId('opml', userId, writeId);
  await insertOpmlImport(db, userId, id, outlines, category);
  await sendOrLater(() => queue.send({ importId: id }));
  const begun = await findOpmlImport(db, userId, id);
  if (!begun) throw new Error('the import that was just written is gone');
  return begun;
}

/**
 * Adds the next few podcasts and queues the rest. Idempotent: the first outcome of a podcast stays, and only
 * who stored it queues the rest. Left to another worker that does it already; if that one dies, its work is
 * taken over. What killed a worker is tried again one by one, so that only the podcast that did it fails.
 */
export async function continueOpmlImport(deps: OpmlImportDeps, importId: string): Promise<void> {
  const next = await withLease(deps.db, `opml import ${importId}`, async (deaths) => {
    const due = await findDue(deps.db, importId, deaths > 0 ? 1 : AT_ONCE);
    if (!due || due.outlines.length === 0) return null;
    const add = (outline: OutlineRow) => importOne(deps, due, outline);
    const outcomes =
      deaths >= MAX_DEATHS ? due.outlines.map(givenUp) : await Promise.all(due.outlines.map(add));
    return saveOutcomes(deps.db, importId, outcomes);
  });
  if (next) await deps.queue.send({ importId }, { delaySeconds: next.inSeconds });
}

function givenUp({ position, title, retryAt: triedAt, address }: OutlineRow): Outcome {
  log.error('import_given_up', { host: URL.parse(address)?.host });
  return { position, triedAt, title, status: 'failed', reason: OUR_FAULT, retryAt: null };
}

type Due = NonNullable<Awaited<ReturnType<typeof findDue>>>;

async function importOne(
  deps: AddDeps,
  { userId, startedAt, unreported }: Omit<Due, 'outlines'>,
  { position, title, retryAt: triedAt, address, category }: OutlineRow,
): Promise<Outcome> {
  const outline = { position, triedAt, title, reason: null, retryAt: null };
  try {
    const { podcast, isNew } = await addPodcast(deps, userId, { address, category });
    const isAdded = isNew || unreported.delete(podcast.id);
    return { ...outline, title: podcast.title, status: isAdded ? 'added' : 'known' };
  } catch (error) {
    const retryAt = nextTry(error, startedAt, triedAt);
    const reason = reasonOf(error);
    return { ...outline, status: retryAt ? 'waiting' : 'failed', reason, retryAt };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AppError || error instanceof FeedError || error instanceof OutboundError) {
    return error.message;
  }
  log.error('import_failed', { error: describeError(error) });
  return OUR_FAULT;
}

/**
 * Returns when to try a podcast again whose host is busy, or that failed on our side for the first time; null
 * if the error is permanent or the time is up. A host's waits grow with the import's age, so that few requests
 * are made. One that doesn't say when is tried at least once more, however late its turn came.
 */
function nextTry(error: unknown, startedAt: Date, triedAt: Date | null): Date | null {
  const now = new Date();
  if (error instanceof AppError || error instanceof FeedError) return null;
  if (!(error instanceof OutboundError)) {
    return triedAt === null ? addSeconds(now, SHORTEST_WAIT_SECONDS) : null;
  }
  const { status, retryAfterSeconds } = error;
  const saysWhen = retryAfterSeconds !== null;
  // Hosts that can't be reached at all are often gone for good, and a file may have many.
  if (!saysWhen && (status === null || !isTemporary(error))) return null;
  const age = differenceInSeconds(now, startedAt);
  const wait = saysWhen ? Math.max(retryAfterSeconds, age / 4) : age;
  const retryAt = addSeconds(now, Math.max(SHORTEST_WAIT_SECONDS, wait));
  const hours = saysWhen || triedAt === null ? RETRIES_HOURS : UNTIMED_RETRIES_HOURS;
  return isBefore(retryAt, addHours(startedAt, hours)) ? retryAt : null;
}
