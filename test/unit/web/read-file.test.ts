import { expect, test } from 'vitest';
import { SOURCE_MAX_CHARS } from '../../../schema/limits.ts';
import { readFile } from '../../../web/features/sources/read-file.ts';

const read = (text: string, name = 'notes.txt') =>
  readFile(new File([text], name), {
    signal: new AbortController().signal,
    onProgress: () => {},
    language: 'eng',
  });

test('a text that fits is read whole', async () => {
  const text = 'x'.repeat(SOURCE_MAX_CHARS);
  expect(await read(text)).toMatchObject({ title: 'notes', text, note: '' });
});

test.each([
  ['the heading that it begins with', '# Hybrid *work*\n\n## Days\n\nTuesdays.', 'Hybrid work'],
  ['its front matter aside', '---\ntags: []\n---\n\n## Days\n\nTuesdays.', 'Days'],
  ['or else its name', 'Tuesdays.\n\n# Equipment\n\nChairs.', 'notes'],
])('a Markdown file is called by %s', async (_, text, title) => {
  expect(await read(text, 'notes.md')).toMatchObject({ title });
});

test.each([
  ['lines', 'A line of the minutes.\n'],
  ['words', 'word '],
  ['characters', 'x'],
])('of a longer one whole %s are read, and it says so', async (_, piece) => {
  const { text, note } = await read(piece.repeat(Math.ceil(300_000 / piece.length)));
  expect(text.length).toBeLessThanOrEqual(SOURCE_MAX_CHARS);
  expect(text.length).toBeGreaterThan(SOURCE_MAX_CHARS - piece.length - 1);
  expect(text.endsWith(piece.trim())).toBe(true);
  expect(note).toMatch(
    /^Only the beginning fits: a source can have 200,000 characters, and this text has 300,\d{3}\.$/,
  );
});
