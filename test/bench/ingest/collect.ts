import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const CORPORA =
  process.env.DRIPCAST_CORPORA ?? join(import.meta.dirname, '../../../../shared/corpora');

export interface CorpusFile {
  /** The folder directly under the corpora. */
  collection: string;
  path: string;
  bytes: Uint8Array;
}

/** Every file of the collections whose name starts so, in a stable order. */
export function filesOf(prefix: string, name: RegExp): CorpusFile[] {
  if (!existsSync(CORPORA)) return [];
  return readdirSync(CORPORA)
    .filter((collection) => collection.startsWith(prefix))
    .sort()
    .flatMap((collection) =>
      readdirSync(join(CORPORA, collection), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((path) => name.test(path) && !path.includes('_UPSTREAM'))
        .sort()
        .map((path) => ({ collection, path, bytes: readFileSync(path) })),
    );
}

/** The JSON in a file; undefined where there is no such file or no JSON in it. */
export function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
