/** What the embedded assistant knows of an episode before it is asked anything. */
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

function kindOf({ sentences, speakers }: TranscriptIndex): EpisodeKind {
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
}

/** The latest analysis of each transcript, because everything else is cached per analysis. */
const latest = new WeakMap<TranscriptIndex, EpisodeAnalysis>();

/** @param index of the episode's lines */
export function analysisOf(
  episode: AssistantEpisode,
  index: TranscriptIndex,
  vectors: WordVectors | null,
): EpisodeAnalysis {
  const known = latest.get(index);
  if (known?.vectors === vectors && factsOf(known.episode) === factsOf(episode)) return known;
  const analysis = { episode, index, vectors, kind: kindOf(index) };
  latest.set(index, analysis);
  return analysis;
}

/** What is known of an episode besides its transcript, to compare. */
const factsOf = (episode: AssistantEpisode) => JSON.stringify({ ...episode, lines: null });
