/** Replies shared by the routes of conversations about an episode and about all of a user's podcasts. */

import type { Context } from 'hono';
import type { z } from 'zod';
import type {
  ChatReplyChunk,
  ConversationReply,
  chatRequestSchema,
} from '../../schema/wire/chat.ts';
import type { writeIdHeadersSchema } from '../../schema/wire/common.ts';
import { createDatabase } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { rateLimited } from '../platform/requests/rate-limit.ts';
import { CONVERSATION_GONE, CONVERSATION_NOT_FOUND, type Refusal } from './conversation.ts';
import { guardReply, NDJSON, readWholeReply } from './reply-stream.ts';
import { findLatestSessionId, findSessionOwner } from './store.ts';

/**
 * Returns a conversation's Durable Object.
 *
 * @param episodeId null for one about all of the user's podcasts
 * @throws AppError not_found unless it is this user's and about this episode
 */
export async function conversationOf(
  env: Env,
  userId: string,
  episodeId: string | null,
  sessionId: string,
) {
  const owner = await findSessionOwner(createDatabase(env.DB), sessionId);
  if (owner?.userId !== userId || owner.episodeId !== episodeId) {
    throw new AppError('not_found', CONVERSATION_NOT_FOUND);
  }
  return env.CHAT_SESSIONS.getByName(sessionId);
}

/** Returns a whole conversation; without a session id, the newest one with questions. */
export async function readConversation(
  env: Env,
  userId: string,
  episodeId: string | null,
  sessionId: string | undefined,
): Promise<ConversationReply> {
  const id = sessionId ?? (await findLatestSessionId(createDatabase(env.DB), userId, episodeId));
  if (id === null) return { conversation: null };
  const object = await conversationOf(env, userId, episodeId, id);
  const conversation = await object.read(userId);
  // Deleted since its row was read.
  if (conversation === null) throw new AppError('not_found', CONVERSATION_GONE);
  return { conversation };
}

/** Replies with the answer, streamed if the request accepts NDJSON. */
export async function replyToQuestion(
  c: Context<AppEnv>,
  episodeId: string | null,
  { message, sessionId }: z.output<typeof chatRequestSchema>,
  headers: z.output<typeof writeIdHeadersSchema>,
) {
  const userId = c.var.user.id;
  // The object checks whose conversation it is: one query less before the answer.
  const conversation = c.env.CHAT_SESSIONS.getByName(sessionId);
  const asked = await conversation.ask(userId, episodeId, {
    id: headers['Idempotency-Key'] ?? crypto.randomUUID(),
    question: message,
  });
  if (asked.status === 'refused') throw refused(asked.refusal);
  if (c.req.header('Accept')?.includes(NDJSON)) {
    return c.body(guardReply(asked.stream, sessionId), 200, { 'Content-Type': NDJSON });
  }
  const reply = await readWholeReply(asked.stream, sessionId);
  if (reply.error) {
    const isGone = reply.error === 'not_found';
    throw new AppError(isGone ? 'not_found' : 'bad_gateway', reply.details ?? reply.error);
  }
  const whole: ChatReplyChunk = { ...reply, streaming: false };
  return c.json(whole);
}

function refused({ code, message }: Refusal): AppError {
  return code === 'too_many_requests' ? rateLimited(message) : new AppError(code, message);
}
