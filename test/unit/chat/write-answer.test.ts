import { expect, test, vi } from 'vitest';
import type { Assistant, AssistantEpisode } from '../../../worker/assistant/assistant.ts';
import { createEmbeddedAssistant } from '../../../worker/assistant/embedded/embedded-assistant.ts';
import { type AnswerMaterial, writeAnswer } from '../../../worker/chat/write-answer.ts';

const READER = { industry: null, role: null, goals: null };
const optionsWith = (onPiece: (piece: string) => void) => ({
  signal: new AbortController().signal,
  due: Promise.resolve(),
  stored: Promise.resolve(),
  startNow: () => {},
  onPiece,
  onFree: () => {},
});

const episode = (title: string): AssistantEpisode => ({
  id: 'episode',
  title,
  podcastTitle: 'Show',
  description: '',
  publishedAt: null,
  lines: [],
});

/** Answers with the episode's title. */
function titleAssistant() {
  const asked: string[] = [];
  const stopped: string[] = [];
  const assistant: Assistant = {
    ...createEmbeddedAssistant(),
    async *answer({ title }, _question, _earlier, _reader, { signal }) {
      asked.push(title);
      signal?.addEventListener('abort', () => stopped.push(title));
      yield { type: 'text', text: title };
    },
  };
  return { assistant, asked, stopped };
}

test('an answer that was stopped before it began loads nothing that delays its end', async () => {
  const onPiece = vi.fn();
  const never = () => new Promise<never>(() => {});
  const options = { ...optionsWith(onPiece), signal: AbortSignal.abort() };
  const end = await writeAnswer(createEmbeddedAssistant(), never, 'Why?', [], options);
  expect(end).toBe('stopped');
  expect(onPiece).not.toHaveBeenCalled();
});

test('asks before it is known whether the material has changed, but shows nothing before', async () => {
  const { assistant, asked } = titleAssistant();
  const onPiece = vi.fn();
  const { promise, resolve } = Promise.withResolvers<null>();
  const newer = () => {
    expect(asked).toEqual(['Old']);
    return promise;
  };
  const material: AnswerMaterial = { reader: READER, episode: episode('Old'), newer };
  const end = writeAnswer(assistant, async () => material, 'Why?', [], optionsWith(onPiece));
  await new Promise((done) => setTimeout(done, 0));
  expect(asked).toEqual(['Old']);
  expect(onPiece).not.toHaveBeenCalled();
  resolve(null);
  expect(await end).toBe('whole');
  expect(onPiece.mock.calls).toEqual([['Old']]);
});

test('starts again if the material has changed, and shows nothing of the first answer', async () => {
  const { assistant, asked, stopped } = titleAssistant();
  const onPiece = vi.fn();
  const changed: AnswerMaterial = { reader: READER, episode: episode('New') };
  const newer = async () => changed;
  const load = async () => ({ reader: READER, episode: episode('Old'), newer });
  expect(await writeAnswer(assistant, load, 'Why?', [], optionsWith(onPiece))).toBe('whole');
  expect(asked).toEqual(['Old', 'New']);
  expect(stopped[0]).toBe('Old');
  expect(onPiece.mock.calls).toEqual([['New']]);
});

test('shows nothing before the question is stored', async () => {
  const { assistant, asked } = titleAssistant();
  const onPiece = vi.fn();
  const stored = Promise.withResolvers<void>();
  const options = { ...optionsWith(onPiece), stored: stored.promise };
  const load = async () => ({ reader: READER, episode: episode('Old') });
  const end = writeAnswer(assistant, load, 'Why?', [], options);
  await new Promise((done) => setTimeout(done, 0));
  expect(asked).toEqual(['Old']);
  expect(onPiece).not.toHaveBeenCalled();
  stored.resolve();
  await end;
  expect(onPiece.mock.calls).toEqual([['Old']]);
});

test('asks the model before it reads the material again, and waits no longer than that', async () => {
  const { assistant, asked } = titleAssistant();
  const due = Promise.withResolvers<void>();
  const startNow = vi.fn(due.resolve);
  const newer = vi.fn(async () => {
    expect(asked).toEqual(['Old']);
    expect(startNow).toHaveBeenCalled();
    return null;
  });
  const load = async () => ({ reader: READER, episode: episode('Old'), newer });
  const options = { ...optionsWith(vi.fn()), due: due.promise, startNow };
  expect(await writeAnswer(assistant, load, 'Why?', [], options)).toBe('whole');
  expect(newer).toHaveBeenCalledOnce();
});

test('fails only after the question is stored', async () => {
  const steps: string[] = [];
  const due = Promise.withResolvers<void>();
  const stored = due.promise.then(() => void steps.push('stored'));
  const options = { ...optionsWith(vi.fn()), due: due.promise, stored, startNow: due.resolve };
  const load = () => Promise.reject(new Error('D1 is away'));
  const { assistant } = titleAssistant();
  const answer = writeAnswer(assistant, load, 'Why?', [], options);
  await expect(answer.catch((error) => steps.push(String(error)))).resolves.toBe(2);
  expect(steps).toEqual(['stored', 'Error: D1 is away']);
});
