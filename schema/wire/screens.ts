/** The route table. Any other path is unknown to the app and the server. */
const SCREEN_PATHS: readonly string[] = [
  '/',
  '/login',
  '/register',
  '/editor',
  '/profile',
  '/podcasts',
  '/library',
  '/tools',
];

/**
 * Whether the app has a screen at this path, matched like its router does: in any case, with or without
 * a trailing slash.
 */
export function isScreenPath(path: string): boolean {
  const bare = path.endsWith('/') ? path.slice(0, -1) : path;
  return SCREEN_PATHS.includes(bare === '' ? '/' : bare.toLowerCase());
}

const PATH_MAX_CHARS = 2_048;

/** Validates where to go after logging in: a path of this app, never another site. */
export function returnPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/') || value.length > PATH_MAX_CHARS) return;
  const base = 'https://here.invalid';
  if (!URL.canParse(value, base)) return;
  // '//elsewhere' and '/\\elsewhere' are hosts.
  const { origin, pathname, search, hash } = new URL(value, base);
  if (origin !== base || pathname.startsWith('//')) return;
  return `${pathname}${search}${hash}`;
}
