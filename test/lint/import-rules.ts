/**
 * Writes the linter's import rules into `.biome.json`, from the existing folders and the two orders below.
 * With `--check` it only reports whether the file is up to date.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';

const ROOT = resolve(fileURLToPath(import.meta.url), '../../..');
const CONFIG = resolve(ROOT, '.biome.json');

/** The folders of `worker/`: each imports only earlier ones. */
const ROOMS = [
  'platform',
  'feeds',
  'transcripts',
  'assistant',
  'accounts',
  'episodes',
  'catalogue',
  'own-podcasts',
  'search',
  'chat',
  'insights',
  'sources',
  'library',
  'listening',
  'quiz',
  'review',
  'digest',
  'outgoing-feeds',
  'brief',
  'content',
  'transfers',
  'programs',
  'operator',
];
/** The folders of `web/`, likewise. */
const WEB_PARTS = ['ui', 'api', 'features', 'shell', 'screens'];
/** Served as it is, and what builds the app. */
const NOT_APP = ['public', 'build'];

interface Override {
  includes: string[];
  linter: object;
}

function foldersOf(path: string): string[] {
  return readdirSync(resolve(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** The files of `worker/` itself, which mount the rooms. */
function entryPoints(): string[] {
  return readdirSync(resolve(ROOT, 'worker')).filter((name) => /(?<!\.d)\.ts$/.test(name));
}

/** @param group gitignore patterns of the paths that may not be imported */
function forbid(includes: string, message: string, group: string[]): Override {
  const options = { patterns: [{ group, message }] };
  const noRestrictedImports = { level: 'error', options };
  return { includes: [includes], linter: { rules: { style: { noRestrictedImports } } } };
}

function roomRules(): Override[] {
  const outside = ['**/web/**', '**/test/**', ...entryPoints().map((name) => `**/${name}`)];
  return ROOMS.map((room, index) => {
    const later = ROOMS.slice(index + 1).map((name) => `**/${name}/**`);
    const allowed = ROOMS.slice(0, index).join(', ') || 'no other room';
    return forbid(`worker/${room}/**`, `${room} may import: ${allowed}`, [...later, ...outside]);
  });
}

function webRules(): Override[] {
  const outside = ['**/worker/**', '**/schema/tables/**', '**/test/**'];
  const message = 'web imports only schema/wire, schema/limits and, in web/api, the type AppType';
  const parts = WEB_PARTS.filter((part) => part !== 'features').map((part) => {
    const later = WEB_PARTS.slice(WEB_PARTS.indexOf(part) + 1).map((name) => `**/${name}/**`);
    const own: Record<string, string[]> = {
      api: ['!**/worker/app.ts'],
      ui: [
        '@tanstack/**',
        '**/schema/wire/**',
        '!**/schema/wire/character-count.ts',
        '!**/schema/wire/clock.ts',
      ],
    };
    const text = `${part} may import: ${WEB_PARTS.slice(0, WEB_PARTS.indexOf(part)).join(', ') || 'no other part'}; ${message}`;
    return forbid(`web/${part}/**`, text, [...later, ...outside, ...(own[part] ?? [])]);
  });
  const features = foldersOf('web/features/');
  return [
    forbid('web/*', message, outside),
    ...parts,
    ...features.map((feature) =>
      forbid(
        `web/features/${feature}/**`,
        'features do not import each other; screens compose them',
        [
          ...features.filter((name) => name !== feature).map((name) => `../${name}/**`),
          '**/shell/**',
          '**/screens/**',
          ...outside,
        ],
      ),
    ),
  ];
}

function rules(): Override[] {
  const schema = forbid('schema/**', 'schema imports nothing of the product', [
    '**/worker/**',
    '**/web/**',
    '**/test/**',
  ]);
  return [schema, ...roomRules(), ...webRules()];
}

/** Describes what is in one list but not in the other. */
function differences(path: string, listed: string[]): string[] {
  const found = foldersOf(path);
  return [
    ...found
      .filter((name) => !listed.includes(name))
      .map(
        (name) => `${path}${name} has no place in the order of imports (test/lint/import-rules.ts)`,
      ),
    ...listed
      .filter((name) => !found.includes(name))
      .map((name) => `there is no ${path}${name}, which test/lint/import-rules.ts names`),
  ];
}

const faults = [
  ...differences('worker/', ROOMS),
  ...differences('web/', [...WEB_PARTS, ...NOT_APP]),
];
const config = JSON.parse(readFileSync(CONFIG, 'utf8'));
const overrides = rules();
if (process.argv.includes('--check')) {
  if (!isDeepStrictEqual(config.overrides, overrides)) {
    faults.push('.biome.json is not up to date: npm run lint:imports');
  }
} else {
  writeFileSync(CONFIG, `${JSON.stringify({ ...config, overrides }, null, 2)}\n`);
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
