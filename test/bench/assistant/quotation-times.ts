/** Measures how far the time shown with a quotation is from where its words begin. */
import type { AssistantEpisode } from '../../../worker/assistant/assistant.ts';
import { wordsOf } from '../../../worker/assistant/language/words.ts';
import { findCitations } from '../../support/find-citations.ts';
import { insightOf } from './assistant-under-test.ts';

export interface TimeFigures {
  quotations: number;
  medianSeconds: number;
  worstSeconds: number;
}

/**
 * Looks the first words of each quotation up in the transcript, assuming that a line is spoken evenly.
 */
export async function measureTimes(episodes: AssistantEpisode[]): Promise<TimeFigures> {
  const distances: number[] = [];
  for (const episode of episodes) {
    const insight = await insightOf(episode);
    for (const [, said = '', after = ''] of insight.matchAll(
      /“([^”]+)”([^“\n]{0,40}(?:\n>[^\n]*){0,2})/g,
    )) {
      const shown = findCitations(after)[0]?.seconds[0];
      const starts = spokenAt(episode, said);
      if (shown === undefined || starts.length === 0) continue;
      distances.push(Math.min(...starts.map((start) => Math.abs(start - shown))));
    }
  }
  distances.sort((a, b) => a - b);
  return {
    quotations: distances.length,
    medianSeconds: distances[Math.floor(distances.length / 2)] ?? 0,
    worstSeconds: distances.at(-1) ?? 0,
  };
}

const LOOKED_UP = 6;

function spokenAt({ lines }: AssistantEpisode, quotation: string): number[] {
  const wanted = wordsOf(quotation).slice(0, LOOKED_UP);
  const words = lines.flatMap(({ start, end, text }) => {
    const said = wordsOf(text);
    const length = start === null || end === null ? 0 : end - start;
    return said.map((word, index) => ({
      word,
      time: (start ?? 0) + (length * index) / said.length,
    }));
  });
  return words.flatMap(({ time }, index) =>
    wanted.every((word, next) => words[index + next]?.word === word) ? [time] : [],
  );
}
