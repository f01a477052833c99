import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { CATEGORIES, type Category } from '../../schema/limits.ts';
import { PODCAST_FEED_FIELDS } from '../../schema/tables/catalogue.ts';
import { runSql, type Target } from './database.ts';

const optionalUrl = z
  .url({ protocol: /^https?$/ })
  .nullish()
  .transform((url) => url ?? null);

/** A podcast as entered by an operator; null where unknown. */
export const catalogueEntrySchema = z.object({
  title: z.string().trim().min(1),
  host: z.string().trim(),
  description: z.string().trim(),
  category: z.enum(CATEGORIES),
  feedUrl: z.url({ protocol: /^https?$/ }),
  imageUrl: optionalUrl,
  spotifyUrl: optionalUrl,
  youtubeUrl: optionalUrl,
  youtubeChannelId: z
    .string()
    .nullish()
    .transform((id) => id ?? null),
  /** The fields that follow the feed. */
  feedFields: z.array(z.enum(PODCAST_FEED_FIELDS)).optional(),
});
export type CatalogueEntry = z.output<typeof catalogueEntrySchema>;

/** Bytes of entries per statement. D1 takes 100 kB, and SQL writes each quotation mark twice. */
const BYTES_AT_ONCE = 45_000;

/** Adds podcasts, or updates those whose feed is already known. A podcast a user added becomes listed. */
export async function savePodcasts(target: Target, entries: CatalogueEntry[]): Promise<void> {
  let waiting: CatalogueEntry[] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = Buffer.byteLength(JSON.stringify(entry));
    if (waiting.length > 0 && bytes + size > BYTES_AT_ONCE) {
      await runSql(target, upsert(waiting));
      waiting = [];
      bytes = 0;
    }
    waiting.push(entry);
    bytes += size;
  }
  if (waiting.length > 0) await runSql(target, upsert(waiting));
}

function upsert(entries: CatalogueEntry[]): SQL {
  const rows = entries.map((entry) => {
    const values = [
      crypto.randomUUID(),
      entry.title,
      entry.host,
      entry.description,
      entry.category,
      entry.imageUrl,
      entry.spotifyUrl,
      entry.youtubeUrl,
      entry.youtubeChannelId,
      entry.feedUrl,
      JSON.stringify(entry.feedFields ?? []),
      Date.now(),
    ];
    return sql`(${sql.join(
      values.map((value) => sql`${value}`),
      sql`, `,
    )})`;
  });
  return sql`
    INSERT INTO podcasts (
      id, title, host, description, category, image_url, spotify_url, youtube_url,
      youtube_channel_id, feed_url, feed_fields, created_at
    ) VALUES ${sql.join(rows, sql`, `)}
    ON CONFLICT (feed_url) WHERE owner_id IS NULL DO UPDATE SET
      is_listed = true,
      title = excluded.title, host = excluded.host, description = excluded.description,
      category = excluded.category, image_url = excluded.image_url,
      spotify_url = excluded.spotify_url, youtube_url = excluded.youtube_url,
      youtube_channel_id = excluded.youtube_channel_id,
      feed_fields = excluded.feed_fields, removed_at = NULL`;
}

/**
 * Removes a podcast from the catalogue. Its episodes stay, because users have saved insights about
 * them. Returns its title; null if there is none with this id.
 */
export async function removePodcast(target: Target, id: string): Promise<string | null> {
  const rows = await runSql(
    target,
    sql`UPDATE podcasts SET removed_at = ${Date.now()}
        WHERE id = ${id} AND removed_at IS NULL AND is_listed RETURNING title`,
  );
  return z.array(z.object({ title: z.string() })).parse(rows)[0]?.title ?? null;
}

const listedSchema = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    category: z.custom<Category>(),
    feedUrl: z.string(),
    subscribers: z.number(),
    succeededAt: z.string().nullable(),
    lastError: z.string().nullable(),
    failures: z.number(),
    pausedUntil: z.string().nullable(),
    retiredAt: z.number().nullable(),
  }),
);

/** Returns the catalogue with the state of its feeds, without users' own podcasts; times in UTC. */
export async function listCatalogue(target: Target) {
  const rows = await runSql(
    target,
    sql`
      SELECT podcasts.id, podcasts.title, podcasts.category,
        coalesce(feeds.url, podcasts.feed_url) AS feedUrl,
        (SELECT count(*) FROM subscriptions WHERE podcast_id = podcasts.id) AS subscribers,
        datetime(feeds.succeeded_at / 1000, 'unixepoch') AS succeededAt,
        feeds.last_error AS lastError, coalesce(feeds.failures, 0) AS failures,
        iif(feeds.retry_at > ${Date.now()}, datetime(feeds.retry_at / 1000, 'unixepoch'), NULL)
          AS pausedUntil,
        feeds.retired_at AS retiredAt
      FROM podcasts LEFT JOIN feeds ON feeds.podcast_id = podcasts.id
      WHERE podcasts.removed_at IS NULL AND podcasts.is_listed
      ORDER BY podcasts.category, podcasts.title`,
  );
  return listedSchema.parse(rows);
}
