/**
 * Long work in steps. A generator yields wherever it may pause. Its caller either lets other requests run
 * there, or runs the generator to its end.
 */

/** The work between two pauses, in characters plus a constant per sentence: a few milliseconds. */
const STEP = 20_000;
export const SENTENCE = 100;

/** Runs the steps, and lets other requests run between them. */
export async function withPauses<Result>(steps: Generator<void, Result>): Promise<Result> {
  let step = steps.next();
  while (!step.done) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    step = steps.next();
  }
  return step.value;
}

/** Runs the steps without a pause. */
export function withoutPauses<Result>(steps: Generator<void, Result>): Result {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** Returns a function that takes the work done since its last call and returns whether to pause. */
export function createPauseMeter(): (work: number) => boolean {
  let done = 0;
  return (work) => {
    done += work;
    if (done < STEP) return false;
    done = 0;
    return true;
  };
}

/** Converts items in steps, each of which takes so much work. */
export function* mapInSteps<Item, Result>(
  items: Item[],
  work: number,
  convert: (item: Item) => Result,
): Generator<void, Result[]> {
  const isTimeToPause = createPauseMeter();
  const results: Result[] = [];
  for (const item of items) {
    if (isTimeToPause(work)) yield;
    results.push(convert(item));
  }
  return results;
}
