/**
 * Writes patterns for what people say as lists. In a list, each line and each ` | ` begins the next phrase:
 *
 *     phrases('i')`
 *       good (?:morning|afternoon|evening) | welcome back
 *       thank you
 *     `
 *
 * Each phrase is a regular expression without a space at its ends.
 */

type OfList<Result> = (list: TemplateStringsArray) => Result;

/** Any of the phrases, as a part of a longer pattern. */
export const oneOf: OfList<string> = ({ raw: [list = ''] }) => `(?:${alternatives(list)})`;

/** Matches any of the phrases, each as whole words. */
export const phrases =
  (flags: string): OfList<RegExp> =>
  ({ raw: [list = ''] }) =>
    new RegExp(String.raw`\b(?:${alternatives(list)})\b`, flags);

/** Matches any of the phrases. Each marks its own word boundaries. */
export const anyOf =
  (flags: string): OfList<RegExp> =>
  ({ raw: [list = ''] }) =>
    new RegExp(alternatives(list), flags);

const alternatives = (list: string) =>
  list
    .trim()
    .split(/\s*\n\s*|\s+\|\s+/)
    .join('|');
