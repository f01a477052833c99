import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { FEED_KINDS } from '../../schema/kinds.ts';
import {
  feedKindParamSchema,
  feedTokenParamSchema,
  type OutgoingFeed,
} from '../../schema/wire/outgoing-feeds.ts';
import { requireSession, requireUser, sessionOwner } from '../accounts/require-user.ts';
import { createDatabase, type Database } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { withKeyedLock, withSharedWork } from '../platform/keyed-lock.ts';
import { withPauses } from '../platform/pauses.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { clientAddress, limit, TOO_MANY_TRIES } from '../platform/requests/rate-limit.ts';
import { validParam } from '../platform/requests/validate.ts';
import {
  createFeed,
  deleteFeed,
  findFeedByToken,
  listDigestsInFull,
  listFeeds,
  listSaved,
} from './store.ts';
import { digestItem, makeItems, savedItem } from './to-items.ts';
import { type FeedChannel, writeRss } from './write-rss.ts';

/**
 * Mounted at /api/user/feeds. An access token cannot make an address: it would outlive the token, and
 * let one without the read scope read.
 */
export const feedRoutes = new Hono<AppEnv>()
  .get('/', requireUser, async (c) => {
    const rows = await listFeeds(createDatabase(c.env.DB), c.var.user.id);
    const feeds = FEED_KINDS.map((kind): OutgoingFeed => {
      const row = rows.find((one) => one.kind === kind);
      return { kind, createdAt: row?.createdAt.toISOString() ?? null };
    });
    return c.json({ feeds });
  })
  .post('/:kind', requireSession, validParam(feedKindParamSchema), async (c) => {
    const { kind } = c.req.valid('param');
    const by = await sessionOwner(c);
    const token = await createFeed(createDatabase(c.env.DB), by, kind);
    return c.json({ address: `${new URL(c.req.url).origin}/api/feeds/${token}` }, 201);
  })
  .delete('/:kind', requireSession, validParam(feedKindParamSchema), async (c) => {
    await deleteFeed(createDatabase(c.env.DB), c.var.user.id, c.req.valid('param').kind);
    return c.json({ success: true });
  });

/** Mounted at /api/feeds: for feed readers, which only know the address. */
export const publicFeedRoutes = new Hono<AppEnv>().get(
  '/:token',
  validParam(feedTokenParamSchema),
  etag(),
  async (c) => {
    await limit(c.env.ADDRESS_LIMIT, `feed ${clientAddress(c.req.raw.headers)}`, TOO_MANY_TRIES);
    const db = createDatabase(c.env.DB);
    const feed = await findFeedByToken(db, c.req.valid('param').token);
    if (!feed) throw new AppError('not_found', 'There is no feed at this address');
    const { origin, pathname } = new URL(c.req.url);
    const address = `${origin}${pathname}`;
    const write = async () =>
      writeRss({ ...(await CHANNELS[feed.kind](db, feed.userId, origin)), address });
    const rss = await withSharedWork(`feed ${address}`, () =>
      withKeyedLock(`feed ${feed.userId}`, write),
    );
    return c.body(rss, 200, {
      'Content-Type': 'application/rss+xml; charset=utf-8',
      'Cache-Control': 'private, max-age=900',
      'X-Robots-Tag': 'noindex',
    });
  },
);

type Content = Omit<FeedChannel, 'address'>;

const CHANNELS: Record<
  (typeof FEED_KINDS)[number],
  (db: Database, userId: string, origin: string) => Promise<Content>
> = {
  digests: async (db, userId, origin) => ({
    title: 'Dripcast: your week in podcasts',
    description:
      'Digests of the podcasts you subscribe to. Anyone who has this address can read them.',
    link: `${origin}/tools`,
    items: await withPauses(
      makeItems(await listDigestsInFull(db, userId), (row) => digestItem(origin, row)),
    ),
  }),
  saved: async (db, userId, origin) => ({
    title: 'Dripcast: your library',
    description: 'What you saved in your library. Anyone who has this address can read it.',
    link: `${origin}/library`,
    items: await withPauses(
      makeItems(await listSaved(db, userId), (row) => savedItem(origin, row)),
    ),
  }),
};
