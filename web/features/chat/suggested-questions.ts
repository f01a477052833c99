import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import { CITATION } from '../../ui/citations.ts';

/** A longer title doesn't make a question that is read at a glance. */
const TITLE_MAX_CHARS = 60;
/** With fewer, a question about numbers would have no answer. */
const LINES_WITH_NUMBERS = 3;
const ITEM = /^- (.+)$/gm;
/** Before a character that Markdown would interpret. */
const ESCAPE = /\\(?=[!-/:-@[-`{-~])/g;

/**
 * Returns two or three questions for readers who don't know what to ask, each answered by the transcript
 * itself.
 *
 * @param insight what the conversation opened with, in Markdown; its questions lead further than it does
 */
export function suggestedQuestions(
  insight: string | null,
  lines: readonly TranscriptLine[],
): string[] {
  const topics =
    insight === null ? [] : topicsOf(insight).map((title) => `What is said about “${title}”?`);
  const withNumbers = lines.filter(({ text }) => /\d/.test(text)).length;
  return [
    ...(insight === null ? ['What are the key takeaways?', 'Which topics come up?'] : topics),
    ...(withNumbers >= LINES_WITH_NUMBERS ? ['Which numbers matter most?'] : []),
  ];
}

/** Two topics of an insight, but not the first, which introduces the others. */
function topicsOf(insight: string): string[] {
  const [, list = ''] = insight.split('\n## Topics\n');
  return [...list.matchAll(ITEM)]
    .map(([, topic = '']) => topic.replace(CITATION, '').replace(ESCAPE, '').trim())
    .filter((title) => title.length <= TITLE_MAX_CHARS)
    .slice(1, 3);
}
