/** A save costs time in proportion to its text, whatever marks stand in it. */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { INSIGHT_MAX_CHARS } from '../../../schema/limits.ts';
import { makePerson } from '../../support/people.ts';
import { makeEpisode, makePodcast } from '../../support/podcasts.ts';

/** Parsers that look back at every mark need minutes for the worst of these. */
const MOST_MS = 5_000;

/** The clock of a Worker only moves on with input or output. */
async function now(): Promise<number> {
  await env.DB.exec('SELECT 1');
  return performance.now();
}

test.each([
  ...['~', '~a', '~~a', 'a~~', '*a', 'a*', '**a', '*a_', '*a**', '***a ', '*~', '*[', '[*'],
  ...['[', ']', '![', '[a](', '](', '[^a]', '[a]: b\n', '[a][b]', '`a', '``a`', '[`'],
  ...['<', '<a ', '<!--', '<![CDATA[', '<b>', '<a><div>', '<table>', '<b></p>', '<svg>', '<li>'],
  ...['>', '> ', '>\n', '> - ', '- ', '- a\n', '1. ', '+\n', '|', '|\n', 'a|b\n', '# a\n', 'a\n'],
  ...['&', '\\', 'a@b.c ', 'http://', 'http://a.b/(', 'www.', '```\n', ' ', '\n'],
])('as long as a save may be, of nothing but %j', async (mark) => {
  const person = await makePerson();
  const { id: episodeId } = await makeEpisode((await makePodcast()).id);
  const insight = `start ${mark.repeat(INSIGHT_MAX_CHARS / mark.length - 10)}`;
  const from = await now();
  const reply = await person.send('POST', '/api/user/insights', { episodeId, insight });
  expect(reply.status).toBe(201);
  expect(await reply.text()).toContain('start');
  expect((await now()) - from).toBeLessThan(MOST_MS);
});

test('a table of as many rows as a save may hold', async () => {
  const person = await makePerson();
  const { id: episodeId } = await makeEpisode((await makePodcast()).id);
  const insight = `|a|b|\n|-|-|\n${'|a|b|\n'.repeat(INSIGHT_MAX_CHARS / 6 - 10)}`;
  const from = await now();
  const reply = await person.send('POST', '/api/user/insights', { episodeId, insight });
  expect(reply.status).toBe(201);
  expect((await now()) - from).toBeLessThan(MOST_MS);
});
