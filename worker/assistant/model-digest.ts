/** A digest's entries as a model writes them; the embedded kind writes those it left out. */
import type { AssistantEpisode, DigestEntry, Reader } from './assistant.ts';
import { structuredReply } from './call-model.ts';
import { spreadEntries } from './choose-entries.ts';
import { episodesAtOnce, type ModelContext, roomFor } from './model-context.ts';
import { digestPrompt, digestReplySchema } from './prompts/digest.ts';
import { keepTrueCitations } from './retrieval/citation.ts';

/** More at once and each is read too little of. */
const EPISODES_AT_ONCE = 8;

export async function writeDigest(
  context: ModelContext,
  episodes: AssistantEpisode[],
  reader: Reader,
  options: { signal?: AbortSignal },
): Promise<DigestEntry[]> {
  const entries: DigestEntry[] = [];
  const atOnce = episodesAtOnce(context.contextTokens, EPISODES_AT_ONCE);
  for (let at = 0; at < episodes.length; at += atOnce) {
    const some = episodes.slice(at, at + atOnce);
    entries.push(...(await writeSome(context, some, reader, options)));
  }
  return entries;
}

async function writeSome(
  { access, contextTokens, embedded }: ModelContext,
  episodes: AssistantEpisode[],
  reader: Reader,
  options: { signal?: AbortSignal },
): Promise<DigestEntry[]> {
  const bare = episodes.map((episode) => ({ episode, entries: [] }));
  const room = roomFor(contextTokens, digestPrompt(bare, reader)) / episodes.length;
  const material = episodes.map((episode) => ({ episode, entries: spreadEntries(episode, room) }));
  const { entries } = await structuredReply(
    access,
    digestPrompt(material, reader),
    { name: 'digest', schema: digestReplySchema },
    options.signal,
  );
  const written = new Map<number, DigestEntry>();
  for (const { episode: number, summary, theme } of entries) {
    const episode = episodes[number - 1];
    const text = episode ? keepTrueCitations(summary, episode.lines).trim() : '';
    if (!episode || text === '') continue;
    written.set(number - 1, {
      episodeId: episode.id,
      summary: text,
      theme: theme.trim() || 'More',
    });
  }
  const missing = episodes.filter((_, at) => !written.has(at));
  const filled = missing.length > 0 ? await embedded.writeDigest(missing, reader, options) : [];
  return episodes.flatMap((episode, at) => {
    const entry = written.get(at) ?? filled.find(({ episodeId }) => episodeId === episode.id);
    return entry ? [entry] : [];
  });
}
