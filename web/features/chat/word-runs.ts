/**
 * Which runs of words stand in a text: a suffix automaton, built and read in time linear in the words. Comparing
 * run by run would be cubic in a text that repeats one word.
 */
interface State {
  next: Map<string, State>;
  /** The state of this one's longest ending that also stands elsewhere; null for the empty run. */
  shorter: State | null;
  /** Words of its longest run. */
  length: number;
}

function readRuns(words: readonly string[]): State {
  const start: State = { next: new Map(), shorter: null, length: 0 };
  let last = start;
  for (const word of words) {
    const state: State = { next: new Map(), shorter: start, length: last.length + 1 };
    let before: State | null = last;
    for (; before && !before.next.has(word); before = before.shorter) before.next.set(word, state);
    const known = before?.next.get(word);
    if (before && known) state.shorter = ofLength(before.length + 1, { word, known, before });
    last = state;
  }
  return start;
}

/** Returns the state of the known runs up to this length, apart from the longer ones. */
function ofLength(
  length: number,
  { word, known, before }: { word: string; known: State; before: State },
): State {
  if (known.length === length) return known;
  const copy: State = { next: new Map(known.next), shorter: known.shorter, length };
  known.shorter = copy;
  for (let state: State | null = before; state?.next.get(word) === known; state = state.shorter) {
    state.next.set(word, copy);
  }
  return copy;
}

/** Returns for each position how many words from there on stand in `text` in the same order. */
export function runsFrom(words: readonly string[], text: readonly string[]): number[] {
  // Backwards, since the automaton knows the runs that end at a word.
  const start = readRuns(text.toReversed());
  const runs: number[] = [];
  let state = start;
  let length = 0;
  for (const word of words.toReversed()) {
    while (state.shorter && !state.next.has(word)) {
      state = state.shorter;
      length = state.length;
    }
    const next = state.next.get(word);
    length = next ? length + 1 : 0;
    state = next ?? start;
    runs.push(length);
  }
  return runs.reverse();
}
