/** Subtags after the language's own: more than any tag in use has. */
const TAG = /^[a-z]{2,3}(-[a-z\d]{1,8}){0,7}$/i;

/** Returns the BCP 47 tag, which may be written with underscores; null for a language's name. */
export function languageTag(written: string | null | undefined): string | null {
  const tag = (written ?? '').trim().replaceAll('_', '-');
  return TAG.test(tag) ? tag : null;
}
