/** What the notes for Obsidian and Logseq have in common. */
import { formatClock } from '../../../../schema/wire/clock.ts';
import { renderInsight } from '../../../library/render-insight.ts';
import { placeAddress, thingAddress } from '../links.ts';
import type { Thing } from '../load-things.ts';
import { plainToMarkdown } from '../markdown-text.ts';
import type { ExportedEpisode } from '../plan-export.ts';
import { type MarkdownTarget, toMarkdown } from '../to-markdown.ts';

/** A block of the notes: a thing, or the user's note about it. */
export interface NoteBlock {
  kind: 'insight' | 'moment' | 'note' | 'conversation';
  /** Stable, and unique per kind of block. */
  id: string;
  heading: string;
  /** The address where the product shows it. */
  address: string;
  /** Markdown, block by block. */
  body: string[];
  tags: string[];
}

export const ABOUT_ALL_TITLE = 'Conversations about all podcasts';

/** The day in UTC, so that it doesn't depend on the reader's time zone. */
export const isoDateOf = (date: Date) => date.toISOString().slice(0, 10);

/** @param origin where the product is, for links to it */
export function blocksOf(
  thing: Thing,
  origin: string,
  app: Pick<MarkdownTarget, 'hasShortFences'> = {},
): NoteBlock[] {
  const { episodeId } = thing;
  const target: MarkdownTarget = {
    ...app,
    origin,
    linkTo: episodeId === null ? null : (seconds) => placeAddress(origin, episodeId, seconds),
  };
  const address = thingAddress(origin, thing);
  const day = isoDateOf(thing.at);
  switch (thing.kind) {
    case 'insight': {
      const { id, html, notes, tags } = thing;
      const insight: NoteBlock = {
        kind: 'insight',
        id,
        address,
        tags,
        heading: `Saved insight, ${day}`,
        body: toMarkdown(html, target),
      };
      return [insight, ...noteOf(thing.id, notes ?? '', { address, day })];
    }
    case 'moment': {
      const { id, episodeId: of, start, text, speaker, note } = thing;
      const who = speaker === null ? [] : plainToMarkdown(`— ${speaker}`);
      const said = text.trim() === '' ? [] : plainToMarkdown(`“${text}”`);
      const clock = `[${formatClock(start)}](${placeAddress(origin, of, start)})`;
      return [
        {
          kind: 'moment',
          id,
          address,
          tags: [],
          heading: `Moment, ${day}`,
          body: [...said, ...who, clock],
        },
        ...noteOf(id, note, { address, day }),
      ];
    }
    case 'conversation': {
      const body = thing.exchanges.flatMap(({ question, answer }) => [
        '**Question**',
        ...plainToMarkdown(question),
        '**Answer**',
        ...toMarkdown(renderInsight(answer), target),
      ]);
      return [
        {
          kind: 'conversation',
          id: thing.id,
          address,
          tags: [],
          heading: `Conversation, ${day}`,
          body,
        },
      ];
    }
  }
}

/** @param id of the thing the note is about */
function noteOf(
  id: string,
  text: string,
  { address, day }: { address: string; day: string },
): NoteBlock[] {
  const body = plainToMarkdown(text);
  if (body.length === 0) return [];
  return [{ kind: 'note', id, address, heading: `My note, ${day}`, body, tags: [] }];
}

/** Makes a tag that is valid in both apps: letters, digits and marks, but not only digits. */
export function tagOf(text: string): string {
  const tag = text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  if (tag === '') return '';
  return /[\p{L}_]/u.test(tag) ? tag : `tag-${tag}`;
}

/** The category and the user's own tags, without duplicates. */
export function tagsOf(episode: ExportedEpisode, tags: readonly string[]): string[] {
  const given = [episode.category?.toLowerCase() ?? '', ...tags];
  const found = given.map(tagOf).filter((tag) => tag !== '');
  return [...new Map(found.map((tag) => [tag.toLowerCase(), tag])).values()];
}
