import { basename, dirname, extname, join } from 'node:path';
import { type CorpusFile, readJson, readText } from './collect.ts';
import { fromGoTest } from './go-assertions.ts';

/** What a corpus says of an item; undefined where it says nothing. */
export interface ExpectedItem {
  title?: string;
  date?: number;
  id?: string;
  /** Any of these. */
  enclosures?: string[];
}

export interface FeedCase extends CorpusFile {
  contentType: string | null;
  url: string;
  isWellFormed: boolean;
  items: ExpectedItem[];
  /** How many there must be, where that is known. */
  count: number | null;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * A feed with the expectation beside it, in JSON or as a Go test, or in the comment at its top; null
 * where there is none.
 */
export function expectationOf(file: CorpusFile): FeedCase | null {
  const text = new TextDecoder('windows-1252').decode(file.bytes);
  const header = /^\s*Header:\s*Content-type:\s*(.+)$/im.exec(text.slice(0, 2000))?.[1] ?? null;
  const shared = { ...file, contentType: header?.trim() ?? null, url: 'http://example.org/feed' };
  const isWellFormed =
    !/[/\\](?:illformed|invalid|bozo)[/\\]/i.test(file.path) &&
    !/^\s*Expect:\s*bozo/m.test(text.slice(0, 4000));
  const listed = besideIt(file);
  if (listed !== null) {
    const items = listed.map((item) => fromJson(item, new TextDecoder().decode(file.bytes)));
    return { ...shared, isWellFormed, items, count: items.length };
  }
  const test = fromGoTest(readText(`${withoutExtension(file.path)}.assert.go.txt`) ?? '');
  if (test !== null) return { ...shared, ...test, url: test.url ?? shared.url, isWellFormed };
  const item = fromComment(text);
  return item === null ? null : { ...shared, isWellFormed, items: [item], count: null };
}

function withoutExtension(path: string): string {
  return path.slice(0, path.length - extname(path).length);
}

function besideIt({ path }: CorpusFile): Json[] | null {
  const stem = basename(path, extname(path));
  const folder = dirname(path);
  const candidates = [
    join(folder, `${stem}.json`),
    join(folder, `${stem}.serde.json`),
    join(folder, `${stem}_expected.json`),
    join(folder, '..', 'output', `${stem}.json`),
  ].filter((candidate) => candidate !== path);
  for (const candidate of candidates) {
    const root = object(readJson(candidate));
    const list = root.items ?? root.entries ?? root.episodes ?? object(root.feed).items;
    if (Array.isArray(list)) return list.map(object);
  }
  return null;
}

function fromJson(item: Json, source: string): ExpectedItem {
  const title = string(item.title) ?? string(object(item.title).content);
  const id = string(item.guid) ?? string(object(item.guid).value) ?? string(item.id);
  const dates = [
    item.publishedParsed,
    item.isoDate,
    item.published,
    item.pubDateParsed,
    item.date_published,
  ];
  const date = dates.map(instant).find((time) => time !== undefined);
  const enclosures = urls(item);
  return {
    ...(title === undefined ? {} : { title }),
    ...(date === undefined ? {} : { date }),
    // Some readers make an id up where the feed has none.
    ...(id !== undefined && id !== '' && source.includes(escaped(id)) ? { id } : {}),
    ...(enclosures.length > 0 ? { enclosures } : {}),
  };
}

function urls(item: Json): string[] {
  const media = array(item.media).flatMap((one) => array(object(one).content));
  const all = [item.enclosure, ...array(item.enclosures), ...array(item.attachments), ...media];
  return all
    .map(object)
    .filter((one) =>
      /^(audio|video)\//.test(string(one.type ?? one.mime_type ?? one.content_type) ?? ''),
    )
    .flatMap((one) => string(one.url) ?? []);
}

/** feedparser's: a Python expression about the first entry. */
function fromComment(text: string): ExpectedItem | null {
  const expression = /^\s*Expect:\s*(.+)$/m.exec(text.slice(0, 4000))?.[1];
  if (expression === undefined) return null;
  const field =
    /^(?:not )?(?:bozo and )?(?:not bozo and )?entries\[0\]\[?\.?'?(title|title_detail|id|guid|published_parsed|updated_parsed|created_parsed|enclosures)'?\]?(?:\['value'\]|\[0\]\[?\.?'?(?:href|url)'?\]?)?\s*==\s*(.+)$/.exec(
      expression.trim(),
    );
  const [, name = '', literal = ''] = field ?? [];
  if (field === null) return null;
  if (name.endsWith('_parsed')) {
    const numbers = /\((\d+), (\d+), (\d+), (\d+), (\d+), (\d+),/
      .exec(literal)
      ?.slice(1)
      .map(Number);
    if (numbers === undefined) return null;
    const [year = 0, month = 1, day, hour, minute, second] = numbers;
    return { date: Date.UTC(year, month - 1, day, hour, minute, second) };
  }
  const value = pythonString(literal);
  if (value === null) return null;
  if (name === 'enclosures') return { enclosures: [value] };
  return name.startsWith('title') ? { title: value } : { id: value };
}

function pythonString(literal: string): string | null {
  const match = /^u?(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\s*$/.exec(literal.trim());
  const body = match?.[1] ?? match?.[2];
  if (body === undefined) return null;
  return body.replace(/\\(u[0-9a-f]{4}|x[0-9a-f]{2}|.)/gi, (_, sign: string) => {
    if (/^[ux]/i.test(sign) && sign.length > 1) {
      return String.fromCharCode(Number.parseInt(sign.slice(1), 16));
    }
    return { n: '\n', t: '\t', r: '\r' }[sign] ?? sign;
  });
}

/** Seconds since 1970 or a date of a form that leaves nothing to guess. */
function instant(value: unknown): number | undefined {
  if (typeof value === 'number') return value > 0 ? value * 1000 : undefined;
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(value)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;');
}

function object(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function array(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function string(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
