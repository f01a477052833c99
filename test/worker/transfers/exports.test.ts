import { env } from 'cloudflare:workers';
import { parse as parseCsv } from 'csv-parse/sync';
import { parseOpml } from 'feedsmith';
import matter from 'gray-matter';
import { describe, expect, test, vi } from 'vitest';
import { accountDocumentSchema } from '../../../schema/wire/account-document.ts';
import { EXPORT_FORMATS, type ExportsReply } from '../../../schema/wire/exports.ts';
import {
  deleteExpiredExports,
  sendLostExportsAgain,
} from '../../../worker/transfers/export/store.ts';
import { makeRichAccount } from '../../support/account-imports.ts';
import { bindingWith } from '../../support/bindings.ts';
import { failingBucket } from '../../support/buckets.ts';
import { interruptedDatabase } from '../../support/databases.ts';
import {
  beginExport,
  deliverExport,
  downloadExport,
  EXPORTS,
  exportOf,
  filesIn,
  fillAccount,
} from '../../support/exports.ts';
import { hostileTexts } from '../../support/hostile-texts.ts';
import { makePerson } from '../../support/people.ts';
import { db } from '../../support/podcasts.ts';
import { deliver, recordingQueue } from '../../support/queues.ts';
import { addQuestions, askQuestions } from '../../support/reviews.ts';
import { addSource, pricing } from '../../support/sources.ts';

/** Stands in for the queue, so that only the test delivers messages. */
const silent = recordingQueue().queue as unknown as Env['TRANSFER_QUEUE'];
const own: Env = { ...env, TRANSFER_QUEUE: silent };

const filesOf = async (userId: string) =>
  (await env.TRANSCRIPTS.list({ prefix: `exports/${userId}/` })).objects;

describe('an export', () => {
  test('has each format, of this account alone', async () => {
    const [person, stranger] = [await makePerson(own), await makePerson(own)];
    const { podcast, episode, insightId } = await fillAccount(person);
    await fillAccount(stranger, 'Not yours');
    await askQuestions(person, 2);
    const files = filesIn(await exportOf(person, [...EXPORT_FORMATS]));
    expect(Object.keys(files)).toEqual([
      `Obsidian/${podcast.title}/Raising prices.md`,
      'Logseq/pages/Raising prices.md',
      'Anki/dripcast.txt',
      'Readwise/readwise.csv',
      'OPML/dripcast-subscriptions.opml',
      'JSON/dripcast-account.json',
      'JSON/account.schema.json',
    ]);
    expect(Object.values(files).join('')).not.toContain('Not yours');
    const place = `http://localhost/podcasts?episode=${episode.id}&at=754`;
    expect(files[`Obsidian/${podcast.title}/Raising prices.md`]).toContain(`[12:34](${place})`);
    expect(files['Logseq/pages/Raising prices.md']).toContain(`id:: ${insightId}`);
    expect(files['Anki/dripcast.txt']?.match(/^"dripcast-question-/gm)).toHaveLength(2);
    const [row] = parseCsv<Record<string, string>>(files['Readwise/readwise.csv'] ?? '', {
      columns: true,
    });
    expect(row).toMatchObject({ Author: podcast.title, URL: place, Note: '.pricing\nAsk Ada.' });
    const opml = parseOpml(files['OPML/dripcast-subscriptions.opml'] ?? '');
    expect(opml.body?.outlines?.[0]?.outlines?.[0]?.xmlUrl).toBe(podcast.feedUrl);
    const account = accountDocumentSchema.parse(
      JSON.parse(files['JSON/dripcast-account.json'] ?? ''),
    );
    expect(account.profile.username).toBe(person.username);
    expect(account.savedInsights).toMatchObject([{ id: insightId, userNotes: 'Ask Ada.' }]);
    expect(account.conversations).toMatchObject([{ followUps: [{ question: 'Why?' }] }]);
    expect(account.quizQuestions).toHaveLength(2);
  });

  test('of unchanged things is the same, byte for byte', async () => {
    const person = await makePerson(own);
    for (const title of ['B', 'a', 'B']) await fillAccount(person, title);
    const first = await exportOf(person, [...EXPORT_FORMATS]);
    expect(await exportOf(person, [...EXPORT_FORMATS])).toEqual(first);
  });

  test('can be of some podcasts, and has all of what is always whole', async () => {
    const person = await makePerson(own);
    const [chosen, other] = [
      await fillAccount(person, 'Chosen'),
      await fillAccount(person, 'Other'),
    ];
    const { podcasts } = await (await person.ask(EXPORTS)).json<ExportsReply>();
    expect(podcasts.map(({ id }) => id).toSorted()).toEqual(
      [chosen.podcast.id, other.podcast.id].toSorted(),
    );
    const files = filesIn(
      await exportOf(person, ['obsidian', 'readwise', 'opml'], { podcastIds: [chosen.podcast.id] }),
    );
    expect(Object.keys(files)[0]).toBe(`Obsidian/${chosen.podcast.title}/Chosen.md`);
    expect(files['Readwise/readwise.csv']).not.toContain('in Other');
    expect(files['OPML/dripcast-subscriptions.opml']).toContain(other.podcast.feedUrl);
  });

  test('numbers episodes of one name', async () => {
    const person = await makePerson(own);
    await fillAccount(person, 'Same?');
    await fillAccount(person, 'same');
    const files = Object.keys(filesIn(await exportOf(person, ['logseq'])));
    expect(files.map((path) => path.toLowerCase()).toSorted()).toEqual([
      'logseq/pages/same (2).md',
      'logseq/pages/same.md',
    ]);
  });

  test('has a file for each source, also for one that nothing was saved from', async () => {
    const [person, stranger] = [await makePerson(own), await makePerson(own)];
    await addSource(stranger, pricing({ title: 'Not yours' }));
    const { id } = await addSource(person, pricing({ title: 'A memo on rent' }));
    const paths = ['Obsidian/Your sources/A memo on rent.md', 'Logseq/pages/A memo on rent.md'];
    const files = filesIn(await exportOf(person, ['obsidian', 'logseq']));
    expect(Object.keys(files)).toEqual(paths);
    for (const path of paths) expect(files[path]).toContain(`?episode=${id}`);
    await person.send('POST', '/api/user/insights', { episodeId: id, insight: 'Nine percent.' });
    const later = filesIn(await exportOf(person, ['obsidian', 'logseq']));
    expect(Object.keys(later)).toEqual(paths);
    for (const path of paths) expect(later[path]).toContain('Nine percent.');
  });

  test('names the author, the day and the address of a source, and no category', async () => {
    const person = await makePerson(own);
    const { id } = await addSource(person);
    const secret = 'https://pages.test/clinic?token=f3a9c1d7e5b24680';
    await addSource(person, pricing({ title: 'Shared', address: secret, text: 'Of one.' }));
    await person.send('POST', '/api/user/insights', { episodeId: id, insight: 'Nine percent.' });
    const files = filesIn(await exportOf(person, ['obsidian', 'logseq', 'readwise']));
    const { data } = matter(files['Obsidian/Your sources/What a small clinic charges.md'] ?? '');
    expect(data).toMatchObject({
      podcast: 'Your sources',
      author: 'Mara Lind',
      published: new Date('2026-10-01'),
      episode_url: 'https://pages.test/clinic',
      audio_url: '',
      tags: [],
    });
    const page = files['Logseq/pages/What a small clinic charges.md'];
    expect(page).toContain('author:: Mara Lind\n');
    expect(page).toContain('episode_url:: https://pages.test/clinic\n');
    const [row] = parseCsv(files['Readwise/readwise.csv'] ?? '', { columns: true }) as object[];
    expect(row).toMatchObject({ Title: 'What a small clinic charges', Author: 'Mara Lind' });
    expect(JSON.stringify(files)).not.toContain('f3a9c1d7e5b24680');
  });

  test('has everything of an account that is larger than a page and a part of the file', async () => {
    const person = await makePerson(own);
    const { podcast, episode } = await fillAccount(person);
    await addSource(person, pricing({ title: 'The last one' }));
    const many = 501;
    const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${many})`;
    // They sort before random ids, so that those are on the second page.
    const key = `'00000000-' || substr(?1, 10, 15) || printf('%012d', i)`;
    const statements = [
      `INSERT INTO podcasts (id, title, host, description, category, feed_url, is_listed, created_at)
        ${numbers} SELECT ${key}, 'P', 'H', 'D', 'HR', 'https://show.test/' || ${key}, 1, 1 FROM n`,
      `INSERT INTO subscriptions (user_id, podcast_id, created_at)
        ${numbers} SELECT ?1, ${key}, 1 FROM n`,
      `INSERT INTO episodes (id, podcast_id, guid, title, description, is_youtube_short,
          transcript_links, created_at)
        ${numbers} SELECT ${key}, ?2, ${key}, 'Text', '', 0, '[]', 1 FROM n`,
      `INSERT INTO positions (user_id, episode_id, seconds, at)
        ${numbers} SELECT ?1, ${key}, 1, 1 FROM n`,
      // Their texts are gone, as of sources that are being deleted.
      `INSERT INTO sources (episode_id, user_id, kind, characters, paragraphs, text_hash, created_at,
          updated_at)
        ${numbers} SELECT ${key}, ?1, 'text', 1, 1, '', 1, 1 FROM n WHERE i < ${many}`,
      `INSERT INTO quiz_questions (user_id, question_hash, episode_id, question, asked_at)
        ${numbers} SELECT ?1, printf('%064d', i), ?3,
          json_object('question', 'Q' || i, 'options', json('["a","b"]'), 'correctAnswerIndex', 0,
            'explanation', ''), 1 FROM n`,
      `INSERT INTO review_items (id, user_id, kind, source_id, episode_id, front, back, due_day,
          created_at)
        ${numbers} SELECT ${key}, ?1, 'insight', ${key}, ?3, 'F', 'B', 1, 1 FROM n`,
      `INSERT INTO review_days (user_id, day, is_kept) ${numbers} SELECT ?1, i, 1 FROM n`,
      `INSERT INTO quiz_results (id, user_id, score, total_questions, performance_message, created_at)
        ${numbers} SELECT ${key}, ?1, 1, 5, 'M', 1 FROM n`,
      // Random, so that the file is large, too: six megabytes.
      `INSERT INTO saved_insights (id, user_id, episode_id, insight, insight_html, insight_hash, tags,
          generated_at)
        ${numbers} SELECT ${key}, ?1, ?3, hex(randomblob(50000)), '', i, '[]', 1 FROM n WHERE i <= 120`,
    ];
    await env.DB.batch(
      statements.map((statement) => {
        const values = [person.id, podcast.id, episode.id];
        const used = values.slice(
          0,
          statement.includes('?3') ? 3 : statement.includes('?2') ? 2 : 1,
        );
        return env.DB.prepare(statement).bind(...used);
      }),
    );
    const zip = await exportOf(person, ['anki', 'json']);
    expect(zip.length).toBeGreaterThan(5 * 1024 * 1024);
    const files = filesIn(zip);
    const account = accountDocumentSchema.parse(
      JSON.parse(files['JSON/dripcast-account.json'] ?? ''),
    );
    const different = (keys: unknown[]) => [keys.length, new Set(keys).size];
    for (const [keys, count] of [
      [account.podcasts.map(({ id }) => id), many + 1],
      [account.positions.map(({ episodeId }) => episodeId), many],
      [account.quizQuestions.map(({ question }) => question), many],
      [account.reviewItems.map(({ id }) => id), many],
      [account.reviewDays.map(({ day }) => day), many],
      [account.quizResults.map(({ id }) => id), many],
      [account.savedInsights.map(({ insight }) => insight), 121],
      [account.sources.map(({ title }) => title), 1],
    ] as const) {
      expect(different([...keys])).toEqual([count, count]);
    }
    const cards = files['Anki/dripcast.txt']?.match(/^"dripcast-(?:question|insight)-[^"]+/gm);
    expect(different(cards ?? [])).toEqual([2 * many, 2 * many]);
  });

  test('has moments and conversations, also those about all podcasts', async () => {
    const person = await makeRichAccount();
    const files = filesIn(await exportOf(person, ['obsidian', 'logseq', 'readwise']));
    const [about = '', page = ''] = [
      files['Obsidian/Conversations about all podcasts.md'],
      files['Logseq/pages/Conversations about all podcasts.md'],
    ];
    expect(about).toContain('Who?');
    expect(page).toMatch(/^title:: Conversations about all podcasts\n\n- /);
    const notes = Object.entries(files).filter(([path]) => path.includes('Raising prices'));
    expect(notes).toHaveLength(2);
    for (const [, text] of notes) {
      expect(text).toContain('“Prices rose.”');
      expect(text).toMatch(/Why\?[\s\S]*Because of demand/);
    }
    const rows: Record<string, string>[] = parseCsv(files['Readwise/readwise.csv'] ?? '', {
      columns: true,
    });
    expect(rows).toContainEqual(
      expect.objectContaining({ Highlight: 'Prices rose.', Note: 'mine', Location: '10' }),
    );
  });

  test('has a card for each question once, and only of the chosen podcasts', async () => {
    const person = await makePerson(own);
    const { asked, podcast, episode } = await askQuestions(person, 2);
    const [other] = (await askQuestions(person, 1)).asked;
    await addQuestions(
      person,
      asked.slice(0, 1).map(({ id }) => id),
    );
    const text = (cards = '') => cards.replace(/<[^>]+>/g, ' ');
    const all = text(filesIn(await exportOf(person, ['anki']))['Anki/dripcast.txt']);
    const chosen = { podcastIds: [podcast.id] };
    const some = text(filesIn(await exportOf(person, ['anki'], chosen))['Anki/dripcast.txt']);
    for (const cards of [all, some]) {
      for (const { question } of asked) expect(cards.split(question)).toHaveLength(2);
    }
    expect([all, some].map((cards) => cards.includes(other?.question ?? ''))).toEqual([
      true,
      false,
    ]);
    expect(some).toContain(episode.title);
  });

  test('takes hostile titles and texts', async () => {
    const person = await makePerson(own);
    for (const text of hostileTexts('sec-').slice(0, 12)) await fillAccount(person, text);
    const files = filesIn(await exportOf(person, [...EXPORT_FORMATS]));
    expect(Object.keys(files).filter((path) => path.startsWith('Obsidian/'))).toHaveLength(12);
    for (const path of Object.keys(files)) expect(path).not.toMatch(/\.\.|[<>:"\\|?*]/);
    accountDocumentSchema.parse(JSON.parse(files['JSON/dripcast-account.json'] ?? ''));
  });
});

describe('the work on an export', () => {
  test('tells how far it is, and to its owner alone', async () => {
    const [person, stranger] = [await makePerson(own), await makePerson(own)];
    await fillAccount(person);
    const id = await beginExport(person, ['json']);
    const waiting = await person.ask(`${EXPORTS}/${id}`);
    expect([waiting.status, await waiting.json()]).toEqual([202, { progress: 0 }]);
    expect((await person.send('POST', EXPORTS, { formats: ['json'] })).status).toBe(409);
    await deliverExport(id);
    const done = await person.ask(`${EXPORTS}/${id}`);
    expect(done.headers.get('Content-Type')).toBe('application/zip');
    expect(done.headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="dripcast-[\d-]+\.zip"$/,
    );
    const bytes = (await done.arrayBuffer()).byteLength;
    expect(await (await person.ask(EXPORTS)).json()).toMatchObject({
      exports: [{ id, status: 'done', progress: 100, bytes, formats: ['json'], error: null }],
    });
    expect((await stranger.ask(`${EXPORTS}/${id}`)).status).toBe(404);
    expect(await (await stranger.ask(EXPORTS)).json()).toEqual({ exports: [], podcasts: [] });
  });

  test('of a message that comes twice is done once', async () => {
    const person = await makePerson(own);
    await fillAccount(person);
    const id = await beginExport(person, ['json']);
    await deliverExport(id);
    const first = await downloadExport(person, id);
    await fillAccount(person);
    expect((await deliverExport(id)).acked).toEqual(['m0']);
    expect(await downloadExport(person, id)).toEqual(first);
  });

  test('waits while somebody else does it, and is taken over where the message was lost', async () => {
    const person = await makePerson(own);
    await fillAccount(person);
    const id = await beginExport(person, ['json']);
    await env.DB.prepare('INSERT INTO leases (key, holder, expires_at) VALUES (?, ?, ?)')
      .bind(`export ${id}`, 'another', Date.now() + 60_000)
      .run();
    // Even at its last attempt, because waiting isn't a failure, which would send it to the dead-letter
    // queue.
    expect(await deliverExport(id, own, 5)).toMatchObject({ acked: ['m0'], retried: [] });
    expect((await person.ask(`${EXPORTS}/${id}`)).status).toBe(202);
    await env.DB.prepare('UPDATE leases SET expires_at = 1 WHERE key = ?')
      .bind(`export ${id}`)
      .run();
    const lost = vi.fn(async (_: string) => {});
    await env.DB.prepare('UPDATE account_exports SET queued_until = 1 WHERE id = ?').bind(id).run();
    await Promise.all([sendLostExportsAgain(db, lost), sendLostExportsAgain(db, lost)]);
    expect(lost.mock.calls.filter(([sent]) => sent === id)).toHaveLength(1);
    await deliverExport(id);
    await downloadExport(person, id);
  });

  test('that fails is tried again, then given back with a message', async () => {
    const person = await makePerson(own);
    await fillAccount(person);
    const id = await beginExport(person, ['json']);
    const broken: Env = {
      ...own,
      TRANSCRIPTS: failingBucket(env.TRANSCRIPTS, 'createMultipartUpload'),
    };
    expect((await deliverExport(id, broken)).retried).toHaveLength(1);
    expect((await person.ask(`${EXPORTS}/${id}`)).status).toBe(202);
    expect((await deliverExport(id, broken, 4)).acked).toEqual(['m0']);
    const failed = await person.ask(`${EXPORTS}/${id}`);
    expect(failed.status).toBe(422);
    expect(await failed.json()).toMatchObject({
      message: 'Something went wrong on our side. Please try again.',
    });
    await deliverExport(await beginExport(person, ['json']));
  });

  test('whose Worker died every time fails, too', async () => {
    const person = await makePerson(own);
    const id = await beginExport(person, ['json']);
    await deliver('dripcast-transfers-dead', [{ body: { exportId: id } }], own);
    expect((await person.ask(`${EXPORTS}/${id}`)).status).toBe(422);
  });

  test('that killed its worker again and again is not begun once more', async () => {
    const person = await makePerson(own);
    await fillAccount(person);
    const id = await beginExport(person, ['json']);
    await env.DB.prepare('UPDATE account_exports SET attempts = 6 WHERE id = ?').bind(id).run();
    expect((await deliverExport(id)).acked).toEqual(['m0']);
    expect((await person.ask(`${EXPORTS}/${id}`)).status).toBe(422);
    expect(await filesOf(person.id)).toEqual([]);
  });

  test('of an account that is deleted while things are read leaves no file behind', async () => {
    const person = await makePerson(own);
    await fillAccount(person);
    const id = await beginExport(person, ['obsidian', 'json']);
    const leave = () => person.send('DELETE', '/api/user', {});
    const DB = interruptedDatabase(env.DB, /^update "account_exports" set "progress" = /, leave);
    expect((await deliverExport(id, { ...own, DB })).acked).toEqual(['m0']);
    expect((await person.ask(EXPORTS)).status).toBe(401);
    expect(await filesOf(person.id)).toEqual([]);
  });

  test('of an account that is deleted before the file is complete leaves none behind', async () => {
    const person = await makePerson(own);
    await fillAccount(person);
    const id = await beginExport(person, ['obsidian', 'json']);
    const createMultipartUpload = async (
      ...args: Parameters<R2Bucket['createMultipartUpload']>
    ) => {
      const upload = await env.TRANSCRIPTS.createMultipartUpload(...args);
      return {
        uploadPart: upload.uploadPart.bind(upload),
        abort: () => upload.abort(),
        async complete(parts: R2UploadedPart[]) {
          await person.send('DELETE', '/api/user', {});
          return upload.complete(parts);
        },
      };
    };
    const TRANSCRIPTS = bindingWith(env.TRANSCRIPTS, { createMultipartUpload });
    expect((await deliverExport(id, { ...own, TRANSCRIPTS })).acked).toEqual(['m0']);
    expect((await person.ask(EXPORTS)).status).toBe(401);
    expect(await filesOf(person.id)).toEqual([]);
  });

  test('with nothing in it says so', async () => {
    const person = await makePerson(own);
    const id = await beginExport(person, ['obsidian']);
    await deliverExport(id);
    const reply = await person.ask(`${EXPORTS}/${id}`);
    expect(reply.status).toBe(422);
    expect((await reply.json<{ message: string }>()).message).toContain('nothing to export');
    expect(await filesOf(person.id)).toEqual([]);
  });

  test('ends when it expires, and with the account', async () => {
    const person = await makePerson(own);
    await fillAccount(person);
    const id = await beginExport(person, ['json']);
    await deliverExport(id);
    await env.DB.prepare('UPDATE account_exports SET expires_at = 1 WHERE id = ?').bind(id).run();
    expect((await person.ask(`${EXPORTS}/${id}`)).status).toBe(404);
    await deleteExpiredExports(db, env.TRANSCRIPTS);
    expect(await filesOf(person.id)).toEqual([]);
    await exportOf(person, ['json']);
    expect(await filesOf(person.id)).toHaveLength(1);
    expect((await person.send('DELETE', '/api/user', {})).status).toBe(200);
    expect(await filesOf(person.id)).toEqual([]);
  });

  test('keeps the last five files', async () => {
    const person = await makePerson(own);
    await fillAccount(person);
    for (let round = 0; round < 7; round += 1) await exportOf(person, ['opml']);
    const { exports } = await (await person.ask(EXPORTS)).json<ExportsReply>();
    expect(exports).toHaveLength(5);
    await deleteExpiredExports(db, env.TRANSCRIPTS);
    expect(await filesOf(person.id)).toHaveLength(5);
  });
});

describe('asking for an export', () => {
  test.each([
    ['no format', { formats: [] }],
    ['an unknown format', { formats: ['pdf'] }],
    ['no podcast', { formats: ['json'], podcastIds: [] }],
    ['what is no podcast', { formats: ['json'], podcastIds: ['x'] }],
  ])('with %s is refused', async (_, body) => {
    const person = await makePerson(own);
    expect((await person.send('POST', EXPORTS, body)).status).toBe(400);
  });
});
