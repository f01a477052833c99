import { z } from 'zod';
import { idSchema } from '../common.ts';
import { done, inRoom, timeSchema } from './operation.ts';

const positionReplySchema = z.object({
  episodeId: idSchema,
  seconds: z.number(),
  durationSeconds: z
    .number()
    .nullable()
    .describe('As measured by the player, or else as stated in the feed; null if unknown.'),
  at: timeSchema,
});
export type Position = z.output<typeof positionReplySchema>;

/** A position with what a list says of its episode. */
const listedPositionSchema = positionReplySchema.extend({
  episodeTitle: z.string(),
  podcastId: idSchema,
  podcastTitle: z.string(),
  audioUrl: z.string().nullable(),
});
export type ListedPosition = z.output<typeof listedPositionSchema>;

/** The reply of `GET /api/user/positions`: the last ones first. */
const positionsReplySchema = z.object({ positions: z.array(listedPositionSchema) });
export type PositionsReply = z.output<typeof positionsReplySchema>;

const momentSchema = z.object({
  id: idSchema,
  episodeId: idSchema,
  episodeTitle: z.string(),
  podcastId: idSchema,
  podcastTitle: z.string(),
  start: z.number().describe('In seconds, of the saved sentences.'),
  end: z.number(),
  text: z.string().describe('What was said; empty without a transcript.'),
  speaker: z.string().nullable(),
  note: z.string(),
  createdAt: timeSchema,
});
export type Moment = z.output<typeof momentSchema>;

/** The reply of `GET /api/user/moments`: newest first. */
const momentsReplySchema = z.object({
  moments: z.array(momentSchema),
  nextCursor: z.string().nullable().describe('For the next page; null on the last one.'),
});
export type MomentsReply = z.output<typeof momentsReplySchema>;

/**
 * The reply of `GET /api/podcasts/episodes/{id}/audio`: why the sound may not play, as the podcast's
 * host answers a server.
 */
const audioReplySchema = z.object({
  status: z
    .enum(['there', 'gone', 'refused', 'unreachable', 'other-format'])
    .describe(
      'gone: there is nothing any more; refused: not for us; unreachable: no answer; other-format: it is no sound; there: all is well from here.',
    ),
  contentType: z.string().nullable(),
});
export type AudioReply = z.output<typeof audioReplySchema>;

/** The reply of `GET /api/podcasts/episodes/{id}/said`: the sentence said at a second. */
const saidReplySchema = z.object({
  start: z.number().describe('In seconds, of the sentence.'),
  end: z.number(),
  text: z.string().describe('Empty without a transcript.'),
  speaker: z.string().nullable(),
});
export type SaidReply = z.output<typeof saidReplySchema>;

export const LISTENING_OPERATIONS = inRoom('listening', {
  'GET /api/podcasts/episodes/:episodeId/said': {
    summary: 'Get the sentence said at a second of an episode',
    status: 200,
    description: 'The sentence said at that second.',
    schema: saidReplySchema,
  },
  'GET /api/podcasts/episodes/:episodeId/audio': {
    summary: 'Check whether an episode’s audio is available',
    status: 200,
    description: 'The reply of the podcast’s host.',
    schema: audioReplySchema,
  },
  'GET /api/user/positions': {
    summary: 'List your positions in episodes',
    status: 200,
    description: 'The positions, most recent first.',
    schema: positionsReplySchema,
  },
  'PUT /api/user/positions/:episodeId': {
    summary: 'Save your position in an episode',
    status: 200,
    description: 'The stored position: yours, or a later one from another device.',
    schema: listedPositionSchema,
  },
  'GET /api/user/moments': {
    summary: 'List your moments',
    status: 200,
    description: 'A page of moments, the newest first.',
    schema: momentsReplySchema,
  },
  'POST /api/user/moments': {
    summary: 'Keep a moment of an episode',
    status: 201,
    description: 'The moment with what was said.',
    schema: momentSchema,
    also: [
      {
        status: 200,
        description: 'The moment, which already existed under this id or at this place.',
        schema: momentSchema,
      },
    ],
  },
  'PUT /api/user/moments/:id': {
    summary: 'Change a moment’s note',
    status: 200,
    description: 'The moment with the note.',
    schema: momentSchema,
  },
  'DELETE /api/user/moments/:id': {
    summary: 'Delete a moment',
    ...done('There is no such moment, whether there was one or not.'),
  },
});
