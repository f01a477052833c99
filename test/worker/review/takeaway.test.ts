import { env } from 'cloudflare:workers';
import { subDays } from 'date-fns';
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { episodes } from '../../../schema/tables/episodes.ts';
import { reviewDays } from '../../../schema/tables/review.ts';
import type { Takeaway } from '../../../schema/wire/review.ts';
import { findUser } from '../../../worker/accounts/store.ts';
import type { Assistant } from '../../../worker/assistant/assistant.ts';
import { embeddedAssistant } from '../../../worker/assistant/choose-assistant.ts';
import { loadTextVectors } from '../../../worker/assistant/text-vectors.ts';
import { takeawayOfDay } from '../../../worker/review/takeaway.ts';
import { transcriptDeps } from '../../../worker/transcripts/find-transcript.ts';
import { slowBucket } from '../../support/buckets.ts';
import { serve } from '../../support/outside.ts';
import { makePerson, type Person } from '../../support/people.ts';
import { db, makeEpisode, makePodcast, subscribe, vttLink } from '../../support/podcasts.ts';
import { atNoon, dueOf, REVIEWS, today } from '../../support/reviews.ts';

atNoon();

const SAID = [
  'Hiring managers should ask every candidate the same questions in the same order.',
  'Copper wires lose about 12 percent of their current when the cable gets too hot.',
  'You should water young olive trees early because the midday sun burns wet leaves.',
  'Structured interviews predict performance twice as well as a friendly conversation.',
  'Our telescope in Tenerife photographed 27 comets during one clear winter.',
];

describe('the one new thing', () => {
  const takeawayFor = async (person: Person) =>
    (await (await person.ask(`${REVIEWS}/takeaway`)).json<{ takeaway: Takeaway | null }>())
      .takeaway;

  /** An episode of this week, of a podcast that the person subscribes to. */
  async function makeNewEpisode(person: Person, said: string[], publishedAt = new Date()) {
    const podcast = await makePodcast();
    await subscribe(person.id, podcast.id);
    const cues = said.map(
      (text, index) => `00:00:${index + 10}.000 --> 00:00:${index + 11}.000\n${text}\n`,
    );
    const url = await serve(`/${crypto.randomUUID()}.vtt`, {
      body: `WEBVTT\n\n${cues.join('\n')}`,
    });
    const fields = { transcriptLinks: [vttLink(url)], publishedAt };
    return { podcast, episode: await makeEpisode(podcast.id, fields) };
  }

  test('is of the newest episode for a reader without a profile, and goes with it', async () => {
    const person = await makePerson();
    const older = await makeNewEpisode(person, SAID, subDays(new Date(), 2));
    const newest = await makeNewEpisode(person, SAID.toReversed());
    for (const { episode } of [older, newest]) {
      await person.ask(`/api/podcasts/episodes/${episode.id}/transcript`);
    }
    expect(await takeawayFor(person)).toMatchObject({
      episodeId: newest.episode.id,
      because: null,
    });
    await db.delete(episodes).where(eq(episodes.id, newest.episode.id));
    expect(await takeawayFor(person)).toBeNull();
  });

  test("shares the analysis of the week's episodes with other readers", async () => {
    const [first, second] = [await makePerson(), await makePerson()];
    const { podcast, episode } = await makeNewEpisode(first, SAID);
    await subscribe(second.id, podcast.id);
    await first.ask(`/api/podcasts/episodes/${episode.id}/transcript`);
    const analysed: unknown[] = [];
    const assistant: Assistant = {
      ...embeddedAssistant(),
      writeInsight(material, ...rest) {
        analysed.push(material.lines);
        return embeddedAssistant().writeInsight(material, ...rest);
      },
    };
    const deps = {
      ...transcriptDeps(env),
      assistant,
      loadMeanings: loadTextVectors,
      later: () => {},
    };
    for (const { id } of [first, second]) {
      const user = await findUser(db, id);
      if (user) await takeawayOfDay(deps, user, { now: new Date(), days: 7 });
    }
    expect(analysed).toHaveLength(2);
    expect(analysed[1]).toBe(analysed[0]);
  });

  test('is a takeaway of the week that fits the reader, the same all day, then another one', async () => {
    const person = await makePerson();
    await person.send('PUT', '/api/user/profile', { role: 'HR lead', goals: 'better interviews' });
    const { podcast, episode } = await makeNewEpisode(person, SAID);
    const ask = () => takeawayFor(person);
    // Nobody waits for a missing transcript; it is fetched for the next time.
    expect(await ask()).toBeNull();
    await expect.poll(ask, { timeout: 10_000 }).not.toBeNull();
    const first = await ask();
    expect(first).toMatchObject({ episodeId: episode.id, podcastTitle: podcast.title });
    expect(first?.text).toMatch(/interviews|Hiring/);
    expect(await ask()).toEqual(first);
    await db
      .update(reviewDays)
      .set({ day: today() - 1 })
      .where(eq(reviewDays.userId, person.id));
    const second = await ask();
    expect(second?.text).not.toBe(first?.text);
    expect(SAID).toContain(second?.text);
    // Showing something doesn't make the day count.
    expect(await dueOf(person)).toMatchObject({ streak: 0 });
  });

  test('is chosen once for requests that come at the same time, and one at a time', async () => {
    const reading = slowBucket(env.TRANSCRIPTS);
    const person = await makePerson({ ...env, TRANSCRIPTS: reading.bucket });
    const { episode } = await makeNewEpisode(person, SAID);
    await person.ask(`/api/podcasts/episodes/${episode.id}/transcript`);
    const before = reading.count();
    const zones = ['UTC', 'UTC', 'Etc/UTC', 'Etc/UTC'];
    const chosen = await Promise.all(
      zones.map(async (timeZone) => {
        const query = new URLSearchParams({ timeZone });
        const reply = await person.ask(`${REVIEWS}/takeaway?${query}`);
        return (await reply.json<{ takeaway: Takeaway | null }>()).takeaway;
      }),
    );
    expect(chosen).toEqual(zones.map(() => chosen[0]));
    expect(chosen[0]).toMatchObject({ episodeId: episode.id });
    expect(reading.count() - before).toBe(1);
  });

  test('is never who somebody is, however well that fits the reader', async () => {
    const person = await makePerson();
    await person.send('PUT', '/api/user/profile', { role: 'HR lead', goals: 'better interviews' });
    // The first two sentences that matter make up the gist, from which nothing is chosen.
    const introductions = [
      'Ana Ruiz is the author of a guide to better interviews for HR leads.',
      'Ben Okoro is the founder of a firm that ran 400 interviews for 12 companies.',
      'Cleo Marsh is the head of hiring at a bank with 900 interviews a year.',
      'Dora Lind is the director of a school where HR leads learn better interviews.',
    ];
    const { episode } = await makeNewEpisode(person, [...introductions, ...SAID]);
    await person.ask(`/api/podcasts/episodes/${episode.id}/transcript`);
    const shown: string[] = [];
    for (let takeaway = await takeawayFor(person); takeaway; takeaway = await takeawayFor(person)) {
      shown.push(takeaway.text);
      await db
        .update(reviewDays)
        .set({ day: today() - shown.length })
        .where(and(eq(reviewDays.userId, person.id), eq(reviewDays.day, today())));
    }
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((text) => introductions.includes(text))).toEqual([]);
  });
});
