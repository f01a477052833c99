/** Conversations about all of one's podcasts. */
import { env } from 'cloudflare:workers';
import { subDays } from 'date-fns';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { podcasts, subscriptions } from '../../../schema/tables/catalogue.ts';
import { chatSessions } from '../../../schema/tables/chat.ts';
import type {
  ChatHistoryPage,
  ChatReplyChunk,
  ConversationReply,
} from '../../../schema/wire/chat.ts';
import { GREETING_ALL } from '../../../schema/wire/chat-texts.ts';
import type { SearchReply } from '../../../schema/wire/search.ts';
import { withoutModel } from '../../../worker/assistant/without-model.ts';
import { NO_QUESTIONS_LEFT } from '../../../worker/chat/conversation.ts';
import { NDJSON } from '../../../worker/chat/reply-stream.ts';
import { makePerson, ORIGIN, type Person } from '../../support/people.ts';
import { db, makeEpisode, makePodcast, subscribe } from '../../support/podcasts.ts';
import { index, makeSpoken, searchAs, storeTranscript } from '../../support/search.ts';
import { crash, linesOf, sessionStub } from './people.ts';
import { SlowAssistant } from './slow-assistant.ts';
import { connect } from './socket-client.ts';

const PRICES = [
  'Ines: Welcome to another morning about pricing for small clinics.',
  'Ines: Annual discounts ruin the margin of a small clinic.',
  'Ben: Raising the subscription price cost us only two customers last spring.',
  'Ben: The scheduling tool saved the nurses eleven hours every week.',
];
const AGAINST = [
  'Cara: Good evening from the workshop about money and clinics.',
  'Cara: Annual discounts do not ruin the margin of a small clinic.',
  'Cara: We kept every customer for the whole of the year.',
];

const NOTHING_TO_ASK = {
  message: expect.stringMatching(/^You haven't subscribed to any podcasts yet\. Subscribe/),
};

const open = async (person: Person) => {
  const reply = await person.send('POST', '/api/ask', {});
  expect(reply.status).toBe(201);
  const { session } = await reply.json<{ session: { id: string; remainingFollowUps: number } }>();
  return session;
};

const ask = (person: Person, sessionId: string, message: string, id = crypto.randomUUID()) =>
  person.ask('/api/ask/chat', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: ORIGIN, 'Idempotency-Key': id },
    body: JSON.stringify({ message, sessionId }),
  });

const answerTo = async (person: Person, sessionId: string, message: string) => {
  const reply = await ask(person, sessionId, message);
  expect(reply.status).toBe(200);
  return reply.json<ChatReplyChunk>();
};

/** Polls for the conversations in D1, which are written after the answers. */
const historyOf = async (person: Person) =>
  (await (await person.ask('/api/user/chat-sessions')).json<ChatHistoryPage>()).chatSessions;

const isMaterialEmpty = async (person: Person) => {
  const reply = await person.send('GET', '/api/ask/material');
  return (await reply.json<{ isEmpty: boolean }>()).isEmpty;
};

/** A user who subscribes to a podcast in which this was said, this many days ago. */
async function subscribeToTalk(person: Person, sentences: string[], title: string, days: number) {
  const spoken = await makeSpoken(sentences, { title }, { publishedAt: subDays(new Date(), days) });
  await subscribe(person.id, spoken.podcastId);
  return spoken;
}

describe('a question to all podcasts', () => {
  test('is answered with the podcast, date and time of each citation, and the age of the sources', async () => {
    const person = await makePerson();
    const { episodeId } = await subscribeToTalk(person, PRICES, 'Price Talk', 3);
    const { id } = await open(person);
    const { response, remainingFollowUps } = await answerTo(
      person,
      id,
      'How many hours did the scheduling tool save the nurses?',
    );
    expect(response).toContain(
      'Ben: “The scheduling tool saved the nurses eleven hours every week.”',
    );
    expect(response).toContain(`[0:30](/tools?episode=${episodeId}&at=30)`);
    expect(response).toMatch(/\*Price Talk, \w{3} \d{1,2}, \d{4}\*/);
    expect(response).toMatch(/_Sources: 1 episode, 3 days old \(\w{3} \d{1,2}, \d{4}\)\._$/);
    expect(remainingFollowUps).toBe(9);
  });

  test('may be about what questions are usually asked with: interviews', async () => {
    const person = await makePerson();
    await subscribeToTalk(person, PRICES, 'Price Talk', 3);
    const hiring = [
      'Ines: Structured interviews choose better nurses than friendly ones.',
      'Ines: We ask the same six things in all interviews of a clinic.',
      'Ben: An interview without notes is forgotten by the evening.',
    ];
    await subscribeToTalk(person, hiring, 'Hiring Talk', 2);
    const { id } = await open(person);
    await answerTo(person, id, 'How many hours did the scheduling tool save the nurses?');
    const { response } = await answerTo(person, id, 'What do they say about interviews?');
    expect(response).toContain('*Hiring Talk');
    expect(response).not.toContain('*Price Talk');
  });

  test('may be misspelt', async () => {
    const person = await makePerson();
    await subscribeToTalk(person, PRICES, 'Price Talk', 3);
    const { id } = await open(person);
    const { response } = await answerTo(person, id, 'Sumarize the newest episodes');
    expect(response).toContain('*Price Talk');
  });

  test('costs nothing as long as there is nothing to ask, and says what to do first', async () => {
    const person = await makePerson();
    const { id } = await open(person);
    expect(await isMaterialEmpty(person)).toBe(true);
    for (const question of ['How deep is the Mariana trench?', 'What are the key takeaways?']) {
      const reply = await ask(person, id, question);
      expect(await reply.json()).toMatchObject(NOTHING_TO_ASK);
    }
    await subscribeToTalk(person, PRICES, 'Price Talk', 3);
    expect(await isMaterialEmpty(person)).toBe(false);
    const { remainingFollowUps } = await answerTo(person, id, 'How deep is the Mariana trench?');
    expect(remainingFollowUps).toBe(9);
  });

  test('costs nothing as long as no episode has a transcript, and says how to get one', async () => {
    const person = await makePerson();
    const podcast = await makePodcast();
    await makeEpisode(podcast.id);
    await subscribe(person.id, podcast.id);
    const { id } = await open(person);
    for (const question of ['How deep is the Mariana trench?', 'What are the key takeaways?']) {
      const reply = await ask(person, id, question);
      expect(await reply.json()).toMatchObject({
        message: expect.stringMatching(/^None of your episodes has its transcript here yet\./),
      });
    }
  });

  test('is answered from a transcript that the index does not hold yet', async () => {
    const person = await makePerson();
    await subscribeToTalk(person, AGAINST, 'Clinic Money', 3);
    const podcast = await makePodcast({ title: 'Price Talk' });
    const { id: episodeId } = await makeEpisode(podcast.id);
    await storeTranscript(episodeId, PRICES);
    await subscribe(person.id, podcast.id);
    const { id } = await open(person);
    const question = 'How many hours did the scheduling tool save the nurses?';
    const { response } = await answerTo(person, id, question);
    expect(response).toContain(episodeId);
    expect(response).toContain('eleven hours every week');
    const earlier =
      'after:2001-01-01 before:2001-02-01 How many hours did the scheduling tool save?';
    expect((await answerTo(person, id, earlier)).response).not.toContain(episodeId);
  });

  test('costs nothing while the index lacks more transcripts than an answer can read', async () => {
    const person = await makePerson();
    const podcast = await makePodcast();
    await subscribe(person.id, podcast.id);
    const episodes = await Promise.all(Array.from({ length: 9 }, () => makeEpisode(podcast.id)));
    for (const episode of episodes) await storeTranscript(episode.id, PRICES);
    const { id } = await open(person);
    const reply = await ask(person, id, 'How deep is the Mariana trench?');
    expect(await reply.json()).toMatchObject({
      message: expect.stringMatching(/^Your newest episodes are still being read\./),
    });
    await index(...episodes.map((episode) => ['transcript', episode.id] as ['transcript', string]));
    const { remainingFollowUps } = await answerTo(person, id, 'How deep is the Mariana trench?');
    expect(remainingFollowUps).toBe(9);
  });

  test('quotes both sides if speakers disagree', async () => {
    const person = await makePerson();
    const one = await subscribeToTalk(person, PRICES, 'Price Talk', 3);
    const other = await subscribeToTalk(person, AGAINST, 'Clinic Money', 400);
    const { id } = await open(person);
    const { response } = await answerTo(
      person,
      id,
      'Do annual discounts ruin the margin of a clinic?',
    );
    for (const { episodeId } of [one, other]) expect(response).toContain(episodeId);
    expect(response).toContain('do not ruin the margin of a small clinic');
    expect(response).toMatch(/2 episodes; the newest is 3 days old .* the oldest 1 year old/);
  });

  test('says that no podcast has the answer, with the closest passages', async () => {
    const person = await makePerson();
    await subscribeToTalk(person, PRICES, 'Price Talk', 3);
    const { id } = await open(person);
    const { response } = await answerTo(
      person,
      id,
      'What price do volcanoes put on the geology of Iceland?',
    );
    expect(response).toMatch(/^I found nothing about that in your podcasts\./);
    const nothing = await answerTo(person, id, 'How deep is the Mariana trench?');
    expect(nothing.response).toMatch(/^I found nothing about that in your podcasts\./);
  });

  test('has something of each new episode if it is asked for what matters', async () => {
    const person = await makePerson();
    const one = await subscribeToTalk(person, PRICES, 'Price Talk', 3);
    const other = await subscribeToTalk(person, AGAINST, 'Clinic Money', 400);
    const strange = await makeSpoken(PRICES, { title: 'Strangers Talk' });
    const { id } = await open(person);
    const { response } = await answerTo(person, id, 'What are the key takeaways?');
    expect(response).toMatch(/^Of your newest episodes, in their speakers' own words:\n\n- /);
    const places = [one, other].map(({ episodeId }) => response.indexOf(episodeId));
    expect(places[0]).toBeGreaterThan(0);
    expect(places[1]).toBeGreaterThan(places[0] ?? 0);
    expect(response).not.toContain(strange.episodeId);
  });

  test('uses only podcasts that the reader subscribes to or has had, at the time of the question', async () => {
    const person = await makePerson();
    const subscribed = await subscribeToTalk(person, PRICES, 'Price Talk', 3);
    const strange = await makeSpoken(PRICES, { title: 'Strangers Talk' });
    const { id } = await open(person);
    const question = 'How many hours did the scheduling tool save the nurses?';
    const before = await answerTo(person, id, question);
    expect(before.response).toContain(subscribed.episodeId);
    expect(before.response).not.toContain(strange.episodeId);
    await db.delete(subscriptions).where(eq(subscriptions.userId, person.id));
    expect(await (await ask(person, id, question)).json()).toMatchObject(NOTHING_TO_ASK);
    await db
      .insert(chatSessions)
      .values({ userId: person.id, episodeId: strange.episodeId, remainingFollowUps: 10 });
    expect(await isMaterialEmpty(person)).toBe(false);
    const had = await answerTo(person, id, question);
    expect(had.response).toContain(strange.episodeId);
    expect(had.response).not.toContain(subscribed.episodeId);
  });

  test('may refer to earlier questions', async () => {
    const person = await makePerson();
    await subscribeToTalk(person, PRICES, 'Price Talk', 3);
    const { id } = await open(person);
    await answerTo(person, id, 'What happened after raising the subscription price?');
    const { response } = await answerTo(person, id, 'And who said that?');
    expect(response).toContain('Ben: “Raising the subscription price');
  });
});

describe('the conversation', () => {
  test('opens once, however often it is requested, with a greeting', async () => {
    const person = await makePerson();
    const [one, other] = await Promise.all([open(person), open(person)]);
    expect(one.id).toBe(other.id);
    const socket = await connect(person, one.id);
    const { messages } = await socket.next('session');
    const note = `_${withoutModel('Answers are selected', "the episodes'")}_`;
    expect(messages.map(({ content }) => content)).toEqual([`${GREETING_ALL}\n\n${note}`]);
  });

  test('is private, and not a conversation about an episode', async () => {
    const [person, stranger] = await Promise.all([makePerson(), makePerson()]);
    const { episodeId } = await subscribeToTalk(person, PRICES, 'Price Talk', 3);
    const { id } = await open(person);
    expect((await ask(stranger, id, 'How much?')).status).toBe(404);
    expect((await stranger.ask(`/api/ask?sessionId=${id}`)).status).toBe(404);
    expect((await stranger.send('POST', '/api/ask/chat/stop', { sessionId: id })).status).toBe(404);
    const path = `/api/podcasts/episodes/${episodeId}/chat`;
    expect((await person.send('POST', path, { message: 'Hi', sessionId: id })).status).toBe(404);
    const ofEpisode = crypto.randomUUID();
    await db
      .insert(chatSessions)
      .values({ id: ofEpisode, userId: person.id, episodeId, remainingFollowUps: 10 });
    expect((await ask(person, ofEpisode, 'How much?')).status).toBe(404);
  });

  test('takes ten questions, never two at once, as counted by the server', async () => {
    const person = await makePerson();
    await subscribeToTalk(person, PRICES, 'Price Talk', 3);
    const { id } = await open(person);
    await db.update(chatSessions).set({ remainingFollowUps: 1 }).where(eq(chatSessions.id, id));
    const replies = await Promise.all([ask(person, id, 'Why?'), ask(person, id, 'How?')]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = await ask(person, id, 'When?');
    expect(await refused.json()).toMatchObject({ message: NO_QUESTIONS_LEFT });
  });

  test('streams, and refunds an interrupted answer', async () => {
    const person = await makePerson();
    await subscribeToTalk(person, PRICES, 'Price Talk', 3);
    const { id } = await open(person);
    const streamed = await person.ask('/api/ask/chat', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: NDJSON },
      body: JSON.stringify({ message: 'What did the scheduling tool save?', sessionId: id }),
    });
    const chunks = await linesOf(streamed);
    expect(chunks.length).toBeGreaterThan(2);
    expect(chunks.at(-1)).toMatchObject({ done: true, remainingFollowUps: 9 });

    const assistant = await new SlowAssistant().answersIn(id);
    const questionId = crypto.randomUUID();
    const lost = ask(person, id, 'And what else?', questionId);
    assistant.say('Half an ans');
    await expect.poll(() => assistant.questions.length).toBe(1);
    await crash(sessionStub(id));
    expect((await lost).status).toBe(502);
    const reply = await person.ask(`/api/ask?sessionId=${id}`);
    const { conversation } = await reply.json<ConversationReply>();
    expect(conversation?.session.remainingFollowUps).toBe(9);
    const last = conversation?.messages.slice(-2);
    expect(last?.map(({ role }) => role)).toEqual(['user', 'system']);
    expect(last?.[0]?.content).toBe('And what else?');
  });

  test('is listed in the history, found by search, and deleted with the account', async () => {
    const person = await makePerson();
    const { episodeId } = await subscribeToTalk(person, PRICES, 'Price Talk', 3);
    const { id } = await open(person);
    await answerTo(person, id, 'What did the scheduling tool of Quarzheim save?');
    await db.insert(chatSessions).values({ userId: person.id, episodeId, remainingFollowUps: 10 });
    await expect
      .poll(() => historyOf(person))
      .toMatchObject([
        { id, episodeId: null, episodeTitle: null, podcastTitle: null, remainingFollowUps: 9 },
      ]);
    expect((await person.ask(`/api/user/chat-sessions/${id}`)).status).toBe(200);
    await index(['chat', id]);
    const { results }: SearchReply = await searchAs(person, 'Quarzheim');
    expect(results).toMatchObject([
      { kind: 'chat', sessionId: id, episodeId: null, seconds: null },
    ]);
    await person.send('DELETE', '/api/user', {});
    expect(await db.select().from(chatSessions).where(eq(chatSessions.id, id))).toEqual([]);
    const left = await env.SEARCH.prepare('SELECT count(*) AS n FROM documents WHERE source_id = ?')
      .bind(id)
      .first('n');
    expect(left).toBe(0);
  });

  test('outlives the episodes it quotes', async () => {
    const person = await makePerson();
    const { podcastId } = await subscribeToTalk(person, PRICES, 'Price Talk', 3);
    const { id } = await open(person);
    await answerTo(person, id, 'What did the scheduling tool save?');
    await expect.poll(() => historyOf(person)).toMatchObject([{ id }]);
    await db.delete(podcasts).where(eq(podcasts.id, podcastId));
    expect(await historyOf(person)).toMatchObject([{ id }]);
  });
});
