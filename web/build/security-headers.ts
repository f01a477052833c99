import type { Plugin } from 'vite';

/**
 * Writes `_headers`, which the asset server reads. `style-src` allows inline styles because Radix
 * injects style elements for its scroll areas and scroll locks; scripts are never inline.
 */
export function securityHeaders(isLocal: boolean): Plugin {
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
