/** Answers saved to the library, whole or in parts, and only once. */
import { createHash } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import type { Message } from '../../../web/features/chat/conversation-state.ts';
import { partsByEpisode, withoutPlaces } from '../../../web/features/chat/saved-parts.ts';
import { useSaving } from '../../../web/features/chat/use-saving.ts';
import { renderWithToasts, run, serve, until } from './render-with-toasts.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const EPISODE = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';
const message = (id: string, role: Message['role'], content: string): Message => ({
  id,
  role,
  content,
  isStreaming: false,
});
const place = (episodeId: string, label = '0:37') =>
  `[${label}](/tools?episode=${episodeId}&at=37)`;

const QUESTION = message('1:question', 'user', 'How   many *orders*?');
const ANSWER = message(
  '1',
  'assistant',
  [
    `- They sold 5,100. ${place(EPISODE)}\\\n  *Marketing, Mar 1, 2026*`,
    `- Rent rose. ${place(OTHER, '¶ 2')}\\\n  *HR, Mar 2, 2026*`,
    `- And 9,100 shipped. ${place(EPISODE)}`,
    '\nSources: 2 episodes.',
  ].join('\n'),
);
const hashOf = (text: string) => createHash('sha256').update(text.trim()).digest('hex');

const SAVE = 'POST /api/user/insights';
const SAVED_TEXTS = `GET /api/podcasts/episodes/${EPISODE}/saved-texts`;

test('an answer from two episodes is saved in two parts, each with the question and its statements', () => {
  const [first, second, ...more] = partsByEpisode(ANSWER, [QUESTION, ANSWER]);
  expect(more).toEqual([]);
  expect(first).toEqual({
    episodeId: EPISODE,
    text: '**How many orders ?**\n\n- They sold 5,100. [0:37]\n\n- And 9,100 shipped. [0:37]',
  });
  expect(second).toEqual({ episodeId: OTHER, text: `**How many orders ?**\n\n- Rent rose. [¶ 2]` });
});

test('nothing is saved of questions, of unfinished answers and of answers without a place', () => {
  expect(partsByEpisode(QUESTION, [QUESTION])).toEqual([]);
  expect(partsByEpisode({ ...ANSWER, isStreaming: true }, [])).toEqual([]);
  expect(partsByEpisode({ ...ANSWER, content: 'No podcast says so.' }, [])).toEqual([]);
});

test('places lose their link, and nothing else does', () => {
  expect(withoutPlaces(`So ${place(EPISODE)}, [see](https://a.test)`)).toBe(
    'So [0:37], [see](https://a.test)',
  );
});

test('a saved answer is known as saved, and is told of once', async () => {
  const answer = message('1', 'assistant', ' Prices rose. ');
  const insight = '**How many orders ?**\n\n Prices rose. ';
  const other = hashOf('Another text');
  const received = await serve({
    [SAVED_TEXTS]: [{ body: { hashes: [other] } }, { body: { hashes: [other, hashOf(insight)] } }],
    [SAVE]: [{ body: { id: 'saved' } }],
  });
  const onSaved = vi.fn();
  const messages = [QUESTION, answer];
  const { hook, said, unmount } = renderWithToasts(() => useSaving(EPISODE, messages, onSaved));
  await until(() => expect(received).toHaveLength(1));
  expect([hook().canSave(answer), hook().isSaved(answer)]).toEqual([true, false]);
  await run(() => hook().save(answer));
  await until(() => expect(hook().isSaved(answer)).toBe(true));
  expect(received[1]?.body).toEqual({ episodeId: EPISODE, insight });
  expect(said()).toBe('Insight saved to your library');
  expect(onSaved).toHaveBeenCalledOnce();
  await until(() => expect(hook().savingId).toBeNull());
  unmount();
});

test('an answer that was saved in another tab or before a reload is known as saved', async () => {
  const answer = message('1', 'assistant', 'Prices rose.');
  // With its question, or as answers were saved without one.
  for (const text of ['**How many orders ?**\n\nPrices rose.', 'Prices rose.']) {
    await serve({ [SAVED_TEXTS]: [{ body: { hashes: [hashOf(text)] } }] });
    const messages = [QUESTION, answer];
    const { hook, unmount } = renderWithToasts(() => useSaving(EPISODE, messages, () => {}));
    await until(() => expect(hook().isSaved(answer)).toBe(true));
    unmount();
  }
});

test('an answer of which one part is saved is not saved yet', async () => {
  const messages = [QUESTION, ANSWER];
  const saved = partsByEpisode(ANSWER, messages);
  expect(saved).toHaveLength(2);
  const hashesOf = (parts: typeof saved) => ({
    body: { hashes: parts.map(({ text }) => hashOf(text)) },
  });
  await serve({
    'GET /api/ask/saved-texts': [hashesOf(saved.slice(0, 1)), hashesOf(saved)],
    [SAVE]: [{ body: { id: 'saved' } }],
  });
  const { hook, unmount } = renderWithToasts(() => useSaving(null, messages, () => {}));
  await until(() => expect(hook().canSave(ANSWER)).toBe(true));
  await run(() => {});
  expect(hook().isSaved(ANSWER)).toBe(false);
  await run(() => hook().save(ANSWER));
  await until(() => expect(hook().isSaved(ANSWER)).toBe(true));
  unmount();
});

test.each([
  ['a failure', 500, 'Failed to save insight'],
  ['a full library', 409, 'Your library is full. Delete what you no longer need.'],
])('%s is told of, and the answer can be saved again', async (_, status, text) => {
  const answer = message('1', 'assistant', 'Prices rose.');
  const reply = { status, body: { error: 'x', message: text } };
  await serve({ [SAVED_TEXTS]: [{ body: { hashes: [] } }], [SAVE]: [reply] });
  const messages = [answer];
  const onSaved = vi.fn();
  const { hook, said, unmount } = renderWithToasts(() => useSaving(EPISODE, messages, onSaved));
  await run(() => hook().save(answer));
  await until(() => expect([said(), hook().savingId]).toEqual([text, null]));
  expect(hook().isSaved(answer)).toBe(false);
  expect(onSaved).not.toHaveBeenCalled();
  unmount();
});
