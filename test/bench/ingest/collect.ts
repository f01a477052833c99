import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CORPORA } from '../corpora-folder.ts';

export interface CorpusFile {
  /** The folder directly under the corpora. */
  collection: string;
  path: string;
  bytes: Uint8Array;
}

/**
 * Returns the files of the collections whose names start like this, without licences, in a stable order.
 */
export function filesOf(prefix: string, name: RegExp = /./): CorpusFile[] {
  return entriesOf(CORPORA)
    .filter((collection) => collection.startsWith(prefix))
    .flatMap((collection) =>
      pathsBelow(join(CORPORA, collection))
        .filter((path) => name.test(path) && !path.includes('_UPSTREAM'))
        .map((path) => ({ collection, path, bytes: readFileSync(path) })),
    );
}

/** Follows symbolic links, too. */
function pathsBelow(path: string): string[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isFile()) return [path];
  return stat?.isDirectory() ? entriesOf(path).flatMap((name) => pathsBelow(join(path, name))) : [];
}

function entriesOf(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/** Undefined if there is no such file. */
export function readText(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** Returns the JSON in a file; undefined if there is no such file or no JSON in it. */
export function readJson(path: string): unknown {
  try {
    return JSON.parse(readText(path) ?? '');
  } catch {
    return undefined;
  }
}
