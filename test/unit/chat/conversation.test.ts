import { describe, expect, test } from 'vitest';
import { FOLLOW_UPS_MAX } from '../../../schema/limits.ts';
import { GREETING, GREETING_ALL, GREETING_SOURCE } from '../../../schema/wire/chat-texts.ts';
import type { AssistantKind } from '../../../worker/assistant/assistant.ts';
import { withoutModel } from '../../../worker/assistant/without-model.ts';
import {
  ANSWER_IN_PROGRESS,
  ANSWER_INTERRUPTED,
  beginFollowUp,
  CONVERSATION_FULL,
  type Conversation,
  completeFollowUp,
  earlierExchanges,
  failFollowUp,
  failUnfinished,
  messagesOf,
  NO_QUESTIONS_LEFT,
  refusalOf,
  sessionEvent,
} from '../../../worker/chat/conversation.ts';

const MODEL = 'workers-ai';

const EMPTY: Conversation = {
  sessionId: 's',
  userId: 'u',
  episodeId: 'e',
  isOfSource: false,
  remaining: 2,
  insight: { status: 'none', text: null, progress: 0, step: '' },
  followUps: [],
};

let clock = 0;
const ask = (conversation: Conversation, id: string) =>
  beginFollowUp(conversation, { id, question: `question ${id}`, createdAt: clock++ });
const askAndAnswer = (conversation: Conversation, id: string) =>
  completeFollowUp(ask(conversation, id), id, `answer ${id}`);

describe('a question', () => {
  test('is accepted while some are left and no answer is being written', () => {
    expect(refusalOf(EMPTY)).toBeNull();
  });

  test('is refused while an answer is being written, even the last one', () => {
    const refusal = refusalOf(ask({ ...EMPTY, remaining: 1 }, 'a'));
    expect(refusal).toEqual({ code: 'conflict', message: ANSWER_IN_PROGRESS });
  });

  test('is refused when none are left', () => {
    const spent = askAndAnswer(askAndAnswer(EMPTY, 'a'), 'b');
    expect(spent.remaining).toBe(0);
    expect(refusalOf(spent)).toEqual({ code: 'conflict', message: NO_QUESTIONS_LEFT });
  });

  test('is refused after 200, failed and free ones included, however many are left', () => {
    let conversation = EMPTY;
    for (let count = 0; count < FOLLOW_UPS_MAX; count += 1) {
      expect(refusalOf(conversation)).toBeNull();
      const id = String(count);
      const asked = ask(conversation, id);
      conversation =
        count % 2 === 0
          ? failFollowUp(asked, id, 'broken')
          : completeFollowUp(asked, id, 'free', 0);
    }
    expect(conversation).toMatchObject({ remaining: 2, followUps: { length: 200 } });
    expect(refusalOf(conversation)).toEqual({ code: 'conflict', message: CONVERSATION_FULL });
  });

  test('is free until its answer is there', () => {
    expect(ask(EMPTY, 'a').remaining).toBe(2);
    expect(askAndAnswer(EMPTY, 'a').remaining).toBe(1);
  });

  test('is charged once, however often its answer is completed', () => {
    const answered = askAndAnswer(EMPTY, 'a');
    expect(completeFollowUp(answered, 'a', 'again')).toEqual(answered);
  });

  test('is free if its answer failed, and can be asked again', () => {
    const failed = failFollowUp(ask(EMPTY, 'a'), 'a', 'No.');
    expect(failed.remaining).toBe(2);
    expect(refusalOf(failed)).toBeNull();
  });
});

describe('an answer that is done', () => {
  test('cannot fail or be completed again', () => {
    const answered = askAndAnswer(EMPTY, 'a');
    expect(failFollowUp(answered, 'a', 'late')).toEqual(answered);
    expect(completeFollowUp(answered, 'a', 'another')).toEqual(answered);
    const asking = ask(answered, 'b');
    expect(failFollowUp(asking, 'a', 'late')).toEqual(asking);
    expect(completeFollowUp(asking, 'a', 'another')).toEqual(asking);
  });
});

describe('after a crash', () => {
  test('a partial answer is marked as failed and everything else stays', () => {
    const crashed = ask(askAndAnswer(EMPTY, 'a'), 'b');
    const { conversation, failed } = failUnfinished(crashed);
    expect(failed.map((followUp) => followUp.id)).toEqual(['b']);
    expect(conversation.remaining).toBe(1);
    expect(conversation.followUps.map((followUp) => followUp.status)).toEqual(['done', 'failed']);
    expect(messagesOf(conversation, MODEL).at(-1)?.content).toBe(ANSWER_INTERRUPTED);
  });

  test('changes nothing if no answer was being written', () => {
    const whole = askAndAnswer(EMPTY, 'a');
    expect(failUnfinished(whole)).toEqual({ conversation: whole, failed: [] });
  });
});

describe('what a screen shows', () => {
  test('starts with the greeting until the insight replaces it', () => {
    expect(messagesOf(EMPTY, MODEL)[0]).toMatchObject({ id: 'greeting', content: GREETING });
    const insight = { status: 'done', text: '## Gist', progress: 100, step: '' } as const;
    const [opening, ...rest] = messagesOf({ ...EMPTY, insight }, MODEL);
    expect(opening).toMatchObject({ id: 'insight', role: 'assistant', content: '## Gist' });
    expect(rest).toEqual([]);
  });

  test('contains an answer in progress as partial, with its text so far', () => {
    const messages = messagesOf(ask(EMPTY, 'a'), MODEL, 'so far');
    expect(messages.slice(1)).toEqual([
      {
        id: 'a:question',
        role: 'user',
        content: 'question a',
        isPartial: false,
        isComplete: true,
      },
      { id: 'a', role: 'assistant', content: 'so far', isPartial: true, isComplete: false },
    ]);
  });

  test('keeps a failed question with its error until a later one is answered', () => {
    const failed = failFollowUp(ask(askAndAnswer(EMPTY, 'a'), 'b'), 'b', 'It broke.');
    expect(messagesOf(failed, MODEL).slice(3)).toMatchObject([
      { role: 'user', content: 'question b' },
      { role: 'system', content: 'It broke.' },
    ]);
    const roles = messagesOf(askAndAnswer(failed, 'c'), MODEL).map((message) => message.role);
    expect(roles).not.toContain('system');
  });

  test("contains the count and the insight's state", () => {
    const insight = { status: 'queued', text: null, progress: 30, step: 'Reading' } as const;
    expect(sessionEvent({ ...EMPTY, insight }, MODEL)).toMatchObject({
      session: { id: 's', remainingFollowUps: 2 },
      insight: { status: 'queued', progress: 30, currentStep: 'Reading' },
    });
  });
});

test('only answered questions are sent to the assistant', () => {
  const conversation = ask(failFollowUp(ask(askAndAnswer(EMPTY, 'a'), 'b'), 'b', 'No.'), 'c');
  expect(earlierExchanges(conversation)).toEqual([{ question: 'question a', answer: 'answer a' }]);
});

test('the greeting names what the conversation is about', () => {
  const greeting = (about: Partial<Conversation>, writer: AssistantKind = MODEL) =>
    messagesOf({ ...EMPTY, ...about }, writer)[0]?.content ?? '';
  expect(greeting({})).toContain('this podcast');
  expect(greeting({ isOfSource: true })).toContain('this source');
  expect(greeting({ episodeId: null })).toContain('all your podcasts');
});

test('the greeting says if no model answers, where no insight says it', () => {
  const opening = (about: Partial<Conversation>, writer: AssistantKind) =>
    messagesOf({ ...EMPTY, ...about }, writer)[0]?.content;
  const note = (whose: string) => `\n\n_${withoutModel('Answers are selected', whose)}_`;
  const [all, source] = [{ episodeId: null }, { isOfSource: true }];
  expect(opening(all, 'embedded')).toBe(`${GREETING_ALL}${note("the episodes'")}`);
  expect(opening(source, 'embedded')).toBe(`${GREETING_SOURCE}${note("the source's")}`);
  expect(opening({}, 'embedded')).toBe(GREETING);
  expect(opening(all, MODEL)).toBe(GREETING_ALL);
  expect(opening(source, MODEL)).toBe(GREETING_SOURCE);
  const insight = { status: 'done' as const, text: 'It says so.', progress: 100, step: '' };
  expect(opening({ ...source, insight }, 'embedded')).toBe('It says so.');
});
