/** The sender gives each question an id: a question sent twice is the same question. */

import { subDays } from 'date-fns';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { chatFollowUps } from '../../../schema/tables/chat.ts';
import { savedInsights } from '../../../schema/tables/library.ts';
import type { ChatReplyChunk, ConversationReply } from '../../../schema/wire/chat.ts';
import { STAND_IN_NOTICE } from '../../../worker/assistant/markdown.ts';
import { NDJSON } from '../../../worker/chat/reply-stream.ts';
import {
  ask,
  call,
  db,
  linesOf,
  makeChat,
  makeEpisode,
  makeReader,
  type TestReader,
} from './people.ts';
import { SlowAssistant } from './slow-assistant.ts';
import { connect } from './socket-client.ts';

const QUESTION = 'How high did you raise the price?';

const askWith = (
  chat: Pick<Awaited<ReturnType<typeof makeChat>>, 'reader' | 'episodeId' | 'sessionId'>,
  id: string,
  message = QUESTION,
  accept = 'application/json',
) =>
  call(`/api/podcasts/episodes/${chat.episodeId}/chat`, {
    method: 'POST',
    reader: chat.reader,
    headers: { Accept: accept, 'Idempotency-Key': id },
    body: JSON.stringify({ message, sessionId: chat.sessionId }),
  });

describe('the id of a question', () => {
  test('is the same on the socket, over HTTP and in D1', async () => {
    const chat = await makeChat();
    const id = crypto.randomUUID();
    const socket = await connect(chat.reader, chat.sessionId);
    const [line] = await linesOf(await askWith(chat, id, QUESTION, NDJSON));
    expect(line?.id).toBe(id);
    expect((await socket.next('chat_message')).message.id).toBe(`${id}:question`);
    expect((await socket.answer()).message.id).toBe(id);
    const kept = () => db.select().from(chatFollowUps).where(eq(chatFollowUps.id, id));
    await expect.poll(kept).toMatchObject([{ sessionId: chat.sessionId, question: QUESTION }]);
  });

  test('is assigned by the server if the client sends none', async () => {
    const chat = await makeChat();
    const reply: ChatReplyChunk = await (
      await ask(chat.reader, chat.episodeId, chat.sessionId, QUESTION)
    ).json();
    expect(reply.id).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each(['1', 'x'.repeat(200), ''])('is a UUID, not %j', async (id) => {
    expect((await askWith(await makeChat(), id)).status).toBe(400);
  });
});

describe('a question sent twice', () => {
  test('during its answer counts once: the second request gets the whole answer, too', async () => {
    const chat = await makeChat();
    const assistant = await new SlowAssistant().answersIn(chat.sessionId);
    const id = crypto.randomUUID();
    const socket = await connect(chat.reader, chat.sessionId);
    socket.send({ type: 'chat', id, message: QUESTION });
    assistant.say('One ');
    await socket.next('chat_message', ({ message }) => message.isPartial);
    const again = await askWith(chat, id, QUESTION, NDJSON);
    assistant.say('two.');
    assistant.finish();
    const lines = await linesOf(again);
    expect(lines.map(({ response }) => response).join('')).toBe('One two.');
    expect(lines.at(-1)).toMatchObject({ done: true, remainingFollowUps: 9 });
    expect(assistant.questions).toEqual([QUESTION]);
  });

  test('after its answer is free and gets the same answer', async () => {
    const chat = await makeChat();
    const id = crypto.randomUUID();
    const first: ChatReplyChunk = await (await askWith(chat, id)).json();
    const again: ChatReplyChunk = await (await askWith(chat, id)).json();
    expect(again).toMatchObject({ response: first.response, remainingFollowUps: 9 });
    const socket = await connect(chat.reader, chat.sessionId);
    await socket.next('session');
    socket.send({ type: 'chat', id, message: QUESTION });
    const { messages, session } = await socket.next('session');
    expect(messages.filter(({ role }) => role === 'user')).toHaveLength(1);
    expect(session.remainingFollowUps).toBe(9);
  });

  test('whose answer failed gets the failure again', async () => {
    const chat = await makeChat();
    const assistant = await new SlowAssistant().answersIn(chat.sessionId);
    const id = crypto.randomUUID();
    assistant.fail();
    expect((await askWith(chat, id)).status).toBe(502);
    expect((await askWith(chat, id)).status).toBe(502);
    expect(assistant.questions).toHaveLength(1);
  });

  test('in the same words under another id is another question', async () => {
    const chat = await makeChat();
    await askWith(chat, crypto.randomUUID());
    const again: ChatReplyChunk = await (await askWith(chat, crypto.randomUUID())).json();
    expect(again.remainingFollowUps).toBe(8);
  });
});

test("a stand-in's answer is free", async () => {
  const chat = await makeChat();
  const assistant = await new SlowAssistant().answersIn(chat.sessionId);
  assistant.standIn();
  assistant.say('Own words.');
  assistant.finish();
  expect(await (await askWith(chat, crypto.randomUUID())).json()).toMatchObject({
    response: `${STAND_IN_NOTICE}\n\nOwn words.`,
    remainingFollowUps: 10,
  });
});

describe('reading a conversation', () => {
  const read = (
    chat: Pick<Awaited<ReturnType<typeof makeChat>>, 'reader' | 'episodeId'>,
    query: string,
  ) => call(`/api/podcasts/episodes/${chat.episodeId}/chat${query}`, { reader: chat.reader });

  test('returns the state that a connection would start with', async () => {
    const chat = await makeChat();
    await (await askWith(chat, crypto.randomUUID())).text();
    const opened = await (await connect(chat.reader, chat.sessionId)).next('session');
    const reply = await read(chat, `?sessionId=${chat.sessionId}`);
    expect(await reply.json()).toEqual({ conversation: opened });
  });

  test('returns the newest one about the episode that has a question', async () => {
    const chat = await makeChat();
    const none: ConversationReply = await (await read(chat, '')).json();
    expect(none.conversation).toBeNull();
    await (await askWith(chat, crypto.randomUUID())).text();
    await expect
      .poll(async () => {
        const { conversation }: ConversationReply = await (await read(chat, '')).json();
        return conversation?.session.id;
      })
      .toBe(chat.sessionId);
  });

  test('is closed to strangers, and to sessions of another episode', async () => {
    const chat = await makeChat();
    const { episodeId } = chat;
    const query = `?sessionId=${chat.sessionId}`;
    expect((await read({ reader: await makeReader(), episodeId }, query)).status).toBe(404);
    const elsewhere = { reader: chat.reader, episodeId: await makeEpisode() };
    expect((await read(elsewhere, query)).status).toBe(404);
    expect((await read(chat, '?sessionId=1')).status).toBe(400);
    const nobody = { id: '', cookie: '' };
    expect((await read({ reader: nobody, episodeId }, query)).status).toBe(401);
  });
});

describe('the hashes of saved texts', () => {
  test('are those of one episode, or of all, newest first, and of nobody else', async () => {
    const [reader, stranger] = [await makeReader(), await makeReader()];
    const [here, there] = [await makeEpisode(), await makeEpisode()];
    const save = (owner: TestReader, episodeId: string, insightHash: string, daysAgo: number) =>
      db.insert(savedInsights).values({
        userId: owner.id,
        episodeId,
        insight: insightHash,
        insightHtml: insightHash,
        insightHash,
        tags: [],
        generatedAt: subDays(new Date(), daysAgo),
      });
    await save(reader, here, 'older', 2);
    await save(reader, here, 'newer', 1);
    await save(reader, there, 'elsewhere', 3);
    await save(stranger, here, 'not theirs', 0);
    const hashesAt = async (path: string) => (await call(path, { reader })).json();
    expect(await hashesAt(`/api/podcasts/episodes/${here}/saved-texts`)).toEqual({
      hashes: ['newer', 'older'],
    });
    expect(await hashesAt('/api/ask/saved-texts')).toEqual({
      hashes: ['newer', 'older', 'elsewhere'],
    });
  });
});
