/** What the embedded assistant knows of an episode before it is asked anything. */
import { cachedBy } from '../../platform/cached-by.ts';
import type { AssistantEpisode } from '../assistant.ts';
import { phrases } from '../phrases.ts';
import type { EpisodeKind } from '../retrieval/speech-cues.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import type { WordVectors } from '../retrieval/word-vectors.ts';

/** An episode with everything that the embedded assistant derives from it. */
export interface Known {
  episode: AssistantEpisode;
  index: TranscriptIndex;
  vectors: WordVectors | null;
  kind: EpisodeKind;
}

/** By what an episode of a kind is known. */
interface Signs {
  kind: EpisodeKind;
  /** Words that reveal the kind, and how often they occur per thousand words. */
  cues: RegExp;
  often: number;
  /** A phrase that every such episode has. */
  surely: RegExp;
}

const KINDS: Signs[] = [
  {
    kind: 'argument',
    cues: phrases('giu')`
      your honou?r | may it please the court | petitioners? | respondents? | mr\. chief justice
      justice \p{Lu}\w+ | statut\w+
      the (?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|d\.c\.) circuit
      amicus | plaintiffs? | defendants?
    `,
    often: 2,
    surely: /\b(?:may it please the court|your honou?r|mr\. chief justice)\b/i,
  },
  {
    kind: 'earnings',
    cues: phrases('gi')`
      earnings (?:call|per share) | (?:first|second|third|fourth) quarter | full[- ]year | fiscal (?:year|20)
      guidance | operating margin | gross margin | basis points | free cash flow | ebitda\w* | year over year
      conference call | net income | adjusted
    `,
    often: 4,
    surely:
      /\b(?:earnings (?:call|webcast)|conference call|results (?:call|webcast)|quarter\w* (?:\w+ ){0,4}(?:results|earnings|call))\b/i,
  },
  {
    kind: 'clinic',
    cues: phrases('gi')`
      milligrams? | mg | blood pressure | physical exam\w* | symptoms? | prescri\w+ | x-?ray
      your (?:lungs|heart|blood|knee|shoulder|back|medications?|labs?)
      shortness of breath | side effects | dosage | refill\w* | follow[- ]up | swelling | allergies
      tenderness
    `,
    often: 5,
    surely: phrases('i')`
      go ahead and (?:order|prescribe|get|do) | i'd like to (?:order|get|start|prescribe|refer)
      i(?:'m going to|'ll| will) (?:order|prescribe|refer|examine)
      (?:your|physical) exam | take a (?:quick )?(?:look|listen)
    `,
  },
];
const CHARS_READ = 60_000;

const SPEAKS_IN_CLINIC = /^(?:doctor|dr|physician|clinician|nurse|patient)\b/i;

/** Every question about an episode needs its kind. */
const kindOf = cachedBy(({ sentences, speakers }: TranscriptIndex): EpisodeKind => {
  if (speakers.length > 1 && speakers.slice(0, 2).every((name) => SPEAKS_IN_CLINIC.test(name)))
    return 'clinic';
  let said = '';
  for (const { text } of sentences) if (said.length < CHARS_READ) said += `${text} `;
  const thousands = Math.max(0.3, said.length / 5_500);
  const isOf = ({ cues, often, surely }: Signs) =>
    surely.test(said) && (said.match(cues)?.length ?? 0) / thousands >= often;
  return KINDS.find(isOf)?.kind ?? 'talk';
});

/** @param index of the episode's lines */
export const knownOf = (
  episode: AssistantEpisode,
  index: TranscriptIndex,
  vectors: WordVectors | null,
): Known => ({ episode, index, vectors, kind: kindOf(index) });
