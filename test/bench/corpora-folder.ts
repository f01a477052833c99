import { join, resolve } from 'node:path';

/** Where the real feeds, transcripts and questions are, which are no part of the project. */
export const CORPORA = resolve(
  process.env.DRIPCAST_CORPORA ?? join(import.meta.dirname, '../../../shared/corpora'),
);
