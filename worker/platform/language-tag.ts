/** The tag of BCP 47 that is written there, perhaps with underscores; null for a language's name. */
export function languageTag(written: string | null | undefined): string | null {
  const tag = (written ?? '').trim().replaceAll('_', '-');
  return /^[a-z]{2,3}(-[a-z\d]{1,8})*$/i.test(tag) ? tag : null;
}
