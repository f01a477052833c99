import { type Category, OPML_OUTLINES_MAX } from '../../schema/limits.ts';
import type { ImportJob } from '../../schema/wire/jobs.ts';
import type { OpmlImport } from '../../schema/wire/own-podcasts.ts';
import { AppError } from '../platform/errors.ts';
import { describe, log } from '../platform/logging.ts';
import { type AddDeps, addPodcast } from './add-podcast.ts';
import {
  findOpmlImport,
  findWaiting,
  insertOpmlImport,
  type OutlineRow,
  saveOutcomes,
} from './import-store.ts';
import { readOpml } from './opml.ts';

export interface ImportDeps extends AddDeps {
  queue: Pick<Queue<ImportJob>, 'send'>;
}

/** Podcasts per message, few enough to stay well within a message's time limit. */
const AT_ONCE = 4;

/**
 * Starts importing the podcasts of an OPML file, which are added through the queue. Of a file that was cut
 * off, those that are complete.
 *
 * @throws AppError 422 if the file has none, or too many
 */
export async function startImport(
  { db, queue }: Pick<ImportDeps, 'db' | 'queue'>,
  userId: string,
  { opml, category }: { opml: string; category: Category },
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
  const id = await insertOpmlImport(db, userId, outlines, category);
  await queue.send({ importId: id });
  const begun = await findOpmlImport(db, userId, id);
  if (!begun) throw new Error('the import that was just written is gone');
  return begun;
}

/**
 * Adds the next few podcasts and queues the rest. Idempotent: the first outcome of a podcast stays, and only
 * who stored it queues the rest.
 */
export async function continueImport(deps: ImportDeps, importId: string): Promise<void> {
  const waiting = await findWaiting(deps.db, importId, AT_ONCE + 1);
  if (!waiting || waiting.outlines.length === 0) return;
  const { userId, outlines } = waiting;
  const isDone = outlines.length <= AT_ONCE;
  const outcomes = await Promise.all(
    outlines.slice(0, AT_ONCE).map((outline) => importOne(deps, userId, outline)),
  );
  const isFirst = await saveOutcomes(deps.db, importId, outcomes, isDone);
  if (isFirst && !isDone) await deps.queue.send({ importId });
}

async function importOne(
  deps: AddDeps,
  userId: string,
  { position, title, ...outline }: OutlineRow,
) {
  try {
    const { podcast, isNew } = await addPodcast(deps, userId, outline);
    const status = isNew ? ('added' as const) : ('known' as const);
    return { position, title: podcast.title, status, reason: null };
  } catch (error) {
    const isForeseen = error instanceof AppError;
    if (!isForeseen) log.error('import_failed', { error: describe(error) });
    const reason = isForeseen ? error.message : 'Something went wrong on our side.';
    return { position, title, status: 'failed' as const, reason };
  }
}
