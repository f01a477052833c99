/** Finds advice that somebody gives and nobody rejects. */
import { cachedBy } from '../../platform/cached-by.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import {
  ADVISES,
  COMMANDS,
  HESITATIONS,
  NO_ADVICE,
  PLANS,
  REJECTS,
  REPORTED_ADVICE,
} from '../retrieval/speech-cues.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import type { Known } from './known.ts';

/** A rejection within this many sentences cancels a statement. */
const REJECTED_WITHIN = 3;

/** Arguments in court and earnings calls give listeners no advice. */
const GIVES_ADVICE = { talk: true, clinic: true, argument: false, earnings: false };

const NAME = String.raw`\p{Lu}\p{L}*(?: (?:a|of|the|your))? \p{Lu}[\p{L}\p{N}]*`;
const NAME_WITHIN = new RegExp(String.raw`(?<=[\p{L}\p{N},] )${NAME}`, 'gu');
const NAME_FIRST = new RegExp(`^${NAME}`, 'u');

/** Names of two words that occur inside sentences; some look like a command: 'Read the Docs'. */
const namesWithin = cachedBy(
  ({ sentences }: TranscriptIndex): ReadonlySet<string> =>
    new Set(sentences.flatMap(({ text }) => text.match(NAME_WITHIN) ?? [])),
);

/** Whether a sentence tells somebody what to do, and nobody rejects it right afterwards. */
export function isAdvice({ kind, index }: Known, sentence: Sentence): boolean {
  if (!GIVES_ADVICE[kind]) return false;
  const text = sentence.text.replace(HESITATIONS, '');
  const isPlan = kind === 'clinic' && PLANS.test(text);
  return (isPlan || isRecommended(index, text)) && !isRejected(index, sentence);
}

function isRecommended(index: TranscriptIndex, text: string): boolean {
  const isNamed = namesWithin(index).has(NAME_FIRST.exec(text)?.[0] ?? '');
  const isOther = NO_ADVICE.test(text) || REPORTED_ADVICE.test(text);
  return !isOther && (ADVISES.test(text) || (COMMANDS.test(text) && !isNamed));
}

const isRejected = ({ sentences }: TranscriptIndex, { index: at, turn, speaker }: Sentence) =>
  sentences
    .slice(at + 1, at + 1 + REJECTED_WITHIN)
    .some((reply) => reply.turn !== turn && reply.speaker !== speaker && REJECTS.test(reply.text));
