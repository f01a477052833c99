/** What can be asked about the sentences of an episode. */
import { bareText } from '../../alike-questions.ts';
import { nounOf } from '../../assistant.ts';
import { nameOf } from '../../retrieval/people.ts';
import type { Sentence } from '../../retrieval/sentences.ts';
import type { EpisodeKind } from '../../retrieval/speech-cues.ts';
import { subjectsOf } from '../../retrieval/topics.ts';
import { countWords, topicStems } from '../../retrieval/words.ts';
import type { Known } from '../known.ts';
import type { Chance } from '../seeded-random.ts';
import { alteredCopies, type Slot } from './altered-copies.ts';
import { ANYWHERE, cutsOf } from './cut-sentences.ts';
import { mayBeSaid, type Saying, sayingsIn } from './material.ts';
import { type Choose, choosing, type Rest, restsIn, saidNear } from './wrong-options.ts';

/** Among copies of a sentence, or among how others go on; about a sentence that is less clear, or cut anywhere. */
export type Rank = 'copies' | 'rests' | 'unclear' | 'anywhere';

export interface Candidate {
  known: Known;
  sentence: Sentence;
  question: string;
  rank: Rank;
  /** What it is about, in stems. */
  topic: string;
  worth: number;
  choose: Choose;
}

interface Asking {
  given: string;
  kind: Rank;
  choose: Choose;
}

/** How clear a sentence must be. */
const CLEAR = 0.66;
const FEWEST_WORDS = 8;

/** Returns what can be asked about an episode, the most important first. */
export function candidatesIn(known: Known, chance: Chance): Candidate[] {
  const sayings = sayingsIn(known);
  const rests = restsIn(sayings);
  return sayings
    .flatMap((saying) => {
      const { sentence, text, words, worth, clarity } = saying;
      const askings = [
        ...amongCopies(known, saying, chance),
        ...cutsOf(text).map((cut) => amongRests(known, { ...cut, sentence }, rests)),
      ];
      return askings.map(({ given, kind, choose }): Candidate => {
        const [main = { phrase: given, share: 0 }] = subjectsOf(known.index, given);
        const isClear = clarity >= CLEAR && words >= FEWEST_WORDS;
        const isAnywhere = kind === 'anywhere' || main.share === 0;
        return {
          known,
          sentence,
          question: `“${given} …” How does ${whoSays(known, sentence)} go on?`,
          rank: isAnywhere ? 'anywhere' : isClear ? kind : 'unclear',
          topic: topicStems(main.phrase).join(' '),
          worth: worth * clarity * main.share ** 0.5 * (0.6 + 0.4 * chance.next()),
          choose,
        };
      });
    })
    .sort((a, b) => b.worth - a.worth);
}

/** Asks how a sentence goes on, among how others do. */
function amongRests(known: Known, cut: Rest, rests: Rest[]): Asking {
  const kind = cut.form === ANYWHERE ? 'anywhere' : 'rests';
  return { given: cut.given, kind, choose: choosing(known, cut, rests) };
}

/** Where counts and times matter. In a talk they are by the way, so they are asked for last. */
const COUNT = new Set<EpisodeKind>(['earnings', 'argument', 'clinic']);
const LONGEST_COPY = 30;
/** With fewer shared words before what was altered, a question wouldn't say what it is about. */
const FEWEST_GIVEN = 3;

/** Asks which of four copies of a sentence was said. What they begin with stands in the question. */
function amongCopies(known: Known, { sentence, text, words }: Saying, chance: Chance): Asking[] {
  const { index, kind } = known;
  const hasWord = (word: string) => topicStems(word).every((stem) => index.postings.has(stem));
  if (words > LONGEST_COPY) return [];
  const isWorth = ({ isCount = false, others: [other = '', ...more] }: Slot) =>
    isCount || more.length > 0 || hasWord(other);
  const matters = (slot: Slot) => isWorth(slot) && (!slot.isCount || COUNT.has(kind));
  const best = alteredCopies(text, chance, matters);
  const copies = best ?? alteredCopies(text, chance, isWorth);
  if (copies === null) return [];
  const ends = [...text.matchAll(/ /g)].map(({ index: end }) => end + 1);
  const start = ends.findLast((end) => copies.every((copy) => copy.startsWith(text.slice(0, end))));
  const given = text.slice(0, start ?? 0).trim();
  if (countWords(given) < FEWEST_GIVEN || !given) return [];
  return [
    {
      given,
      kind: best === null ? 'unclear' : 'copies',
      choose() {
        const near = saidNear(known, sentence);
        const [right = '', ...wrong] = [text, ...copies].map((copy) => copy.slice(start));
        const isSaid = wrong.some((option) => near.includes(bareText(option)));
        if (isSaid || copies.some((copy) => mayBeSaid(index, copy, sentence))) return null;
        return { texts: [right, ...wrong], sentences: [] };
      },
    },
  ];
}

function whoSays({ episode }: Known, { speaker }: Sentence): string {
  const name = speaker && nameOf(speaker).trim();
  if (!name) return nounOf(episode) === 'source' ? 'the text' : 'the speaker';
  // Roles have no capital.
  return /^\p{Ll}/u.test(name) ? `the ${name}` : name;
}
