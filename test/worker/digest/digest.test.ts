import { env } from 'cloudflare:workers';
import { addYears, subDays } from 'date-fns';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { episodes } from '../../../schema/tables/episodes.ts';
import type { Digest, DigestSummary } from '../../../schema/wire/digest.ts';
import { findUser } from '../../../worker/accounts/store.ts';
import type { Assistant } from '../../../worker/assistant/assistant.ts';
import { embeddedAssistant } from '../../../worker/assistant/choose-assistant.ts';
import { composeDigest, writeDigest } from '../../../worker/digest/write-digest.ts';
import { createDatabase } from '../../../worker/platform/database.ts';
import { transcriptDeps } from '../../../worker/transcripts/find-transcript.ts';
import { failingBucket } from '../../support/buckets.ts';
import { serve } from '../../support/outside.ts';
import { ask, makePerson, type Person } from '../../support/people.ts';
import { plantPodcast } from '../../support/planted-podcast.ts';
import { makeEpisode, makePodcast, subscribe, vttLink } from '../../support/podcasts.ts';
import { useUp } from '../../support/rate-limits.ts';

const PATH = '/api/digest/generate';

const generate = async (person: Person) => (await person.send('POST', PATH)).json<Digest>();

async function makeTalk(daysAgo: number, title: string) {
  const podcast = await makePodcast();
  const { transcript } = plantPodcast('https://sound.test', title, daysAgo);
  const url = await serve(`/${crypto.randomUUID()}.vtt`, { body: transcript });
  const publishedAt = subDays(new Date(), daysAgo);
  const fields = { title, publishedAt, transcriptLinks: [vttLink(url)] };
  return { podcast, episode: await makeEpisode(podcast.id, fields) };
}

describe('the weekly digest', () => {
  test("covers the week's episodes of the subscriptions, newest first", async () => {
    const [young, older, past, foreign] = [
      await makeTalk(1, 'Yesterday'),
      await makeTalk(3, 'Earlier'),
      await makeTalk(9, 'Last week'),
      await makeTalk(1, 'Elsewhere'),
    ];
    const person = await makePerson();
    await subscribe(person.id, young.podcast.id, older.podcast.id, past.podcast.id);
    const reply = await person.send('POST', PATH);
    expect(reply.status).toBe(200);
    const digest = await reply.json<Digest>();
    expect(digest.episodes).toEqual(
      [young, older].map(({ podcast, episode }) => ({
        id: episode.id,
        title: episode.title,
        podcastTitle: podcast.title,
        publishedAt: episode.publishedAt?.toISOString(),
        isPlayable: false,
      })),
    );
    expect(digest.title).toBe('Your week in podcasts');
    const days = (Date.parse(digest.periodEnd) - Date.parse(digest.periodStart)) / 86_400_000;
    expect(days).toBe(7);
    for (const words of ['Yesterday', 'Earlier', young.podcast.title, '## ']) {
      expect(digest.digest).toContain(words);
    }
    const places = [...digest.digest.matchAll(/\[(\d+):(\d\d)\]\(([^)]+)\)/g)];
    expect(places).not.toEqual([]);
    for (const [, minutes, seconds, path] of places) {
      const { pathname, searchParams } = new URL(path ?? '', 'https://dripcast.test');
      expect(pathname).toBe('/tools');
      expect([young.episode.id, older.episode.id]).toContain(searchParams.get('episode'));
      expect(searchParams.get('at')).toBe(String(Number(minutes) * 60 + Number(seconds)));
    }
    for (const title of [past, foreign].map(({ episode }) => episode.title)) {
      expect(digest.digest).not.toContain(title);
    }
  });

  test('is written once for a request that is sent again because its reply was lost', async () => {
    const [person, stranger] = [await makePerson(), await makePerson()];
    const { podcast } = await makeTalk(1, 'Yesterday');
    await subscribe(person.id, podcast.id);
    const again = `${PATH}?id=${crypto.randomUUID()}`;
    const send = async (who: Person) => (await who.send('POST', again)).json<Digest>();
    const digest = await send(person);
    expect(await send(person)).toEqual(digest);
    const { digests } = await (await person.ask('/api/digest/kept')).json<{
      digests: DigestSummary[];
    }>();
    expect(digests).toHaveLength(1);
    expect((await send(stranger)).id).not.toBe(digest.id);
    expect((await person.send('POST', `${PATH}?id=none`)).status).toBe(400);
  });

  test('is written once for requests that come at the same time, and again for a later one', async () => {
    const person = await makePerson();
    const { podcast } = await makeTalk(1, 'Yesterday');
    await subscribe(person.id, podcast.id);
    const digests = await Promise.all([1, 2, 3].map(() => generate(person)));
    expect(digests).toEqual([digests[0], digests[0], digests[0]]);
    expect((await generate(person)).id).not.toBe(digests[0]?.id);
    const { digests: kept } = await (await person.ask('/api/digest/kept')).json<{
      digests: DigestSummary[];
    }>();
    expect(kept).toHaveLength(2);
  });

  test('is that of a request at the same time that has just been answered', async () => {
    const answered = Promise.withResolvers<void>();
    let asked = 0;
    const limiter: RateLimit = {
      limit: async () => {
        asked += 1;
        if (asked === 1) await answered.promise;
        return { success: true };
      },
    };
    const person = await makePerson({ ...env, QUESTION_LIMIT: limiter });
    const slow = generate(person);
    await expect.poll(() => asked).toBe(1);
    const { id } = await generate(person);
    answered.resolve();
    expect((await slow).id).toBe(id);
    expect((await generate(person)).id).not.toBe(id);
  });

  test('says which episodes can be played now', async () => {
    const person = await makePerson();
    const podcast = await makePodcast();
    await subscribe(person.id, podcast.id);
    const make = (title: string, sound: Partial<typeof episodes.$inferInsert>) =>
      makeEpisode(podcast.id, { title, publishedAt: subDays(new Date(), 1), ...sound });
    const { id } = await make('Heard', { audioUrl: 'https://sound.test/heard.mp3' });
    await make('Seen', { audioUrl: null, youtubeVideoId: 'dQw4w9WgXcQ' });
    await make('Neither', { audioUrl: null, youtubeVideoId: null });
    const playable = (digest: Digest) =>
      digest.episodes.flatMap(({ title, isPlayable }) => (isPlayable ? title : [])).sort();
    expect(playable(await generate(person))).toEqual(['Heard', 'Seen']);
    await createDatabase(env.DB)
      .update(episodes)
      .set({ audioUrl: null })
      .where(eq(episodes.id, id));
    const { digest } = await (await person.send('GET', '/api/digest')).json<{ digest: Digest }>();
    expect(playable(digest)).toEqual(['Seen']);
  });

  test('groups episodes by theme, in the order of first occurrence', () => {
    const about = (id: string, theme: string) => ({
      episodeId: id,
      theme,
      statements: [{ text: `About ${id}.`, evidence: [] }],
    });
    const episodes = ['a', 'b', 'c'].map((id) => ({
      id,
      title: `Title ${id}`,
      podcastTitle: 'Show',
      description: '',
      publishedAt: null,
      lines: [],
    }));
    const entries = [about('a', 'Pricing'), about('b', 'Hiring'), about('c', 'pricing ')];
    const text = composeDigest(episodes, entries, false);
    expect(text.match(/^## .+|^About .+/gm)).toEqual([
      '## Pricing',
      'About a.',
      'About c.',
      '## Hiring',
      'About b.',
    ]);
    const more = 'There were more._';
    expect(text).not.toContain(more);
    expect(composeDigest(episodes, entries, true).endsWith(more)).toBe(true);
  });

  test('says so if it stands in for that of a model', async () => {
    const person = await makePerson();
    const { podcast } = await makeTalk(1, 'Yesterday');
    await subscribe(person.id, podcast.id);
    const user = await findUser(createDatabase(env.DB), person.id);
    if (!user) throw new Error('there is no such person');
    const assistant: Assistant = {
      ...embeddedAssistant(),
      writeDigest: async (...asked) => {
        const { result } = await embeddedAssistant().writeDigest(...asked);
        return { result, isStandIn: true };
      },
    };
    const { digest } = await writeDigest({ ...transcriptDeps(env), assistant }, user, { days: 7 });
    expect(digest).toMatch(/^_The model could not answer, .+_\n\n## /);
  });

  test('lists quotations, and joins sentences of the assistant to a paragraph', () => {
    const said = ['We raised the price.', 'Nobody left.'];
    const lines = said.map((text, line) => ({
      text,
      start: line * 10,
      end: line * 10 + 10,
      speaker: line === 0 ? 'Ana' : 'Ben',
    }));
    const episode = { id: 'a', title: 'Prices', podcastTitle: 'Show', description: '' };
    const digestOf = (texts: string[]) => {
      const statements = said.map((quotation, line) => ({
        text: texts[line] ?? '',
        evidence: [{ lineIds: [line], quotation }],
      }));
      const entries = [{ episodeId: 'a', theme: 'Pricing', statements }];
      return composeDigest([{ ...episode, publishedAt: null, lines }], entries, false);
    };
    expect(digestOf([])).toMatch(/^- Ana: “We raised.*\n- Ben: “Nobody left/m);
    expect(digestOf(['The price rose.', 'They stayed.'])).toMatch(
      /^The price rose\. \[.*\) They stayed\. \[.*\)$/m,
    );
  });

  test('includes episodes without a transcript', async () => {
    const person = await makePerson();
    const podcast = await makePodcast();
    await makeEpisode(podcast.id, { title: 'Silent', description: 'About pay rises in spring.' });
    await subscribe(person.id, podcast.id);
    const digest = await generate(person);
    expect(digest.episodes).toMatchObject([{ title: 'Silent' }]);
    expect(digest.digest).toContain('Silent');
  });

  test('does not say that there is no transcript if it cannot be read', async () => {
    const person = await makePerson();
    const { podcast } = await makeTalk(1, 'Yesterday');
    await subscribe(person.id, podcast.id);
    expect((await generate(person)).digest).not.toContain('transcript');
    const user = await findUser(createDatabase(env.DB), person.id);
    if (!user) throw new Error('there is no such person');
    const bucket = failingBucket(env.TRANSCRIPTS, 'get');
    const deps = { ...transcriptDeps(env), bucket, assistant: embeddedAssistant() };
    const { digest } = await writeDigest(deps, user, { days: 7 });
    expect(digest).toContain('The transcript could not be read this time');
    expect(digest).not.toContain('No transcript');
  });

  test('sorts an episode with a future date into the week in which it was first seen', async () => {
    const person = await makePerson();
    const podcast = await makePodcast();
    const publishedAt = addYears(new Date(), 70);
    const createdAt = subDays(new Date(), 30);
    await makeEpisode(podcast.id, { title: 'Seen a month ago', publishedAt, createdAt });
    await makeEpisode(podcast.id, { title: 'Seen today', publishedAt });
    await subscribe(person.id, podcast.id);
    expect((await generate(person)).episodes).toMatchObject([{ title: 'Seen today' }]);
  });

  test('an empty week says so, and whether there was anything to come', async () => {
    const person = await makePerson();
    expect(await generate(person)).toMatchObject({
      episodes: [],
      digest: expect.stringMatching(/^You haven't subscribed to any podcasts yet/),
    });
    await subscribe(person.id, (await makePodcast()).id);
    // If a feed could not be read, it is unknown whether there are any.
    expect((await generate(person)).digest).toMatch(/^A quiet week: no new episodes have arrived/);
  });

  test('titles are plain text', async () => {
    const person = await makePerson();
    const podcast = await makePodcast();
    await makeEpisode(podcast.id, { title: '**Bold** <b>and</b> [linked](https://a.test)' });
    await subscribe(person.id, podcast.id);
    const { digest } = await generate(person);
    expect(digest).toContain('\\*\\*Bold\\*\\* \\<b\\>and\\</b\\> \\[linked\\]');
  });

  test('the latest is stored, for its owner only', async () => {
    const person = await makePerson();
    expect(await (await person.ask('/api/digest')).json()).toEqual({ digest: null });
    const first = await generate(person);
    await scheduler.wait(2);
    const second = await generate(person);
    expect(second.id).not.toBe(first.id);
    expect(await (await person.ask('/api/digest')).json()).toEqual({ digest: second });
    expect(await (await (await makePerson()).ask('/api/digest')).json()).toEqual({ digest: null });
  });

  test('many in a minute by one person are refused', async () => {
    const person = await makePerson();
    useUp(env.QUESTION_LIMIT, person.id);
    expect((await person.send('POST', PATH)).status).toBe(429);
  });

  test('requires a login', async () => {
    expect((await ask(PATH, { method: 'POST' })).status).toBe(401);
    expect((await ask('/api/digest')).status).toBe(401);
  });
});
