/** Keeps what was said at a place of an episode, as its transcript has it. */
import { MOMENT_TEXT_MAX_CHARS, MOMENTS_MAX } from '../../schema/limits.ts';
import type { TranscriptLine } from '../../schema/wire/episodes.ts';
import type { Moment } from '../../schema/wire/listening.ts';
import { splitSentences } from '../assistant/retrieval/sentences.ts';
import { AppError } from '../platform/errors.ts';
import { describe, log } from '../platform/logging.ts';
import { findTranscript, type TranscriptDeps } from '../transcripts/find-transcript.ts';
import { findPlayable } from './find-playable.ts';
import { findMoment, insertMoment, type MomentRow } from './moment-store.ts';

const FULL = `You keep ${MOMENTS_MAX.toLocaleString('en')} moments, as many as an account holds. Delete some that you no longer need, then try again.`;

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

/** What is said at a second of an episode; without words where there is no transcript. */
export async function findSaid(deps: TranscriptDeps, episodeId: string, at: number): Promise<Said> {
  return saidAt(await linesOf(deps, episodeId), { start: at, end: at });
}

/**
 * The same id again gives what is there. 404 for an unknown episode; 422 for a source; 409 where the
 * account is full, or the id is another person's.
 */
export async function keepMoment(
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
  const isNew = await insertMoment(db, userId, {
    ...{ id, episodeId, startSeconds: start, endSeconds: end, text, speaker, note },
  });
  const row = await findMoment(db, userId, id);
  if (!row) throw new AppError('conflict', FULL);
  return { moment: toMoment(row), isNew };
}

/** A moment is kept without its words rather than not at all. */
async function linesOf(deps: TranscriptDeps, episodeId: string): Promise<TranscriptLine[]> {
  try {
    const found = await findTranscript(deps, episodeId);
    return found.status === 'ready' ? found.transcript.lines : [];
  } catch (error) {
    log.warn('moment_without_transcript', { episodeId, error: describe(error) });
    return [];
  }
}

/**
 * The whole sentences said between two places. Sentences begin where their line does, which is as
 * exact as a transcript is.
 */
export function saidAt(lines: TranscriptLine[], { start, end }: Place): Said {
  const timed = splitSentences(lines).flatMap((sentence) =>
    sentence.start === null ? [] : [{ ...sentence, start: sentence.start }],
  );
  // Several sentences of one line begin with it: whoever asks for the line's time means the first.
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

/** As many whole sentences as there is room for. */
function cut(sentences: string[]): string {
  let text = '';
  for (const sentence of sentences) {
    const longer = text === '' ? sentence : `${text} ${sentence}`;
    if (longer.length > MOMENT_TEXT_MAX_CHARS) break;
    text = longer;
  }
  return text;
}
