/**
 * Measures whether requests about the whole episode are told from questions about something in it, however
 * they are worded.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseRequest } from '../../../worker/assistant/asking/parse-request.ts';
import type { AssistantEpisode } from '../../../worker/assistant/assistant.ts';
import { indexOf, timesSaidIn } from '../../../worker/assistant/retrieval/transcript-index.ts';
import { isNameHeldOut } from './transcripts.ts';

export interface RecognisedFigures {
  part: string;
  requests: number;
  recognised: number;
  /** The share of all requests. */
  asMeant: number;
  questions: number;
  /** The questions about something in the episode that are taken for requests. */
  mistaken: number;
}

/** Returns the figures for each part of the data. The messages are put to the episodes in turn. */
export function measureRecognised(
  episodes: AssistantEpisode[],
  heldOut: boolean,
): RecognisedFigures[] {
  const data = readFileSync(join(import.meta.dirname, 'data/requests-and-questions.txt'), 'utf8');
  return data
    .split('\n## ')
    .slice(1)
    .map((section) => {
      const [part = '', ...lines] = section.split('\n');
      const figures = { part, requests: 0, recognised: 0, asMeant: 0, questions: 0, mistaken: 0 };
      for (const [at, line] of lines.entries()) {
        const [wanted = '', text = ''] = line.split(' | ');
        const episode = episodes[at % episodes.length];
        if (!episode || text === '' || isNameHeldOut(text) !== heldOut) continue;
        const request = parseRequest(text, timesSaidIn(indexOf(episode.lines)));
        if (wanted === 'topic') {
          figures.questions++;
          if (request !== null) figures.mistaken++;
          continue;
        }
        figures.requests++;
        if (request === null) continue;
        figures.recognised++;
        if (wanted.split(',').includes(request.intent)) figures.asMeant++;
      }
      return figures;
    });
}
