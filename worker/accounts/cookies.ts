import { parseCookies } from 'oslo/cookie';

/**
 * The value of one cookie of a request. Only ours is decoded: what another program of the same host
 * left in the browser may be malformed, and must not shut anybody out.
 */
export function readCookie(headers: Headers, name: string): string | undefined {
  const ours = (headers.get('Cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .join('; ');
  try {
    return parseCookies(ours).get(name);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return undefined;
  }
}
