import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The file with all licences, for `build.license`. */
export const LICENCES = 'licences.txt';
const OTHER_LICENCES = [
  'docs/third-party.md',
  'docs/wordnet-licence.txt',
  'web/ui/fonts/literata-licence.txt',
  // What is not bundled but loaded as it is, or by a worker, Vite doesn't list.
  'node_modules/tesseract.js/dist/worker.min.js.LICENSE.txt',
  'node_modules/tesseract.js-core/LICENSE',
  'node_modules/unpdf/LICENSE',
];

/** Puts the licences of data and fonts before those that Vite lists. */
export function licencesOfData(): Plugin {
  return {
    name: 'licences-of-data',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const file = join(dir, LICENCES);
      const sources = [
        ...OTHER_LICENCES.map((path) => join(import.meta.dirname, '../..', path)),
        file,
      ];
      const texts = await Promise.all(sources.map((path) => readFile(path, 'utf8')));
      await writeFile(file, texts.join('\n\n'));
    },
  };
}
