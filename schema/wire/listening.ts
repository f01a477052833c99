/** Listening: a reader's position in an episode, and the moments they save. */
import { z } from 'zod';
import {
  EPISODE_MAX_SECONDS,
  MOMENT_MAX_SECONDS,
  MOMENT_NOTE_MAX_CHARS,
  POSITION_END_SECONDS,
  POSITION_END_SHARE,
} from '../limits.ts';
import { idSchema, rowCursorSchema, writeIdSchema } from './common.ts';
import type { Position } from './replies/listening.ts';
import { textSchema } from './text.ts';
import { instantSchema } from './time.ts';

export type {
  AudioReply,
  ListedPosition,
  Moment,
  MomentsReply,
  Position,
  PositionsReply,
  SaidReply,
} from './replies/listening.ts';

const secondsSchema = z.number().min(0).max(EPISODE_MAX_SECONDS);

/** The body of `PUT /api/user/positions/{episodeId}`. The later `at` wins; a future one counts as now. */
export const positionSchema = z.object({
  seconds: secondsSchema,
  /** ISO 8601 or milliseconds since 1970, by the device's clock. */
  at: z.union([z.int().min(0).max(8.64e15), instantSchema.transform((text) => Date.parse(text))]),
  /** The audio's duration, if the player knows it. */
  durationSeconds: secondsSchema.optional(),
});

/** Whether the episode counts as finished. */
export function isFinished({ seconds, durationSeconds }: Omit<Position, 'episodeId' | 'at'>) {
  if (durationSeconds === null) return false;
  const left = durationSeconds - seconds;
  return left <= Math.min(POSITION_END_SECONDS, durationSeconds * POSITION_END_SHARE);
}

/** `?at=`: a second of the episode, to get the sentence said then. */
export const saidQuerySchema = z.object({
  at: z.string().regex(/\d/).transform(Number).pipe(secondsSchema),
});

const noteSchema = textSchema.trim().max(MOMENT_NOTE_MAX_CHARS);

/** The body of `POST /api/user/moments`. Repeating an id or a place doesn't save another moment. */
export const saveMomentSchema = z
  .object({
    id: writeIdSchema,
    episodeId: idSchema,
    /** Saves the sentences between start and end; the sentence at that time if they are equal. */
    start: secondsSchema,
    end: secondsSchema,
    note: noteSchema.default(''),
  })
  .refine(({ start, end }) => end >= start && end - start <= MOMENT_MAX_SECONDS, {
    error: `A moment ends after it starts, ${MOMENT_MAX_SECONDS} seconds later at most`,
    path: ['end'],
  });

/** With `noteBefore`, a note that is no longer this one is not replaced: 409. */
export const updateMomentSchema = z.object({ note: noteSchema, noteBefore: noteSchema.optional() });

/** `?episodeId=` for one episode's moments, `?cursor=` for the next page. */
export const momentsQuerySchema = z.object({
  episodeId: idSchema.optional(),
  cursor: rowCursorSchema.optional(),
});
