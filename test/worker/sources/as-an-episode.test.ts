/** A source can be asked about, saved from, quizzed and found like an episode. */
import { describe, expect, test } from 'vitest';
import { chatSessions } from '../../../schema/tables/chat.ts';
import type { ChatReplyChunk } from '../../../schema/wire/chat.ts';
import type { ChatSessionInit, InsightReply } from '../../../schema/wire/insights.ts';
import type { SavedInsightsPage } from '../../../schema/wire/library.ts';
import type { Quiz } from '../../../schema/wire/quiz.ts';
import type { ReviewItem } from '../../../schema/wire/review.ts';
import { messagesOf } from '../../../worker/chat/conversation.ts';
import { loadConversation } from '../../../worker/chat/store.ts';
import { makePerson, type Person } from '../../support/people.ts';
import { db, makeEpisode, makePodcast } from '../../support/podcasts.ts';
import { index, searchAs } from '../../support/search.ts';
import { addSource, PRICING, pricing, sourcesOf } from '../../support/sources.ts';

const open = async (person: Person, id: string) => {
  const reply = await person.send('POST', `/api/podcasts/episodes/${id}/insights`, {});
  expect(reply.status).toBe(200);
  return reply.json<ChatSessionInit>();
};

const ask = async (person: Person, id: string, sessionId: string, message: string) => {
  const path = `/api/podcasts/episodes/${id}/chat`;
  const reply = await person.send('POST', path, { message, sessionId });
  expect(reply.status).toBe(200);
  return (await reply.json<ChatReplyChunk>()).response;
};

test('answers and insights cite paragraphs that exist', async () => {
  const person = await makePerson();
  const { id } = await addSource(person);
  const { data } = await open(person, id);
  expect(data.episode.transcriptUnavailable).toBe(false);
  const answer = await ask(person, id, data.session.id, 'How many patients did the clinic lose?');
  expect(answer).toContain('lost only two patients');
  expect(answer).toContain('[¶ 1]');
  const path = `/api/podcasts/episodes/${id}/insights`;
  const insight = async () => (await (await person.ask(path)).json<InsightReply>()).data;
  await expect.poll(async () => (await insight()).status).toBe('done');
  const { initialInsight } = await insight();
  expect(initialInsight).toContain("Selected from the source's own sentences");
  const cited = [...(initialInsight ?? '').matchAll(/\[([^\]]+)\]/g)].map(([, label]) => label);
  expect(cited.length).toBeGreaterThan(0);
  expect(['¶ 1', '¶ 2', '¶ 3']).toEqual(expect.arrayContaining(cited));
});

test('answers and insights tell who says what in a conversation, whose text stays as it is', async () => {
  const person = await makePerson();
  const text = `Mia Weber: What does salt do to the dough of a loaf?

Otto Brenner: Salt tightens the gluten and slows the yeast, and without salt a loaf tastes flat.

Mia Weber: Which flour should a home baker buy for rye bread?

Otto Brenner: Buy whole rye flour from a mill, because its bran feeds the yeast of the dough.`;
  const { id } = await addSource(person, { kind: 'text', text });
  const { data } = await open(person, id);
  const answer = await ask(person, id, data.session.id, 'What does salt do?');
  expect(answer).toContain('Otto Brenner: “Salt tightens the gluten');
  const path = `/api/podcasts/episodes/${id}/insights`;
  const insight = async () => (await (await person.ask(path)).json<InsightReply>()).data;
  await expect.poll(async () => (await insight()).status).toBe('done');
  expect((await insight()).initialInsight).toContain('Otto Brenner: “');
  const kept = await (await person.ask(`/api/user/sources/${id}`)).json<{ text: string }>();
  expect(kept.text).toBe(text);
});

test('an answer after a change of the text knows the new one only', async () => {
  const person = await makePerson();
  const { id } = await addSource(person);
  const { data } = await open(person, id);
  await ask(person, id, data.session.id, 'How many patients did the clinic lose?');
  const text = `${PRICING[1]}\n\nThe clinic in Leeds lost forty patients after that letter.`;
  await person.send('PUT', `/api/user/sources/${id}`, { text });
  const answer = await ask(person, id, data.session.id, 'How many patients did the clinic lose?');
  expect(answer).toContain('forty patients');
  expect(answer).toContain('[¶ 2]');
  expect(answer).not.toContain('only two');
});

test('what is saved from it stands in the library under ‘Your sources’, and comes back', async () => {
  const person = await makePerson();
  const { id } = await addSource(person);
  const insight = 'Only two patients left. [¶ 1]';
  const reply = await person.send('POST', '/api/user/insights', { episodeId: id, insight });
  expect(reply.status).toBe(201);
  const saved = await reply.json<{ id: string }>();
  const { podcastGroups } = await (
    await person.ask('/api/user/insights')
  ).json<SavedInsightsPage>();
  expect(podcastGroups).toMatchObject([
    { podcastTitle: 'Your sources', isSources: true, insights: [{ id: saved.id, episodeId: id }] },
  ]);
  const review = await person.send('POST', '/api/user/reviews', {
    kind: 'insight',
    sourceId: saved.id,
  });
  expect(await review.json<ReviewItem>()).toMatchObject({ seconds: null, paragraph: 1 });

  await index(['insight', saved.id]);
  const { results } = await searchAs(person, 'patients left', { kind: 'insight' });
  expect(results).toMatchObject([{ seconds: null, paragraph: 1, insightId: saved.id }]);
});

const LONG = Array.from({ length: 12 }, (_, index) => {
  const places = ['Leeds', 'York', 'Hull', 'Bath', 'Ely', 'Wells', 'Ripon', 'Truro', 'Derby'];
  const place = places[index % places.length];
  return `The clinic in ${place} treated ${200 + index * 37} patients in its first year. It paid ${3 + index} percent more rent than the year before. The manager of ${place} hired ${2 + index} nurses because the waiting list had grown to ${11 + index} weeks.`;
});

describe('a quiz', () => {
  test('asks about one’s own sources', async () => {
    const person = await makePerson();
    await addSource(person, pricing({ text: LONG.join('\n\n') }));
    const { podcastId } = await sourcesOf(person);
    for (const body of [{ podcastId, useWholeLibrary: false }, { useWholeLibrary: true }]) {
      const reply = await person.send('POST', '/api/quiz/generate', body);
      expect(reply.status).toBe(200);
      const { questions } = await reply.json<Quiz>();
      expect(questions).toHaveLength(5);
      for (const { explanation } of questions) expect(explanation).toMatch(/\[¶ \d+\]/);
    }
    const stranger = await makePerson();
    const foreign = { podcastId, useWholeLibrary: false };
    expect((await stranger.send('POST', '/api/quiz/generate', foreign)).status).toBe(404);
  });

  test.each([
    ['Your source is', 1],
    ['Your sources are', 2],
  ])('of too little says so: %s too short', async (lead, count) => {
    const person = await makePerson();
    for (let index = 0; index < count; index += 1) {
      const text = `Rent rose.\n\nPrices, too.\n\nThat is all of it, part ${index}.`;
      await addSource(person, pricing({ text }));
    }
    const { podcastId } = await sourcesOf(person);
    const body = { podcastId, useWholeLibrary: false };
    const reply = await person.send('POST', '/api/quiz/generate', body);
    expect(reply.status).toBe(422);
    expect(await reply.json()).toMatchObject({
      message: expect.stringMatching(new RegExp(`^${lead} too short for a quiz`)),
    });
  });
});

describe('the search', () => {
  test('finds a source by its paragraph, its title and its author', async () => {
    const person = await makePerson();
    const { id } = await addSource(person);
    const { podcastId } = await sourcesOf(person);
    const found = await searchAs(person, 'annual discounts');
    expect(found.results).toMatchObject([
      {
        kind: 'source',
        episodeId: id,
        episodeTitle: 'What a small clinic charges',
        podcastTitle: 'Your sources',
        seconds: null,
        paragraph: 3,
        snippet: 'Annual discounts ruin the margin of a small clinic.',
      },
    ]);
    for (const [q, filters] of [
      ['small clinic charges', {}],
      ['Mara Lind', {}],
      ['discounts', { kind: 'source' }],
      ['discounts', { podcastId: podcastId ?? '' }],
      ['discounts in:"your sources"', {}],
      ['discounts after:2026-10', {}],
    ] as const) {
      expect((await searchAs(person, q, filters)).results).toMatchObject([{ episodeId: id }]);
    }
    for (const q of ['discounts in:marketing', 'discounts before:2026-10', 'discounts from:Mara']) {
      expect((await searchAs(person, q)).results).toEqual([]);
    }
    expect((await searchAs(person, 'discounts', { kind: 'transcript' })).results).toEqual([]);
  });

  test('lets an answer from everything cite a source', async () => {
    const person = await makePerson();
    const { id } = await addSource(person);
    const { session } = await (await person.send('POST', '/api/ask', {})).json<{
      session: { id: string };
    }>();
    const message = 'What do annual discounts do to the margin of a clinic?';
    const reply = await person.send('POST', '/api/ask/chat', { message, sessionId: session.id });
    const { response } = await reply.json<ChatReplyChunk>();
    expect(response).toContain(`[¶ 3](/tools?episode=${id}&at=3)`);
    expect(response).toContain('Your sources');
  });
});

test('a conversation about a source is greeted as one', async () => {
  const person = await makePerson();
  const { id } = await addSource(person);
  const greeted = async (episodeId: string | null) => {
    const row = { userId: person.id, episodeId, remainingFollowUps: 9 };
    const [session] = await db.insert(chatSessions).values(row).returning();
    const conversation = await loadConversation(db, session?.id ?? '');
    return conversation && messagesOf(conversation, 'workers-ai')[0]?.content;
  };
  expect(await greeted(id)).toContain('this source');
  expect(await greeted((await makeEpisode((await makePodcast()).id)).id)).toContain('this podcast');
});
