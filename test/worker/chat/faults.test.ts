/** One call to D1, R2 or the rate limiter fails while a question is answered: nothing is lost, doubled or left open. */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { chatFollowUps, chatSessions } from '../../../schema/tables/chat.ts';
import type { ChatSession } from '../../../worker/chat/ChatSession.ts';
import { readWholeReply } from '../../../worker/chat/reply-stream.ts';
import { Life, mortalBucket, mortalDatabase } from '../../support/life.ts';
import { db, makeChat } from './people.ts';
import { connect } from './socket-client.ts';

const QUESTION = 'How high did you raise the price?';

/** Has an object with failing bindings answer a question. Returns how it ended: its error, if any. */
function askWith(life: Life, chat: Awaited<ReturnType<typeof makeChat>>, id: string) {
  const { limit } = env.QUESTION_LIMIT;
  const bindings: Env = {
    ...env,
    DB: mortalDatabase(env.DB, life),
    TRANSCRIPTS: mortalBucket(env.TRANSCRIPTS, life),
    QUESTION_LIMIT: { limit: (key) => life.step(() => limit.call(env.QUESTION_LIMIT, key)) },
  };
  return runInDurableObject(chat.stub, async (session: ChatSession, state) => {
    const Session = session.constructor as new (ctx: DurableObjectState, env: Env) => ChatSession;
    const failing = new Session(state, bindings);
    const question = { id, question: QUESTION };
    const asked = await failing.ask(chat.reader.id, chat.episodeId, question).catch(() => null);
    if (asked === null) return 'not asked';
    if (asked.status === 'refused') return asked.refusal.code;
    const { error, done } = await readWholeReply(asked.stream, chat.sessionId);
    return error ?? (done ? 'answered' : 'cut off');
  });
}

test.each(['failing', 'lost'] as const)(
  'whichever call is %s, an answer ends for all who hear it, and counts once or not at all',
  async (ending) => {
    const ends = new Set<string>();
    const costs = new Set<number>();
    let isOver = true;
    let last = 0;
    while (isOver) {
      last += 1;
      const chat = await makeChat();
      const { reader, sessionId, stub } = chat;
      const socket = await connect(reader, sessionId);
      await socket.next('session');
      const id = crypto.randomUUID();
      const life = new Life(last, ending);
      const end = await askWith(life, chat, id);
      isOver = life.isOver;
      ends.add(end);
      const step = `call ${last}: ${end}`;
      expect(['answered', 'answer_failed', 'not asked'], step).toContain(end);
      const answer = end === 'answered' ? await socket.answer() : null;
      if (answer) expect(answer.message.id, step).toBe(id);
      if (end === 'answer_failed')
        expect((await socket.next('chat_error')).messageId, step).toBe(id);

      await evictDurableObject(stub);
      await runDurableObjectAlarm(stub);
      const later = await connect(reader, sessionId);
      const { messages, session } = await later.next('session');
      // An answer without the transcript, which could not be read, is free.
      expect(session.remainingFollowUps, step).toBe(answer?.remainingFollowUps ?? 10);
      costs.add(10 - session.remainingFollowUps);
      expect(
        messages.filter(({ isPartial }) => isPartial),
        step,
      ).toEqual([]);
      const kept = () => db.$count(chatFollowUps, eq(chatFollowUps.sessionId, sessionId));
      await expect.poll(kept, { message: step }).toBe(answer ? 1 : 0);
      const [row] = await db.select().from(chatSessions).where(eq(chatSessions.id, sessionId));
      expect(row?.remainingFollowUps, step).toBe(session.remainingFollowUps);
      // Sent again under its id, it is asked once.
      later.send({ type: 'chat', id, message: QUESTION });
      const known = await later.next(end === 'not asked' ? 'chat_message' : 'session');
      expect(known.type, step).toBe(end === 'not asked' ? 'chat_message' : 'session');
    }
    expect(ends).toEqual(new Set(['answered', 'answer_failed', 'not asked']));
    expect(costs).toEqual(new Set([0, 1]));
    expect(last).toBeGreaterThan(5);
  },
);
