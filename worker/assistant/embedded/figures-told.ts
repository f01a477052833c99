/** Finds the figures that tell something. */
import { cachedBy } from '../../platform/cached-by.ts';
import { type Figure, figuresIn } from '../check/figures.ts';
import type { Sentence } from '../retrieval/sentences.ts';

/** 'Two reasons' tells less than 'five hundred milligrams'. */
const MOST_UNITS = 12;

/** The number of a name: 'GPT 4', 'S3'. */
const OF_NAME = /(?:(?<=[\p{Ll},;] )\p{Lu}[\p{L}-]* |\p{L}-?)\d[\p{L}\d.,-]*/gu;

/** Returns a sentence's figures, but not those in names or small ones in words. */
export const figuresToldIn = cachedBy(({ text }: Sentence): Figure[] =>
  figuresIn(text.replace(OF_NAME, ' ')).filter(
    ({ isWord, value }) => !isWord || value > MOST_UNITS,
  ),
);
