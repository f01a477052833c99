import { join, resolve } from 'node:path';

/** The folder of the real feeds, transcripts and questions, which aren't part of the project. */
export const CORPORA = resolve(
  process.env.DRIPCAST_CORPORA ?? join(import.meta.dirname, '../../../shared/corpora'),
);
