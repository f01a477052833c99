/** Episodes for tests of the assistant. */

import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import type { AssistantEpisode } from '../../../worker/assistant/assistant.ts';
import type { AnswerPart } from '../../../worker/assistant/evidence.ts';
import { answerWriter } from '../../../worker/assistant/markdown.ts';
import { makeEpisode, makePodcast } from '../../support/podcasts.ts';
import { LINES } from '../chat/people.ts';

export const NOBODY = { industry: null, role: null, goals: null };

export function episodeOf(lines: TranscriptLine[] = LINES): AssistantEpisode {
  return {
    id: crypto.randomUUID(),
    title: 'What hospitals pay',
    podcastTitle: 'Prices and People',
    description: 'Ben tells how a price list came about.',
    publishedAt: new Date('2026-11-01'),
    lines,
  };
}

/** The same conversation repeated for hours. */
export function longEpisode(repeats: number): AssistantEpisode {
  const length = LINES.length * 20;
  const lines = Array.from({ length: repeats }, (_, index) =>
    LINES.map((line) => ({
      ...line,
      start: (line.start ?? 0) + index * length,
      end: (line.end ?? 0) + index * length,
    })),
  );
  return episodeOf(lines.flat());
}

/** An answer as it is shown. */
export async function textOf(
  parts: AsyncIterable<AnswerPart>,
  lines: TranscriptLine[] = LINES,
): Promise<string> {
  const write = answerWriter(lines);
  let text = '';
  for await (const part of parts) text += write(part);
  return text;
}

/** A long one with a row in D1, because notes on others aren't stored. */
export async function storedEpisode(lines: number): Promise<AssistantEpisode> {
  const { id } = await makeEpisode((await makePodcast()).id);
  return { ...longEpisode(lines), id };
}
