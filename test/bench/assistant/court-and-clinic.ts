/** Insights of court arguments and of visits at a doctor's, beside what experts wrote of them. */
import type { AssistantEpisode } from '../../../worker/assistant/assistant.ts';
import { seededChance } from '../../../worker/assistant/embedded/seeded-random.ts';
import { indexOf } from '../../../worker/assistant/retrieval/transcript-index.ts';
import { topicStems } from '../../../worker/assistant/retrieval/words.ts';
import { insightOf, NOBODY, quotationsIn } from './subject.ts';
import { cases, isNameHeldOut, visits } from './transcripts.ts';

export interface CoverageFigures {
  episodes: number;
  /** Share of the expert's topic words that the insight's quotations hold. */
  covered: number;
  /** The same of as many words of sentences taken at random. */
  random: number;
}

const LAWYER = { ...NOBODY, industry: 'law', role: 'litigator' };
const DOCTOR = { ...NOBODY, industry: 'health', role: 'family physician' };

/** Of the question put to the court. */
export function measureCourt(heldOut: boolean): Promise<CoverageFigures> {
  const some = cases().filter(({ id }) => isNameHeldOut(id) === heldOut);
  return coverage(
    some.map(({ episode, question }) => ({ episode, expert: question })),
    LAWYER,
  );
}

/** Of the doctor's note. */
export function measureClinic(heldOut: boolean): Promise<CoverageFigures> {
  const some = visits().filter(({ id }) => isNameHeldOut(id) === heldOut);
  return coverage(
    some.map((visit) => ({ episode: visit, expert: visit.note })),
    DOCTOR,
  );
}

async function coverage(
  pairs: { episode: AssistantEpisode; expert: string }[],
  reader: typeof NOBODY,
): Promise<CoverageFigures> {
  let covered = 0;
  let random = 0;
  for (const { episode, expert } of pairs) {
    const said = [...new Set(quotationsIn(await insightOf(episode, reader)))].join(' ');
    covered += share(expert, said);
    const { sentences } = indexOf(episode.lines);
    const ROUNDS = 10;
    for (let round = 0; round < ROUNDS; round++) {
      let words = 0;
      const taken = seededChance(`${episode.id}${round}`)
        .shuffle(sentences)
        .filter((sentence) => {
          if (words >= said.split(' ').length) return false;
          words += sentence.words;
          return true;
        });
      random += share(expert, taken.map(({ text }) => text).join(' ')) / ROUNDS;
    }
  }
  const count = Math.max(1, pairs.length);
  return {
    episodes: pairs.length,
    covered: (100 * covered) / count,
    random: (100 * random) / count,
  };
}

function share(expert: string, said: string): number {
  const wanted = new Set(topicStems(expert));
  const held = new Set(topicStems(said));
  return [...wanted].filter((stem) => held.has(stem)).length / Math.max(1, wanted.size);
}
