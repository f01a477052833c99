import { z } from 'zod';
import { CHAT_MESSAGE_MAX_CHARS } from '../limits.ts';
import { idSchema } from './common.ts';
import { isBlank, textSchema } from './text.ts';

export type {
  AskReply,
  ChatHistoryPage,
  ChatHistorySession,
  ChatReplyChunk,
  ConversationReply,
} from './replies/chat.ts';

const messageTextSchema = textSchema
  .trim()
  .refine((text) => !isBlank(text), 'A message cannot be empty')
  .max(CHAT_MESSAGE_MAX_CHARS, 'A message can have at most 2,000 characters');

/**
 * Identifies a question on the socket, over HTTP and in D1. The client makes it, so that a question
 * sent twice is asked once. Clients without one get one from the server.
 */
const questionIdSchema = z.uuid();

export const chatRequestSchema = z.object({
  message: messageTextSchema,
  sessionId: idSchema,
});
/** With a question's id, only the answer to that question is stopped. */
export const chatStopSchema = z.object({ id: questionIdSchema.optional(), sessionId: idSchema });
/** Without a session id: the newest conversation about the episode that has questions. */
export const conversationQuerySchema = chatRequestSchema.pick({ sessionId: true }).partial();

/** The events a client may send over `/ws`. */
export const clientEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('authenticate'), userId: z.string() }),
  z.object({
    type: z.literal('chat'),
    id: questionIdSchema.optional(),
    message: messageTextSchema,
  }),
  z.object({ type: z.literal('stop'), id: questionIdSchema.optional() }),
]);
export type ClientEvent = z.infer<typeof clientEventSchema>;

/** The heartbeat. The platform answers it without waking the Durable Object. */
export const WS_PING = 'ping';
export const WS_PONG = 'pong';

const chatMessageSchema = z.object({
  /** The same for all pieces of a message. An answer shares its question's id. */
  id: z.string(),
  role: z.enum(['assistant', 'user', 'system']),
  /** A piece to append while partial; the whole text when complete. */
  content: z.string(),
  isPartial: z.boolean(),
  isComplete: z.boolean(),
});
export type ChatMessage = z.infer<typeof chatMessageSchema>;

export const sessionStateSchema = z.object({
  id: z.string(),
  remainingFollowUps: z.number().int(),
});

/**
 * The first event of every connection: all messages so far, with an answer in progress as partial.
 * `insight` is the state of the initial insight.
 */
export const sessionEventSchema = z.object({
  type: z.literal('session'),
  session: sessionStateSchema,
  messages: z.array(chatMessageSchema),
  insight: z.object({
    status: z.enum(['none', 'queued', 'done', 'failed']),
    progress: z.number().min(0).max(100),
    currentStep: z.string(),
  }),
});
export type SessionEvent = z.infer<typeof sessionEventSchema>;

/** The events the server sends over `/ws`. */
export const serverEventSchema = z.discriminatedUnion('type', [
  sessionEventSchema,
  z.object({
    type: z.literal('insight_progress'),
    progress: z.number().min(0).max(100),
    currentStep: z.string(),
  }),
  z.object({ type: z.literal('insight_complete'), insight: z.string() }),
  z.object({ type: z.literal('insight_failed'), message: z.string() }),
  z.object({
    type: z.literal('chat_message'),
    message: chatMessageSchema,
    /** Sent with a complete answer: the questions left after it. */
    remainingFollowUps: z.number().int().optional(),
  }),
  /** A refused question or a failed answer. Neither uses up a question. */
  z.object({
    type: z.literal('chat_error'),
    error: z.string(),
    message: z.string(),
    /** The failed answer, whose pieces must be discarded. */
    messageId: z.string().optional(),
    /** The refused question. */
    questionId: z.string().optional(),
    remainingFollowUps: z.number().int(),
  }),
]);
export type ServerEvent = z.infer<typeof serverEventSchema>;

/**
 * Our own close codes of `/ws`; 4404 is final. After 4401, the browser may already have a new session; the
 * next handshake tells.
 */
export const WS_CLOSE_NOT_YOU = 4401;
export const WS_CLOSE_SESSION_GONE = 4404;
/** The session may have expired; the next handshake checks it. */
export const WS_CLOSE_COME_AGAIN = 4408;
export const WS_CLOSE_TOO_MANY = 4429;
