/** What can be asked about the sentences of an episode. */
import { nounOf } from '../assistant.ts';
import { nameOf } from '../retrieval/people.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import { subjectsOf } from '../retrieval/topics.ts';
import { countWords, topicStems } from '../retrieval/words.ts';
import { alteredCopies } from './altered-copies.ts';
import { ANYWHERE, cutsOf } from './cut-sentences.ts';
import { mayBeSaid, pointsBefore, type Saying, sayingsIn } from './quiz-material.ts';
import type { Chance } from './seeded-random.ts';
import type { Known } from './what-matters.ts';
import { choosing, type Rest, restsIn } from './wrong-options.ts';

/** The better questions first: about sentences that are understood alone, about others, and cut anywhere. */
export const RANKS = ['clear', 'unclear', 'anywhere'] as const;

export interface Candidate {
  known: Known;
  sentence: Sentence;
  question: string;
  rank: (typeof RANKS)[number];
  /** What it is about, in stems. */
  topic: string;
  worth: number;
  choose: Choose;
}

/** Returns the options; null if there are too few wrong ones. */
type Choose = (...how: Parameters<ReturnType<typeof choosing>>) => Options | null;

export interface Options {
  /** The right one first. */
  texts: string[];
  /** Which other sentences they are made of. */
  sentences: Sentence[];
}

interface Asking {
  given: string;
  form: string;
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
      const { sentence, text, words } = saying;
      const askings = [
        ...amongCopies(known, saying, chance),
        ...cutsOf(text).map((cut) => amongRests(known, { ...cut, sentence }, rests)),
      ];
      return askings.map(({ given, form, choose }): Candidate => {
        const [main = { phrase: given, share: 0 }] = subjectsOf(known.index, given);
        const clarity = saying.clarity * (pointsBefore(main.phrase, text) ? 0.45 : 1);
        const isClear = clarity >= CLEAR && words >= FEWEST_WORDS;
        const isAnywhere = form === ANYWHERE || main.share === 0;
        return {
          known,
          sentence,
          question: `“${given} …” How does ${whoSays(known, sentence)} go on?`,
          rank: isAnywhere ? 'anywhere' : isClear ? 'clear' : 'unclear',
          topic: topicStems(main.phrase).join(' '),
          worth: saying.worth * clarity * main.share ** 0.5 * (0.6 + 0.4 * chance.next()),
          choose,
        };
      });
    })
    .sort((a, b) => b.worth - a.worth);
}

/** Asks how a sentence goes on, among how others do. */
function amongRests(known: Known, cut: Rest, rests: Rest[]): Asking {
  const chooseRests = choosing(known, cut, rests);
  return {
    ...cut,
    choose(...how) {
      const three = chooseRests(...how);
      return (
        three && {
          texts: [cut, ...three].map(({ asked }) => asked),
          sentences: three.map(({ sentence }) => sentence),
        }
      );
    },
  };
}

const LONGEST_COPY = 30;
/** With fewer shared words before what was altered, a question wouldn't say what it is about. */
const FEWEST_GIVEN = 3;

/** Asks which of four copies of a sentence was said. What they begin with stands in the question. */
function amongCopies(known: Known, { sentence, text, words }: Saying, chance: Chance): Asking[] {
  const { index } = known;
  const isSaid = (word: string) => topicStems(word).every((stem) => index.postings.has(stem));
  const copies = words > LONGEST_COPY ? null : alteredCopies(text, chance, isSaid);
  if (copies === null) return [];
  const texts = [text, ...copies];
  const ends = [...text.matchAll(/ /g)].map(({ index: end }) => end + 1);
  const start = ends.findLast((end) => copies.every((copy) => copy.startsWith(text.slice(0, end))));
  const given = text.slice(0, start ?? 0).trim();
  if (countWords(given) < FEWEST_GIVEN || !given) return [];
  return [
    {
      given,
      form: 'copies',
      choose() {
        if (copies.some((copy) => mayBeSaid(index, copy, sentence))) return null;
        return { texts: texts.map((copy) => copy.slice(start)), sentences: [] };
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
