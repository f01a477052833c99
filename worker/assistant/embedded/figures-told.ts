/** The figures that tell something of what an episode is about. */
import { cachedBy } from '../../platform/cached-by.ts';
import { type Figure, figuresIn } from '../check/figures.ts';
import type { Sentence } from '../retrieval/sentences.ts';

/** 'Two reasons' tells less than 'five hundred milligrams'. */
const MOST_UNITS = 12;

/** The number of a name: 'GPT 4', 'S3'. */
const OF_NAME = /(?:(?<=[\p{Ll},;] )\p{Lu}[\p{L}-]* |\p{L}-?)\d[\p{L}\d.,-]*/gu;

/** The figures of a sentence, without those of names and small ones in words. */
export const figuresToldIn = cachedBy(({ text }: Sentence): Figure[] =>
  figuresIn(text.replace(OF_NAME, ' ')).filter(
    ({ isWord, value }) => !isWord || value > MOST_UNITS,
  ),
);
