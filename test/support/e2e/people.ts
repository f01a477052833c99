/** Users for browser tests. Each test creates its own through the API. */
import { type APIRequestContext, expect } from '@playwright/test';
import type { Profile, User } from '../../../schema/wire/accounts.ts';
import type { Podcast } from '../../../schema/wire/catalogue.ts';
import type { ChatReplyChunk } from '../../../schema/wire/chat.ts';
import type { Episode, FetchRecentReply } from '../../../schema/wire/episodes.ts';
import type { ChatSessionInit, InsightReply } from '../../../schema/wire/insights.ts';
import type { SavedInsight } from '../../../schema/wire/library.ts';

/** The sample podcast with every kind of episode, and episodes by their special property. */
export const SAMPLER = 'Dripcast Sampler: Marketing';
export const OTHER_SAMPLER = 'Dripcast Sampler: Law';
export const EPISODE = 'Why most attribution dashboards lie by default';
/** Below it in the list of recent episodes. */
export const OTHER_EPISODE = 'Sixty forty, light buyers and the long game';
export const SOUND_ONLY_EPISODE = 'Listener clinic: three names for one product';
export const SHORT_EPISODE = 'The ninety-five five rule in one minute';

export interface Person {
  id: string;
  username: string;
  password: string;
}

export interface SubscribedPerson extends Person {
  podcastId: string;
  episodes: Episode[];
}

/** A new address, because registrations are limited per address. */
function someAddress(): string {
  const part = () => Math.floor(Math.random() * 254) + 1;
  return `10.${part()}.${part()}.${part()}`;
}

export function someName(): string {
  return `reader-${crypto.randomUUID().slice(0, 13)}`;
}

/** Registers a user. Their cookies stay in `request`. */
export async function register(request: APIRequestContext): Promise<Person> {
  const username = someName();
  const password = 'a quiet drip';
  const { user } = await reply<{ user: User }>(
    request.post('/api/register', {
      headers: { 'CF-Connecting-IP': someAddress() },
      data: { username, password, email: '', linkedinUrl: '' },
    }),
  );
  return { id: user.id, username, password };
}

export function saveProfile(request: APIRequestContext, profile: Partial<Profile>) {
  const data = { email: null, linkedinUrl: null, ...profile };
  return reply<User>(request.put('/api/user/profile', { data }));
}

export function listPodcasts(request: APIRequestContext): Promise<Podcast[]> {
  return reply(request.get('/api/podcasts'));
}

/** Subscribes to the podcast with this title and returns it. */
export async function subscribe(request: APIRequestContext, title: string): Promise<Podcast> {
  const podcast = (await listPodcasts(request)).find((one) => one.title === title);
  if (!podcast) throw new Error(`The catalogue has no '${title}'`);
  await reply(request.post(`/api/podcasts/${podcast.id}/subscribe`));
  return podcast;
}

export function unsubscribe(request: APIRequestContext, podcastId: string) {
  return reply(request.delete(`/api/podcasts/${podcastId}/subscribe`));
}

/** Fetches the recent episodes, which uses up the fetch window. */
export function fetchRecent(request: APIRequestContext): Promise<FetchRecentReply> {
  return reply(request.post('/api/podcasts/fetch-recent'));
}

/** A user who subscribes to the sampler and has its episodes. */
export async function registerSubscribed(request: APIRequestContext): Promise<SubscribedPerson> {
  const person = await register(request);
  const { id } = await subscribe(request, SAMPLER);
  const {
    episodes: { [SAMPLER]: episodes = [] },
  } = await fetchRecent(request);
  expect(episodes, 'episodes of the sample podcast').not.toEqual([]);
  return { ...person, podcastId: id, episodes };
}

export function episodeOf({ episodes }: SubscribedPerson, title: string): Episode {
  const episode = episodes.find((one) => one.title === title);
  if (!episode) throw new Error(`The sampler has no episode '${title}'`);
  return episode;
}

/** Opens a chat session and waits for the insight, if there can be one. */
export async function makeSession(request: APIRequestContext, episodeId: string) {
  const path = `/api/podcasts/episodes/${episodeId}/insights`;
  const { data } = await reply<ChatSessionInit>(request.post(path));
  if (data.insightStatus === 'queued') {
    await expect
      .poll(async () => (await reply<InsightReply>(request.get(path))).data.status, {
        timeout: 30_000,
      })
      .toBe('done');
  }
  return data.session;
}

/** Asks a question and waits for the complete answer. */
export function ask(
  request: APIRequestContext,
  asked: { episodeId: string; sessionId: string; message: string },
): Promise<ChatReplyChunk> {
  const { episodeId, ...data } = asked;
  return reply(request.post(`/api/podcasts/episodes/${episodeId}/chat`, { data }));
}

export function saveInsight(
  request: APIRequestContext,
  saved: { episodeId: string; insight: string },
): Promise<SavedInsight> {
  return reply(request.post('/api/user/insights', { data: saved }));
}

export function updateInsight(
  request: APIRequestContext,
  id: string,
  change: { userNotes?: string; tags?: string[] },
): Promise<SavedInsight> {
  return reply(request.put(`/api/user/insights/${id}`, { data: change }));
}

async function reply<T>(sent: ReturnType<APIRequestContext['get']>): Promise<T> {
  const response = await sent;
  if (!response.ok()) {
    throw new Error(`${response.url()}: ${response.status()} ${await response.text()}`);
  }
  return (await response.json()) as T;
}
