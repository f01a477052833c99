/** `npm run catalogue`: manages the catalogue. */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { CATEGORIES } from '../../schema/limits.ts';
import { PODCAST_FEED_FIELDS } from '../../schema/tables/catalogue.ts';
import { describeFeed } from '../feeds/describe-feed.ts';
import { FeedError } from '../feeds/feed-error.ts';
import { fetchOutside } from '../platform/outbound/fetch-outside.ts';
import { OutboundError } from '../platform/outbound/outbound-error.ts';
import {
  catalogueEntrySchema,
  listCatalogue,
  removePodcast,
  savePodcasts,
} from './catalogue-entries.ts';
import { runCommand, UsageError } from './command.ts';
import type { Target } from './database.ts';

const USAGE = `Usage: npm run catalogue -- <command> [--remote | --state <folder>]

  list                                    the podcasts and the state of their feeds
  add <feed or YouTube channel URL> --category <${CATEGORIES.join(' | ')}>
      [--title …] [--spotify …] [--youtube …]
  remove <id>                             hides one; what users saved from it stays
  import <file.json>                      adds or updates the podcasts of a JSON list

These use the local database, in the folder of --state if npm start was given one; with --remote,
production's.`;

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      remote: { type: 'boolean', default: false },
      state: { type: 'string' },
      category: { type: 'string' },
      title: { type: 'string' },
      spotify: { type: 'string' },
      youtube: { type: 'string' },
    },
  });
  const target: Target = { isRemote: values.remote, stateDir: values.state };
  const [command, operand] = positionals;
  switch (command) {
    case 'list':
      return list(target);
    case 'add':
      return add(target, required(operand, 'a feed or YouTube channel URL'), values);
    case 'remove':
      return remove(target, required(operand, 'the id of a podcast'));
    case 'import':
      return importFile(target, required(operand, 'a JSON file'));
    default:
      throw new UsageError(USAGE);
  }
}

async function list(target: Target) {
  const rows = await listCatalogue(target);
  for (const row of rows) {
    console.log(
      `${row.id}  ${row.category.padEnd(9)} ${row.title}\n    ${row.subscribers} subscribed · ${healthOf(row)}\n    ${row.feedUrl}`,
    );
  }
  console.log(`${rows.length} podcasts`);
}

/** Describes a feed's state in one line; times in UTC. */
function healthOf(row: Awaited<ReturnType<typeof listCatalogue>>[number]): string {
  if (row.retiredAt) return `closed by its owner: ${row.lastError}`;
  if (row.lastError) {
    const pause = row.pausedUntil ? `, paused until ${row.pausedUntil}` : '';
    return `${row.lastError} (${row.failures} in a row, last read ${row.succeededAt ?? 'never'}${pause})`;
  }
  return row.succeededAt ? `read ${row.succeededAt}` : 'not fetched yet';
}

async function add(
  target: Target,
  address: string,
  options: { category?: string; title?: string; spotify?: string; youtube?: string },
) {
  const category = CATEGORIES.find(
    (name) => name.toLowerCase() === options.category?.toLowerCase(),
  );
  if (!category) throw new UsageError(`--category must be one of ${CATEGORIES.join(', ')}`);
  const described = await describeFeed(address, {
    fetchOutside: (url, more) => fetchOutside(url, { ...more, allowLoopback: !target.isRemote }),
    youtubeFeedsUrl: 'https://www.youtube.com/feeds/videos.xml',
    appleLookupUrl: 'https://itunes.apple.com/lookup',
  });
  if (!options.title && !described.title) {
    throw new UsageError('This feed has no title. Give the podcast one with --title.');
  }
  const entry = catalogueEntrySchema.parse({
    ...described,
    category,
    title: options.title ?? described.title,
    host: described.host || options.title,
    feedFields: PODCAST_FEED_FIELDS.filter((field) => !(field === 'title' && options.title)),
    spotifyUrl: options.spotify ?? null,
    youtubeUrl: options.youtube ?? described.youtubeUrl,
  });
  await savePodcasts(target, [entry]);
  console.log(`Added ${entry.title} (${entry.category}): ${entry.feedUrl}`);
}

async function remove(target: Target, id: string) {
  const title = await removePodcast(target, id);
  if (title === null) throw new UsageError(`No podcast has the id ${id}`);
  console.log(`Removed ${title}`);
}

async function importFile(target: Target, path: string) {
  const entries = z.array(catalogueEntrySchema).parse(JSON.parse(await readFile(path, 'utf8')));
  await savePodcasts(target, entries);
  console.log(`Imported ${entries.length} podcasts`);
}

function required(value: string | undefined, what: string): string {
  if (!value) throw new UsageError(`This needs ${what}.\n\n${USAGE}`);
  return value;
}

/** Describes an error; unexpected ones with their stack. */
function inWords(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error);
  const isForeseen =
    error instanceof OutboundError || error instanceof FeedError || error instanceof SyntaxError;
  if (isForeseen) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

runCommand(main, inWords);
