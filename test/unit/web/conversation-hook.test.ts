/** A conversation in the chat dialog: opening, asking, stopping, and what a reader sees when that fails. */
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  type ServerEvent,
  type SessionEvent,
  WS_CLOSE_SESSION_GONE,
} from '../../../schema/wire/chat.ts';
import { LOGIN_NEEDED } from '../../../schema/wire/chat-texts.ts';
import { askOverHttp } from '../../../web/features/chat/ask-over-http.ts';
import { canOfferInsight } from '../../../web/features/chat/InsightOffer.tsx';
import * as texts from '../../../web/features/chat/texts.ts';
import {
  type ConversationInput,
  useConversation,
} from '../../../web/features/chat/use-conversation.ts';
import { useToasts } from '../../../web/ui/toasts.ts';
import { renderHook } from '../../support/render-hook.ts';
import type { Reply } from '../../support/reply-server.ts';
import { FakeSocket } from './fake-socket.ts';
import { run, serve, until } from './render-with-toasts.ts';
import { stubSessionStorage } from './stub-storage.ts';

const AT = '/api/podcasts/episodes/e';
const TRANSCRIPT = `GET ${AT}/transcript`;
const OPEN = `POST ${AT}/insights?generate=false`;
const GENERATE = `POST ${AT}/insights?generate=true`;
const RESUME = `GET ${AT}/chat`;
const ASK = `POST ${AT}/chat`;
const STOP = `POST ${AT}/chat/stop`;

const OPENED = { data: { session: { id: 's' }, insightStatus: 'queued' }, remainingFollowUps: 10 };
const ANSWER = [
  { response: 'Rye ', streaming: true },
  { response: 'sells.', streaming: true, done: true, remainingFollowUps: 8 },
]
  .map((chunk) => JSON.stringify(chunk))
  .join('\n');
const session = (messages: SessionEvent['messages'] = []): SessionEvent => ({
  type: 'session',
  session: { id: 's', remainingFollowUps: 9 },
  messages,
  insight: { status: 'done', progress: 100, currentStep: '' },
});

beforeEach(() => {
  // Runs once the hooks are unmounted.
  onTestFinished(() => void vi.unstubAllGlobals());
  FakeSocket.made = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('location', { protocol: 'https:', host: 'dripcast.test' });
  stubSessionStorage();
});

/** A conversation about an episode, and what it told the screen around it. */
async function converse(replies: Record<string, Reply[]>, given: Partial<ConversationInput> = {}) {
  const received = await serve({ [TRANSCRIPT]: [{ body: { lines: [] } }], ...replies });
  const told: string[] = [];
  const steps: string[] = [];
  const first: ConversationInput = {
    episodeId: 'e',
    sessionId: null,
    userId: 'ada',
    initialInsight: null,
    remainingFollowUps: null,
    resumes: false,
    isGenerating: false,
    onSession: (id) => void told.push(`session ${id}`),
    onLoggedOut: () => void told.push('logged out'),
    onInsight: (status) => void told.push(`insight ${status}`),
    onNoTranscript: () => void told.push('no transcript'),
    ...given,
  };
  const useShown = (input: ConversationInput) => {
    const hook = useConversation(input);
    if (steps.at(-1) !== hook.step) steps.push(hook.step);
    return { hook, toasts: useToasts() };
  };
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const rendered = renderHook(useShown, first, client);
  onTestFinished(rendered.unmount);
  const hook = () => rendered.result().hook;
  const said = ({ role, content }: { role: string; content: string }) => `${role}: ${content}`;
  return {
    hook,
    received,
    told,
    steps,
    calls: () => received.map(({ call }) => call),
    toast: () => rendered.result().toasts[0]?.title,
    notices: () => hook().state.notices.map(({ content }) => content),
    messages: () => hook().state.messages.map(said),
    /** The question that stands in the input again. */
    returned: () => hook().state.returnedQuestion,
    enter: (sessionId: string) => run(() => rendered.rerender({ ...first, sessionId })),
    unmount: rendered.unmount,
  };
}

/** Asks, and waits for what becomes of it. */
async function askAndWait(hook: () => ReturnType<typeof useConversation>, question: string) {
  await run(() => hook().ask(question));
  await until(() => expect(hook().isAnswering).toBe(false));
}

/** One with a session, and an open socket to it. */
async function converseLive(replies: Record<string, Reply[]> = {}) {
  const conversation = await converse(replies, { sessionId: 's' });
  await until(() => expect(FakeSocket.made).toHaveLength(1));
  const socket = FakeSocket.made[0] as FakeSocket;
  await socket.opens();
  const tell = (event: ServerEvent) => socket.tells(JSON.stringify(event));
  await tell(session());
  /** What was sent besides the reader's name. */
  const sent = () => socket.sent.slice(1).map((text) => JSON.parse(text));
  return { ...conversation, socket, tell, sent };
}

describe('opening', () => {
  test('fetches the transcript, then a session, step by step, and tells its id', async () => {
    // Replies wait until their step has been rendered: several at once are rendered as the last one.
    const transcript = Promise.withResolvers<void>();
    const opened = Promise.withResolvers<void>();
    const chat = await converse({
      [TRANSCRIPT]: [{ body: { lines: [] }, after: transcript.promise }],
      [OPEN]: [{ body: OPENED, after: opened.promise }],
    });
    await until(() => expect(chat.hook().step).toBe('transcript'));
    transcript.resolve();
    await until(() => expect(chat.hook().step).toBe('toSession'));
    opened.resolve();
    await until(() => expect(chat.told).toContain('session s'));
    expect(chat.received.slice(0, 2)).toMatchObject([
      { call: TRANSCRIPT },
      { call: OPEN, body: null, contentType: 'application/json' },
    ]);
    expect(chat.steps).toEqual(['toTranscript', 'transcript', 'toSession', 'session']);
    expect(chat.hook().isPreparing).toBe(true);
    await chat.enter('s');
    await until(() => expect(FakeSocket.made).toHaveLength(1));
    await FakeSocket.made[0]?.opens();
    await FakeSocket.made[0]?.tells(JSON.stringify(session()));
    expect(chat.hook()).toMatchObject({ step: 'ready', isPreparing: false });
  });

  test('goes on where the reader left off, and makes no other session', async () => {
    const question = { id: 'q:question', role: 'user' as const, content: 'Why?' };
    const conversation = session([{ ...question, isPartial: false, isComplete: true }]);
    const chat = await converse({ [RESUME]: [{ body: { conversation } }] }, { resumes: true });
    await until(() => expect(chat.told).toContain('session s'));
    expect(chat.messages()).toEqual(['user: Why?']);
    expect(chat.calls()).not.toContain(OPEN);
  });

  test('makes a session where there is nothing to go on with', async () => {
    const replies = { [RESUME]: [{ body: { conversation: null } }], [OPEN]: [{ body: OPENED }] };
    const chat = await converse(replies, { resumes: true });
    await until(() => expect(chat.told).toContain('session s'));
    expect(chat.notices()).toEqual([]);
  });

  test('makes none in place of one that did not load, and says so', async () => {
    const chat = await converse({ [RESUME]: [{ status: 500, body: {} }] }, { resumes: true });
    await until(() => expect(chat.hook().step).toBe('failed'));
    expect(chat.notices()).toEqual([texts.SETUP_FAILED]);
    expect(chat.calls()).not.toContain(OPEN);
  });

  test('that fails says so', async () => {
    const chat = await converse({ [OPEN]: [{ status: 500, body: {} }] });
    await until(() => expect(chat.hook().step).toBe('failed'));
    expect(chat.notices()).toEqual([texts.SETUP_FAILED]);
    expect(chat.toast()).toBe('Chat Initialization Failed');
    expect(chat.told).toEqual([]);
  });

  test('that fails for an insight is reported as a failed insight', async () => {
    const failing = { [GENERATE]: [{ status: 500, body: {} }] };
    const chat = await converse(failing, { isGenerating: true });
    await until(() => expect(chat.told).toEqual(['insight failed']));
  });

  test('costs no insight, which can be asked for later', async () => {
    const without = { session: { id: 's' }, insightStatus: 'none' };
    const chat = await converse({
      [OPEN]: [{ body: { data: without } }],
      [GENERATE]: [{ body: OPENED }],
    });
    await until(() => expect(chat.hook().state.insight?.status).toBe('none'));
    expect(chat.calls()).not.toContain(GENERATE);
    expect(canOfferInsight(chat.hook())).toBe(false);
    await chat.enter('s');
    await until(() => expect(FakeSocket.made).toHaveLength(1));
    await FakeSocket.made[0]?.opens();
    const none = { status: 'none' as const, progress: 0, currentStep: '' };
    const greeting = { id: 'greeting', role: 'assistant' as const, content: 'Hello.' };
    const greeted = session([{ ...greeting, isPartial: false, isComplete: true }]);
    await FakeSocket.made[0]?.tells(JSON.stringify({ ...greeted, insight: none }));
    await until(() => expect(canOfferInsight(chat.hook())).toBe(true));
    await run(() => chat.hook().askForInsight());
    expect(chat.hook().state.insight?.status).toBe('queued');
    expect(chat.hook().isPreparing).toBe(true);
    await FakeSocket.made[0]?.tells(JSON.stringify({ type: 'insight_complete', insight: 'Rye.' }));
    expect(chat.hook().state.insightText).toBe('Rye.');
    expect(canOfferInsight(chat.hook())).toBe(false);
  });

  test.each([
    [
      'without a session id',
      { body: { success: true, type: 'chat_session_init' } },
      'Session initialization failed',
    ],
    [
      'with only an insight',
      { body: { initialInsight: 'Rye sells.' } },
      'Session initialization failed',
    ],
    [
      'refused with our sentence',
      { status: 409, body: { message: 'Delete some first.' } },
      'Delete some first.',
    ],
    ['failed', { status: 500, body: { message: 'It is down.' } }, undefined],
  ])('for an insight, answered %s, hands on what to say', async (_, reply, reason) => {
    const onInsight = vi.fn();
    await converse({ [GENERATE]: [reply] }, { isGenerating: true, onInsight });
    await until(() => expect(onInsight).toHaveBeenCalledWith('failed', reason));
  });

  test('of somebody who is logged out says so once, and nothing more can be asked', async () => {
    const chat = await converse({ [OPEN]: [{ status: 401, body: {} }] });
    await until(() => expect(chat.hook().ended).toBe('logged-out'));
    expect(chat.notices()).toEqual([LOGIN_NEEDED]);
    expect(chat.told).toEqual(['logged out']);
    const calls = chat.calls().length;
    await run(() => chat.hook().ask('Why?'));
    expect(chat.calls()).toHaveLength(calls);
  });

  test('goes on after the reader has left, but does not bring them back', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const chat = await converse({ [OPEN]: [{ body: OPENED, after: promise }] });
    await until(() => expect(chat.calls()).toContain(OPEN));
    chat.unmount();
    resolve();
    await expect.poll(() => chat.told).toEqual(['insight queued']);
  });
});

describe('a question', () => {
  test('asked while the conversation opens goes to the session that is being made', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const replies = { [OPEN]: [{ body: OPENED, after: promise }], [ASK]: [{ body: ANSWER }] };
    const chat = await converse(replies);
    await run(() => void chat.hook().ask('What sells?'));
    expect(chat.hook().isAnswering).toBe(true);
    resolve();
    await until(() =>
      expect(chat.messages()).toEqual(['user: What sells?', 'assistant: Rye sells.']),
    );
    expect(chat.calls().filter((call) => call === OPEN)).toHaveLength(1);
    const asked = chat.received.find(({ call }) => call === ASK);
    expect(asked?.body).toEqual({ sessionId: 's', message: 'What sells?' });
    expect(chat.hook().state.remainingFollowUps).toBe(8);
  });

  test('returns to the input where no session could be made', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const chat = await converse({ [OPEN]: [{ status: 500, body: {}, after: promise }] });
    await run(() => void chat.hook().ask('What sells?'));
    resolve();
    await until(() => expect(chat.returned()).toBe('What sells?'));
    expect(chat.notices()).toContain(texts.SETUP_FAILED_ON_SEND);
    expect(chat.hook().isAnswering).toBe(false);
  });

  test('goes over the open socket, which brings the answer', async () => {
    const chat = await converseLive();
    await run(() => chat.hook().ask('What sells?'));
    const [asked] = chat.sent();
    expect(asked).toMatchObject({ type: 'chat', message: 'What sells?' });
    expect(chat.calls()).not.toContain(ASK);
    await run(() => chat.hook().ask('And what else?'));
    expect(chat.sent(), 'one at a time').toHaveLength(1);
    const piece = (id: string, role: 'user' | 'assistant', content: string) =>
      chat.tell({
        type: 'chat_message',
        message: { id, role, content, isPartial: false, isComplete: true },
      });
    await piece(`${asked.id}:question`, 'user', 'What sells?');
    await piece(asked.id, 'assistant', 'Rye.');
    expect(chat.messages()).toEqual(['user: What sells?', 'assistant: Rye.']);
    expect(chat.hook().isAnswering).toBe(false);
    await run(() => chat.hook().ask('  '));
    expect(chat.sent(), 'nothing blank').toHaveLength(1);
  });

  test('that is refused returns to the input, with the reason', async () => {
    const refused = { error: 'conflict', message: 'No more questions remaining' };
    const chat = await converse({ [ASK]: [{ status: 409, body: refused }] }, { sessionId: 's' });
    await run(() => void chat.hook().ask('What sells?'));
    await until(() => expect(chat.returned()).toBe('What sells?'));
    expect(chat.notices().join()).toContain('No more questions remaining');
    expect(chat.messages()).toEqual([]);
    await run(() => chat.hook().takeQuestionBack());
    expect(chat.returned()).toBeNull();
  });

  test('whose answer was cut off is the same question when it is asked again in the same words', async () => {
    const cutOff = JSON.stringify({ response: 'Rye ', streaming: true });
    const refused = { status: 502, body: { error: 'bad_gateway', message: 'Please ask again.' } };
    const replies = [{ body: cutOff }, refused, { body: ANSWER }];
    const { hook, received, messages, notices } = await converse(
      { [ASK]: replies },
      { sessionId: 's' },
    );
    for (const _ of [1, 2, 3]) await askAndWait(hook, 'What sells?');
    const ids = received.flatMap(({ call, idempotencyKey }) =>
      call === ASK ? idempotencyKey : [],
    );
    expect(ids).toHaveLength(3);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2], 'the server has refused that one').not.toBe(ids[0]);
    expect(messages()).toEqual(['user: What sells?', 'assistant: Rye sells.']);
    expect(notices(), 'that of the lost reply is gone').toEqual([
      expect.stringContaining('Please ask again.'),
    ]);
  });

  test.each([
    ['the server', 500, { error: 'internal', message: 'Something went wrong on our side.' }],
    ['a proxy', 504, '<html>Gateway Timeout</html>'],
  ])(
    'that may have arrived is the same one, too, after a failure of %s',
    async (_, status, body) => {
      const replies = [{ status, body }, { body: ANSWER }];
      const { hook, received } = await converse({ [ASK]: replies }, { sessionId: 's' });
      for (const _again of [1, 2]) await askAndWait(hook, 'What sells?');
      const ids = received.flatMap(({ call, idempotencyKey }) =>
        call === ASK ? idempotencyKey : [],
      );
      expect(ids).toHaveLength(2);
      expect(ids[1]).toBe(ids[0]);
    },
  );

  test('in other words is another one', async () => {
    const cutOff = { body: JSON.stringify({ response: 'Rye ', streaming: true }) };
    const { hook, received } = await converse({ [ASK]: [cutOff] }, { sessionId: 's' });
    for (const text of ['What sells?', 'Why?', 'What sells?']) await askAndWait(hook, text);
    const ids = received.flatMap(({ call, idempotencyKey }) =>
      call === ASK ? idempotencyKey : [],
    );
    expect(new Set(ids).size).toBe(3);
  });

  test('of somebody who is logged out meanwhile ends the conversation', async () => {
    const chat = await converse({ [ASK]: [{ status: 401, body: {} }] }, { sessionId: 's' });
    await run(() => void chat.hook().ask('What sells?'));
    await until(() => expect(chat.hook().ended).toBe('logged-out'));
    expect(chat.returned()).toBe('What sells?');
    expect(chat.told).toContain('logged out');
  });

  test('is not waited for any more once the reader has left', async () => {
    const never = new Promise<never>(() => {});
    const chat = await converse({ [ASK]: [{ body: ANSWER, after: never }] }, { sessionId: 's' });
    await run(() => void chat.hook().ask('What sells?'));
    await until(() => expect(chat.calls()).toContain(ASK));
    chat.unmount();
    const asked = chat.received.find(({ call }) => call === ASK);
    await expect.poll(() => asked?.isHungUp).toBe(true);
  });

  test('about an episode without a transcript is asked with a warning, unless it needs none', async () => {
    const none = { status: 404, body: { error: 'not_found', transcriptUnavailable: true } };
    const replies = { [TRANSCRIPT]: [none], [ASK]: [{ body: ANSWER }] };
    const chat = await converse(replies, { sessionId: 's' });
    await until(() => expect(chat.notices()).toEqual([texts.noTranscriptNotice(false)]));
    expect(chat.told).toEqual(['no transcript']);
    await run(() => void chat.hook().ask('Give me a summary'));
    await until(() => expect(chat.messages()).toHaveLength(2));
    expect(chat.notices()).not.toContain(texts.NO_TRANSCRIPT);
    await run(() => void chat.hook().ask('What sells?'));
    expect(chat.notices()).toContain(texts.NO_TRANSCRIPT);
    await until(() => expect(chat.messages()).toHaveLength(4));
  });
});

describe('without a socket', () => {
  const never = new Promise<never>(() => {});
  /** Only these: the server of the test runs on real time. */
  const fakeTimers = () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
  };

  test('a server that falls silent is given up after fifteen seconds', async () => {
    const received = await serve({ [ASK]: [{ body: ANSWER, after: never }] });
    fakeTimers();
    const question = { id: 'q', text: 'What sells?' };
    const asked = { episodeId: 'e', sessionId: 's', question };
    let failure = '';
    const failed = askOverHttp(asked, () => {}, new AbortController().signal).catch(
      (error: Error) => {
        failure = error.message;
      },
    );
    await until(() => expect(received).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(14_999);
    expect(failure).toBe('');
    await vi.advanceTimersByTimeAsync(1);
    await failed;
    expect(failure).toBe(
      'Sorry, there was a problem processing your question: The server stopped answering. Please try again.',
    );
  });

  test('an answer that is stopped is left, even if the server goes on', async () => {
    const replies = { [ASK]: [{ body: ANSWER, after: never }], [STOP]: [{ body: {} }] };
    const chat = await converse(replies, { sessionId: 's' });
    fakeTimers();
    await run(() => void chat.hook().ask('What sells?'));
    await until(() => expect(chat.calls()).toContain(ASK));
    await run(() => chat.hook().stop());
    await until(() => expect(chat.calls()).toContain(STOP));
    expect(chat.returned()).toBeNull();
    await run(() => vi.advanceTimersByTimeAsync(3_000));
    await until(() => expect(chat.returned()).toBe('What sells?'));
  });
});

describe('stopping', () => {
  test('goes over the open socket', async () => {
    const chat = await converseLive();
    await run(() => chat.hook().ask('What sells?'));
    await run(() => chat.hook().stop());
    const [asked, stopped] = chat.sent();
    expect([asked.type, stopped]).toEqual(['chat', { type: 'stop', id: asked.id }]);
    expect(chat.calls()).not.toContain(STOP);
  });

  test.each([
    ['that is being written', true],
    ['that has no word yet', false],
  ])('names the question of an answer %s, whichever tab asked it', async (_, hasBegun) => {
    const chat = await converseLive();
    const id = crypto.randomUUID();
    await chat.tell({
      type: 'chat_message',
      message: {
        id: `${id}:question`,
        role: 'user',
        content: 'And what else?',
        isPartial: false,
        isComplete: true,
      },
    });
    if (hasBegun)
      await chat.tell({
        type: 'chat_message',
        message: { id, role: 'assistant', content: 'Rye ', isPartial: true, isComplete: false },
      });
    await run(() => chat.hook().stop());
    expect(chat.sent()).toEqual([{ type: 'stop', id }]);
  });

  test.each([
    ['asks the server to stop, and goes on listening for what it keeps', 200, undefined],
    ['ends the listening if that fails, too', 500, true],
  ])('without a socket %s', async (_, status, isHungUp) => {
    const never = new Promise<never>(() => {});
    const replies = { [ASK]: [{ body: ANSWER, after: never }], [STOP]: [{ status, body: {} }] };
    const chat = await converse(replies, { sessionId: 's' });
    await run(() => void chat.hook().ask('What sells?'));
    await until(() => expect(chat.calls()).toContain(ASK));
    await run(() => chat.hook().stop());
    const asked = chat.received.find(({ call }) => call === ASK);
    const isBack = isHungUp ? 'What sells?' : null;
    await until(() => {
      expect(chat.calls()).toContain(STOP);
      expect(chat.returned()).toBe(isBack);
      expect(asked?.isHungUp).toBe(isHungUp);
    });
  });
});

test('a conversation that is gone gives the question back, and takes no other', async () => {
  const chat = await converseLive();
  await run(() => chat.hook().ask('What sells?'));
  await chat.socket.ends(WS_CLOSE_SESSION_GONE);
  expect(chat.hook()).toMatchObject({ ended: 'gone', isPreparing: false, isAnswering: false });
  expect(chat.returned()).toBe('What sells?');
  await run(() => chat.hook().ask('And what else?'));
  expect(chat.hook().isAnswering).toBe(false);
  expect(chat.calls()).not.toContain(ASK);
});
