/**
 * Checks a statement without a model: its quotation must have been said by one person in the lines it
 * names, and it must say what those words say. If in doubt the statement fails, because leaving it out
 * misleads nobody.
 */
import type { AssistantEpisode } from '../assistant.ts';
import { type Evidence, placeOf, type Statement } from '../evidence.ts';
import { wordsOf } from '../language/words.ts';
import { nameOf } from '../retrieval/speaker-roles.ts';
import type { WordVectors } from '../retrieval/word-vectors.ts';
import { type AttributedPart, splitByAttribution } from './attribution.ts';
import { areFiguresSupported } from './check-figures.ts';
import { isContradicted } from './contradiction.ts';
import { isDistorted } from './details.ts';
import { contextOfSpeakers, type EvidenceContext, evidenceContextOf } from './evidence-context.ts';
import { namesProblem } from './names.ts';
import { addressesAssistant, hasMarkup } from './prompt-injection.ts';
import { isSupported, similarityBy } from './support.ts';

/** Each problem with the message for the model that made the statement. */
export const PROBLEMS = {
  'no-evidence': 'it names no lines',
  'not-said': 'the quotation does not stand word for word in the lines it names',
  thin: 'the quotation is too short to rest anything on',
  markup: 'it holds a link or markup',
  order: 'it follows an instruction that stands in the material',
  figure: 'a figure or date of it does not stand in its lines, or not for the same thing',
  name: 'a name in it does not stand in the episode',
  speaker: 'somebody else says this',
  reversed: 'its lines say the opposite',
  distorted: 'its lines say something else of this, or less',
  unsupported: 'its lines do not say this; stay closer to their words',
} as const;
export type Problem = keyof typeof PROBLEMS;

type Checked = Pick<AssistantEpisode, 'title' | 'podcastTitle' | 'description' | 'lines'>;

const LONGEST_STATEMENT = 600;
const LONGEST_QUOTATION = 1_200;
const FEWEST_WORDS = 3;

/**
 * Returns the problem; null if the statement holds.
 *
 * @param options.isQuestion a quiz question may ask about more than its evidence says
 * @param options.vectors finds words with similar meaning; without them only other forms of a word
 * match
 */
export function checkStatement(
  statement: Statement,
  episode: Checked,
  options: { isQuestion?: boolean; vectors?: WordVectors | null } = {},
): Problem | null {
  const { text, evidence } = statement;
  if (evidence.length === 0) return 'no-evidence';
  if (text.length > LONGEST_STATEMENT) return 'unsupported';
  for (const one of evidence) {
    const problem = evidenceProblem(one, episode);
    if (problem) return problem;
  }
  const context = evidenceContextOf(episode, evidence);
  if (addressesAssistant(`${text} ${context.nearbyAndBefore}`)) return 'order';
  if (text === '') return null;
  if (hasMarkup(text)) return 'markup';
  const check = (part: string, theirs: EvidenceContext) =>
    problemOf(part, episode, theirs, options.vectors ?? null, options.isQuestion ?? false);
  const problem = check(text, context);
  if (problem !== 'speaker') return problem;
  const parts = splitByAttribution(text, context);
  const own = context.speakers.map(nameOf);
  const isOwn = ({ people }: AttributedPart) => people.some((name) => own.includes(name));
  if (parts.length < 2 || !parts.some(isOwn)) return problem;
  for (const part of parts) {
    const theirs = isOwn(part) ? context : contextOfSpeakers(context, part.people, part.text);
    const wrong = check(part.text, theirs);
    if (wrong !== null) return wrong;
  }
  return null;
}

/** The same for words that are said to be these people's. */
function problemOf(
  text: string,
  episode: Checked,
  context: EvidenceContext,
  vectors: WordVectors | null,
  isQuestion: boolean,
): Problem | null {
  if (!areFiguresSupported(text, context)) return 'figure';
  const names = namesProblem(text, episode, context);
  if (names) return names;
  if (isQuestion) return null;
  const similarity = similarityBy(vectors);
  if (isContradicted(text, context, similarity, vectors)) return 'reversed';
  if (isDistorted(text, context, similarity)) return 'distorted';
  return isSupported(text, context, similarity, vectors) ? null : 'unsupported';
}

function evidenceProblem(evidence: Evidence, { lines }: Checked): Problem | null {
  if (evidence.quotation.length > LONGEST_QUOTATION) return 'not-said';
  if (placeOf(lines, evidence) === null) return 'not-said';
  const words = wordsOf(evidence.quotation).length;
  if (words >= FEWEST_WORDS) return null;
  // A speaker's complete utterance may be short.
  const isWhole = evidence.lineIds.some((id) => {
    const said = wordsOf(lines[id]?.text ?? '').length;
    return said > 0 && said <= words;
  });
  return isWhole ? null : 'thin';
}
