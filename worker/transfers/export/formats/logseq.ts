/** Markdown for Logseq: a page for each episode, with a block for each thing. */
import { uuidFrom } from '../../../platform/sha256.ts';
import { placeAddress } from '../links.ts';
import type { Thing } from '../load-things.ts';
import { escapeInline, indented } from '../markdown-text.ts';
import type { ExportedEpisode } from '../plan-export.ts';
import { blocksOf, isoDateOf, type NoteBlock, tagOf, tagsOf } from './notes.ts';

/** A property ends with its line, and its value may contain pages and tags. */
const property = (key: string, value: string) =>
  `${key}:: ${value.replace(/[\s\p{Cc}]+/gu, ' ').trim()}`.trimEnd();

/** Leaves out what would be a page, a tag, a picture or a macro, because values have no escapes. */
const plain = (text: string) =>
  text.replace(/\(\(|\)\)|\{\{|\}\}|@@/g, ' ').replace(/[#"<>[\]]/g, ' ');

const address = (url: string | null) => (url === null ? '' : (URL.parse(url)?.href ?? ''));

/** @param name of the page, unique in the export */
function headOf(
  name: string,
  episode: ExportedEpisode | null,
  { origin, tags }: { origin: string; tags: readonly string[] },
): string {
  if (episode === null) return `${property('title', name)}\n\n`;
  const { title, podcastTitle, author, publishedAt, link, audioUrl, id } = episode;
  const lines = [
    property('title', name),
    property('podcast', plain(podcastTitle)),
    ...(author === null ? [] : [property('author', plain(author))]),
    property('published', publishedAt === null ? '' : isoDateOf(publishedAt)),
    property('episode_url', address(link)),
    property('audio_url', address(audioUrl)),
    property('tags', tagsOf(episode, tags).join(', ')),
    '',
    `- # ${escapeInline(title).trim()}`,
    `  ${property('link', placeAddress(origin, id))}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Logseq requires UUIDs. A note's is derived from its insight's. */
const uuidOf = async ({ kind, id }: NoteBlock) =>
  kind === 'note' ? uuidFrom(`${kind} ${id}`) : id;

/** Indents a block's parts below it, because Logseq's pages are outlines. */
const childOf = (markdown: string) =>
  indented(`  ${markdown.startsWith('- ') ? markdown : `- ${indented(markdown, '  ')}`}`, '  ');

async function blockText(block: NoteBlock): Promise<string> {
  const { kind, heading, address: to, body, tags } = block;
  const lines = [
    `- **${heading}**`,
    `  ${property('id', await uuidOf(block))}`,
    `  ${property('kind', kind)}`,
    `  ${property('link', to)}`,
  ];
  const written = tags.map(tagOf).filter((tag) => tag !== '');
  if (written.length > 0) lines.push(`  ${property('tags', written.join(', '))}`);
  return `${[...lines, ...body.map(childOf)].join('\n')}\n`;
}

/** A page, thing by thing. */
export async function* logseqPage(
  name: string,
  episode: ExportedEpisode | null,
  things: AsyncIterable<Thing>,
  context: { origin: string; tags: readonly string[] },
): AsyncGenerator<string> {
  yield headOf(name, episode, context);
  for await (const thing of things) {
    for (const block of blocksOf(thing, context.origin, { hasShortFences: true })) {
      yield await blockText(block);
    }
  }
}
