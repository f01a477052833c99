/** The object's own storage fails at one call while sockets are open: everybody hears how the answer ended. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { ANSWER_FAILED, ANSWER_INTERRUPTED } from '../../../worker/chat/conversation.ts';
import { askStreaming, linesOf, makeChat, sessionStub } from './people.ts';
import { SlowAssistant } from './slow-assistant.ts';
import { connect } from './socket-client.ts';

/** Makes the storage refuse to store a follow-up in one of these states. */
const refuse = (sessionId: string, ...statuses: string[]) =>
  runInDurableObject(sessionStub(sessionId), (_, { storage }) => {
    const states = statuses.map((status) => `'${status}'`).join();
    for (const event of ['INSERT', 'UPDATE'])
      storage.sql.exec(
        `CREATE TRIGGER refuse_${event} BEFORE ${event} ON turns WHEN NEW.status IN (${states})
         BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`,
      );
  });

const recover = (sessionId: string) =>
  runInDurableObject(sessionStub(sessionId), (_, { storage }) => {
    for (const event of ['INSERT', 'UPDATE'])
      storage.sql.exec(`DROP TRIGGER IF EXISTS refuse_${event}`);
  });

test.each([
  ['an answer', ['done']],
  ['an answer, nor that it failed', ['done', 'failed']],
])('if it can’t store %s, sockets and HTTP replies end with the failure', async (_, statuses) => {
  const { reader, episodeId, sessionId } = await makeChat();
  const assistant = await new SlowAssistant().answersIn(sessionId);
  const [here, there] = [await connect(reader, sessionId), await connect(reader, sessionId)];
  await here.next('session');
  await refuse(sessionId, ...statuses);
  const streamed = await askStreaming(reader, episodeId, sessionId, 'A long story?');
  assistant.say('Once upon a time.');
  assistant.finish();
  expect((await linesOf(streamed)).at(-1)).toMatchObject({
    done: true,
    error: 'answer_failed',
    details: ANSWER_FAILED,
    remainingFollowUps: 10,
  });
  for (const socket of [here, there])
    expect(await socket.next('chat_error')).toMatchObject({
      message: ANSWER_FAILED,
      remainingFollowUps: 10,
    });

  await recover(sessionId);
  assistant.say('There was.');
  assistant.finish();
  const id = crypto.randomUUID();
  there.send({ type: 'chat', id, message: 'A short one?' });
  expect(await here.answer()).toMatchObject({ message: { id }, remainingFollowUps: 9 });
});

test('if it can’t store a question, the asker hears it, and may ask again', async () => {
  const { reader, sessionId } = await makeChat();
  const assistant = await new SlowAssistant().answersIn(sessionId);
  const socket = await connect(reader, sessionId);
  await socket.next('session');
  await refuse(sessionId, 'writing', 'failed');
  const id = crypto.randomUUID();
  socket.send({ type: 'chat', id, message: 'A long story?' });
  assistant.say('Once upon a time.');
  assistant.finish();
  expect(await socket.next('chat_error', (event) => event.questionId === id)).toMatchObject({
    error: 'internal',
  });
  await recover(sessionId);
  const next = await new SlowAssistant().answersIn(sessionId);
  next.say('There was.');
  next.finish();
  const other = crypto.randomUUID();
  await expect
    .poll(async () => {
      socket.send({ type: 'chat', id: other, message: 'A long story?' });
      return socket.events.some(
        (event) => event.type === 'chat_message' && event.message.id === other,
      );
    })
    .toBe(true);
});

test('an object whose storage can’t store that an answer was interrupted opens all the same', async () => {
  const { reader, sessionId, stub } = await makeChat();
  await (await connect(reader, sessionId)).next('session');
  await runInDurableObject(stub, (_, { storage }) => {
    storage.sql.exec(
      "INSERT INTO turns VALUES ('half', 'How high is the price?', '', 'writing', NULL, 1, 1)",
    );
  });
  await refuse(sessionId, 'failed');
  await evictDurableObject(stub);
  const { messages } = await (await connect(reader, sessionId)).next('session');
  expect(messages.at(-1)).toMatchObject({ role: 'system', content: ANSWER_INTERRUPTED });
});

test('if it can’t set its alarm, questions are answered all the same', async () => {
  const { reader, sessionId, stub } = await makeChat();
  await runInDurableObject(stub, (_, { storage }) => {
    storage.setAlarm = () => Promise.reject(new Error('no alarms today'));
  });
  const assistant = await new SlowAssistant().answersIn(sessionId);
  const socket = await connect(reader, sessionId);
  const id = crypto.randomUUID();
  socket.send({ type: 'chat', id, message: 'How high did you raise the price?' });
  assistant.say('By a tenth.');
  assistant.finish();
  expect((await socket.answer()).message.id).toBe(id);
  expect(socket.events.filter(({ type }) => type === 'chat_error')).toEqual([]);
});
