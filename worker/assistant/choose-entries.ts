/** Which parts of a transcript go in where the whole is more than a model can take. */
import type { AssistantEpisode, Exchange } from './assistant.ts';
import { type Entry, entriesOf } from './material.ts';
import { resolveQuestion } from './retrieval/follow-up.ts';
import { scorePassages } from './retrieval/rank-passages.ts';
import { indexOf } from './retrieval/transcript-index.ts';

const tokensOf = (entries: Entry[]) => entries.reduce((sum, { tokens }) => sum + tokens, 0);

/** Whether the whole transcript fits. */
function fits(entries: Entry[], budget: number): boolean {
  return tokensOf(entries) <= budget;
}

/** The entries that fit a question best, in the order in which they were said. */
export function entriesFor(
  episode: AssistantEpisode,
  question: string,
  earlier: Exchange[],
  budget: number,
): Entry[] {
  const entries = entriesOf(episode);
  if (fits(entries, budget)) return entries;
  const index = indexOf(episode.lines);
  const scores = scorePassages(index, resolveQuestion(question, earlier, index).question);
  const best = index.passages.toSorted(
    (a, b) => (scores[b.index] ?? 0) - (scores[a.index] ?? 0) || a.index - b.index,
  );
  const taken = new Set<Entry>();
  let left = budget;
  for (const passage of best) {
    const inside = entries.filter(({ from, to }) => from < passage.to && to > passage.from);
    const fresh = inside.filter((entry) => !taken.has(entry));
    if (tokensOf(fresh) > left) break;
    for (const entry of fresh) taken.add(entry);
    left -= tokensOf(fresh);
  }
  return entries.filter((entry) => taken.has(entry));
}

/** Stretches from all over the episode, as much as fits: for what is to cover the whole of it. */
export function spreadEntries(episode: AssistantEpisode, budget: number): Entry[] {
  const entries = entriesOf(episode);
  if (fits(entries, budget)) return entries;
  const STRETCHES = 8;
  const length = Math.ceil(entries.length / STRETCHES);
  const chosen: Entry[] = [];
  for (let at = 0; at < STRETCHES; at++) {
    let left = budget / STRETCHES;
    for (const entry of entries.slice(at * length, (at + 1) * length)) {
      if (entry.tokens > left) break;
      chosen.push(entry);
      left -= entry.tokens;
    }
  }
  return chosen;
}

/** The whole transcript in parts that fit, each as long as the next. */
export function partsOf(episode: AssistantEpisode, budget: number): Entry[][] {
  const entries = entriesOf(episode);
  const total = tokensOf(entries);
  const aim = total / Math.ceil(total / budget);
  const parts: Entry[][] = [];
  let open: Entry[] = [];
  for (const entry of entries) {
    if (open.length > 0 && tokensOf(open) + entry.tokens > aim) {
      parts.push(open);
      open = [];
    }
    open.push(entry);
  }
  if (open.length > 0) parts.push(open);
  return parts;
}
