/** Returns the BCP 47 tag, which may be written with underscores; null for a language's name. */
export function languageTag(written: string | null | undefined): string | null {
  const tag = (written ?? '').trim().replaceAll('_', '-');
  return /^[a-z]{2,3}(-[a-z\d]{1,8})*$/i.test(tag) ? tag : null;
}
