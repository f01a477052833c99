/** Chapters as publishers give them: the podcast namespace's JSON, and times in show notes. */
import { z } from 'zod';
import { EPISODE_MAX_SECONDS } from '../../schema/limits.ts';
import type { Chapter } from '../../schema/wire/episode-page.ts';
import { hasTooManyParts } from '../platform/json-parts.ts';
import { foldSpace, htmlToLine, htmlToText } from '../platform/plain-text.ts';
import { absoluteUrl } from './elements.ts';

/** More than any episode has; the rest is ignored. */
export const MAX_CHAPTERS = 500;
/** Characters of an episode's chapters; the most in the corpora are 3,144. The rest is ignored. */
const MAX_CHARS = 200_000;
/** Characters of a title, and of a line of show notes that may be one. */
const MAX_TITLE = 200;
const MAX_LINE = 300;
/** Fewer times are single places rather than chapters. YouTube requires three, too. */
const FEWEST_IN_NOTES = 3;

const number = z.coerce.number().nonnegative().max(EPISODE_MAX_SECONDS);
const text = z.string().catch('');
const fileSchema = z.object({
  chapters: z.array(z.unknown()),
});
/** https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/examples/chapters/jsonChapters.md */
const chapterSchema = z.object({
  startTime: number,
  endTime: number.nullish().catch(null),
  title: text,
  url: text,
  img: text,
  toc: z.boolean().catch(true),
});

/**
 * Reads the namespace's JSON chapters, 1.0 to 1.2.
 *
 * @param url the file's address, the base of relative ones
 * @returns null if it is something else
 */
export function readJsonChapters(json: string, url: string): Chapter[] | null {
  if (hasTooManyParts(json)) return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(json.replace(/^\ufeff/, ''));
  } catch {
    return null;
  }
  const file = fileSchema.safeParse(parsed).data;
  if (!file) return null;
  return tidyChapters(
    file.chapters.slice(0, MAX_CHAPTERS).flatMap((written) => {
      const chapter = chapterSchema.safeParse(written).data;
      if (!chapter) return [];
      return {
        start: chapter.startTime,
        end: chapter.endTime ?? null,
        title: chapter.title,
        url: absoluteUrl(chapter.url, url),
        imageUrl: absoluteUrl(chapter.img, url),
        isListed: chapter.toc,
      };
    }),
  );
}

/** Sorts chapters by time, one per start, with one-line titles. Untitled ones are not listed. */
export function tidyChapters(chapters: readonly Chapter[]): Chapter[] {
  const ordered = chapters
    .map((chapter) => {
      const title = htmlToLine(chapter.title).slice(0, MAX_TITLE);
      return { ...chapter, title, isListed: chapter.isListed && title !== '' };
    })
    .sort((a, b) => a.start - b.start);
  const starts = new Set<string>();
  let chars = 0;
  return ordered.filter(({ start, isListed, title, url, imageUrl }) => {
    const key = `${start} ${isListed}`;
    if (starts.has(key)) return false;
    starts.add(key);
    chars += title.length + (url?.length ?? 0) + (imageUrl?.length ?? 0);
    return chars <= MAX_CHARS;
  });
}

const CLOCK = String.raw`[[(]?((?:\d{1,2}:)?\d{1,3}:[0-5]\d)(?!:?\d)[\])]?`;
const TIME_ALONE = new RegExp(`^${CLOCK}$`);
/** `12:34 What it is`, `[1:02:03] – What it is`, `12:34 - 15:10 What it is`, `3. 12:34 What it is` */
const TIME_FIRST = new RegExp(
  String.raw`^(?:\d{1,3}[.)]\s)?[^\p{L}\p{N}[(]{0,8}${CLOCK}(?:\s?[-–—]\s?${CLOCK})?[\s:|.–—-]{0,8}(\S.*)$`,
  'u',
);
/** `What it is – 12:34`, `What it is (12:34)` */
const TIME_LAST = new RegExp(String.raw`^(\S.*?)[\s:|.–—-]{1,8}${CLOCK}$`, 'u');

/**
 * Finds chapters in show notes: at least three lines that all start, or all end, with ascending times.
 * Returns none if there are fewer.
 *
 * @param html only its text matters, so it need not be sanitised
 * @param durationSeconds of the episode; later times are ignored
 */
export function chaptersInNotes(html: string, durationSeconds: number | null): Chapter[] {
  const lines = withTitles(htmlToText(html).split('\n').map(foldSpace).filter(Boolean));
  const found = [
    listed(lines, TIME_FIRST, ([, clock, , title]) => [clock, title]),
    listed(lines, TIME_LAST, ([, title, clock]) => [clock, title]),
  ].map((chapters) => rising(chapters, durationSeconds ?? Number.POSITIVE_INFINITY));
  const best = found.reduce((most, one) => (one.length > most.length ? one : most));
  return best.length < FEWEST_IN_NOTES ? [] : tidyChapters(best.slice(0, MAX_CHAPTERS));
}

/** Joins a time on a line of its own with the next line, as in tables. */
function withTitles(lines: readonly string[]): string[] {
  return lines.map((line, index) =>
    TIME_ALONE.test(line) ? `${line} ${lines[index + 1] ?? ''}` : line,
  );
}

function listed(
  lines: readonly string[],
  pattern: RegExp,
  read: (match: RegExpExecArray) => [clock: string | undefined, title: string | undefined],
): Chapter[] {
  return lines.flatMap((line) => {
    const match = line.length > MAX_LINE ? null : pattern.exec(line);
    if (match === null) return [];
    const [clock = '', title = ''] = read(match);
    if (!/\p{L}/u.test(title)) return [];
    const start = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
    return { start, end: null, title, url: null, imageUrl: null, isListed: true };
  });
}

/** Drops times that go back. If that is most of them, it is a list of something else. */
function rising(chapters: readonly Chapter[], duration: number): Chapter[] {
  const kept: Chapter[] = [];
  for (const chapter of chapters) {
    if (chapter.start > (kept.at(-1)?.start ?? -1) && chapter.start < duration) kept.push(chapter);
  }
  return kept.length * 2 >= chapters.length ? kept : [];
}
