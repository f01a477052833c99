/** What a request reads doesn't grow with what other people have: every statement finds its rows by an index. */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { findByFeed } from '../../worker/own-podcasts/store.ts';
import { createDatabase } from '../../worker/platform/database.ts';
import {
  pagesOfEpisodes,
  pagesOfPodcasts,
} from '../../worker/transfers/export/document/podcasts.ts';
import { explainingDatabase } from '../support/databases.ts';
import { mailService } from '../support/mail.ts';
import { makePerson } from '../support/people.ts';
import { makeEpisode, makePodcast, subscribe, vttLink } from '../support/podcasts.ts';
import { recordingQueue, runWeekly } from '../support/queues.ts';

/**
 * Short at any time: what is on its way to the index or to an operator, a week's mails that ask for a confirmation, and
 * the indexes of what is queued and listed.
 */
const SHORT =
  /^SCAN (?:search_changes|failed_jobs|deleted_conversations|brief_confirmations|\w+ USING INDEX (?:generations_queued|podcasts_listed))\b/;

const PATHS = [
  '/api/podcasts',
  '/api/user',
  '/api/user/subscriptions',
  '/api/user/insights',
  '/api/user/chat-sessions',
  '/api/user/remaining-generations',
  '/api/user/podcasts',
  '/api/user/opml',
  '/api/user/sources',
  '/api/user/positions',
  '/api/user/moments',
  '/api/user/reviews',
  '/api/user/reviews/due',
  '/api/user/reviews/progress',
  '/api/user/reviews/takeaway',
  '/api/user/exports',
  '/api/user/imports',
  '/api/user/tokens',
  '/api/user/sessions',
  '/api/user/feeds',
  '/api/user/brief',
  '/api/podcasts/recent-episodes',
  '/api/podcasts/cache-status',
  '/api/digest',
  '/api/digest/kept',
  '/api/ask',
  '/api/ask/saved-texts',
  '/api/search?q=bread',
];

const { results } = await env.DB.prepare(
  "SELECT name FROM sqlite_master WHERE type = 'table'",
).all<{ name: string }>();
const TABLES = new Set(results.map(({ name }) => name));

const isLong = (detail: string) => TABLES.has(detail.split(' ')[1] ?? '') && !SHORT.test(detail);

test('no table that grows is read from end to end', async () => {
  const { database, scanned } = explainingDatabase(env.DB);
  const bindings: Env = { ...env, DB: database, INSIGHT_QUEUE: recordingQueue().queue };
  const person = await makePerson(bindings);
  const podcast = await makePodcast();
  await subscribe(person.id, podcast.id);
  const { id: episodeId } = await makeEpisode(podcast.id, {
    transcriptLinks: [vttLink('https://a.test/1.vtt')],
  });
  const writes: [method: string, path: string, body: object][] = [
    ['POST', `/api/podcasts/episodes/${episodeId}/insights`, {}],
    ['POST', '/api/user/insights', { episodeId, insight: 'Bread.' }],
    ['PUT', `/api/user/positions/${episodeId}`, { seconds: 1, at: Date.now() }],
    ['POST', '/api/user/sources', { kind: 'text', text: 'A bakery in Leeds sells bread.' }],
    ['POST', '/api/user/exports', { formats: ['json'] }],
    ['POST', '/api/quiz/submit', { score: 0, totalQuestions: 1 }],
    ['POST', `/api/podcasts/${podcast.id}/subscribe`, {}],
    ['DELETE', `/api/podcasts/${podcast.id}/subscribe`, {}],
  ];
  for (const [method, path, body] of writes) {
    expect((await person.send(method, path, body)).ok, path).toBe(true);
  }
  for (const path of PATHS) expect((await person.ask(path)).ok, path).toBe(true);
  const db = createDatabase(database);
  await findByFeed(db, person.id, 'https://a.test/feed.xml');
  for (const pagesOf of [pagesOfPodcasts, pagesOfEpisodes]) {
    for await (const page of pagesOf(db, person.id)) expect(page).not.toEqual([]);
  }
  expect((await person.send('DELETE', '/api/user', {})).ok).toBe(true);
  expect([...scanned].filter(([detail]) => isLong(detail))).toEqual([]);
});

test('neither does the run of a minute or a week', async () => {
  const { database, scanned } = explainingDatabase(env.DB);
  const mail = mailService().bindings;
  await runWeekly({ ...env, ...mail, DB: database, REFRESH_QUEUE: recordingQueue().queue });
  expect([...scanned].filter(([detail]) => isLong(detail))).toEqual([]);
});
