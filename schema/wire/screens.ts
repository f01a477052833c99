/** The route table: every other path is unknown, to the page and to the server. */
export const SCREEN_PATHS: readonly string[] = [
  '/',
  '/login',
  '/register',
  '/editor',
  '/profile',
  '/podcasts',
  '/library',
  '/tools',
];

/** Whether the app has a screen at this path, as its router reads it: any case, a slash at the end. */
export function isScreenPath(path: string): boolean {
  const bare = path.endsWith('/') ? path.slice(0, -1) : path;
  return SCREEN_PATHS.includes(bare === '' ? '/' : bare.toLowerCase());
}

const PATH_MAX_CHARS = 2_048;

/** A place of ours to go to after logging in: a path, never another site. */
export function returnPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/') || value.length > PATH_MAX_CHARS) return;
  const base = 'https://here.invalid';
  if (!URL.canParse(value, base)) return;
  // '//elsewhere' and '/\\elsewhere' name hosts.
  const { origin, pathname, search, hash } = new URL(value, base);
  if (origin !== base || pathname.startsWith('//')) return;
  return `${pathname}${search}${hash}`;
}
