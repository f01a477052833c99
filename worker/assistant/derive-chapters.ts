/** Chapters of an episode whose podcast gives none: where its words turn to something else. */
import type { Chapter } from '../../schema/wire/episode-page.ts';
import type { TranscriptLine } from '../../schema/wire/episodes.ts';
import { withPauses } from '../platform/pauses.ts';
import { findSegments } from './retrieval/topic-segments.ts';
import { nameSegments, titleOf, titleStems } from './retrieval/topics.ts';
import { indexWithPauses } from './retrieval/transcript-index.ts';

/** As many as a table of contents may have. */
const MAX_CHAPTERS = 24;

/**
 * Empty where nothing has a time, or what was said is too short to have parts.
 *
 * @param about the episode's title and description: their words name a part best
 */
export async function deriveChapters(
  lines: TranscriptLine[],
  about: { title: string; description: string },
): Promise<Chapter[]> {
  if (!lines.some(({ start }) => start !== null)) return [];
  const index = await indexWithPauses(lines);
  const named = titleStems(about);
  const parts = await withPauses(findSegments(index, { min: 1, max: MAX_CHAPTERS }));
  const topics = await withPauses(nameSegments(index, parts, named));
  const chapters = topics.flatMap((topic, position) => {
    // The first begins where the episode does.
    const start = position === 0 ? 0 : (index.sentences[topic.from]?.start ?? null);
    if (start === null) return [];
    return { start, end: null, title: titleOf(topic), url: null, imageUrl: null, isListed: true };
  });
  return chapters.length > 1 ? chapters : [];
}
