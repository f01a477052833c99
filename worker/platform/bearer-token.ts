/**
 * The token of an `Authorization: Bearer` header, empty where it names none; null without such a header.
 * Other schemes, as a proxy in front of a private copy may ask for, are not ours.
 */
export function bearerToken(headers: Headers): string | null {
  const [scheme = '', token = ''] = (headers.get('Authorization') ?? '').trim().split(/\s+/, 2);
  return scheme.toLowerCase() === 'bearer' ? token : null;
}
