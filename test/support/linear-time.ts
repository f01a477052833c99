/**
 * Whether a function takes time in proportion to its text, and gives back no more than it may, for
 * texts made of what parsers stumble over. CPU time is compared, of a text and of one four times as long:
 * a busy machine makes both slower, not one.
 */
import fc from 'fast-check';
import { expect } from 'vitest';

/** What means something to some parser, or nearly does. */
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

/** How a text is made in any length: some pieces, each repeated, one after the other or in turns. */
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

/** Below this the longer one cannot hide a quadratic step worth the name. */
const QUICK_MS = 60;
const LONGER = 4;
/**
 * Four times the text takes four times the time; sixteen would be quadratic. Collecting garbage falls on
 * one of the two now and then: of twice the text, 3.1 times the time was measured for what takes 2.
 */
const MOST_TIMES = 9;
const ATTEMPTS = 4;

/** CPU milliseconds of this process. */
function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function best(times: number, work: () => unknown): number {
  return Math.min(...Array.from({ length: times }, () => cpuOf(work)));
}

/** @throws where four times the text takes more than nine times as long, however often it is measured */
export function expectLinear(read: (text: string) => unknown, make: (length: number) => string) {
  const [short, long] = [make(LENGTH), make(LONGER * LENGTH)];
  if (cpuOf(() => read(long)) < QUICK_MS) return;
  let times = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && times > MOST_TIMES; attempt += 1) {
    const whole = best(3, () => read(long));
    if (whole < QUICK_MS) return;
    times = whole / best(3, () => read(short));
  }
  expect(times, 'CPU time of four times the text').toBeLessThanOrEqual(MOST_TIMES);
}

/**
 * The same of work that is waited for, on whatever `make` makes in any length.
 *
 * @param length of the shorter one
 * @throws where four times as much takes more than nine times as long, however often it is measured
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
  const bestOf = async (input: Input) => Math.min(await cpuOfWork(input), await cpuOfWork(input));
  const [short, long] = [make(length), make(LONGER * length)];
  let times = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && times > MOST_TIMES; attempt += 1) {
    const whole = await bestOf(long);
    if (whole < QUICK_MS) return;
    times = whole / (await bestOf(short));
  }
  expect(times, 'CPU time of four times as much').toBeLessThanOrEqual(MOST_TIMES);
}

/** Characters of the shorter text. */
const LENGTH = 10_000;

/** Of this run, which prints it; `HOSTILE_SEED=… npm run test:unit` repeats one. */
export const SEED = Number(process.env.HOSTILE_SEED ?? 1);

/**
 * @param read what reads a text; returns what comes of it
 * @param mostChars of what comes of a text of this length
 * @param runs of how many texts
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
