/** A reader's own RSS feeds, under secret addresses. */
import { z } from 'zod';
import { FEED_KINDS } from '../kinds.ts';

export type { OutgoingFeed } from './replies/outgoing-feeds.ts';

export type FeedKind = (typeof FEED_KINDS)[number];

/** `/{kind}` in a path. */
export const feedKindParamSchema = z.object({ kind: z.enum(FEED_KINDS) });

/** `/{token}` of a feed's address. */
export const feedTokenParamSchema = z.object({ token: z.string().regex(/^[\w-]{43}$/) });
