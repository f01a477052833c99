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
const LONGER = 8;
/**
 * Eight times the text should take eight times as long; quadratic would be sixty-four. Garbage collection hits the
 * longer one more: a transcript of thousands of sentences without a word took 2.6 times as long as it should. A
 * busy machine makes a short one take 1.4 times as long, so the limit keeps its distance from both.
 */
const MAX_TIMES = 32;
const ATTEMPTS = 8;

/**
 * The best CPU times so far, in milliseconds. The short text has two of them for each of the long one:
 * what disturbs a run can then hide no quadratic step, it only costs another attempt.
 */
class Times {
  #short = Infinity;
  #long = Infinity;

  addShort(ms: number): void {
    this.#short = Math.min(this.#short, ms);
  }

  addLong(ms: number): void {
    this.#long = Math.min(this.#long, ms);
  }

  get areLinear(): boolean {
    if (this.#long < QUICK_MS) return true;
    return Number.isFinite(this.#short) && this.#long <= MAX_TIMES * this.#short;
  }

  expectLinear(): void {
    const times = this.areLinear ? 0 : this.#long / this.#short;
    expect(times, 'CPU time of eight times as much').toBeLessThanOrEqual(MAX_TIMES);
  }
}

/** CPU milliseconds of this process. */
function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** @throws if eight times the text takes more than 32 times as long, the best attempts compared */
export function expectLinear(read: (text: string) => unknown, make: (length: number) => string) {
  const [short, long] = [make(LENGTH), make(LONGER * LENGTH)];
  const times = new Times();
  for (let attempt = 0; attempt < ATTEMPTS && !times.areLinear; attempt += 1) {
    times.addLong(cpuOf(() => read(long)));
    if (times.areLinear) return;
    times.addShort(cpuOf(() => read(short)));
    times.addShort(cpuOf(() => read(short)));
  }
  times.expectLinear();
}

/**
 * The same for asynchronous work on any input.
 *
 * @param length of the shorter one
 * @throws if eight times as much takes more than 32 times as long, the best attempts compared
 */
export async function expectLinearWork<Input>(
  work: (input: Input) => Promise<unknown>,
  make: (length: number) => Input,
  length: number,
): Promise<void> {
  const cpuOfWork = async (input: Input) => {
    const before = process.cpuUsage();
    await work(input);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  const [short, long] = [make(length), make(LONGER * length)];
  const times = new Times();
  for (let attempt = 0; attempt < ATTEMPTS && !times.areLinear; attempt += 1) {
    times.addLong(await cpuOfWork(long));
    if (times.areLinear) return;
    times.addShort(await cpuOfWork(short));
    times.addShort(await cpuOfWork(short));
  }
  times.expectLinear();
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
