import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The Worker under `wrangler dev`. */
const WORKER_ORIGIN = 'http://localhost:8787';

const FOUNDATION =
  /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack|hono)[\\/]/;

/**
 * Writes `_headers`, which the asset server reads. `style-src` allows inline styles because Radix
 * injects style elements for its scroll areas and scroll locks; scripts are never inline.
 */
function securityHeaders(isLocal: boolean): Plugin {
  // Sample podcasts live on loopback, where there is no https.
  const loopback = isLocal ? ' http://localhost:* http://127.0.0.1:*' : '';
  const sockets = isLocal ? ' ws://localhost:* ws://127.0.0.1:*' : '';
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: https:${loopback}`,
    `media-src 'self' data: https:${loopback}`,
    `connect-src 'self'${sockets}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');
  const lines = [
    '/*',
    `  Content-Security-Policy: ${policy}`,
    '  X-Content-Type-Options: nosniff',
    '  Referrer-Policy: strict-origin-when-cross-origin',
    '  Permissions-Policy: camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    '  Cross-Origin-Opener-Policy: same-origin',
    '/assets/*',
    '  Cache-Control: public, max-age=31536000, immutable',
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

export default defineConfig(({ mode }) => ({
  root: 'web',
  plugins: [react(), tailwindcss(), securityHeaders(mode === 'loopback')],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    // Fonts and images stay files: hashed and cached for good.
    assetsInlineLimit: 0,
    // Every browser that runs the rest knows modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What every screen needs and what changes least, in one file that stays cached.
        codeSplitting: { groups: [{ name: 'foundation', test: FOUNDATION }] },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      // As objects: the short form would change the Host, and the Worker refuses foreign origins.
      '/api': { target: WORKER_ORIGIN },
      '/ws': { target: WORKER_ORIGIN, ws: true },
    },
  },
}));
