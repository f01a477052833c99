/** Podcasts, episodes and feeds for tests inside workerd. Each test creates its own. */
import { env } from 'cloudflare:workers';
import { subMinutes } from 'date-fns';
import { eq } from 'drizzle-orm';
import { feeds, podcasts, subscriptions } from '../../schema/tables/catalogue.ts';
import { episodes } from '../../schema/tables/episodes.ts';
import { ownPodcasts } from '../../schema/tables/own-podcasts.ts';
import { createDatabase } from '../../worker/platform/database.ts';

export const db = createDatabase(env.DB);

type PodcastRow = typeof podcasts.$inferSelect;
type EpisodeRow = typeof episodes.$inferSelect;

/** A podcast of the catalogue. By default its feed doesn't exist. */
export async function makePodcast(
  fields: Partial<typeof podcasts.$inferInsert> = {},
): Promise<PodcastRow> {
  const id = crypto.randomUUID();
  const [row] = await db
    .insert(podcasts)
    .values({
      id,
      title: `Podcast ${id.slice(0, 8)}`,
      host: 'Ada Quist',
      description: 'About work.',
      category: 'HR',
      feedUrl: `http://127.0.0.1:9/${id}.xml`,
      ...fields,
    })
    .returning();
  if (!row) throw new Error('the podcast was not written');
  return row;
}

/** A podcast that one reader added: nobody else may see it. */
export async function makeOwnPodcast(userId: string): Promise<PodcastRow> {
  const podcast = await makePodcast({ isListed: false });
  await db.insert(ownPodcasts).values({ userId, podcastId: podcast.id, category: 'HR' });
  return podcast;
}

/** An episode from an hour ago. By default it has no transcript. */
export async function makeEpisode(
  podcastId: string,
  fields: Partial<typeof episodes.$inferInsert> = {},
): Promise<EpisodeRow> {
  const id = crypto.randomUUID();
  const [row] = await db
    .insert(episodes)
    .values({
      id,
      podcastId,
      guid: id,
      title: `Episode ${id.slice(0, 8)}`,
      description: '',
      publishedAt: subMinutes(new Date(), 60),
      isYoutubeShort: false,
      transcriptLinks: [],
      ...fields,
    })
    .returning();
  if (!row) throw new Error('the episode was not written');
  return row;
}

/** A transcript link as in a feed. */
export const vttLink = (url: string) => ({ url, type: 'text/vtt', language: 'en', rel: null });

/** Subscribes without triggering a fetch of the feed. */
export async function subscribe(userId: string, ...podcastIds: string[]): Promise<void> {
  for (const podcastId of podcastIds) await db.insert(subscriptions).values({ userId, podcastId });
}

/** Returns a podcast's episodes from the database, by title. */
export function episodesOf(podcastId: string): Promise<EpisodeRow[]> {
  return db
    .select()
    .from(episodes)
    .where(eq(episodes.podcastId, podcastId))
    .orderBy(episodes.title);
}

/** Returns the state of a podcast's feed. */
export async function feedStateOf(podcastId: string) {
  const [row] = await db.select().from(feeds).where(eq(feeds.podcastId, podcastId));
  return row ?? null;
}

/** Pretends that a feed was last read an hour ago. */
export async function ageReading(podcastId: string): Promise<void> {
  await db
    .update(feeds)
    .set({ succeededAt: subMinutes(new Date(), 60) })
    .where(eq(feeds.podcastId, podcastId));
}

export interface TestItem {
  guid: string;
  title: string;
  publishedAt?: Date;
  transcriptUrl?: string;
}

/** An RSS feed with these items. */
export function rss(title: string, items: TestItem[]): string {
  const written = items.map(
    (item) => `<item><title>${item.title}</title><guid isPermaLink="false">${item.guid}</guid>
<pubDate>${(item.publishedAt ?? subMinutes(new Date(), 60)).toUTCString()}</pubDate>
<enclosure url="https://sound.test/${item.guid}.mp3" type="audio/mpeg" length="1000"/>
${item.transcriptUrl ? `<podcast:transcript url="${item.transcriptUrl}" type="text/vtt"/>` : ''}</item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel>
<title>${title}</title><description>A feed of the tests</description>
${written.join('\n')}
</channel></rss>`;
}

const cueTime = (second: number) =>
  `00:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}.000`;

/** WebVTT of these sentences by one speaker, ten seconds each. */
export function vtt(sentences: string[]): string {
  const cues = sentences.map(
    (sentence, index) =>
      `${cueTime(index * 10)} --> ${cueTime(index * 10 + 9)}\n<v Ada Quist>${sentence}`,
  );
  return `WEBVTT\n\n${cues.join('\n\n')}\n`;
}
