import { htmlToLine } from '../../../worker/platform/plain-text.ts';
import type { Contender, ReadItem } from './contenders.ts';
import type { ExpectedItem, FeedCase } from './expectations.ts';

/** Why a reader's answer is wrong; null where it is right. */
export async function faultOf(contender: Contender, feed: FeedCase): Promise<string | null> {
  let items: ReadItem[];
  try {
    items = await contender.read(feed);
  } catch (error) {
    return feed.items.some(isAsked)
      ? `failed: ${error instanceof Error ? error.message : error}`
      : null;
  }
  if (feed.count !== null && feed.items.every(isAsked) && items.length < feed.count) {
    return `${items.length} items instead of ${feed.count}`;
  }
  for (const [index, expected] of feed.items.entries()) {
    // Some corpora sort the items, or leave some out.
    const item =
      items.find(({ id }) => expected.id !== undefined && id === expected.id) ??
      items.find(({ title }) => expected.title !== undefined && title === expected.title);
    const fault = isAsked(expected) ? difference(item ?? items[index], expected) : null;
    if (fault !== null) return `item ${index}: ${fault}`;
  }
  return null;
}

/** A title of markup alone is no title, and an item of nothing else no item. */
function isAsked(item: ExpectedItem): boolean {
  return Object.entries(item).some(
    ([name, value]) => name !== 'title' || plain(String(value)) !== '',
  );
}

function difference(item: ReadItem | undefined, expected: ExpectedItem): string | null {
  if (item === undefined) return 'missing';
  if (expected.title !== undefined && plain(item.title ?? '') !== plain(expected.title)) {
    return `title ${JSON.stringify(item.title)} instead of ${JSON.stringify(expected.title)}`;
  }
  if (expected.date !== undefined) {
    const time = new Date(item.date ?? Number.NaN).getTime();
    // Some corpora round to the second.
    if (!(Math.abs(time - expected.date) < 1000)) {
      return `date ${item.date} instead of ${new Date(expected.date).toISOString()}`;
    }
  }
  if (expected.id !== undefined && (item.id ?? '').trim() !== expected.id.trim()) {
    return `id ${item.id} instead of ${expected.id}`;
  }
  if (expected.enclosures !== undefined) {
    const found = item.enclosures.some((url) => url && expected.enclosures?.includes(url));
    if (!found) return `enclosure ${item.enclosures[0]} instead of ${expected.enclosures[0]}`;
  }
  return null;
}

/** Titles are compared as what a reader sees: markup and references make no difference. */
function plain(title: string): string {
  return htmlToLine(htmlToLine(title)).replace(/\s+/g, '').toLowerCase();
}
