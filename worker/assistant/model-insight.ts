/** The insight as a model writes it: at once, or of a long episode from notes on its parts. */
import {
  type AssistantEpisode,
  AssistantError,
  type OnProgress,
  type Reader,
} from './assistant.ts';
import { type Prompt, wholeReply } from './call-model.ts';
import { keepTrueQuotes } from './check-reply.ts';
import { partsOf } from './choose-entries.ts';
import type { Entry } from './material.ts';
import { type ModelContext, roomFor } from './model-context.ts';
import { insightPrompt, mergePrompt, notesPrompt } from './prompts/insight.ts';
import { findCitations, keepTrueCitations } from './retrieval/citation.ts';

const NOTES_MAX_TOKENS = 900;
/** Too few for a note a minute is still better than none. */
const NOTES_MIN_TOKENS = 90;
/** Progress in percent: reading lies before, checking after the writing. */
const READING_TO = 80;

/** A model that gives back what it was sent has not written anything. */
const OUR_TAGS = /<\/?(?:episode|transcript|notes|reader)\b/;

/** Throws where what the model wrote is no insight. */
export async function writeInsight(
  context: ModelContext,
  episode: AssistantEpisode,
  reader: Reader,
  options: { signal?: AbortSignal; onProgress?: OnProgress },
): Promise<string> {
  const { signal, onProgress } = options;
  const room = roomFor(context.contextTokens, insightPrompt(episode, [], reader));
  const parts = partsOf(episode, room);
  const [only = []] = parts;
  const prompt =
    parts.length > 1
      ? await mergeParts(context, episode, reader, parts, room, options)
      : insightPrompt(episode, only, reader);
  await onProgress?.(parts.length > 1 ? READING_TO : 10, 'Writing the insight');
  const written = await wholeReply(context.access, prompt, signal);
  await onProgress?.(95, 'Checking its citations');
  return checked(written, episode);
}

async function mergeParts(
  { access }: ModelContext,
  episode: AssistantEpisode,
  reader: Reader,
  parts: Entry[][],
  room: number,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: OnProgress },
): Promise<Prompt> {
  // All notes together have to fit into the prompt that makes one insight of them.
  const share = Math.floor(room / parts.length);
  const maxTokens = Math.max(NOTES_MIN_TOKENS, Math.min(NOTES_MAX_TOKENS, share));
  const notes: string[] = [];
  for (const [at, part] of parts.entries()) {
    const number = at + 1;
    const step = `Reading part ${number} of ${parts.length}`;
    await onProgress?.((READING_TO * at) / parts.length, step);
    const prompt = notesPrompt(episode, part, { number, of: parts.length, maxTokens });
    notes.push(keepTrueCitations(await wholeReply(access, prompt, signal), episode.lines));
  }
  return mergePrompt(episode, notes, reader);
}

/** Only true citations and true quotations; what holds no insight is none. */
function checked(written: string, episode: AssistantEpisode): string {
  const { lines } = episode;
  const text = keepTrueQuotes(keepTrueCitations(written, lines), lines).trim();
  const hasForm = /^##\s/m.test(text) && !OUR_TAGS.test(text);
  const hasTimes = lines.some(({ start }) => start !== null);
  if (!hasForm || (hasTimes && findCitations(text).length === 0)) {
    throw new AssistantError('invalid', 'What the model wrote is no insight');
  }
  return text;
}
