import { describe, expect, test } from 'vitest';
import { LONG_BODY_MAX_BYTES } from '../../../schema/limits.ts';
import {
  type AccountDocument,
  accountDocumentSchema,
  DOCUMENT_LISTS,
} from '../../../schema/wire/account-document.ts';
import { splitAccount } from '../../../schema/wire/account-parts.ts';

const time = '2026-11-02T10:00:00.000Z';

function anAccount(insights: number): AccountDocument {
  const podcastId = crypto.randomUUID();
  const episodes = Array.from({ length: 300 }, (_, index) => ({
    id: crypto.randomUUID(),
    podcastId,
    guid: String(index),
    title: 'Episode',
    description: '',
    publishedAt: null,
    durationSeconds: null,
    link: null,
    audioUrl: null,
    imageUrl: null,
    youtubeVideoId: null,
    isYoutubeShort: false,
    number: null,
    season: null,
    type: 'full' as const,
    isExplicit: null,
  }));
  const empty = { email: null, linkedinUrl: null, industry: null, role: null, goals: null };
  return accountDocumentSchema.parse({
    format: 'dripcast-account',
    version: 1,
    profile: { username: 'ada', ...empty },
    reviewSettings: null,
    content: { content: 'é'.repeat(200_000), updatedAt: time },
    podcasts: [
      {
        id: podcastId,
        feedUrl: 'https://a.test/f',
        title: 'A',
        host: '',
        description: '',
        category: 'Law',
        imageUrl: null,
        youtubeUrl: null,
        youtubeChannelId: null,
        language: null,
        isListed: true,
        isPrivate: false,
        subscribedAt: time,
        own: null,
      },
    ],
    episodes,
    savedInsights: Array.from({ length: insights }, (_, index) => ({
      id: crypto.randomUUID(),
      episodeId: episodes[index % 300]?.id,
      userNotes: null,
      tags: [],
      insight: `${index} ${'\u0001é'.repeat(500)}`,
      generatedAt: time,
    })),
    generatedInsights: [],
    conversations: [],
    moments: [],
    positions: [],
    reviewItems: [],
    reviewDays: [],
    quizQuestions: [],
    quizResults: [],
    digests: [],
  });
}

describe('parts of an account', () => {
  test('are documents that can be sent, and have every row once with what it refers to', () => {
    const account = anAccount(1_000);
    const parts = [...splitAccount(account)];
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) {
      accountDocumentSchema.parse(part);
      expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(LONG_BODY_MAX_BYTES);
      const there = new Set(part.episodes.map(({ id }) => id));
      expect(part.savedInsights.every(({ episodeId }) => there.has(episodeId))).toBe(true);
      if (part.episodes.length > 0) expect(part.podcasts).toHaveLength(1);
    }
    expect(parts.flatMap(({ savedInsights }) => savedInsights)).toEqual(account.savedInsights);
    expect(parts.filter(({ content }) => content !== null)).toHaveLength(1);
  });

  test('of an empty account are one', () => {
    const account = anAccount(0);
    for (const list of DOCUMENT_LISTS) account[list] = [];
    expect([...splitAccount(account)]).toEqual([{ ...account, forInformation: null }]);
  });
});
