/** What the embedded assistant knows of an episode before it is asked anything. */
import { cachedBy } from '../../platform/cached-by.ts';
import type { AssistantEpisode } from '../assistant.ts';
import { type EpisodeKind, KINDS, type KindSigns, SPEAKS_IN_CLINIC } from '../language/kinds.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import type { WordVectors } from '../retrieval/word-vectors.ts';

/** An episode with everything that the embedded assistant derives from it. */
export interface EpisodeAnalysis {
  episode: AssistantEpisode;
  index: TranscriptIndex;
  vectors: WordVectors | null;
  kind: EpisodeKind;
}

/** What a conversation is about. */
export interface Scope {
  /** The likeliest first. */
  all: EpisodeAnalysis[];
  /** The one that it is about; null if it is about the reader's podcasts. */
  only: EpisodeAnalysis | null;
}

export const scopeOf = (only: EpisodeAnalysis): Scope => ({ all: [only], only });

const CHARS_READ = 60_000;

/** Every question about an episode needs its kind. */
const kindOf = cachedBy(({ sentences, speakers }: TranscriptIndex): EpisodeKind => {
  if (speakers.length > 1 && speakers.slice(0, 2).every((name) => SPEAKS_IN_CLINIC.test(name)))
    return 'clinic';
  let said = '';
  for (const { text } of sentences) if (said.length < CHARS_READ) said += `${text} `;
  const thousands = Math.max(0.3, said.length / 5_500);
  const matches = ({ cues, perThousandWords, required, maxSpeakers = Infinity }: KindSigns) =>
    speakers.length <= maxSpeakers &&
    required.test(said) &&
    (said.match(cues)?.length ?? 0) / thousands >= perThousandWords;
  return KINDS.find(matches)?.kind ?? 'talk';
});

/** @param index of the episode's lines */
export const analysisOf = (
  episode: AssistantEpisode,
  index: TranscriptIndex,
  vectors: WordVectors | null,
): EpisodeAnalysis => ({ episode, index, vectors, kind: kindOf(index) });
