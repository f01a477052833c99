/** Listening: where a reader is in an episode, and the moments they keep of it. */
import { z } from 'zod';
import {
  EPISODE_MAX_SECONDS,
  MOMENT_MAX_SECONDS,
  MOMENT_NOTE_MAX_CHARS,
  POSITION_END_SECONDS,
  POSITION_END_SHARE,
} from '../limits.ts';
import { idSchema } from './common.ts';
import { textSchema } from './text.ts';

const secondsSchema = z.number().min(0).max(EPISODE_MAX_SECONDS);

/** The body of `PUT /api/user/positions/{episodeId}`. The later `at` wins; one to come counts as now. */
export const positionSchema = z.object({
  seconds: secondsSchema,
  /** ISO 8601 or milliseconds since 1970, by the clock of whoever listens. */
  at: z.union([
    z.int().min(0).max(8.64e15),
    z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
  ]),
  /** How long the sound is, where the player knows it. */
  durationSeconds: secondsSchema.optional(),
});

export interface Position {
  episodeId: string;
  seconds: number;
  /** As the player measured it, else as the feed says; null where neither does. */
  durationSeconds: number | null;
  /** ISO 8601 */
  at: string;
}

/** A position with what a list says of its episode. */
export interface ListedPosition extends Position {
  episodeTitle: string;
  podcastId: string;
  podcastTitle: string;
  audioUrl: string | null;
}

/** The reply of `GET /api/user/positions`: the last ones first. */
export interface PositionsReply {
  positions: ListedPosition[];
}

/** Whether so much has been heard that nothing is left to go on with. */
export function isFinished({ seconds, durationSeconds }: Omit<Position, 'episodeId' | 'at'>) {
  if (durationSeconds === null) return false;
  const left = durationSeconds - seconds;
  return left <= Math.min(POSITION_END_SECONDS, durationSeconds * POSITION_END_SHARE);
}

const noteSchema = textSchema.trim().max(MOMENT_NOTE_MAX_CHARS);

/** The body of `POST /api/user/moments`; the same id again is the same moment. */
export const keepMomentSchema = z
  .object({
    id: idSchema,
    episodeId: idSchema,
    /** The sentences said between the two are kept; where they are one, the sentence said then. */
    start: secondsSchema,
    end: secondsSchema,
    note: noteSchema.default(''),
  })
  .refine(({ start, end }) => end >= start && end - start <= MOMENT_MAX_SECONDS, {
    error: `A moment ends after it starts, ${MOMENT_MAX_SECONDS} seconds later at most`,
    path: ['end'],
  });

export const updateMomentSchema = z.object({ note: noteSchema });

const MOMENT_CURSOR = /^(\d{1,15})\.([\da-f-]{36})$/;

/** `?episodeId=` for those of one episode, `?cursor=` for the next page. */
export const momentsQuerySchema = z.object({
  episodeId: idSchema.optional(),
  cursor: z
    .string()
    .regex(MOMENT_CURSOR, 'This is not where a page ended')
    .transform((text) => {
      const [time = '', id = ''] = text.split('.');
      return { time: Number(time), id };
    })
    .optional(),
});

export interface Moment {
  id: string;
  episodeId: string;
  episodeTitle: string;
  podcastId: string;
  podcastTitle: string;
  /** In seconds, of the sentences that were kept. */
  start: number;
  end: number;
  /** What was said; empty where there is no transcript. */
  text: string;
  speaker: string | null;
  note: string;
  /** ISO 8601 */
  createdAt: string;
}

/** The reply of `GET /api/user/moments`: newest first. */
export interface MomentsReply {
  moments: Moment[];
  /** For the next page; null on the last one. */
  nextCursor: string | null;
}

/**
 * The reply of `GET /api/podcasts/episodes/{id}/audio`: why the sound may not play, as the podcast's
 * host answers a server. gone: there is nothing any more; refused: not for us; unreachable: no answer;
 * other-format: it is no sound; there: all is well from here.
 */
export interface AudioReply {
  status: 'there' | 'gone' | 'refused' | 'unreachable' | 'other-format';
  contentType: string | null;
}
