/**
 * Brings the document of an account into an account. What is there already stays as it is, so the same
 * document twice adds nothing. A document is outside text: rows that others share are matched, never
 * written, and each limit of an account holds.
 */
import type {
  AccountDocument,
  AccountImport,
  DocumentList,
} from '../../schema/wire/account-document.ts';
import { profileSchema } from '../../schema/wire/accounts.ts';
import type { RefreshJob } from '../../schema/wire/jobs.ts';
import { reviewSettingsSchema } from '../../schema/wire/review.ts';
import { claimQueued } from '../episodes/feed-claims.ts';
import { podcastAddress } from '../feeds/podcast-address.ts';
import { renderInsight } from '../library/render-insight.ts';
import type { Database } from '../platform/database.ts';
import { sha256Hex } from '../platform/sha256.ts';
import { restoreSources } from '../sources/restore-sources.ts';
import {
  addEpisodes,
  addHolders,
  addOwnPodcasts,
  addPodcasts,
  addSubscriptions,
  findEpisodes,
  findPodcasts,
  type PlacedEpisode,
} from './import-places.ts';
import {
  addContent,
  addConversations,
  addDigests,
  addGeneratedInsights,
  addMoments,
  addPositions,
  addProfile,
  addQuizQuestions,
  addQuizResults,
  addReviewDays,
  addReviewItems,
  addReviewSettings,
  addSavedInsights,
} from './import-rows.ts';

export interface ImportDeps {
  db: Database;
  /** Where the texts of sources go. */
  bucket: R2Bucket;
  refreshes: Pick<Queue<RefreshJob>, 'sendBatch'>;
}

/** An id for a row whose own id somebody else has: the same each time for the same user. */
export async function derivedId(userId: string, id: string): Promise<string> {
  const hash = await sha256Hex(`import ${userId} ${id}`);
  const variant = ((Number.parseInt(hash[16] ?? '0', 16) & 3) | 8).toString(16);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    variant + hash.slice(17, 20),
    hash.slice(20, 32),
  ].join('-');
}

/** An http or https address; null for anything else, which a screen could make a link of. */
function webAddress(address: string | null): string | null {
  const url = address === null ? null : URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) ? (address ?? null) : null;
}

const time = (iso: string) => Date.parse(iso);
const timeOrNull = (iso: string | null) => (iso === null ? null : Date.parse(iso));

export async function importAccount(
  { db, bucket, refreshes }: ImportDeps,
  userId: string,
  account: AccountDocument,
): Promise<AccountImport> {
  const withIds = <Row extends { id: string }>(rows: Row[]) =>
    Promise.all(rows.map(async (row) => ({ ...row, otherId: await derivedId(userId, row.id) })));
  const placed = await placePodcasts(db, userId, account, withIds);
  const episodes = await placeEpisodes(db, userId, account, placed.podcasts, withIds);

  const sources = await restoreSources(
    { db, bucket },
    userId,
    (await withIds(account.sources)).map((row) => ({
      ...row,
      title: row.title.toWellFormed(),
      author: row.author?.toWellFormed() ?? null,
      address: webAddress(row.address),
      publishedAt: row.publishedAt === null ? null : new Date(row.publishedAt),
      createdAt: new Date(row.createdAt),
      updatedAt: new Date(row.updatedAt),
      text: row.text.toWellFormed(),
    })),
    await withIds(referencesOf(account).filter(({ id }) => !episodes.ids.has(id))),
  );

  const placeOf = (id: string) => episodes.ids.get(id) ?? sources.ids.get(id);
  const inPlace = <Row extends { episodeId: string }>(rows: Row[]) =>
    rows.flatMap((row) => {
      const episodeId = placeOf(row.episodeId);
      return episodeId === undefined ? [] : [{ ...row, episodeId }];
    });
  const isPlayed = ({ episodeId }: { episodeId: string }) => !sources.ids.has(episodeId);
  /** Texts about several episodes link to them by id, and imported episodes have new ids. */
  const relinked = (text: string) =>
    text.replace(/(?<=[?&]episode=)[\da-f-]{36}/g, (id) => placeOf(id) ?? id);

  const saved = await Promise.all(
    (await withIds(inPlace(account.savedInsights))).map(async (row) => ({
      ...row,
      insight: row.insight.toWellFormed(),
      insightHtml: renderInsight(row.insight),
      insightHash: await sha256Hex(row.insight.trim()),
      tags: [...new Set(row.tags)],
      generatedAt: time(row.generatedAt),
    })),
  );
  const conversations = await withIds(
    account.conversations.flatMap((row) => {
      const episodeId = row.episodeId === null ? null : placeOf(row.episodeId);
      return episodeId === undefined ? [] : [{ ...row, episodeId, createdAt: time(row.createdAt) }];
    }),
  );
  const followUps = await withIds(
    conversations.flatMap((row) =>
      row.followUps.map((followUp) => ({
        ...followUp,
        answer: row.episodeId === null ? relinked(followUp.answer) : followUp.answer,
        createdAt: time(followUp.createdAt),
        sessionId: row.id,
        otherSessionId: row.otherId,
      })),
    ),
  );
  const items = await Promise.all(
    (await withIds(inPlace(account.reviewItems))).map(async (row) => ({
      ...row,
      otherSourceId: await derivedId(userId, row.sourceId),
      createdAt: time(row.createdAt),
    })),
  );
  const grades = items.flatMap(({ grades: given, ...item }) =>
    given.map((grade) => ({ ...grade, at: time(grade.at), id: item.id, otherId: item.otherId })),
  );
  const questions = await Promise.all(
    inPlace(account.quizQuestions)
      .filter(({ options, correctAnswerIndex }) => correctAnswerIndex < options.length)
      .map(async (row) => ({
        ...row,
        // What somebody else's file calls it is not to be relied on.
        questionHash: await sha256Hex(row.question),
        askedAt: time(row.askedAt),
      })),
  );
  const days = account.reviewDays.map(({ day, isKept, takeaway }) => {
    const episodeId = takeaway === null ? undefined : placeOf(takeaway.episodeId);
    return { day, isKept, takeaway: takeaway && episodeId ? { ...takeaway, episodeId } : null };
  });
  const results = await withIds(
    account.quizResults
      .filter(({ score, totalQuestions }) => score <= totalQuestions)
      .map((row) => ({ ...row, createdAt: time(row.createdAt) })),
  );
  const digests = await withIds(
    account.digests.map((row) => ({
      ...row,
      digest: relinked(row.digest),
      episodes: row.episodes.map((one) => ({ ...one, id: placeOf(one.id) ?? one.id })),
      periodStart: time(row.periodStart),
      periodEnd: time(row.periodEnd),
      createdAt: time(row.createdAt),
    })),
  );
  const moments = (await withIds(inPlace(account.moments.filter(isPlayed)))).map((row) => ({
    ...row,
    createdAt: time(row.createdAt),
  }));
  const positions = inPlace(account.positions.filter(isPlayed)).map((row) => ({
    ...row,
    at: time(row.at),
  }));
  const generated = inPlace(account.generatedInsights).map((row) => ({
    ...row,
    generatedAt: time(row.generatedAt),
  }));

  const added: Record<DocumentList, number> = {
    podcasts: placed.added,
    episodes: episodes.added,
    sources: sources.added,
    savedInsights: await addSavedInsights(db, userId, saved),
    generatedInsights: await addGeneratedInsights(db, userId, generated),
    conversations: await addConversations(db, userId, conversations, followUps),
    moments: await addMoments(db, userId, moments),
    positions: await addPositions(db, userId, positions),
    reviewItems: await addReviewItems(db, userId, items, grades),
    reviewDays: await addReviewDays(db, userId, days),
    quizQuestions: await addQuizQuestions(db, userId, questions),
    quizResults: await addQuizResults(db, userId, results),
    digests: await addDigests(db, userId, digests),
  };
  await addHead(db, userId, account);
  await requestRefreshes(db, refreshes, placed.fresh);
  const homeless = (rows: { episodeId: string | null }[]) =>
    rows.filter(({ episodeId }) => episodeId !== null && !placeOf(episodeId)).length;
  const { savedInsights, generatedInsights, reviewItems, quizQuestions } = account;
  const left = [
    ...[savedInsights, generatedInsights, account.conversations, account.moments],
    ...[account.positions, reviewItems, quizQuestions],
  ]
    .map(homeless)
    .concat(account.sources.filter(({ id }) => !sources.ids.has(id)).length)
    .reduce((total, count) => total + count, 0);
  return { added, left };
}

/** The episodes, or sources, that the account's rows name. */
function referencesOf(account: AccountDocument): { id: string }[] {
  const { savedInsights, generatedInsights, conversations, reviewItems, quizQuestions } = account;
  const rows = [
    ...[savedInsights, generatedInsights, conversations, reviewItems, quizQuestions].flat(),
    ...account.reviewDays.flatMap(({ takeaway }) => takeaway ?? []),
  ];
  const ids = rows.flatMap(({ episodeId }) => episodeId ?? []);
  return [...new Set(ids)].map((id) => ({ id }));
}

type WithIds = <Row extends { id: string }>(rows: Row[]) => Promise<(Row & { otherId: string })[]>;

/** Finds or adds the podcasts. @returns the ones of ours by their ids in the document */
async function placePodcasts(
  db: Database,
  userId: string,
  account: AccountDocument,
  withIds: WithIds,
) {
  const given = await withIds(
    account.podcasts.map((podcast) => {
      const { subscribedAt, own, imageUrl, youtubeUrl } = podcast;
      return {
        ...podcast,
        imageUrl: webAddress(imageUrl),
        youtubeUrl: webAddress(youtubeUrl),
        subscribedAt: timeOrNull(subscribedAt),
        ownCategory: own?.category ?? podcast.category,
        ownAddedAt: own ? time(own.addedAt) : Date.now(),
        ownRemovedAt: own ? timeOrNull(own.removedAt) : subscribedAt === null ? Date.now() : null,
      };
    }),
  );
  const known = await findPodcasts(db, userId, given);
  // What has no feed holds somebody's own sources, which are not in the document.
  const unknown = given.filter(
    ({ id, feedUrl }) => !known.has(id) && webAddress(feedUrl) !== null && podcastAddress(feedUrl),
  );
  const fresh = await addPodcasts(db, userId, unknown);
  const found = unknown.length > 0 ? await findPodcasts(db, userId, given) : known;
  const ours = given.flatMap((podcast) => {
    const podcastId = found.get(podcast.id)?.id;
    return podcastId === undefined ? [] : [{ ...podcast, podcastId }];
  });
  await addOwnPodcasts(db, userId, ours);
  const added = await addSubscriptions(
    db,
    userId,
    ours.filter(({ subscribedAt }) => subscribedAt !== null),
  );
  const visible = await findPodcasts(db, userId, given);
  const podcasts = new Map([...visible].filter(([, { isVisible }]) => isVisible));
  const subscribed = new Set(
    ours.filter(({ subscribedAt }) => subscribedAt !== null).map(({ podcastId }) => podcastId),
  );
  return { podcasts, added, fresh: fresh.filter((id) => subscribed.has(id)) };
}

/**
 * Finds the episodes, or adds them where the podcast is the user's alone. One that a shared podcast does
 * not have goes into a podcast of the user's own with the same feed: a file must not write into what
 * others read.
 */
async function placeEpisodes(
  db: Database,
  userId: string,
  account: AccountDocument,
  podcasts: Map<string, { id: string; isTheirs: boolean }>,
  withIds: WithIds,
): Promise<{ ids: Map<string, string>; added: number }> {
  const given: PlacedEpisode[] = (
    await withIds(account.episodes.filter(({ podcastId }) => podcasts.has(podcastId)))
  ).map((episode) => ({
    ...episode,
    podcastId: podcasts.get(episode.podcastId)?.id ?? '',
    publishedAt: timeOrNull(episode.publishedAt),
    link: webAddress(episode.link),
    audioUrl: webAddress(episode.audioUrl),
    imageUrl: webAddress(episode.imageUrl),
    youtubeVideoId: /^[\w-]{11}$/.test(episode.youtubeVideoId ?? '')
      ? episode.youtubeVideoId
      : null,
  }));
  const known = await findEpisodes(db, userId, given);
  const unknown = given.filter(({ id }) => !known.has(id));
  if (unknown.length === 0) return { ids: known, added: 0 };
  const theirs = new Set([...podcasts.values()].filter((one) => one.isTheirs).map(({ id }) => id));
  const shared = [...new Set(unknown.map(({ podcastId }) => podcastId))].filter(
    (id) => !theirs.has(id),
  );
  const holders = await addHolders(
    db,
    userId,
    await Promise.all(
      shared.map(async (podcastId) => ({
        podcastId,
        holderId: await derivedId(userId, podcastId),
      })),
    ),
  );
  const placed = unknown.flatMap((episode) => {
    if (theirs.has(episode.podcastId)) return [episode];
    const podcastId = holders.get(episode.podcastId);
    return podcastId === undefined ? [] : [{ ...episode, podcastId }];
  });
  const added = await addEpisodes(db, userId, placed);
  return { ids: new Map([...known, ...(await findEpisodes(db, userId, placed))]), added };
}

async function addHead(
  db: Database,
  userId: string,
  { profile, reviewSettings, content }: AccountDocument,
): Promise<void> {
  const { email, linkedinUrl, industry, role, goals } = profile;
  // Each on its own: one that is refused does not keep the others out.
  const fields = { email, linkedinUrl, industry, role, goals };
  const valid = Object.entries(fields).flatMap(([name, value]) => {
    const read = profileSchema.safeParse({ [name]: value });
    return read.success ? Object.entries(read.data) : [];
  });
  await addProfile(db, userId, Object.fromEntries(valid));
  const settings = reviewSettings && reviewSettingsSchema.safeParse(reviewSettings).data;
  if (settings) await addReviewSettings(db, userId, settings);
  if (content && content.content !== '') {
    await addContent(db, userId, {
      content: content.content.toWellFormed(),
      updatedAt: time(content.updatedAt),
    });
  }
}

/** Queues a refresh for each podcast that was added. */
async function requestRefreshes(
  db: Database,
  refreshes: ImportDeps['refreshes'],
  podcastIds: string[],
): Promise<void> {
  if (podcastIds.length === 0) return;
  const claimed = await claimQueued(db, podcastIds);
  // What is claimed and not sent is taken over later.
  for (let at = 0; at < claimed.length; at += 100) {
    await refreshes.sendBatch(
      claimed.slice(at, at + 100).map((podcastId) => ({ body: { podcastId } })),
    );
  }
}
