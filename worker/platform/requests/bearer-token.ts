/**
 * Returns the token of an `Authorization: Bearer` header, '' if it is empty; null without such a
 * header. Other schemes, such as a proxy's, are ignored.
 */
export function bearerToken(headers: Headers): string | null {
  const [scheme = '', token = ''] = (headers.get('Authorization') ?? '').trim().split(/\s+/, 2);
  return scheme.toLowerCase() === 'bearer' ? token : null;
}
