/**
 * Writes a digest's entries: the model chooses two notes per episode, the embedded assistant completes
 * the rest.
 */
import { z } from 'zod';
import { chunksOf } from '../../platform/chunks.ts';
import {
  type AssistantEpisode,
  AssistantError,
  type DigestEntry,
  type Reader,
} from '../assistant.ts';
import type { ModelContext } from './context.ts';
import { entriesOf } from './material.ts';
import { isTopic, sampleEvenly } from './notes.ts';
import { digestPrompt } from './prompts.ts';
import { type NotedEpisode, noteEpisodes } from './several-episodes.ts';
import { structuredReply } from './structured-reply.ts';

const EPISODES_PER_CALL = 8;
const NOTES_AN_EPISODE = 16;
const STATEMENTS = 2;

const replySchema = z.object({
  entries: z.array(
    z.object({ episode: z.number(), notes: z.array(z.number()), theme: z.string() }),
  ),
});

/** Throws if the model read none of the episodes. */
export async function writeDigest(
  context: ModelContext,
  episodes: AssistantEpisode[],
  reader: Reader,
  options: { signal?: AbortSignal },
): Promise<DigestEntry[]> {
  const noted = await noteEpisodes(context, episodes, options.signal);
  if (noted.length === 0 && episodes.some(({ lines }) => lines.length > 0)) {
    throw new AssistantError('unavailable', 'No notes could be taken');
  }
  const written: DigestEntry[] = [];
  for (const some of chunksOf(noted, EPISODES_PER_CALL)) {
    written.push(...(await writeSome(context, some, reader, options.signal)));
  }
  const byId = new Map(written.map((entry) => [entry.episodeId, entry]));
  const missing = episodes.filter(({ id }) => !byId.has(id));
  if (missing.length > 0) {
    const { result } = await context.embedded.writeDigest(missing, reader, options);
    for (const entry of result) byId.set(entry.episodeId, entry);
  }
  return episodes.flatMap(({ id }) => byId.get(id) ?? []);
}

async function writeSome(
  { access }: ModelContext,
  noted: NotedEpisode[],
  reader: Reader,
  signal: AbortSignal | undefined,
): Promise<DigestEntry[]> {
  const material = noted.map(({ episode, notes }) => ({
    episode,
    notes: sampleEvenly(notes, NOTES_AN_EPISODE),
  }));
  const shape = { name: 'digest', schema: replySchema };
  const { entries } = await structuredReply(access, digestPrompt(material, reader), shape, signal);
  return entries.flatMap(({ episode: number, notes: numbers, theme }) => {
    const about = material[number - 1];
    if (!about) return [];
    const statements = [...new Set(numbers)]
      .flatMap((index) => about.notes[index]?.statement ?? [])
      .slice(0, STATEMENTS);
    const isOwn = isTopic(theme, entriesOf(about.episode));
    const { id, category, podcastTitle } = about.episode;
    const named = isOwn ? theme.trim() : (category ?? podcastTitle);
    return statements.length === 0 ? [] : [{ episodeId: id, statements, theme: named }];
  });
}
