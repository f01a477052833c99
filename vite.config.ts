import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin, type Rolldown } from 'vite';
import { isScreenPath } from './schema/wire/screens.ts';

/** The Worker under `wrangler dev`; `npm run dev` says where another port was asked for. */
const WORKER_ORIGIN = process.env.WORKER_ORIGIN ?? 'http://localhost:8787';

/** What every screen needs and what changes least. */
const FOUNDATION =
  /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack)[\\/](?!.*(useBlocker|useMutation|mutationObserver|infiniteQueryObserver|infiniteQueryOptions|useInfiniteQuery|ScrollRestoration)\.)/;

/**
 * The screens that come first, in the order in which somebody new meets them. What a screen shares
 * with later ones is one file, and no earlier screen loads it.
 */
const FIRST_SCREENS = {
  catalogue: ['screens/PodcastsScreen.tsx', 'screens/preload-catalogue.ts'],
  forms: ['screens/Frame.tsx', 'screens/LoginScreen.tsx', 'screens/RegisterScreen.tsx'],
} satisfies Record<string, readonly string[]>;

interface PrerenderedPage {
  path: string;
  /** The file that the asset server answers the path with. */
  file: string;
  title: string;
  /** Modules loaded for this screen only; their scripts and styles are asked for right away. */
  modules: readonly string[];
  /** A call of the API the screen begins with. */
  data?: string;
}

/**
 * What strangers come to first; only screens without inputs, as what is typed before the scripts
 * have come would be lost.
 */
const PRERENDERED: PrerenderedPage[] = [
  { path: '/', file: 'index.html', title: 'Dripcast', modules: [] },
  {
    path: '/podcasts',
    file: 'podcasts.html',
    title: 'Our Podcasts · Dripcast',
    modules: FIRST_SCREENS.catalogue,
    data: '/api/podcasts',
  },
];

/** Returns a function that names the first of `FIRST_SCREENS` that needs a module. */
function nameFirstScreen(): Rolldown.CodeSplittingNameFunction {
  let screens: Map<string, string> | undefined;
  return (moduleId, context) => {
    if (screens === undefined) {
      const found = new Map<string, string>();
      for (const [screen, files] of Object.entries(FIRST_SCREENS)) {
        const waiting = files.map((file) => join(import.meta.dirname, 'web', file));
        for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
          if (found.has(id)) continue;
          found.set(id, screen);
          waiting.push(...(context.getModuleInfo(id)?.importedIds ?? []));
        }
      }
      screens = found;
    }
    return screens.get(moduleId);
  };
}

/**
 * Writes `_headers`, which the asset server reads. `style-src` allows inline styles because Radix
 * injects style elements for its scroll areas and scroll locks; scripts are never inline.
 */
function securityHeaders(isLocal: boolean): Plugin {
  // Sample episodes live on loopback, where there is no https.
  const loopback = isLocal ? ' http://localhost:* http://127.0.0.1:*' : '';
  const sockets = isLocal ? ' ws://localhost:* ws://127.0.0.1:*' : '';
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `media-src 'self' data: https:${loopback}`,
    // A video plays in YouTube's own frame, once the reader has asked for it.
    'frame-src https://www.youtube-nocookie.com',
    `connect-src 'self'${sockets}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');
  // With each script and style they would only be weight.
  const forDocumentsOnly = [
    '  ! Content-Security-Policy',
    '  ! Permissions-Policy',
    '  ! Cross-Origin-Opener-Policy',
  ];
  const lines = [
    '/*',
    `  Content-Security-Policy: ${policy}`,
    '  X-Content-Type-Options: nosniff',
    '  Referrer-Policy: strict-origin-when-cross-origin',
    '  Permissions-Policy: camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    '  Cross-Origin-Opener-Policy: same-origin',
    // Only where there is https to hold on to.
    ...(isLocal ? [] : ['  Strict-Transport-Security: max-age=31536000; includeSubDomains']),
    '/assets/*',
    '  Cache-Control: public, max-age=31536000, immutable',
    ...forDocumentsOnly,
    '/theme.js',
    ...forDocumentsOnly,
    // A worker has the rules of its own script, not those of the page that starts it. These read
    // files from strangers: they reach nothing but what they are made of.
    '/assets/picture-worker-*',
    "  Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    '/assets/pdf-worker-*',
    "  Content-Security-Policy: default-src 'none'; script-src 'self'",
    '',
  ];
  return {
    name: 'security-headers',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: '_headers', source: lines.join('\n') });
    },
  };
}

/** As the Worker does it in production: unknown paths are 404, with the page only for navigations. */
function unknownPaths(): Plugin {
  return {
    name: 'unknown-paths',
    apply: 'serve',
    configureServer(server) {
      // After Vite's own: what no module or file has answered has become a request for the page.
      return () => {
        server.middlewares.use((request, response, next) => {
          const path = (request.originalUrl ?? '/').split('?', 1)[0] ?? '/';
          if (request.url !== '/index.html' || path === '/index.html' || isScreenPath(path)) {
            return next();
          }
          if (request.headers['sec-fetch-mode'] !== 'navigate') {
            response.statusCode = 404;
            return response.end('Not found');
          }
          // Vite sets 200 right before it ends the reply.
          const writeHead = response.writeHead.bind(response);
          response.writeHead = (_status: number) => writeHead(404);
          next();
        });
      };
    },
  };
}

/** The licences of the packages in the bundle, by Vite, and before them those of data and fonts. */
const LICENCES = 'licences.txt';
const OTHER_LICENCES = [
  'docs/third-party.md',
  'docs/wordnet-licence.txt',
  'web/ui/fonts/literata-licence.txt',
  // What is not bundled but loaded as it is, or by a worker, Vite doesn't list.
  'node_modules/tesseract.js/dist/worker.min.js.LICENSE.txt',
  'node_modules/tesseract.js-core/LICENSE',
  'node_modules/unpdf/LICENSE',
];

function licencesOfData(): Plugin {
  return {
    name: 'licences-of-data',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const file = join(dir, LICENCES);
      const sources = [...OTHER_LICENCES.map((path) => join(import.meta.dirname, path)), file];
      const texts = await Promise.all(sources.map((path) => readFile(path, 'utf8')));
      await writeFile(file, texts.join('\n\n'));
    },
  };
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
function prerendering(pages: readonly PrerenderedPage[]): Plugin {
  const root = join(import.meta.dirname, 'web');
  const serverDir = join(import.meta.dirname, 'node_modules/.cache/prerender');
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

/** By itself the name of a shared file lists all screens that share it. */
const withoutScreens = (name: string) => name.split('~', 1)[0];

export default defineConfig(({ mode }) => ({
  root: 'web',
  plugins: [
    react(),
    tailwindcss(),
    securityHeaders(mode === 'loopback'),
    licencesOfData(),
    unknownPaths(),
    prerendering(PRERENDERED),
  ],
  resolve: {
    alias: [
      // React has the hook itself; the shim brings another for versions that don't.
      {
        find: 'use-sync-external-store/shim/with-selector',
        replacement: 'use-sync-external-store/with-selector',
      },
      // Every schema gets its Zod from there, so it is configured before the first one.
      { find: /^zod$/, replacement: join(import.meta.dirname, 'web/zod.ts') },
    ],
  },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    license: { fileName: LICENCES },
    // Fonts and images stay files: hashed and cached for good.
    assetsInlineLimit: 0,
    // Every browser that runs the rest knows modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Without it the first page would load all limits and texts that screens share.
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        codeSplitting: {
          groups: [
            // One file that stays cached.
            { name: 'foundation', test: FOUNDATION },
            // Otherwise each icon that several screens show would be a file and a request of its own,
            // and the first page loads the list of all files.
            { name: 'icons', test: /node_modules[\\/]lucide-react/ },
            { name: 'landing', tags: ['$initial'] },
            { name: nameFirstScreen(), debugName: 'first screens', minShareCount: 2 },
            // Otherwise each module that two screens share would be a file: 69 of them for a reader's
            // podcasts, 27 this way, with as many bytes.
            {
              name: 'shared',
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 15_000,
            },
          ],
        },
        chunkFileNames: ({ name }) => `assets/${withoutScreens(name)}-[hash].js`,
        // Tesseract adds the name of a language to a folder, so only the folder can have a hash.
        assetFileNames: ({ names: [name = ''] }) =>
          name.endsWith('.traineddata.gz')
            ? 'assets/[hash]/[name][extname]'
            : `assets/${name.includes('~') ? withoutScreens(name) : '[name]'}-[hash][extname]`,
      },
    },
  },
  worker: { format: 'es' },
  server: {
    proxy: {
      // As objects: the short form would change the Host, and the Worker refuses foreign origins.
      '/api': {
        target: WORKER_ORIGIN,
        // The modules of `web/api` have paths below `/api`, too. Only they are loaded as scripts.
        bypass: ({ headers, url }) => (headers['sec-fetch-dest'] === 'script' ? url : undefined),
      },
      '/ws': { target: WORKER_ORIGIN, ws: true },
    },
  },
}));
