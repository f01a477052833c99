/** A button that is pressed twice before it can be disabled. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { api, readReply } from '../../../web/api/client.ts';
import { type Reply, startReplyServer } from '../../support/reply-server.ts';

const SUBMIT = 'POST /api/quiz/submit';
const SUBSCRIBE = '/api/podcasts/1/subscribe';

const submit = (score: number) =>
  readReply(api.quiz.submit.$post({ json: { score, totalQuestions: 5 }, header: {} })).catch(
    String,
  );

async function serve(replies: Record<string, Reply[]>) {
  const server = await startReplyServer(replies);
  onTestFinished(async () => {
    vi.unstubAllGlobals();
    await server.stop();
  });
  return server.received;
}

test('the same write again, before its reply, is sent once; both get the reply', async () => {
  const received = await serve({ [SUBMIT]: [{ body: { n: 1 } }, { body: { n: 2 } }] });
  expect(await Promise.all([submit(3), submit(3)])).toEqual([{ n: 1 }, { n: 1 }]);
  expect(received).toHaveLength(1);
  expect(await submit(3), 'later it is another one').toEqual({ n: 2 });
});

test('another write is sent, and so is the same after another', async () => {
  const received = await serve({
    [`POST ${SUBSCRIBE}`]: [{ body: {} }],
    [`DELETE ${SUBSCRIBE}`]: [{ body: {} }],
  });
  const { subscribe } = api.podcasts[':id'];
  const param = { id: '1' };
  await Promise.all([
    subscribe.$post({ param }),
    subscribe.$delete({ param }),
    subscribe.$post({ param }),
  ]);
  expect(received.map(({ call }) => call.split(' ')[0]).sort()).toEqual(['DELETE', 'POST', 'POST']);
});

test('a write that failed fails for both, and is sent when it is tried again', async () => {
  const received = await serve({
    [SUBMIT]: [{ status: 422, body: { message: 'Not yet' } }, { body: { n: 1 } }],
  });
  const [one, other] = await Promise.all([submit(3), submit(3)]);
  expect(one).toContain('Not yet');
  expect(other).toBe(one);
  expect(await submit(3)).toEqual({ n: 1 });
  expect(received).toHaveLength(2);
});
