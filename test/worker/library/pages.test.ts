import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  CONVERSATIONS_PAGE,
  EXCERPT_MAX_CHARS,
  SAVED_INSIGHTS_PAGE,
} from '../../../schema/limits.ts';
import { chatFollowUps, chatSessions } from '../../../schema/tables/chat.ts';
import { savedInsights } from '../../../schema/tables/library.ts';
import type { ChatHistoryPage, ChatHistorySession } from '../../../schema/wire/chat.ts';
import type { SavedInsight, SavedInsightsPage } from '../../../schema/wire/library.ts';
import { makePerson, type Person } from '../../support/people.ts';
import { db, makeEpisode, makePodcast } from '../../support/podcasts.ts';

const INSIGHTS = '/api/user/insights';
const HISTORY = '/api/user/chat-sessions';

/** Saves this many texts of an episode, a minute apart, newest first. */
async function keep(person: Person, episodeId: string, count: number, newest: number) {
  const rows = Array.from({ length: count }, (_, index) => ({
    userId: person.id,
    episodeId,
    insight: `Text ${index}`,
    insightHtml: `<p>Text ${index}</p>`,
    insightHash: crypto.randomUUID(),
    tags: [],
    generatedAt: new Date(newest - index * 60_000),
  }));
  for (let index = 0; index < rows.length; index += 10) {
    await db.insert(savedInsights).values(rows.slice(index, index + 10));
  }
}

async function pagesOf<Page extends { nextCursor: string | null }>(
  person: Person,
  path: string,
): Promise<Page[]> {
  const pages: Page[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`;
    const page: Page = await (await person.ask(`${path}${query}`)).json<Page>();
    pages.push(page);
    cursor = page.nextCursor;
  }
  return pages;
}

describe('the pages of saved insights', () => {
  test('contain each insight once, grouped by podcast with its total', async () => {
    const person = await makePerson();
    const now = Date.now();
    const podcasts = await Promise.all([makePodcast(), makePodcast(), makePodcast()]);
    // All at the same time, because the order must not depend on different times.
    const counts = [70, 45, 1];
    for (const [at, podcast] of podcasts.entries()) {
      const { id } = await makeEpisode(podcast.id);
      await keep(person, id, counts[at] ?? 0, now);
    }
    await db
      .update(savedInsights)
      .set({ generatedAt: new Date(now) })
      .where(eq(savedInsights.userId, person.id));
    const pages = await pagesOf<SavedInsightsPage>(person, INSIGHTS);
    const sizes = pages.map(({ podcastGroups }) => podcastGroups.flatMap((one) => one.insights));
    expect(sizes.map(({ length }) => length)).toEqual([
      SAVED_INSIGHTS_PAGE,
      SAVED_INSIGHTS_PAGE,
      16,
    ]);
    expect(new Set(sizes.flat().map(({ id }) => id)).size).toBe(116);
    const runs = pages
      .flatMap(({ podcastGroups }) => podcastGroups)
      .filter(({ podcastId }, index, all) => all[index - 1]?.podcastId !== podcastId);
    expect(runs).toHaveLength(3);
    for (const { podcastId, total } of runs) {
      expect(total).toBe(counts[podcasts.findIndex(({ id }) => id === podcastId)]);
    }
  });

  test('contain excerpts of long texts; the full text is read by its id', async () => {
    const person = await makePerson();
    const { id: episodeId } = await makeEpisode((await makePodcast()).id);
    const insight = `## Pay\n\n- **one & two**\n\n${'It rose [12:34]. '.repeat(500)}`;
    const reply = await person.send('POST', INSIGHTS, { episodeId, insight });
    const saved = await reply.json<SavedInsight>();
    const [page] = await pagesOf<SavedInsightsPage>(person, INSIGHTS);
    const listed = page?.podcastGroups[0]?.insights[0];
    expect(listed?.isExcerpt).toBe(true);
    expect(listed?.insight.length).toBeLessThan(1.1 * EXCERPT_MAX_CHARS);
    expect(listed?.insight).toMatch(/^<h2>Pay<\/h2>.*<\/p>$/s);
    const whole = await person.ask(`${INSIGHTS}/${saved.id}`);
    expect(await whole.json()).toEqual(saved);
    const stranger = await makePerson();
    const refused = await stranger.ask(`${INSIGHTS}/${saved.id}`);
    expect(refused.status).toBe(404);
    expect(await refused.json()).toEqual({ error: 'not_found', message: 'Insight not found' });
  });

  test.each([
    ['a tag', '<a href="https://example.com/">link</a>', '<a hre', ' '],
    ['a word', 'overlong', 'over', ''],
    ['a closing tag', 'end</strong> of it', 'end</st', ''],
  ])('end their excerpt before %s that does not fit', async (_, piece, fitting, end) => {
    const person = await makePerson();
    const { id: episodeId } = await makeEpisode((await makePodcast()).id);
    const reply = await person.send('POST', INSIGHTS, { episodeId, insight: 'To be replaced' });
    const { id } = await reply.json<SavedInsight>();
    const room = EXCERPT_MAX_CHARS - ` ${fitting}`.length;
    const fits = '<p>First. <strong>Then '
      .padEnd(room, 'word ')
      .slice(0, room - 1)
      .concat('.');
    const insightHtml = `${fits} ${piece} and much more</strong></p>`;
    await db.update(savedInsights).set({ insightHtml }).where(eq(savedInsights.id, id));
    const [page] = await pagesOf<SavedInsightsPage>(person, INSIGHTS);
    const [listed] = page?.podcastGroups[0]?.insights ?? [];
    expect(listed?.insight).toBe(`${fits}${end}</strong></p>`);
  });

  test('a forged cursor is refused as an invalid field', async () => {
    const person = await makePerson();
    for (const path of [INSIGHTS, HISTORY]) {
      const reply = await person.ask(`${path}?cursor=1%27--`);
      expect(reply.status).toBe(400);
      expect(await reply.json()).toMatchObject({ field: 'cursor' });
    }
  });
});

describe('the pages of the chat history', () => {
  async function talk(person: Person, episodeId: string, answer: string, createdAt: Date) {
    const id = crypto.randomUUID();
    await db
      .insert(chatSessions)
      .values({ id, userId: person.id, episodeId, remainingFollowUps: 9, createdAt });
    await db.insert(chatFollowUps).values({ sessionId: id, question: 'Why?', answer });
    return id;
  }

  test('contain each conversation once, grouped by episode, newest first', async () => {
    const person = await makePerson();
    const { id: podcastId } = await makePodcast();
    const episodes = [await makeEpisode(podcastId), await makeEpisode(podcastId)];
    const ids: string[] = [];
    for (let index = 0; index < 2 * CONVERSATIONS_PAGE; index += 1) {
      const created = new Date(Date.now() - index * 60_000);
      ids.push(await talk(person, episodes[index % 2]?.id ?? '', 'Because.', created));
    }
    const pages = await pagesOf<ChatHistoryPage>(person, HISTORY);
    const listed = pages.flatMap(({ chatSessions: sessions }) => sessions);
    const [even, odd] = [0, 1].map((rest) => ids.filter((_, index) => index % 2 === rest));
    expect(listed.map(({ id }) => id)).toEqual([...(even ?? []), ...(odd ?? [])]);
    expect(pages).toHaveLength(2);
  });

  test('contain excerpts of long answers; the full text is read by its id', async () => {
    const person = await makePerson();
    const { id: episodeId } = await makeEpisode((await makePodcast()).id);
    const answer = 'Because. '.repeat(500);
    const id = await talk(person, episodeId, answer, new Date());
    const [page] = await pagesOf<ChatHistoryPage>(person, HISTORY);
    expect(page?.chatSessions[0]?.isExcerpt).toBe(true);
    expect(page?.chatSessions[0]?.followUps[0]?.answer).toHaveLength(EXCERPT_MAX_CHARS);
    const whole = await (await person.ask(`${HISTORY}/${id}`)).json<ChatHistorySession>();
    expect(whole.followUps[0]?.answer).toBe(answer);
    expect(whole.isExcerpt).toBeUndefined();
    expect((await (await makePerson()).ask(`${HISTORY}/${id}`)).status).toBe(404);
  });
});
