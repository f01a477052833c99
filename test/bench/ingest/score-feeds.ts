import { htmlToLine } from '../../../worker/platform/plain-text.ts';
import type { Contender, ReadFeed, ReadItem } from './contenders.ts';
import type { ExpectedItem, FeedCase } from './expectations.ts';

/** What is compared, field by field. */
export const FIELDS = [
  'feed title',
  'title',
  'date',
  'id',
  'enclosure',
  'description',
  'duration',
  'image',
  'chapters',
] as const;
type Field = (typeof FIELDS)[number];

/** By compared field: what is wrong with a reader's answer, or null. */
export type Verdict = ReadonlyMap<Field, string | null>;

/** Returns for each expected field whether a reader has it right. */
export async function judge(contender: Contender, feed: FeedCase): Promise<Verdict> {
  let read: ReadFeed;
  try {
    read = await contender.read(feed);
  } catch (error) {
    const fault = `failed: ${error instanceof Error ? error.message : error}`;
    return new Map([...fieldsOf(feed)].map((field) => [field, fault]));
  }
  const faults = new Map<Field, string | null>();
  const note = (field: Field, fault: string | null) => {
    if (!faults.get(field)) faults.set(field, fault);
  };
  if (feed.title !== undefined) {
    note('feed title', plain(read.title ?? '') === plain(feed.title) ? null : printed(read.title));
  }
  const { items } = read;
  if (feed.count !== null && feed.items.every(isAsked) && items.length < feed.count) {
    for (const field of fieldsOf(feed)) {
      if (field !== 'feed title') note(field, `${items.length} items instead of ${feed.count}`);
    }
  }
  for (const [index, expected] of feed.items.entries()) {
    // Some corpora sort the items, or leave some out.
    const item =
      items.find(({ id }) => expected.id !== undefined && id === expected.id) ??
      items.find(({ title }) => expected.title !== undefined && title === expected.title) ??
      items[index];
    if (!isAsked(expected)) continue;
    for (const field of fieldsOfItem(expected)) {
      const fault = item ? differenceIn(field, item, expected) : 'missing';
      note(field, fault && `item ${index}: ${field} ${fault}`);
    }
  }
  return faults;
}

/** Returns the first fault; null if everything is right. */
export const faultIn = (verdict: Verdict) => [...verdict.values()].find(Boolean) ?? null;

function fieldsOf({ title, items }: FeedCase): Set<Field> {
  const fields = new Set(items.filter(isAsked).flatMap(fieldsOfItem));
  if (title !== undefined) fields.add('feed title');
  return fields;
}

function fieldsOfItem(item: ExpectedItem): Field[] {
  const asked: Record<Exclude<Field, 'feed title'>, unknown> = {
    title: item.title,
    date: item.date,
    id: item.id,
    enclosure: item.enclosures,
    // Markup alone says nothing.
    description: item.descriptions?.some((one) => plain(one) !== '') || undefined,
    duration: item.duration,
    image: item.image,
    chapters: item.chapters,
  };
  return FIELDS.filter((field) => field !== 'feed title' && asked[field] !== undefined);
}

/** A title that is only markup is no title, and an item without anything else no item. */
function isAsked(item: ExpectedItem): boolean {
  return fieldsOfItem(item).some((field) => field !== 'title' || plain(item.title ?? '') !== '');
}

const printed = (value: unknown) => JSON.stringify(value)?.slice(0, 200);
const insteadOf = (found: unknown, wanted: unknown) =>
  `${printed(found)} instead of ${printed(wanted)}`;

function differenceIn(field: Field, item: ReadItem, expected: ExpectedItem): string | null {
  const compare = (isRight: boolean, found: unknown, wanted: unknown) =>
    isRight ? null : insteadOf(found, wanted);
  switch (field) {
    case 'title': {
      const isSame = plain(item.title ?? '') === plain(expected.title ?? '');
      return compare(isSame, item.title, expected.title);
    }
    case 'date': {
      const time = new Date(item.date ?? Number.NaN).getTime();
      // Some corpora round to the second.
      const isSame = Math.abs(time - (expected.date ?? 0)) < 1_000;
      return compare(isSame, item.date, new Date(expected.date ?? 0).toISOString());
    }
    case 'id':
      return compare((item.id ?? '').trim() === expected.id?.trim(), item.id, expected.id);
    case 'enclosure': {
      const isIn = item.enclosures.some((url) => url && expected.enclosures?.includes(url));
      return compare(isIn, item.enclosures[0], expected.enclosures?.[0]);
    }
    case 'description': {
      const wanted = (expected.descriptions ?? []).map(beginningOf);
      const isOne = item.descriptions.some((one) => one && wanted.includes(beginningOf(one)));
      return compare(isOne, item.descriptions.find(Boolean), expected.descriptions?.[0]);
    }
    case 'duration':
      return compare(
        durationSeconds(item.duration) === expected.duration,
        item.duration,
        expected.duration,
      );
    case 'image':
      return compare(item.image === expected.image, item.image, expected.image);
    case 'chapters': {
      const said = (item.chapters ?? []).map(chapterLine);
      // Of two items at the same second, a reader may return one.
      const missing = expected.chapters?.find(
        (one) =>
          !said.includes(chapterLine(one)) &&
          !item.chapters?.some(({ start }) => start === one.start),
      );
      return missing === undefined ? null : insteadOf(said, missing);
    }
    case 'feed title':
      return null;
  }
}

const chapterLine = ({ start, title }: { start: number; title: string }) =>
  `${start} ${plain(title)}`;

function durationSeconds(duration: ReadItem['duration']): number {
  const parts = String(duration ?? '').split(':');
  return parts.reduce((sum, part) => sum * 60 + Number(part), 0);
}

/** A description may be cut after so many characters. */
const COMPARED_CHARS = 1_000;

const beginningOf = (text: string) => plain(text).slice(0, COMPARED_CHARS);

/** Texts are compared as displayed: markup and references make no difference. */
function plain(text: string): string {
  return htmlToLine(htmlToLine(text)).replace(/\s+/g, '').toLowerCase();
}
