/** The sizes documented in docs/styling.md. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

const COMPONENTS = globSync('web/**/*.tsx', { cwd: ROOT }).map((path) => ({
  path,
  text: readFileSync(join(ROOT, path), 'utf8'),
}));

/** Finds what a pattern's first group matches, except the allowed values, as 'path: value'. */
const others = (pattern: RegExp, allowed: string[]) =>
  COMPONENTS.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)]
      .map(([, value = '']) => value)
      .filter((value) => !allowed.includes(value))
      .map((value) => `${path}: ${value}`),
  );

describe('the style guide', () => {
  test('icons have one of four sizes', () => {
    expect(others(/\bsize=\{(\d+)\}/g, ['12', '16', '18', '20'])).toEqual([]);
  });

  test('every lucide icon names its size', () => {
    const unsized = COMPONENTS.flatMap(({ path, text }) => {
      const names = /import \{([^}]*)\} from 'lucide-react'/.exec(text)?.[1]?.split(',') ?? [];
      return names
        .map((name) => name.replace(/\btype\b/, '').trim())
        .filter((name) => new RegExp(`<${name}(?![^>]*size=)[\\s/>]`).test(text))
        .map((name) => `${path}: ${name}`);
    });
    expect(unsized).toEqual([]);
  });

  test('dialogs have one of three widths', () => {
    const widths = ['max-w-108', 'max-w-136', 'max-w-192'];
    expect(others(/Dialog\.Content[^>]*?(max-w-[^\s"']+)/g, widths)).toEqual([]);
  });

  test('only the chevron of what folds turns', () => {
    const turning = globSync('web/**/*.{css,tsx}', { cwd: ROOT })
      .filter((path) => /\brotate\b/.test(readFileSync(join(ROOT, path), 'utf8')))
      .filter((path) => path !== join('web', 'ui', 'fold-chevron.css'));
    expect(turning).toEqual([]);
  });

  test("cards' titles are plain, so that all have the same weight", () => {
    expect(others(/<(Heading)\b(?=[^>]*as="h2")(?=[^>]*size="5")/g, [])).toEqual([]);
  });
});
