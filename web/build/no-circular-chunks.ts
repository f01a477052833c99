import type { Plugin } from 'vite';

/**
 * Fails the build if files import each other: one of them would run before what it needs, and its screen
 * would not load. Rolldown may merge modules that screens share into such files.
 */
export function noCircularChunks(): Plugin {
  return {
    name: 'no-circular-chunks',
    apply: 'build',
    generateBundle(_options, bundle) {
      const done = new Set<string>();
      const visit = (file: string, path: readonly string[]) => {
        const before = path.indexOf(file);
        if (before >= 0) this.error(`circular: ${[...path.slice(before), file].join(' → ')}`);
        const chunk = bundle[file];
        if (chunk?.type !== 'chunk' || done.has(file)) return;
        for (const imported of chunk.imports) visit(imported, [...path, file]);
        done.add(file);
      };
      for (const file of Object.keys(bundle)) visit(file, []);
    },
  };
}
