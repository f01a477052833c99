/** The languages that text in pictures is read in, and what their data weighs when it is loaded. */
export const PICTURE_LANGUAGES = {
  eng: { name: 'English', locale: 'en', megabytes: 3 },
  fra: { name: 'French', locale: 'fr', megabytes: 0.7 },
  deu: { name: 'German', locale: 'de', megabytes: 1.3 },
  spa: { name: 'Spanish', locale: 'es', megabytes: 2.1 },
} as const;
export type PictureLanguage = keyof typeof PICTURE_LANGUAGES;

export const isPictureLanguage = (text: string): text is PictureLanguage =>
  Object.hasOwn(PICTURE_LANGUAGES, text);
