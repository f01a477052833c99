import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { chatFollowUps, chatSessions } from '../../../schema/tables/chat.ts';
import type { ChatHistoryPage, ChatReplyChunk } from '../../../schema/wire/chat.ts';
import {
  ANSWER_FAILED,
  ANSWER_IN_PROGRESS,
  NO_QUESTIONS_LEFT,
} from '../../../worker/chat/conversation.ts';
import { logLines } from '../../support/log-lines.ts';
import { useUp } from '../../support/rate-limits.ts';
import {
  ask,
  askStreaming,
  call,
  db,
  linesOf,
  makeChat,
  makeEpisode,
  makeReader,
  makeSession,
  refusalOf,
  sessionStub,
  untilSyncFailed,
} from './people.ts';
import { SlowAssistant } from './slow-assistant.ts';
import { connect } from './socket-client.ts';

describe('an answer', () => {
  test('arrives over the socket in chunks, then whole, with the remaining questions', async () => {
    const { reader, sessionId } = await makeChat();
    const socket = await connect(reader, sessionId);
    const opened = await socket.next('session');
    expect(opened.messages).toMatchObject([{ id: 'greeting', role: 'assistant' }]);
    socket.send({ type: 'authenticate', userId: reader.id });
    socket.send({ type: 'chat', message: 'How high did you raise the price?' });
    const question = await socket.next('chat_message');
    expect(question.message).toMatchObject({ role: 'user', isComplete: true });
    const whole = await socket.answer();
    const pieces = socket.events.flatMap((event) =>
      event.type === 'chat_message' && event.message.isPartial ? [event.message] : [],
    );
    expect(pieces.map(({ content }) => content).join('')).toBe(whole.message.content);
    expect(new Set(pieces.map(({ id }) => id))).toEqual(new Set([whole.message.id]));
    expect(whole.message.content).toContain('4,200');
    expect(whole.message.content).toContain('[0:20]');
    expect(whole.remainingFollowUps).toBe(9);
  });

  test('arrives whole over HTTP if no stream is requested', async () => {
    const { reader, episodeId, sessionId } = await makeChat();
    const response = await ask(reader, episodeId, sessionId, 'How high did you raise the price?');
    expect(response.status).toBe(200);
    const reply: ChatReplyChunk = await response.json();
    expect(reply).toMatchObject({
      sessionId,
      streaming: false,
      done: true,
      remainingFollowUps: 9,
    });
    expect(reply.response).toContain('4,200');
  });

  test('arrives as NDJSON over HTTP if a stream is requested', async () => {
    const { reader, episodeId, sessionId } = await makeChat();
    const response = await askStreaming(reader, episodeId, sessionId, 'Why did so few leave?');
    expect(response.headers.get('Content-Type')).toBe('application/x-ndjson');
    const lines = await linesOf(response);
    expect(lines.slice(0, -1).every((line) => line.streaming && !line.done)).toBe(true);
    expect(lines.at(-1)).toMatchObject({ response: '', done: true, remainingFollowUps: 9 });
    expect(lines.map((line) => line.response).join('')).toContain('eleven hours');
  });

  test('is stored in D1 with the remaining questions, for the history', async () => {
    const { reader, episodeId, sessionId } = await makeChat();
    await ask(reader, episodeId, sessionId, 'How high did you raise the price?');
    await expect
      .poll(() => db.select().from(chatFollowUps).where(eq(chatFollowUps.sessionId, sessionId)))
      .toMatchObject([{ question: 'How high did you raise the price?' }]);
    const [session] = await db.select().from(chatSessions).where(eq(chatSessions.id, sessionId));
    expect(session?.remainingFollowUps).toBe(9);
  });

  test('is in the history with the whole question, also after a NUL', async () => {
    const { reader, episodeId, sessionId } = await makeChat();
    expect((await ask(reader, episodeId, sessionId, 'How high\0 was the price?')).status).toBe(200);
    const asked = async () => {
      const history = await call('/api/user/chat-sessions', { reader });
      const { chatSessions: sessions } = await history.json<ChatHistoryPage>();
      return sessions.flatMap(({ followUps }) => followUps.map(({ question }) => question));
    };
    await expect.poll(asked).toEqual(['How high was the price?']);
  });

  test('uses the description if there is no transcript', async () => {
    const reader = await makeReader();
    const episodeId = await makeEpisode({ lines: null });
    const sessionId = await makeSession(reader, episodeId);
    const response = await ask(reader, episodeId, sessionId, 'Where was it recorded?');
    const reply: ChatReplyChunk = await response.json();
    expect(reply.response).toContain('Malmo');
    expect(reply.response).toContain('no transcript');
  });

  test('is free if the transcript cannot be read, and does not say that there is none', async () => {
    const { reader, episodeId, sessionId } = await makeChat();
    const key = `transcripts/${episodeId}.json`;
    const stored = await (await env.TRANSCRIPTS.get(key))?.text();
    await env.TRANSCRIPTS.put(key, '{');
    const raise = () => ask(reader, episodeId, sessionId, 'How high did you raise the price?');
    const unread = await (await raise()).json<ChatReplyChunk>();
    expect(unread.response).toContain('could not be read right now');
    expect(unread.response).not.toContain('no transcript');
    expect(unread.remainingFollowUps).toBe(10);
    await env.TRANSCRIPTS.put(key, stored ?? '');
    const read = await (await raise()).json<ChatReplyChunk>();
    expect(read.response).toContain('4,200');
    expect(read.remainingFollowUps).toBe(9);
  });

  test('that failed is free, says so and can be requested again', async () => {
    const { reader, episodeId, sessionId } = await makeChat(1);
    const assistant = await new SlowAssistant().answersIn(sessionId);
    const socket = await connect(reader, sessionId);
    socket.send({ type: 'chat', message: 'First try' });
    assistant.say('Half an ans');
    const piece = await socket.next('chat_message', ({ message }) => message.isPartial);
    assistant.fail();
    const failure = await socket.next('chat_error');
    expect(failure).toMatchObject({ messageId: piece.message.id, remainingFollowUps: 1 });

    const later = await (await connect(reader, sessionId)).next('session');
    expect(later.messages.slice(1)).toMatchObject([
      { role: 'user', content: 'First try' },
      { role: 'system' },
    ]);
    assistant.say('Whole.');
    assistant.finish();
    const again = await ask(reader, episodeId, sessionId, 'Second try');
    expect(await again.json()).toMatchObject({ response: 'Whole.', remainingFollowUps: 0 });
  });

  test('that failed over HTTP is an error with a status, or the last line of a stream', async () => {
    const { reader, episodeId, sessionId } = await makeChat();
    const assistant = await new SlowAssistant().answersIn(sessionId);
    assistant.fail();
    const logged = logLines();
    expect((await ask(reader, episodeId, sessionId, 'Whole?')).status).toBe(502);
    expect(logged).toContainEqual({
      event: 'answer_failed',
      level: 'error',
      error: 'Error: the model broke',
    });
    assistant.fail();
    const lines = await linesOf(await askStreaming(reader, episodeId, sessionId, 'Streamed?'));
    expect(lines.at(-1)).toMatchObject({
      done: true,
      error: 'answer_failed',
      remainingFollowUps: 10,
    });
  });

  test('without any text has failed', async () => {
    const { reader, episodeId, sessionId } = await makeChat();
    const assistant = await new SlowAssistant().answersIn(sessionId);
    assistant.say('  ');
    assistant.finish();
    const reply = await ask(reader, episodeId, sessionId, 'Anything?');
    expect(await refusalOf(reply)).toEqual([502, 'bad_gateway', ANSWER_FAILED]);
  });
});

describe('the limit', () => {
  test('refuses a question when none are left, over HTTP and over the socket', async () => {
    const { reader, episodeId, sessionId } = await makeChat(0);
    const response = await ask(reader, episodeId, sessionId, 'One more?');
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ message: NO_QUESTIONS_LEFT });
    const socket = await connect(reader, sessionId);
    socket.send({ type: 'chat', message: 'One more?' });
    expect(await socket.next('chat_error')).toMatchObject({
      error: 'conflict',
      message: NO_QUESTIONS_LEFT,
      remainingFollowUps: 0,
    });
  });

  test('of two last questions at the same moment, exactly one is answered', async () => {
    const { reader, episodeId, sessionId } = await makeChat(1);
    const both = await Promise.all([
      ask(reader, episodeId, sessionId, 'How high is the price?'),
      ask(reader, episodeId, sessionId, 'Why did so few leave?'),
    ]);
    expect(both.map((response) => response.status).sort()).toEqual([200, 409]);
    const { messages } = await (await connect(reader, sessionId)).next('session');
    expect(messages.filter(({ role }) => role === 'user')).toHaveLength(1);
  });

  test('of concurrent last questions over socket and HTTP, exactly one is answered', async () => {
    const { reader, episodeId, sessionId } = await makeChat(1);
    const tabs = await Promise.all([connect(reader, sessionId), connect(reader, sessionId)]);
    await Promise.all(tabs.map((tab) => tab.next('session')));
    for (const tab of tabs) tab.send({ type: 'chat', message: 'How high is the price?' });
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => ask(reader, episodeId, sessionId, 'Why did so few leave?')),
    );
    const [first] = tabs;
    if (!first) throw new Error('no tab');
    await first.answer();
    const { messages, session } = await (await connect(reader, sessionId)).next('session');
    expect(messages.map(({ role }) => role)).toEqual(['assistant', 'user', 'assistant']);
    expect(session.remainingFollowUps).toBe(0);
    const taken = replies.filter(({ status }) => status === 200);
    expect(taken.length).toBeLessThanOrEqual(1);
    for (const { status } of replies) expect([200, 409]).toContain(status);
    const kept = () => db.$count(chatFollowUps, eq(chatFollowUps.sessionId, sessionId));
    await expect.poll(kept).toBe(1);
  });

  test('a second question is refused while the first is being answered', async () => {
    const { reader, episodeId, sessionId } = await makeChat();
    const assistant = await new SlowAssistant().answersIn(sessionId);
    const socket = await connect(reader, sessionId);
    socket.send({ type: 'chat', message: 'The first' });
    assistant.say('Thinking');
    await socket.next('chat_message', ({ message }) => message.isPartial);
    const second = await ask(reader, episodeId, sessionId, 'The second');
    expect(second.status).toBe(409);
    expect(await second.json()).toMatchObject({ message: ANSWER_IN_PROGRESS });
    assistant.finish();
    expect((await socket.answer()).message.content).toBe('Thinking');
    expect(assistant.questions).toEqual(['The first']);
  });

  test('a reader who asks too fast is slowed down and not charged', async () => {
    const { reader, episodeId, sessionId } = await makeChat();
    useUp(env.QUESTION_LIMIT, reader.id);
    const response = await ask(reader, episodeId, sessionId, 'Again?');
    expect(response.status).toBe(429);
    expect(response.headers.get('Retry-After')).toBe('60');
    const socket = await connect(reader, sessionId);
    const { session } = await socket.next('session');
    socket.send({ type: 'chat', message: 'And again?' });
    expect(await socket.next('chat_error')).toMatchObject({
      error: 'too_many_requests',
      remainingFollowUps: session.remainingFollowUps,
    });
  });
});

describe('a deleted conversation', () => {
  test('closes its sockets and forgets everything', async () => {
    const { reader, episodeId, sessionId } = await makeChat();
    const socket = await connect(reader, sessionId);
    await socket.next('session');
    await db.delete(chatSessions).where(eq(chatSessions.id, sessionId));
    await sessionStub(sessionId).deleteSession();
    expect(await socket.closed()).toBe(4404);
    expect((await ask(reader, episodeId, sessionId, 'Still there?')).status).toBe(404);
  });

  test('whose row was deleted closes its sockets with the next alarm', async () => {
    const { reader, sessionId, stub } = await makeChat();
    const socket = await connect(reader, sessionId);
    const logged = logLines();
    await env.DB.exec('ALTER TABLE chat_follow_ups RENAME TO chat_follow_ups_away');
    try {
      socket.send({ type: 'chat', message: 'How high did you raise the price?' });
      await untilSyncFailed(logged);
    } finally {
      await env.DB.exec('ALTER TABLE chat_follow_ups_away RENAME TO chat_follow_ups');
    }
    await db.delete(chatSessions).where(eq(chatSessions.id, sessionId));
    await runDurableObjectAlarm(stub);
    expect(await socket.closed()).toBe(4404);
  });

  test('whose row was deleted closes its sockets with the next answer', async () => {
    const { reader, sessionId } = await makeChat();
    const socket = await connect(reader, sessionId);
    await db.delete(chatSessions).where(eq(chatSessions.id, sessionId));
    socket.send({ type: 'chat', message: 'How high is the price?' });
    expect(await socket.closed()).toBe(4404);
  });
});
