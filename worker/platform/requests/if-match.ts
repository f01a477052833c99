import { AppError } from '../errors.ts';

/**
 * Returns the tag in `If-Match: "<tag>"`; null without the header, or for `*`.
 *
 * @param form what a tag looks like; `what` says it in words
 * @throws AppError bad_request for anything else
 */
export function ifMatch(header: string | undefined, form: RegExp, what: string): string | null {
  if (header === undefined || header.trim() === '*') return null;
  const tag = /^\s*"([^"]*)"\s*$/.exec(header)?.[1];
  if (tag === undefined || !form.test(tag)) {
    throw new AppError('bad_request', `If-Match must be ${what}`);
  }
  return tag;
}
