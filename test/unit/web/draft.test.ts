/** What is written in the editor and not saved yet. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropDraft, readDraft, saveDraft } from '../../../web/features/content/draft.ts';
import { readStored, writeStored } from '../../../web/ui/stored-text.ts';
import { stubForbiddenStorage, stubSessionStorage, stubStorage } from './stub-storage.ts';

const SAVED = { content: 'saved', updatedAt: '2026-01-02T03:04:05.000Z', version: 3 };
const LATER = { content: 'saved elsewhere', updatedAt: '2026-01-03T03:04:05.000Z', version: 4 };

beforeEach(() => {
  stubStorage();
  stubSessionStorage();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const draft = (text: string | null, aside: string | null = null) => ({
  text,
  basedOn: SAVED.version,
  aside,
});

test('a draft is based on the saved version', () => {
  saveDraft('ada', draft('half a thought'));
  expect(readDraft('ada', SAVED)).toEqual(draft('half a thought'));
});

test("a draft is one reader's own", () => {
  saveDraft('ada', draft('half a thought'));
  expect(readDraft('ben', SAVED)).toEqual(draft(null));
});

test('a version saved elsewhere replaces the draft, which is set aside', () => {
  saveDraft('ada', draft('half a thought'));
  expect(readDraft('ada', LATER)).toEqual({
    text: null,
    basedOn: LATER.version,
    aside: 'half a thought',
  });
});

test('a draft equal to the saved text is dropped', () => {
  saveDraft('ada', draft('saved', 'an older one'));
  expect(readDraft('ada', SAVED)).toEqual(draft(null, 'an older one'));
});

test('an empty or dropped draft leaves nothing', () => {
  saveDraft('ada', draft('half a thought'));
  saveDraft('ada', draft(null));
  expect(localStorage.getItem('dripcast.draft.ada')).toBeNull();
  saveDraft('ada', draft('half a thought'));
  dropDraft('ada');
  expect(readDraft('ada', SAVED)).toEqual(draft(null));
});

test('a draft in the old plain-text form is set aside and not lost', () => {
  localStorage.setItem('dripcast.draft.ada', 'from before');
  expect(readDraft('ada', SAVED)).toEqual(draft(null, 'from before'));
});

test('a draft without a version is set aside and not lost', () => {
  const older = { text: 'half a thought', basedOn: SAVED.updatedAt, aside: null };
  localStorage.setItem('dripcast.draft.ada', JSON.stringify(older));
  expect(readDraft('ada', SAVED)).toEqual(draft(null, 'half a thought'));
});

test('works without storage', () => {
  stubForbiddenStorage();
  saveDraft('ada', draft('half a thought'));
  dropDraft('ada');
  expect(readDraft('ada', SAVED)).toEqual(draft(null));
  writeStored('question', 'Who?');
  expect(readStored('question')).toBe('');
});

test('a question survives a reload of its tab until it is emptied', () => {
  writeStored('question', 'Who?');
  expect(readStored('question')).toBe('Who?');
  writeStored('question', '');
  expect(readStored('question')).toBe('');
  expect(sessionStorage.getItem('dripcast:question')).toBeNull();
});
