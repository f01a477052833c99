/** Runs the ordinary tests on source code with mutants in it; see `run.ts`. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import base from '../vitest.config.ts';
import { type Mutant, withSwitches } from './mutants.ts';

const root = join(import.meta.dirname, '../..');

/** Added to the first line of every file with mutants, so that line numbers stay the same. */
const SWITCH =
  'const __mutant = (id) => { (globalThis.__mutantsAsked ??= new Set()).add(id); return id === globalThis.__mutantOn; }; ';

function mutating(): Plugin {
  const mutants: Mutant[] = JSON.parse(
    readFileSync(join(root, '.cache/mutation/mutants.json'), 'utf8'),
  );
  return {
    name: 'mutants',
    enforce: 'pre',
    transform(code, id) {
      const file = relative(root, id.split('?', 1)[0] ?? '');
      const inFile = mutants.filter((mutant) => mutant.file === file);
      return inFile.length === 0 ? null : { code: SWITCH + withSwitches(code, inFile), map: null };
    },
  };
}

const [unit, worker] = base.test?.projects ?? [];
if (typeof unit !== 'object' || typeof worker !== 'object') throw new Error('no projects');

const projectOf = (project: typeof unit, name: string) => ({
  ...project,
  plugins: [mutating(), ...(('plugins' in project && project.plugins) || [])],
  test: {
    ...('test' in project ? project.test : {}),
    include: [`.cache/mutation/${name}/*.test.ts`],
    // A mutant that makes a test hang counts as noticed.
    testTimeout: 15_000,
  },
});

export default defineConfig({
  root,
  test: {
    // A cached module has the mutants of an earlier run.
    fsModuleCache: false,
    projects: [projectOf(unit, 'unit'), projectOf(worker, 'worker')],
  },
});
