import { basename, dirname, extname, join } from 'node:path';
import { type CorpusFile, readJson, readText } from './collect.ts';
import { fromGoTest } from './go-assertions.ts';

/** What a corpus expects of an item; undefined where it expects nothing. */
export interface ExpectedItem {
  title?: string;
  date?: number;
  id?: string;
  /** Any of these. */
  enclosures?: string[];
  /** Any of these, as text or markup: readers may choose either. */
  descriptions?: string[];
  /** In seconds. */
  duration?: number;
  image?: string;
  chapters?: { start: number; title: string }[];
}

export interface FeedCase extends CorpusFile {
  contentType: string | null;
  url: string;
  isWellFormed: boolean;
  /** The feed's own fields; undefined where nothing is expected. */
  title: string | undefined;
  items: ExpectedItem[];
  /** The number of items, if known. */
  count: number | null;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * Reads a feed with its expectation: in JSON or a Go test beside it, or in the comment at its top. Null if
 * there is none.
 */
export function expectationOf(file: CorpusFile): FeedCase | null {
  const text = new TextDecoder('windows-1252').decode(file.bytes);
  const header = /^\s*Header:\s*Content-type:\s*(.+)$/im.exec(text.slice(0, 2000))?.[1] ?? null;
  const shared = { ...file, contentType: header?.trim() ?? null, url: 'http://example.org/feed' };
  const isWellFormed =
    !/[/\\](?:illformed|invalid|bozo)[/\\]/i.test(file.path) &&
    !/^\s*Expect:\s*bozo/m.test(text.slice(0, 4000));
  const found = besideIt(file) ?? fromTest(file) ?? fromComment(text);
  if (found === null) return null;
  const asks = found.title !== undefined || found.items.some(asksSomething);
  return asks ? { ...shared, isWellFormed, ...found } : null;
}

type Expectation = Pick<FeedCase, 'title' | 'items' | 'count'> & { url?: string };

const asksSomething = (item: ExpectedItem) => Object.keys(item).length > 0;

function fromTest({ path }: CorpusFile): Expectation | null {
  const test = fromGoTest(readText(`${withoutExtension(path)}.assert.go.txt`) ?? '');
  if (test === null) return null;
  const { url, ...rest } = test;
  return { title: undefined, ...rest, ...(url === null ? {} : { url }) };
}

function withoutExtension(path: string): string {
  return path.slice(0, path.length - extname(path).length);
}

function besideIt({ path, bytes }: CorpusFile): Expectation | null {
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
    if (!Array.isArray(list)) continue;
    const source = new TextDecoder().decode(bytes);
    const items = list.map((item) => fromJson(object(item), source));
    const title = titleIn(root) ?? titleIn(object(root.feed));
    const isOwn = title !== undefined && title !== '' && !isMadeUp(title, source);
    return { title: isOwn ? title : undefined, items, count: items.length };
  }
  return null;
}

/** Some readers name an untitled feed after its address or file. */
const isMadeUp = (title: string, source: string) =>
  /^[\x20-\x7e]*$/.test(title) && !source.includes(title) && !source.includes(escaped(title));

const titleIn = ({ title }: Json) => string(title) ?? string(object(title).content);

/** '62', '1:02' or '1:00:02' */
function secondsIn(value: unknown): number | undefined {
  const written = typeof value === 'number' ? String(value) : string(value);
  if (written === undefined || !/^\d+(:[0-5]?\d){0,2}$/.test(written)) return undefined;
  return written.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) || undefined;
}

/** The names that readers give to a description. */
function descriptionsIn(item: Json): string[] {
  const [content, summary] = [object(item.content), object(item.summary)];
  const all = [item.description, item.content, item.summary, item.content_text, item.content_html];
  const more = [item['content:encoded'], content.body, content.content, summary.content];
  const itunes = [object(item.itunes).summary, object(item.itunesExt).summary];
  return [...all, ...more, ...itunes].flatMap((one) => string(one) || []);
}

function chaptersIn(item: Json): ExpectedItem['chapters'] {
  const chapters = array(item.chapters).flatMap((one) => {
    const { start, title } = object(one);
    return typeof start === 'number' && typeof title === 'string' ? { start, title } : [];
  });
  return chapters.length > 0 ? chapters : undefined;
}

function fromJson(item: Json, source: string): ExpectedItem {
  const title = titleIn(item);
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
  const descriptions = descriptionsIn(item);
  const itunes = object(item.itunes ?? item.itunesExt);
  const duration = [item.total_time, itunes.duration].map(secondsIn).find((one) => one);
  const image = [item.episode_art_url, itunes.image, object(item.image).url, item.image]
    .map(string)
    .find((one) => one);
  const chapters = chaptersIn(item);
  return {
    ...(title === undefined ? {} : { title }),
    ...(date === undefined ? {} : { date }),
    // Some readers make up an id if the feed has none.
    ...(id !== undefined && id !== '' && source.includes(escaped(id)) ? { id } : {}),
    ...(enclosures.length > 0 ? { enclosures } : {}),
    ...(descriptions.length > 0 ? { descriptions } : {}),
    ...(duration === undefined ? {} : { duration }),
    ...(image === undefined ? {} : { image }),
    ...(chapters === undefined ? {} : { chapters }),
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

const FEED_TITLE =
  /^(?:(?:not )?bozo and )?feed(?:\.title|\['title'\]|\['title_detail'\]\['value'\])\s*==\s*(.+)$/;
const DESCRIPTION =
  /^(?:(?:not )?bozo and )?entries\[0\](?:\.(?:description|summary)|\['(?:description|summary)'\]|\['(?:description|summary)_detail'\]\['value'\]|\['content'\]\[0\]\['value'\])\s*==\s*(.+)$/;

/** feedparser's: a Python expression about the feed or its first entry. */
function fromComment(text: string): Expectation | null {
  const expression = /^\s*Expect:\s*(.+)$/m.exec(text.slice(0, 4000))?.[1]?.trim();
  if (expression === undefined) return null;
  const title = pythonString(FEED_TITLE.exec(expression)?.[1] ?? '');
  if (title !== null) return { title, items: [], count: null };
  const description = pythonString(DESCRIPTION.exec(expression)?.[1] ?? '');
  const item = description === null ? itemIn(expression) : { descriptions: [description] };
  return item === null ? null : { title: undefined, items: [item], count: null };
}

function itemIn(expression: string): ExpectedItem | null {
  const field =
    /^(?:not )?(?:bozo and )?(?:not bozo and )?entries\[0\]\[?\.?'?(title|title_detail|id|guid|published_parsed|updated_parsed|created_parsed|enclosures)'?\]?(?:\['value'\]|\[0\]\[?\.?'?(?:href|url)'?\]?)?\s*==\s*(.+)$/.exec(
      expression,
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

/** Seconds since 1970, or a date in an unambiguous form. */
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
