/** Recognises a conversation in a text that somebody added, and who speaks in it. */
import type { TranscriptLine } from '../../schema/wire/episodes.ts';
import { cachedBy } from '../platform/cached-by.ts';
import { withoutPauses } from '../platform/pauses.ts';
import { nameSpeakers } from './read/speakers.ts';
import { headingOf } from './read/text-transcript.ts';

/** Fewer labels are headings: 'Note: …', 'Price: …'. */
const LEAST = { speakers: 2, labelsEach: 2, share: 1 / 3 };

/**
 * Moves the names of a conversation's speakers out of its paragraphs, as in transcripts; a paragraph of a name alone
 * becomes empty. Other texts and lines with times are returned as they are; the same array gives the same result.
 */
export const asSpoken = cachedBy((lines: TranscriptLine[]): TranscriptLine[] => {
  if (lines[0]?.paragraph === undefined) return lines;
  const cues = lines.map((line) => {
    const speaker = headingOf(line.text);
    return speaker === null ? line : { ...line, speaker, text: '' };
  });
  const named = withoutPauses(nameSpeakers(cues));
  const labels = new Map<string, number>();
  for (const [at, { speaker, text }] of named.entries()) {
    if (speaker !== null && text !== lines[at]?.text)
      labels.set(speaker, (labels.get(speaker) ?? 0) + 1);
  }
  const counts = [...labels.values()];
  const isConversation =
    counts.filter((count) => count >= LEAST.labelsEach).length >= LEAST.speakers &&
    counts.reduce((sum, count) => sum + count, 0) >= lines.length * LEAST.share;
  if (!isConversation) return lines;
  return lines.map((line, at) => ({ ...line, ...named[at] }));
});
