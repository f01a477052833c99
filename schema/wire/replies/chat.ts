import { z } from 'zod';
import { sessionEventSchema, sessionStateSchema } from '../chat.ts';
import { idSchema } from '../common.ts';
import { done, inRoom, timeSchema } from './operation.ts';

/** A line of the streamed answer to `POST …/chat`; the same shape, complete, if not streamed. */
const chatReplyChunkSchema = z.object({
  response: z.string().describe('A chunk to append; the whole answer if `streaming` is false.'),
  sessionId: z.string(),
  id: z.string().optional().describe('The question’s id.'),
  streaming: z.boolean(),
  done: z.boolean(),
  remainingFollowUps: z.number().int().optional(),
  error: z.string().optional(),
  details: z.string().optional(),
});
export type ChatReplyChunk = z.output<typeof chatReplyChunkSchema>;

/** A conversation from `GET …/chat`. */
const conversationReplySchema = z.object({
  conversation: sessionEventSchema
    .nullable()
    .describe('Null if nothing was asked about the episode yet.'),
});
export type ConversationReply = z.output<typeof conversationReplySchema>;

/** The reply of `POST /api/ask`: a conversation about all of the user's podcasts. */
const askReplySchema = z.object({ session: sessionStateSchema });
export type AskReply = z.output<typeof askReplySchema>;

const askMaterialSchema = z.object({
  isEmpty: z.boolean().describe('Whether a question has nothing to be answered from.'),
});

const chatHistoryFollowUpSchema = z.object({
  id: z.string(),
  question: z.string(),
  answer: z.string(),
  createdAt: timeSchema,
});

export const chatHistorySessionSchema = z.object({
  id: idSchema,
  episodeId: idSchema
    .nullable()
    .describe('Null, like the titles, for a conversation about all podcasts.'),
  episodeTitle: z.string().nullable(),
  podcastTitle: z.string().nullable(),
  initialInsight: z.string().nullable(),
  isYoutubeShort: z.boolean(),
  remainingFollowUps: z.number().int(),
  createdAt: timeSchema,
  followUps: z.array(chatHistoryFollowUpSchema),
  isExcerpt: z.literal(true).optional().describe('Set if a text is only an excerpt.'),
});
export type ChatHistorySession = z.output<typeof chatHistorySessionSchema>;

/** The reply of `GET /api/user/chat-sessions`. */
export const chatHistoryPageSchema = z.object({
  chatSessions: z.array(chatHistorySessionSchema).describe('Grouped by episode, newest first.'),
  nextCursor: z.string().nullable().describe('For the next page; null on the last one.'),
});
export type ChatHistoryPage = z.output<typeof chatHistoryPageSchema>;

const savedTextsSchema = z.object({
  hashes: z.array(z.string()).describe('SHA-256 of each saved text, in hex.'),
});

const answer = {
  status: 200,
  description: 'The whole answer at once.',
  schema: chatReplyChunkSchema,
};
const streamed = {
  status: 200,
  description:
    'With `Accept: application/x-ndjson`: the answer while it is being written, line by line.',
  schema: chatReplyChunkSchema,
  contentType: 'application/x-ndjson',
};

export const CHAT_OPERATIONS = inRoom('chat', {
  'GET /api/podcasts/episodes/:episodeId/chat': {
    summary: 'Read your conversation about an episode',
    status: 200,
    description: 'The current conversation.',
    schema: conversationReplySchema,
  },
  'POST /api/podcasts/episodes/:episodeId/chat': {
    summary: 'Ask about an episode',
    ...answer,
    also: [streamed],
  },
  'POST /api/podcasts/episodes/:episodeId/chat/stop': {
    summary: 'Stop the current answer',
    ...done('No answer is being written now.'),
  },
  'GET /api/podcasts/episodes/:episodeId/saved-texts': {
    summary: 'List an episode’s texts that are in your library',
    status: 200,
    description: 'Hashes of the texts that are already saved.',
    schema: savedTextsSchema,
  },
  'GET /api/ask': {
    summary: 'Read your conversation about all your podcasts',
    status: 200,
    description: 'The current conversation.',
    schema: conversationReplySchema,
  },
  'POST /api/ask': {
    summary: 'Start a conversation about all your podcasts',
    status: 201,
    description: 'The new conversation, still without questions.',
    schema: askReplySchema,
  },
  'POST /api/ask/chat': {
    summary: 'Ask all your podcasts',
    ...answer,
    also: [streamed],
  },
  'POST /api/ask/chat/stop': {
    summary: 'Stop the current answer',
    ...done('No answer is being written now.'),
  },
  'GET /api/ask/material': {
    summary: 'Tell whether there is anything to ask about',
    status: 200,
    description: 'Empty without podcasts, sources of your own and episodes that you have opened.',
    schema: askMaterialSchema,
  },
  'GET /api/ask/saved-texts': {
    summary: 'List texts that are in your library',
    status: 200,
    description: 'Hashes of the texts that are already saved.',
    schema: savedTextsSchema,
  },
  'GET /ws': {
    summary: 'Open a WebSocket to a conversation',
    status: 101,
    description: 'The socket, which sends the conversation’s events.',
    schema: null,
  },
});
