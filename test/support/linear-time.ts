/**
 * Checks that a function takes time in proportion to its text, and returns no more than it may, for texts
 * made of what parsers stumble over. Compares the CPU time of a text with that of one eight times as long,
 * because a busy machine slows down both.
 */
import fc from 'fast-check';
import { expect } from 'vitest';

/** Fragments that mean something to some parser, or almost. */
const PIECES = [
  ...['<', '<!--', '-->', '<![CDATA[', ']]>', '<?', '<!A', '</', '</x>', '<a ', '<a b="', "<a b='"],
  ...['<b>', '<b i=1>', '<i>', '<a>', '<p>', '<p>a', '</p>', '<div>', '<li>', '<table>', '<td>'],
  ...['<svg>', '<script>', '<style>', '<title>', '<item>', '<c>', '<v A>', '<x xmlns:a="u">'],
  ...['&', '&#', '&amp;', '&lt;b&gt;', '"', "'", '(', ')', '[', ']', '{', '}', '{\\', '\\', '/'],
  ...['*', '**', '*a', 'a*', '_a', '~~', '`', '``a`', '![', '[a](', '](', '[a]: b\n', '[^a]', '|'],
  ...['|-|-|\n', 'a|b\n', '> ', '- ', '- a\n', '1. ', '# a\n', '```\n', '---\n', '    a\n', 'a\n'],
  ...['http://', 'http://a.b/(', 'a@b.c ', 'www.', ':', ';', ',', '.', '...', 'Dr. ', 'a.', '?!'],
  ...[' ', '\t', '\n', '\r\n', '\n\n', ' \n', '\u00a0', '\u200b', 'é', '😀', '\ufeff', '\0'],
  ...['1', '1:', '1:00 ', '[1:00]', '00:00:01.000 --> 00:00:02.000\n', '00:01,0 --> ', '-->'],
  ...['P', 'T1H', ' 1m', 'A', 'a', 'A a ', 'Mon, 1 Jan', '+00:00', 'A: ', 'A B: a\n', '«', '>> '],
  ...['{"a":', '{},', '[]', '"a",', '"text":"a",', '"startTime":1,', 'null', '1e9,'],
];

/** Builds a text of any length: fragments repeated one after the other, or alternating. */
interface Recipe {
  parts: string[];
  inTurns: boolean;
}

const recipes: fc.Arbitrary<Recipe> = fc.record({
  parts: fc.array(
    fc
      .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 3 })
      .map((pieces) => pieces.join('')),
    { minLength: 1, maxLength: 3 },
  ),
  inTurns: fc.boolean(),
});

function textOf({ parts, inTurns }: Recipe, length: number): string {
  const units = inTurns ? [parts.join('')] : parts;
  return units
    .map((unit) => unit.repeat(Math.ceil(length / units.length / unit.length)))
    .join('')
    .slice(0, length);
}

/** Below this, a quadratic step would not matter. */
const QUICK_MS = 60;
/**
 * Eight times the text should take eight times as long; quadratic would be sixty-four. Garbage collection hits the
 * longer one more: a transcript of thousands of sentences without a word took 2.6 times as long as it should. A
 * busy machine makes a short one take 1.4 times as long, so the limit keeps its distance from both.
 */
const EIGHTFOLD = { longer: 8, most: 32, attempts: 8 };
/**
 * V8 keeps arrays of some ten thousand items elsewhere, where each costs far more: markdown-it takes 0.3 ms for 10,000
 * empty lines, 53 for 80,000 and 193 for 320,000. So what seems quadratic is compared once more, behind that step.
 * Quadratic work takes sixteen times as long there.
 */
const BEHIND_STEP = { longer: 4, most: 12, attempts: 4 };
/** No such step costs so much. */
const STEP_MS = 1_000;

/** CPU milliseconds of this process since `before`. */
function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Yields lengths, and takes the CPU milliseconds of each. The shorter text has two attempts for each of the longer one:
 * what disturbs a run can then hide no quadratic step, it only costs another attempt.
 *
 * @param length of the shorter text
 * @throws if it isn't linear, the best attempts compared
 */
function* comparing(length: number): Generator<number, void, number> {
  let short = length;
  for (const { longer, most, attempts } of [EIGHTFOLD, BEHIND_STEP]) {
    const best = { short: Infinity, long: Infinity };
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      best.long = Math.min(best.long, yield longer * short);
      if (best.long < QUICK_MS) return;
      best.short = Math.min(best.short, yield short, yield short);
      if (best.long <= most * best.short) return;
    }
    short *= longer;
    if (best.long < STEP_MS && longer === EIGHTFOLD.longer) continue;
    expect(best.long / best.short, `CPU time of ${longer} times as much`).toBeLessThanOrEqual(most);
  }
}

/** @throws if work on longer texts takes longer than in proportion, see `comparing` */
export function expectLinear(read: (text: string) => unknown, make: (length: number) => string) {
  const texts = new Map<number, string>();
  const lengths = comparing(LENGTH);
  for (let next = lengths.next(); !next.done; ) {
    const text = texts.get(next.value) ?? make(next.value);
    texts.set(next.value, text);
    const before = process.cpuUsage();
    read(text);
    next = lengths.next(cpuSince(before));
  }
}

/**
 * The same for asynchronous work on any input.
 *
 * @param length of the shorter one
 */
export async function expectLinearWork<Input>(
  work: (input: Input) => Promise<unknown>,
  make: (length: number) => Input,
  length: number,
): Promise<void> {
  const inputs = new Map<number, Input>();
  const lengths = comparing(length);
  for (let next = lengths.next(); !next.done; ) {
    const input = inputs.get(next.value) ?? make(next.value);
    inputs.set(next.value, input);
    const before = process.cpuUsage();
    await work(input);
    next = lengths.next(cpuSince(before));
  }
}

/** Characters of the shorter text. */
const LENGTH = 10_000;

/** The seed of this run, which prints it; `HOSTILE_SEED=… npm run test:unit` repeats it. */
export const SEED = Number(process.env.HOSTILE_SEED ?? 1);

/**
 * @param read the function to check; returns its output
 * @param mostChars the maximum output for a text of this length
 * @param runs the number of texts
 */
export function expectBoundedWork(
  read: (text: string) => string,
  mostChars: (length: number) => number,
  runs = process.env.HOSTILE === 'all' ? 200 : 6,
): void {
  fc.assert(
    fc.property(recipes, (recipe) => {
      expectLinear(read, (length) => textOf(recipe, length));
      const text = textOf(recipe, LENGTH);
      expect(read(text).length).toBeLessThanOrEqual(mostChars(text.length));
    }),
    { seed: SEED, numRuns: runs },
  );
}
