import type { FeedItem, ShowNotes } from './feed.ts';
import type { ItemDraft } from './item.ts';

/** More than any real feed has; the rest is ignored. */
export const MAX_ITEMS = 10_000;

/** The long parts of an item, read on demand. */
export interface Words {
  description?: () => string;
  notes: () => ShowNotes | null;
}

/** Collects a feed's items until their identities can be settled. */
export class ItemList {
  readonly #drafts: ItemDraft[] = [];
  readonly #newest: Newest;

  /** @param described how many of the newest items get a description */
  constructor(described: number) {
    this.#newest = new Newest(described);
  }

  get isEmpty(): boolean {
    return this.#drafts.length === 0;
  }

  get isFull(): boolean {
    return this.#drafts.length >= MAX_ITEMS;
  }

  /** @param words reads the long parts; only called if they will be kept */
  add(draft: ItemDraft, words: Words): void {
    const { item } = draft;
    if (this.#newest.take(item)) {
      if (words.description) item.description = words.description();
      item.notes = words.notes();
    } else dropDetails(item);
    this.#drafts.push(draft);
  }

  /** Returns each item once, in feed order. */
  settle(): FeedItem[] {
    return settleIdentities(this.#drafts);
  }
}

/** Of an item that is not among the newest, only what identifies it matters. */
function dropDetails(item: FeedItem): void {
  item.notes = null;
  item.imageUrl = null;
  item.transcripts = [];
  item.chaptersUrl = null;
  item.chapters = [];
}

/** The newest items so far, whatever their order. */
class Newest {
  readonly #count: number;
  /** The newest items, latest first. */
  readonly #kept: { time: number; item: FeedItem }[] = [];
  readonly #seen = new Set<string>();

  constructor(count: number) {
    this.#count = count;
  }

  /** Takes an item, in place of the oldest if there is no room. Returns whether it was new enough. */
  take(item: FeedItem): boolean {
    if (this.#count === Number.POSITIVE_INFINITY) return true;
    const time = item.publishedAt?.getTime() ?? 0;
    const isFull = this.#kept.length >= this.#count;
    if (isFull && time <= (this.#kept.at(-1)?.time ?? 0)) return false;
    // A repeated item counts once.
    const name = `${item.guid}\n${placeOf(item)}`;
    if (this.#seen.has(name)) return false;
    this.#seen.add(name);
    // In a feed sorted oldest first, each item is the newest for a moment.
    const displaced = isFull ? this.#kept.pop() : undefined;
    if (displaced) dropDetails(displaced.item);
    this.#kept.push({ time, item });
    this.#kept.sort((a, b) => b.time - a.time);
    return true;
  }
}

/**
 * Settles which items are the same. Some feeds use one guid for every item, and some repeat items. A
 * guid on items with different addresses is ignored for all of them, so that the result doesn't depend
 * on which items the feed currently lists. The same address twice is one item.
 */
function settleIdentities(drafts: readonly ItemDraft[]): FeedItem[] {
  const places = new Map<string, string>();
  const shared = new Set<string>();
  for (const { item } of drafts) {
    const place = placeOf(item);
    const known = places.get(item.guid);
    if (known === undefined) places.set(item.guid, place);
    else if (known !== place) shared.add(item.guid);
  }
  const items = new Map<string, FeedItem>();
  for (const { item, identities } of drafts) {
    let guid = item.guid;
    if (shared.has(guid)) {
      guid = identities.find((other) => other !== item.guid && !items.has(other)) ?? guid;
    }
    if (!items.has(guid)) items.set(guid, guid === item.guid ? item : { ...item, guid });
  }
  return [...items.values()];
}

function placeOf({ link, audioUrl, title }: FeedItem): string {
  return link === null && audioUrl === null ? title : `${link}\n${audioUrl}`;
}
