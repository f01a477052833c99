/** The conversation as a browser tab keeps it: whatever happens, a question is never lost. */
import { describe, expect, test } from 'vitest';
import type { ChatMessage, ServerEvent, SessionEvent } from '../../../schema/wire/chat.ts';
import {
  type ConversationAction,
  conversationReducer,
} from '../../../web/features/chat/conversation.ts';
import {
  type Conversation,
  isAnswering,
  type Question,
  startConversation,
} from '../../../web/features/chat/conversation-state.ts';
import { QUESTION_LOST } from '../../../web/features/chat/texts.ts';
import { visibleMessages } from '../../../web/features/chat/visible-messages.ts';

const QUESTION = 'How high is the price?';
const OURS = { id: 'a', text: QUESTION };
const OTHERS = 'Why did so few leave?';

const message = (
  id: string,
  role: ChatMessage['role'],
  content: string,
  isComplete = true,
): ChatMessage => ({ id, role, content, isPartial: !isComplete, isComplete });

const followUpStarted = (id: string, question: string): ServerEvent => ({
  type: 'chat_message',
  message: message(`${id}:question`, 'user', question),
});
const piece = (id: string, content: string): ServerEvent => ({
  type: 'chat_message',
  message: message(id, 'assistant', content, false),
});
const whole = (id: string, content: string, remainingFollowUps = 9): ServerEvent => ({
  type: 'chat_message',
  message: message(id, 'assistant', content),
  remainingFollowUps,
});
const refused: ServerEvent = {
  type: 'chat_error',
  error: 'conflict',
  message: 'An answer is being written. Please wait for it.',
  remainingFollowUps: 10,
};
const failed = (messageId: string): ServerEvent => ({
  type: 'chat_error',
  error: 'answer_failed',
  message: 'It broke.',
  messageId,
  remainingFollowUps: 10,
});
const session = (...messages: ChatMessage[]): SessionEvent => ({
  type: 'session',
  session: { id: 's', remainingFollowUps: 10 },
  messages: [message('greeting', 'assistant', 'Ask away'), ...messages],
  insight: { status: 'none', progress: 0, currentStep: '' },
});

const read = (...messages: ChatMessage[]): ConversationAction => ({
  type: 'read',
  event: session(...messages),
});

const asked: ConversationAction = { type: 'asked', question: OURS };

/** A tab after these actions and events; opened on a conversation in which nothing was said. */
function tab(kept: Question | null, ...steps: (ServerEvent | ConversationAction)[]): Conversation {
  return steps
    .map((step) => (isAction(step) ? step : ({ type: 'server', event: step } as const)))
    .reduce(conversationReducer, startConversation(null, 10, kept));
}
const SERVER_EVENTS = new Set(['session', 'chat_message', 'chat_error', 'insight_complete']);
const isAction = (step: ServerEvent | ConversationAction): step is ConversationAction =>
  !SERVER_EVENTS.has(step.type);

/** In words of its own, so that it is seen if the server's greeting isn't shown. */
const VOICE = { greeting: 'Hello', awaiting: 'Wait' };
const shown = (state: Conversation) => visibleMessages(state, VOICE).map(({ content }) => content);

describe('a question', () => {
  test('is last until it is answered', () => {
    const out = tab(null, session(), asked);
    expect(shown(out)).toContain(QUESTION);
    expect(isAnswering(out)).toBe(true);
    const answered = tab(
      null,
      session(),
      asked,
      followUpStarted('a', QUESTION),
      piece('a', '4,2'),
      whole('a', '4,200'),
    );
    expect(answered).toMatchObject({ ownQuestion: null, returnedQuestion: null });
    expect(shown(answered)).toEqual(['Ask away', QUESTION, '4,200']);
    expect(isAnswering(answered)).toBe(false);
  });

  test('returns to the input with the reason if refused', () => {
    const state = tab(null, session(), followUpStarted('b', OTHERS), asked, refused);
    expect(state).toMatchObject({ ownQuestion: null, returnedQuestion: QUESTION });
    expect(shown(state).join('\n')).toContain('An answer is being written.');
  });

  test('that never reached the server returns', () => {
    const state = tab(null, session(), asked, { type: 'not-answered', notice: 'No connection' });
    expect(state).toMatchObject({ returnedQuestion: QUESTION, pendingQuestion: null });
    expect(isAnswering(state)).toBe(false);
  });

  test('whose answer failed returns to the input, and stays in the list with the reason', () => {
    const state = tab(
      null,
      session(),
      asked,
      followUpStarted('a', QUESTION),
      piece('a', 'Half'),
      failed('a'),
    );
    expect(state.returnedQuestion).toBe(QUESTION);
    expect(shown(state)).toEqual(['Ask away', QUESTION, 'Sorry, there was an error: It broke.']);
  });

  test('whose request failed before the socket opened says why once', () => {
    const notice = 'Sorry, there was an error: It broke.';
    const steps = [asked, { type: 'not-answered', notice }] as const;
    const lost = tab(null, session(), ...steps);
    expect(shown(lost)).toEqual(['Ask away', notice]);
    const told = [
      message('a:question', 'user', QUESTION),
      message('a:error', 'system', 'It broke.'),
    ];
    expect(shown(tab(null, session(), ...steps, session(...told)))).toEqual([
      'Ask away',
      QUESTION,
      notice,
    ]);
  });

  describe('whose connection was lost', () => {
    const cut = 'Sorry, there was a problem processing your question: No connection to the server.';
    const lost = [asked, { type: 'not-answered', notice: cut, isLost: true }] as const;
    const next = { id: 'c', text: 'And now?' };

    test('says so until there is one again, then that it should be sent again', () => {
      expect(shown(tab(null, session(), ...lost))).toEqual(['Ask away', cut]);
      const again = tab(null, session(), ...lost, session());
      expect(shown(again)).toEqual(['Ask away', QUESTION_LOST]);
      expect(again.returnedQuestion).toBe(QUESTION);
    });

    test('and that was answered all the same says nothing of it', () => {
      const answered = [
        message('a:question', 'user', QUESTION),
        message('a', 'assistant', '4,200'),
      ];
      const state = tab(null, session(), ...lost, session(...answered));
      expect(shown(state)).toEqual(['Ask away', QUESTION, '4,200']);
    });

    test('takes no other notice with it, and leaves its id to none', () => {
      const notices = tab(
        null,
        session(),
        { type: 'notice', content: 'One' },
        ...lost,
        { type: 'notice', content: 'Two' },
        { type: 'asked', question: next },
        { type: 'notice', content: 'Three' },
      ).notices;
      expect(notices.map(({ content }) => content)).toEqual(['One', 'Two', 'Three']);
      expect(new Set(notices.map(({ id }) => id)).size).toBe(3);
    });

    test.each([
      ['in the page', [session(), ...lost, session()]],
      ['before a reload', [session()]],
    ])('%s says nothing of it once the next question is asked', (when, steps) => {
      const kept = when === 'before a reload' ? OURS : null;
      const state = tab(kept, ...steps, { type: 'asked', question: next });
      expect(shown(state)).toEqual(['Ask away', next.text, 'Wait']);
    });
  });

  test('failed for a reason that is shown as the server wrote it, however it begins', () => {
    const reason = message('a:error', 'system', 'Sorry things happened.');
    const state = tab(null, session(message('a:question', 'user', QUESTION), reason));
    expect(shown(state).at(-1)).toBe('Sorry, there was an error: Sorry things happened.');
  });
});

describe('beside another tab', () => {
  test('if its question came first, ours stays out until the server decides', () => {
    const state = tab(null, session(), asked, followUpStarted('b', OTHERS), piece('b', 'Be'));
    expect(state).toMatchObject({ pendingQuestion: OURS, ownQuestion: OURS });
    const later = conversationReducer(state, { type: 'server', event: whole('b', 'Because.') });
    expect(later).toMatchObject({ pendingQuestion: OURS, ownQuestion: OURS });
    expect(isAnswering(later)).toBe(true);
    expect(conversationReducer(later, { type: 'server', event: refused }).returnedQuestion).toBe(
      QUESTION,
    );
  });

  test('after a lost connection, ours returns once the other is answered', () => {
    const others = [message('b:question', 'user', OTHERS), message('b', 'assistant', 'Be', false)];
    const state = tab(null, session(), asked, session(...others));
    expect(state).toMatchObject({ ownQuestion: OURS, returnedQuestion: null });
    const later = conversationReducer(state, { type: 'server', event: whole('b', 'Because.') });
    expect(later).toMatchObject({
      ownQuestion: null,
      returnedQuestion: QUESTION,
      notices: [{ content: QUESTION_LOST }],
    });
  });

  test('if nothing was asked here, nothing returns', () => {
    const state = tab(
      null,
      session(),
      followUpStarted('b', OTHERS),
      piece('b', 'Be'),
      whole('b', 'Because.'),
    );
    expect(state).toMatchObject({ ownQuestion: null, returnedQuestion: null });
    expect(isAnswering(state)).toBe(false);
  });
});

describe('after a reload, a question that was out', () => {
  const question = message('a:question', 'user', QUESTION);

  test('that never arrived returns to the input, with the reason', () => {
    expect(tab(OURS, session())).toMatchObject({
      ownQuestion: null,
      returnedQuestion: QUESTION,
      notices: [{ content: QUESTION_LOST }],
    });
  });

  test('and is being answered is awaited; if that fails it returns', () => {
    const writing = tab(OURS, session(question, message('a', 'assistant', 'Half', false)));
    expect(writing).toMatchObject({ ownQuestion: OURS, returnedQuestion: null });
    expect(
      conversationReducer(writing, { type: 'server', event: failed('a') }).returnedQuestion,
    ).toBe(QUESTION);
  });

  test('and was answered meanwhile is done', () => {
    const state = tab(OURS, session(question, message('a', 'assistant', '4,200')));
    expect(state).toMatchObject({ ownQuestion: null, returnedQuestion: null });
  });

  test('and was cut off by a crash returns, with the reason', () => {
    const reason = message('a:error', 'system', 'The answer was interrupted.');
    const state = tab(OURS, session(question, reason));
    expect(state).toMatchObject({ returnedQuestion: QUESTION, notices: [] });
  });

  test('is fetched over HTTP if there is no socket', () => {
    const state = tab(OURS, read(message('b:question', 'user', OTHERS)));
    expect(state).toMatchObject({ ownQuestion: null, returnedQuestion: QUESTION });
  });

  test("and is just being asked isn't returned by an older state", () => {
    const out = tab(null, asked, read());
    expect(isAnswering(out)).toBe(true);
    expect(out).toMatchObject({ pendingQuestion: OURS, returnedQuestion: null });
  });

  test('with the words of an answered question is another question, and returns', () => {
    const before = message('before', 'assistant', '4,200');
    const state = tab(null, asked, session(message('before:question', 'user', QUESTION), before));
    expect(state).toMatchObject({ ownQuestion: null, returnedQuestion: QUESTION });
  });
});

describe('an answer over HTTP', () => {
  const soFar = (answer: string): ConversationAction => ({
    type: 'answer-so-far',
    question: OURS,
    answer,
  });
  const answered: ConversationAction = {
    type: 'answered',
    question: OURS,
    answer: 'One two three',
    remainingFollowUps: 9,
  };

  test('is one answer, even if a socket connects and disconnects meanwhile', () => {
    const half = session(
      message('a:question', 'user', QUESTION),
      message('a', 'assistant', 'One two', false),
    );
    const state = tab(null, session(), asked, soFar('One'), half, soFar('One t'), answered);
    expect(shown(state)).toEqual(['Ask away', QUESTION, 'One two three']);
    expect(state).toMatchObject({ ownQuestion: null, remainingFollowUps: 9 });
    expect(isAnswering(state)).toBe(false);
  });

  test('that a socket already delivered is neither doubled nor counted twice', () => {
    const state = tab(null, session(), asked, soFar(''), whole('a', 'One two three'), answered);
    expect(shown(state).filter((text) => text === 'One two three')).toHaveLength(1);
    expect(state.remainingFollowUps).toBe(9);
  });
});

describe('a question sent over HTTP just before a socket connects', () => {
  const requested: ConversationAction = { type: 'requested', question: OURS };
  const ended = (isAnswered: boolean, notice: string | null = null): ConversationAction => ({
    type: 'request-ended',
    question: OURS,
    isAnswered,
    notice,
  });
  // The server sent its messages before it got the question.
  const onItsWay = [session(), asked, requested, session()];
  const arrived = followUpStarted('a', QUESTION);

  test('stays out, and is answered once', () => {
    const waiting = tab(null, ...onItsWay);
    expect(isAnswering(waiting)).toBe(true);
    expect(shown(waiting)).toContain(QUESTION);
    expect(waiting).toMatchObject({ ownQuestion: OURS, returnedQuestion: null, notices: [] });
    const answered = tab(null, ...onItsWay, arrived, whole('a', '4,200'), ended(true));
    expect(shown(answered)).toEqual(['Ask away', QUESTION, '4,200']);
    expect(answered).toMatchObject({ ownQuestion: null, returnedQuestion: null });
    expect(isAnswering(answered)).toBe(false);
  });

  test('returns with the reason if it is refused', () => {
    const state = tab(null, ...onItsWay, ended(false, 'Too many questions.'));
    expect(state).toMatchObject({ ownQuestion: null, returnedQuestion: QUESTION });
    expect(shown(state).join('\n')).toContain('Too many questions.');
    expect(isAnswering(state)).toBe(false);
  });

  test('is answered over the socket if its request is cut', () => {
    const state = tab(null, ...onItsWay, arrived, ended(false, 'Cut.'), whole('a', '4,200'));
    expect(shown(state)).toEqual(['Ask away', QUESTION, '4,200']);
    expect(state).toMatchObject({ ownQuestion: null, returnedQuestion: null });
  });

  test('returns if the server does not know it once the request has ended', () => {
    const state = tab(null, ...onItsWay, ended(true), session());
    expect(state).toMatchObject({ ownQuestion: null, returnedQuestion: QUESTION });
    expect(shown(state)).toContain(QUESTION_LOST);
  });
});

test('an old error is shown above the next question', () => {
  const next = { id: 'c', text: 'And now?' };
  const state = tab(
    null,
    session(),
    asked,
    refused,
    { type: 'asked', question: next },
    followUpStarted('c', next.text),
    whole('c', 'Now.'),
  );
  const [, error, ...rest] = shown(state);
  expect(error).toContain('An answer is being written.');
  expect(rest).toEqual([next.text, 'Now.']);
});

test('an insight replaces its stand-in', () => {
  const standIn = { ...message('insight', 'assistant', 'Own words.') };
  const opened: ServerEvent = { ...session(), type: 'session', messages: [standIn] } as ServerEvent;
  const state = tab(null, opened, { type: 'insight_complete', insight: "The model's." });
  expect(shown(state)).toEqual(["The model's."]);
});
