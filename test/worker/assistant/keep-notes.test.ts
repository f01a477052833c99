import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { notesIn } from '../../../worker/assistant/model/keep-notes.ts';
import { db } from '../../support/podcasts.ts';

const notes = notesIn(env.TRANSCRIPTS, db);
const someKey = () => `notes/${crypto.randomUUID()}`;

test('notes are read as they were written', async () => {
  const key = someKey();
  await notes.write(key, { gist: 'a' });
  expect(await notes.read(key)).toEqual({ gist: 'a' });
});

test('notes that are missing or damaged count as none', async () => {
  const key = someKey();
  await env.TRANSCRIPTS.put(key, '{"gist": ');
  expect(await notes.read(key)).toBeUndefined();
  expect(await notes.read(someKey())).toBeUndefined();
});
