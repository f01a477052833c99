import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown } from 'vite';

export interface PrerenderedPage {
  path: string;
  /** The file that the asset server answers the path with. */
  file: string;
  title: string;
  /** Modules loaded for this screen only; their scripts and styles are asked for right away. */
  modules: readonly string[];
  /** A call of the API the screen begins with. */
  data?: string;
}

const PLACE = '<div id="root"></div>';

/**
 * Links to what the page's own modules will load beyond the shell: without them each would wait
 * for the one before it.
 */
function linksOf(page: PrerenderedPage, bundle: Rolldown.OutputBundle, shell: string): string {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (fileName: string) => {
    const chunk = bundle[fileName];
    if (chunk?.type !== 'chunk' || shell.includes(fileName) || scripts.has(fileName)) return;
    scripts.add(fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
    chunk.imports.forEach(visit);
  };
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk') continue;
    const module = chunk.facadeModuleId;
    if (module && page.modules.some((name) => module.endsWith(`/${name}`))) visit(chunk.fileName);
  }
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...[...scripts].map((file) => `<link rel="modulepreload" href="/${file}">`),
    ...(page.data
      ? [`<link rel="preload" href="${page.data}" as="fetch" crossorigin="use-credentials">`]
      : []),
  ].join('\n    ');
}

/**
 * Writes the first sight of the given screens into HTML of their own, so that there is something
 * to read before any script has run. `index.html` also answers every path without a file; there
 * `theme.js` and `page.css` hide the landing page.
 */
export function prerendering(pages: readonly PrerenderedPage[]): Plugin {
  const root = join(import.meta.dirname, '..');
  const serverDir = join(import.meta.dirname, '../../node_modules/.cache/prerender');
  let outDir = '';
  let bundle: Rolldown.OutputBundle = {};
  return {
    name: 'prerendering',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    writeBundle(_, written) {
      bundle = written;
    },
    async closeBundle() {
      // Another plugin has failed, and says why.
      if (Object.keys(bundle).length === 0) return;
      await build({
        configFile: false,
        root,
        logLevel: 'warn',
        plugins: [react()],
        build: { ssr: 'prerender.tsx', outDir: serverDir, emptyOutDir: true, copyPublicDir: false },
      });
      const entry = pathToFileURL(join(serverDir, 'prerender.js')).href;
      const { prerender } = (await import(entry)) as { prerender(path: string): Promise<string> };
      const shell = await readFile(join(outDir, 'index.html'), 'utf8');
      for (const page of pages) {
        const sight = await prerender(page.path);
        const html = shell
          .replace('<title>Dripcast</title>', `<title>${page.title}</title>`)
          .replace('</head>', () => `  ${linksOf(page, bundle, shell)}\n  </head>`)
          .replace(
            PLACE,
            () => `<div id="root" inert data-prerendered="${page.path}">${sight}</div>`,
          );
        await writeFile(join(outDir, page.file), html);
      }
      await rm(serverDir, { recursive: true });
    },
  };
}
