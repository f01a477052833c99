/** Markdown for Obsidian: a file for each episode, with a block for each thing. */

import { placeAddress } from '../links.ts';
import type { Thing } from '../load-things.ts';
import { escapeInline, quoted } from '../markdown-text.ts';
import type { ExportedEpisode } from '../plan-export.ts';
import { ABOUT_ALL_TITLE, blocksOf, isoDateOf, type NoteBlock, tagOf, tagsOf } from './notes.ts';

const CALLOUTS: Record<NoteBlock['kind'], string> = {
  insight: 'quote',
  moment: 'quote',
  note: 'note',
  conversation: 'question',
};

/**
 * JSON is valid YAML, except for characters that YAML requires to be escaped. So is `<`, which opens a
 * command of the Templater plug-in wherever it stands.
 */
const yaml = (text: string) =>
  JSON.stringify(text.toWellFormed()).replace(
    /[<\u007f-\u00a0\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * The front matter and the heading of a file.
 *
 * @param episode null for conversations about all podcasts
 */
function headOf(
  episode: ExportedEpisode | null,
  { origin, tags }: { origin: string; tags: readonly string[] },
): string {
  if (episode === null) {
    return `---\ntitle: ${yaml(ABOUT_ALL_TITLE)}\n---\n\n# ${ABOUT_ALL_TITLE}\n`;
  }
  const { title, podcastTitle, author, publishedAt, link, audioUrl, id } = episode;
  const written = tagsOf(episode, tags);
  const lines = [
    '---',
    `title: ${yaml(title)}`,
    `podcast: ${yaml(podcastTitle)}`,
    ...(author === null ? [] : [`author: ${yaml(author)}`]),
    publishedAt === null ? 'published:' : `published: ${isoDateOf(publishedAt)}`,
    `episode_url: ${yaml(link ?? '')}`,
    `audio_url: ${yaml(audioUrl ?? '')}`,
    written.length === 0 ? 'tags: []' : 'tags:',
    ...written.map((tag) => `  - ${yaml(tag)}`),
    '---',
    '',
    `# ${escapeInline(title).trim()}`,
    '',
    `[Open in Dripcast](${placeAddress(origin, id)})`,
  ];
  return `${lines.join('\n')}\n`;
}

function blockText({ kind, id, heading, address, body, tags }: NoteBlock): string {
  const tagLine = tags
    .map(tagOf)
    .filter((tag) => tag !== '')
    .map((tag) => `#${tag}`)
    .join(' ');
  const parts = [...body, tagLine, `[Open in Dripcast](${address})`].filter((part) => part !== '');
  const callout = `> [!${CALLOUTS[kind]}] ${heading}\n${quoted(parts.join('\n\n'))}`;
  return `\n${callout}\n\n^${kind}-${id}\n`;
}

/** A file, thing by thing. */
export async function* obsidianFile(
  episode: ExportedEpisode | null,
  things: AsyncIterable<Thing>,
  context: { origin: string; tags: readonly string[] },
): AsyncGenerator<string> {
  yield headOf(episode, context);
  for await (const thing of things) {
    for (const block of blocksOf(thing, context.origin)) yield blockText(block);
  }
}
