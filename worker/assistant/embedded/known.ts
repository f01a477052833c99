/** What the embedded assistant knows of an episode before it is asked anything. */
import { cachedBy } from '../../platform/cached-by.ts';
import type { AssistantEpisode } from '../assistant.ts';
import { type EpisodeKind, KIND_CUES } from '../retrieval/speech-cues.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import type { WordVectors } from '../retrieval/word-vectors.ts';

/** An episode with everything that the embedded assistant derives from it. */
export interface Known {
  episode: AssistantEpisode;
  index: TranscriptIndex;
  vectors: WordVectors | null;
  kind: EpisodeKind;
}

/** How often cues occur per thousand words in each kind, and a word that every such episode has. */
const KINDS: Record<Exclude<EpisodeKind, 'talk'>, { often: number; surely: RegExp }> = {
  earnings: {
    often: 4,
    surely:
      /\b(?:earnings (?:call|webcast)|conference call|results (?:call|webcast)|quarter\w* (?:\w+ ){0,4}(?:results|earnings|call))\b/i,
  },
  argument: {
    often: 2,
    surely: /\b(?:may it please the court|your honou?r|mr\. chief justice)\b/i,
  },
  clinic: {
    often: 5,
    surely:
      /\b(?:go ahead and (?:order|prescribe|get|do)|i'd like to (?:order|get|start|prescribe|refer)|i(?:'m going to|'ll| will) (?:order|prescribe|refer|examine)|(?:your|physical) exam|take a (?:quick )?(?:look|listen))\b/i,
  },
};
const CHARS_READ = 60_000;

const SPEAKS_IN_CLINIC = /^(?:doctor|dr|physician|clinician|nurse|patient)\b/i;

/** Every question about an episode needs its kind. */
const kindOf = cachedBy(({ sentences, speakers }: TranscriptIndex): EpisodeKind => {
  if (speakers.length > 1 && speakers.slice(0, 2).every((name) => SPEAKS_IN_CLINIC.test(name)))
    return 'clinic';
  const parts: string[] = [];
  let length = 0;
  for (const { text } of sentences) {
    if (length > CHARS_READ) break;
    parts.push(text);
    length += text.length;
  }
  const said = parts.join(' ');
  const thousands = Math.max(0.3, said.length / 5_500);
  for (const kind of ['argument', 'earnings', 'clinic'] as const) {
    const { often, surely } = KINDS[kind];
    const times = said.match(KIND_CUES[kind])?.length ?? 0;
    if (surely.test(said) && times / thousands >= often) return kind;
  }
  return 'talk';
});

/** @param index of the episode's lines */
export const knownOf = (
  episode: AssistantEpisode,
  index: TranscriptIndex,
  vectors: WordVectors | null,
): Known => ({ episode, index, vectors, kind: kindOf(index) });
