const RIGHT_TO_LEFT =
  /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/gu;
/** Tags of HTML and targets of Markdown's links, whose letters no one reads. */
const MARKUP = /<[^<>]*>|\]\([^()]*\)/g;

/**
 * Returns the direction of most letters of a text in Markdown or HTML. `dir="auto"` goes by the first
 * letter, but what is said in one script may begin with the name of who says it in another.
 */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const read = text.replaceAll(MARKUP, '');
  const letters = read.match(/\p{L}/gu)?.length ?? 0;
  return 2 * (read.match(RIGHT_TO_LEFT)?.length ?? 0) > letters ? 'rtl' : 'ltr';
}
