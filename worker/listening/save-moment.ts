/** Saves moments: what was said at a place in an episode, according to its transcript. */
import { MOMENT_TEXT_MAX_CHARS, MOMENTS_MAX } from '../../schema/limits.ts';
import type { TranscriptLine } from '../../schema/wire/episodes.ts';
import type { Moment } from '../../schema/wire/listening.ts';
import { splitSentences } from '../assistant/retrieval/sentences.ts';
import { AppError } from '../platform/errors.ts';
import { describeError, log } from '../platform/logging.ts';
import { findTranscript, type TranscriptDeps } from '../transcripts/find-transcript.ts';
import { findPlayable } from './find-playable.ts';
import {
  addNote,
  findMoment,
  findSameMoment,
  hasMaximumOfMoments,
  insertMoment,
  type MomentRow,
} from './moment-store.ts';

const FULL =
  `You have ${MOMENTS_MAX.toLocaleString('en')} moments, which is the maximum. ` +
  'Delete some that you no longer need, then try again.';
/** Doesn't say why, because other users' ids are none of this user's business. */
const ID_REFUSED = "This id can't be used for a moment. Choose another id.";

export const toMoment = (row: MomentRow): Moment => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
});

interface Place {
  start: number;
  end: number;
}

interface Said extends Place {
  text: string;
  speaker: string | null;
}

/** Returns what is said at a second of an episode; without words if there is no transcript. */
export async function findSaid(deps: TranscriptDeps, episodeId: string, at: number): Promise<Said> {
  return saidAt(await linesOf(deps, episodeId), { start: at, end: at });
}

/**
 * Saves a moment. If the user already has one with this id, returns that; and if they have one of the same
 * place, too, which then gets the note unless it has another one.
 *
 * @throws AppError 404 for an unknown episode, 422 for a source, 409 if the account is full or the id is
 * taken by another user
 */
export async function saveMoment(
  deps: TranscriptDeps,
  userId: string,
  asked: Place & { id: string; episodeId: string; note: string },
): Promise<{ moment: Moment; isNew: boolean }> {
  const { db } = deps;
  const { id, episodeId, note } = asked;
  const known = await findMoment(db, userId, id);
  if (known) return { moment: toMoment(known), isNew: false };
  await findPlayable(db, userId, episodeId);
  const { start, end, text, speaker } = saidAt(await linesOf(deps, episodeId), asked);
  const asNew = { id, episodeId, startSeconds: start, endSeconds: end, text, speaker, note };
  const isNew = await insertMoment(db, userId, asNew);
  const row = (await findMoment(db, userId, id)) ?? (await findSameMoment(db, userId, asNew));
  if (!row)
    throw new AppError('conflict', (await hasMaximumOfMoments(db, userId)) ? FULL : ID_REFUSED);
  if (row.id === id || row.note === note || note === '') return { moment: toMoment(row), isNew };
  // If another device has given it a note or deleted it meanwhile, it is not the same any more.
  if (!(await addNote(db, userId, row.id, note))) return saveMoment(deps, userId, asked);
  return { moment: toMoment({ ...row, note }), isNew };
}

/**
 * A moment without words is better than none, so a transcript that other servers don't give us now gives no lines.
 * If our own storage fails, this throws, and the app sends the moment again.
 */
async function linesOf(deps: TranscriptDeps, episodeId: string): Promise<TranscriptLine[]> {
  try {
    const found = await findTranscript(deps, episodeId);
    return found.status === 'ready' ? found.transcript.lines : [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn('moment_without_transcript', { episodeId, error: describeError(error) });
    return [];
  }
}

/**
 * Returns the whole sentences said between two places. A sentence starts with its line, because that is
 * as exact as transcripts are.
 */
export function saidAt(lines: TranscriptLine[], { start, end }: Place): Said {
  const timed = splitSentences(lines).flatMap((sentence) =>
    sentence.start === null ? [] : [{ ...sentence, start: sentence.start }],
  );
  // If several sentences share a line's start, that time means the first of them.
  const last = timed.findLastIndex((sentence) => sentence.start <= end);
  const before = timed.findLastIndex((sentence) => sentence.start <= start);
  const first = timed.findIndex((one) => one.start === timed[before]?.start);
  const [opening, closing] = [timed[Math.max(0, first)], timed[last]];
  if (!opening || !closing) return { start, end, text: '', speaker: null };
  const said = timed.slice(Math.max(0, first), last + 1);
  const endsWith = lines[closing.lastLine];
  return {
    start: opening.start,
    end: Math.max(end, endsWith?.end ?? timed[last + 1]?.start ?? end),
    text: cut(said.map(({ text }) => text)),
    speaker: said.every(({ speaker }) => speaker === opening.speaker) ? opening.speaker : null,
  };
}

/** Joins as many whole sentences as fit. */
function cut(sentences: string[]): string {
  let text = '';
  for (const sentence of sentences) {
    const longer = text === '' ? sentence : `${text} ${sentence}`;
    if (longer.length > MOMENT_TEXT_MAX_CHARS) break;
    text = longer;
  }
  return text;
}
