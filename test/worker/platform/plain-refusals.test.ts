import { expect, test } from 'vitest';
import { makePerson } from '../../support/people.ts';

const ID = '00000000-0000-4000-8000-000000000000';

test.each<[method: string, path: string, body: unknown, message: string, field: string]>([
  ['POST', '/api/content', {}, "The field 'content' is missing.", 'content'],
  ['POST', '/api/content', { content: 5 }, "The field 'content' must be text.", 'content'],
  ['POST', '/api/user/insights', [], 'The request must be an object.', 'body'],
  [
    'POST',
    '/api/user/insights',
    { episodeId: 'x', insight: 'Ada' },
    "The field 'episodeId' must be an id.",
    'episodeId',
  ],
  [
    'PUT',
    `/api/user/insights/${ID}`,
    { userNotes: 'x'.repeat(20_001) },
    "The field 'userNotes' must have at most 20,000 characters.",
    'userNotes',
  ],
  [
    'POST',
    '/api/quiz/submit',
    { score: -1, totalQuestions: 5 },
    "The field 'score' must be at least 0.",
    'score',
  ],
  [
    'GET',
    `/api/podcasts/episodes/${ID}/transcript?format=doc`,
    undefined,
    "The field 'format' must be 'txt', 'vtt', 'srt' or 'json'.",
    'format',
  ],
  [
    'POST',
    `/api/podcasts/episodes/${ID}/chat`,
    { message: ' ', sessionId: ID },
    'A message cannot be empty',
    'message',
  ],
])('refusal %#: %s %s', async (method, path, body, message, field) => {
  const person = await makePerson();
  const reply = await person.send(method, path, body);
  expect(reply.status).toBe(400);
  expect(await reply.json()).toEqual({ error: 'bad_request', message, field });
});
