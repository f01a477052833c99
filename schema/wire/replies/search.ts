import { z } from 'zod';
import { idSchema } from '../common.ts';
import { SEARCH_KINDS } from '../search.ts';
import { inRoom, timeSchema } from './operation.ts';

const searchResultSchema = z.object({
  id: z.string().describe('Stable for the same place, and unique within a reply.'),
  kind: z.enum(SEARCH_KINDS),
  episodeId: idSchema
    .nullable()
    .describe('Null, like all episode and podcast fields, for the editor’s text.'),
  episodeTitle: z.string().nullable(),
  podcastId: idSchema.nullable(),
  podcastTitle: z.string().nullable(),
  publishedAt: timeSchema.nullable().describe('When the episode came out; null if unknown.'),
  speaker: z.string().nullable(),
  seconds: z
    .number()
    .nullable()
    .describe('From the start of the audio to the sentence; null without times.'),
  isPlayable: z.boolean().describe('Whether the episode has audio or a video.'),
  paragraph: z
    .number()
    .optional()
    .describe('About one of the user’s own sources: the sentence’s paragraph, from 1.'),
  snippet: z
    .string()
    .describe('The matching sentence as plain text; long ones are cut around the match.'),
  marks: z
    .array(z.tuple([z.int(), z.int()]))
    .describe('The matches: [start, end) in UTF-16 units of `snippet`, ascending and disjoint.'),
  insightId: idSchema.optional().describe('For insights and notes: the saved insight.'),
  sessionId: idSchema.optional().describe('For chats: the conversation.'),
});
export type SearchResult = z.output<typeof searchResultSchema>;

/** The reply of `GET /api/search`. An empty query finds nothing. */
const searchReplySchema = z.object({
  results: z.array(searchResultSchema).describe('Best first, at most 20.'),
  nextCursor: z.string().nullable().describe('For the next page; null on the last one.'),
  didYouMean: z
    .string()
    .nullable()
    .describe(
      'The query with misspelt words corrected, if the original found nothing. The results are then for this query. Null if no correction was needed.',
    ),
});
export type SearchReply = z.output<typeof searchReplySchema>;

export const SEARCH_OPERATIONS = inRoom('search', {
  'GET /api/search': {
    summary: 'Search everything that you can read',
    status: 200,
    description: 'A page of results; an empty query finds nothing.',
    schema: searchReplySchema,
  },
});
