import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { LICENCES, licencesOfData } from './web/build/licences.ts';
import { loadedScales } from './web/build/loaded-scales.ts';
import { noCircularChunks } from './web/build/no-circular-chunks.ts';
import { noPageSearch } from './web/build/no-page-search.ts';
import { type PrerenderedPage, prerendering } from './web/build/prerendering.ts';
import { relativeSizes } from './web/build/relative-sizes.ts';
import { securityHeaders } from './web/build/security-headers.ts';
import { unknownPaths } from './web/build/unknown-paths.ts';

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

/** By itself the name of a shared file lists all screens that share it. */
const withoutScreens = (name: string) => name.split('~', 1)[0];

export default defineConfig(({ mode }) => ({
  root: 'web',
  plugins: [
    react(),
    tailwindcss(),
    relativeSizes(),
    loadedScales(),
    noPageSearch(),
    securityHeaders(mode === 'loopback'),
    licencesOfData(),
    noCircularChunks(),
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
            // Nearly everything imports these. Merged with some of it, they made two files import each other.
            { name: 'wire', test: /[\\/]schema[\\/]wire[\\/](clock|common|time)\.ts$/ },
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
        // The first page loads the names of all files, of which hashes don't compress. Six characters tell them apart.
        chunkFileNames: ({ name }) => `assets/${withoutScreens(name)}-[hash:6].js`,
        // Tesseract adds the name of a language to a folder, so only the folder can have a hash.
        assetFileNames: ({ names: [name = ''] }) =>
          name.endsWith('.traineddata.gz')
            ? 'assets/[hash]/[name][extname]'
            : `assets/${name.includes('~') ? withoutScreens(name) : '[name]'}-[hash:6][extname]`,
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
