/** Who the people are who speak, as they are introduced at the beginning. */
import type { Sentence } from './sentences.ts';
import type { TranscriptIndex } from './transcript-index.ts';
import { topicStems } from './words.ts';

/** Introductions come early. */
const OPENING_SENTENCES = 60;
const IS_SOMEBODY =
  /^(?:,[^,.]{2,60},)? (?:is|was|works?|worked|leads?|runs?|heads?|founded|advises?|studies|teaches|wrote|has spent|spent)\b/;
const IS_PRESENTED =
  /\b(?:with (?:me|us)|joined by|also here|our guests?|here|today|guest today|welcome)\b[^.]{0,30}$/i;
const ROLE =
  /\b(?:is|was|as|,) (?:an?|the|our) ((?:[\p{L}-]+ ){0,3}[\p{L}-]+?)(?=,|\.|;| who\b| at\b| of\b| in\b| from\b| for\b| with\b| and\b|$)/u;

/** The sentence that says who a speaker is; null where nobody says it. */
export function introductionOf(index: TranscriptIndex, speaker: string): Sentence | null {
  for (const sentence of index.sentences.slice(0, OPENING_SENTENCES)) {
    const at = sentence.text.indexOf(speaker);
    if (at < 0) continue;
    const before = sentence.text.slice(0, at);
    const after = sentence.text.slice(at + speaker.length);
    if (
      IS_SOMEBODY.test(after) ||
      (IS_PRESENTED.test(before) && /^, (?:who|an?|the)\b/.test(after))
    )
      return sentence;
  }
  return null;
}

/** Whoever introduces others and is introduced by nobody; null where nobody does. */
export function hostOf(index: TranscriptIndex): string | null {
  for (const speaker of index.speakers) {
    const by = introductionOf(index, speaker)?.speaker;
    if (by != null && by !== speaker) return by;
  }
  return null;
}

/** The speaker who was introduced with these words: 'the planner'; null where none or several were. */
export function speakerInRole(index: TranscriptIndex, text: string): RoleInText | null {
  const named = [...text.toLowerCase().matchAll(/\bthe ((?:[\p{L}-]+ ){0,2}[\p{L}-]+)/gu)];
  if (named.length === 0) return null;
  const found: RoleInText[] = [];
  for (const speaker of index.speakers) {
    const role = ROLE.exec(introductionOf(index, speaker)?.text ?? '')?.[1];
    const stems = topicStems(role ?? '');
    const head = stems.at(-1);
    if (head === undefined) continue;
    const isMeant = named.some((match) =>
      topicStems(match[1] ?? '')
        .slice(0, 3)
        .includes(head),
    );
    if (isMeant) found.push({ speaker, stems: new Set(stems) });
  }
  return found.length === 1 ? (found[0] ?? null) : null;
}

interface RoleInText {
  speaker: string;
  /** The stems of the role, which say who is meant and nothing of the topic. */
  stems: Set<string>;
}
