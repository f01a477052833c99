/**
 * Sockets that are cut, or die silently, while a question is answered. A reader who reconnects and asks the
 * question again finds it once, with one complete answer, and pays at most once.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { FOLLOW_UPS_PER_SESSION } from '../../schema/limits.ts';
import type { ServerEvent, SessionEvent } from '../../schema/wire/chat.ts';
import type { ChatSessionInit } from '../../schema/wire/insights.ts';
import type { ApiReader } from '../support/api-reader.ts';
import { type FreezingProxy, startFreezingProxy } from '../support/freezing-proxy.ts';
import { type FaultBench, openSample, until } from './bench.ts';
import type { Tally } from './tally.ts';

const ANSWERED_SECONDS = 30;
/** The time from sending the question until the connection breaks; each round uses the next one. */
const MOMENTS_MS = [0, 5, 15, 40, 90, 200, 400];

/** @param rounds alternately cut and frozen */
export async function breakSockets(bench: FaultBench, tally: Tally, rounds: number): Promise<void> {
  bench.model.scenario = 'answers:faults';
  const faults: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const way = round % 2 === 0 ? 'cut' : 'frozen';
    const afterMs = MOMENTS_MS[round % MOMENTS_MS.length] ?? 0;
    const fault = await breakOnce(bench, way, afterMs);
    if (fault) faults.push(`${way} after ${afterMs} ms: ${fault}`);
  }
  tally.add('live connections broken while an answer comes', rounds, faults);
}

/** Returns what went wrong; null if nothing did. */
async function breakOnce(
  bench: FaultBench,
  way: 'cut' | 'frozen',
  afterMs: number,
): Promise<string | null> {
  const { origin } = bench.product;
  const { reader, path } = await openSample(bench);
  const { data } = await reader.call<ChatSessionInit>('POST', `${path}/insights`);
  const asked = { type: 'chat', id: crypto.randomUUID(), message: 'What is the episode about?' };
  const ask = (socket: WebSocket) => socket.send(JSON.stringify(asked));
  const proxy = await startFreezingProxy(origin);
  try {
    const first = await connect(proxy.origin, reader, data.session.id);
    ask(first.socket);
    await delay(afterMs);
    breakOff(proxy, first.socket, way);
    const second = await connect(origin, reader, data.session.id);
    ask(second.socket);
    let seen: SessionEvent = second.session;
    const seconds = await until(ANSWERED_SECONDS, async () => {
      const third = await connect(origin, reader, data.session.id);
      third.socket.close();
      seen = third.session;
      return seen.messages.some(({ id, role, isComplete }) => {
        return id === asked.id && role === 'assistant' && isComplete;
      });
    });
    second.socket.close();
    if (seconds === null) return `not answered after ${ANSWERED_SECONDS} s`;
    const questions = seen.messages.filter(({ role }) => role === 'user');
    if (questions.length !== 1) return `the question is there ${questions.length} times`;
    const answers = seen.messages.filter(({ role, id }) => role === 'assistant' && id === asked.id);
    const [answer] = answers;
    if (answers.length !== 1 || !answer?.content) return `${answers.length} answers`;
    if (new Set(answer.content.split('\n\n')).size !== answer.content.split('\n\n').length) {
      return 'the answer has something twice';
    }
    const paid = FOLLOW_UPS_PER_SESSION - seen.session.remainingFollowUps;
    return paid <= 1 ? null : `${paid} questions were paid for`;
  } finally {
    await proxy[Symbol.asyncDispose]();
  }
}

function breakOff(proxy: FreezingProxy, socket: WebSocket, way: 'cut' | 'frozen') {
  proxy.freeze();
  if (way === 'cut') socket.close();
}

/** Connects, and waits for the first event. */
async function connect(
  origin: string,
  reader: ApiReader,
  sessionId: string,
): Promise<{ socket: WebSocket; session: SessionEvent }> {
  const Cookie = reader.cookies.map((pair) => pair.join('=')).join('; ');
  // Node's WebSocket takes headers, which its type lacks.
  const options = { headers: { Cookie } } as unknown as string[];
  const url = `${origin.replace('http', 'ws')}/ws?sessionId=${sessionId}`;
  const socket = new WebSocket(url, options);
  const session = await new Promise<SessionEvent>((resolve, reject) => {
    socket.addEventListener('message', ({ data }) => {
      const event: ServerEvent = JSON.parse(String(data));
      if (event.type === 'session') resolve(event);
    });
    socket.addEventListener('error', () => reject(new Error('the connection was refused')));
    socket.addEventListener('close', ({ code }) => reject(new Error(`it was closed with ${code}`)));
  });
  return { socket, session };
}
