import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseScript, type Script } from './script.ts';
import { type Timeline, timeScript } from './timing.ts';

export interface Episode extends Script {
  /** Unique within its show; the last part of its addresses. */
  slug: string;
  /** Null for an episode without audio. */
  timeline: Timeline | null;
}

export interface Show {
  /** The folder's name; the first part of the show's addresses. */
  slug: string;
  title: string;
  host: string;
  description: string;
  author: string;
  language: string;
  category: string;
  /** Newest first. */
  episodes: Episode[];
}

const SHOWS_FOLDER = join(import.meta.dirname, 'shows');
const FIELDS = ['title', 'host', 'description', 'author', 'language', 'category'] as const;

/**
 * Reads all shows: each is a folder with a `show.json` and one script per episode.
 *
 * @throws Error naming the invalid file
 */
export function loadShows(): Show[] {
  return readdirSync(SHOWS_FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => loadShow(join(SHOWS_FOLDER, entry.name), entry.name))
    .toSorted((a, b) => a.title.localeCompare(b.title, 'en'));
}

function loadShow(folder: string, slug: string): Show {
  const about: Record<string, unknown> = JSON.parse(
    readFileSync(join(folder, 'show.json'), 'utf8'),
  );
  const field = (name: (typeof FIELDS)[number]): string => {
    const value = about[name];
    if (typeof value !== 'string' || !value) throw new Error(`${slug}/show.json lacks '${name}'`);
    return value;
  };
  const episodes = readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .map((file) => loadEpisode(folder, file))
    .toSorted((a, b) => a.daysAgo - b.daysAgo || a.slug.localeCompare(b.slug, 'en'));
  if (new Set(episodes.map((episode) => episode.slug)).size < episodes.length) {
    throw new Error(`${slug}: two episodes share a name`);
  }
  return {
    slug,
    title: field('title'),
    host: field('host'),
    description: field('description'),
    author: field('author'),
    language: field('language'),
    category: field('category'),
    episodes,
  };
}

function loadEpisode(folder: string, file: string): Episode {
  const slug = /^\d+-([a-z0-9-]+)\.txt$/.exec(file)?.[1];
  if (!slug) throw new Error(`${file}: a script is called '<number>-<name>.txt'`);
  const script = parseScript(readFileSync(join(folder, file), 'utf8'), file);
  const timeline = timeScript(script);
  if (!timeline && script.transcript !== 'none') {
    throw new Error(`${file}: a transcript is promised, but nobody speaks`);
  }
  return { ...script, slug, timeline };
}
