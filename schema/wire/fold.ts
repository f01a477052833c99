/** How searches compare letters, the same on both sides. */

/** Most texts are plain ASCII. The rest of `fold` takes most of a search's time. */
const PLAIN = /^[ -~]*$/;

/** Letters that Unicode doesn't take apart, in the spelling of people who can't type them. */
const SPELT: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
};
const HAS_SPELT = new RegExp(`[${Object.keys(SPELT).join('')}]`, 'iu');
const ALL_SPELT = new RegExp(HAS_SPELT, 'gu');

/** Whether a text has letters that `fold` spells with others, such as ß. */
export const hasSpelt = (text: string) => HAS_SPELT.test(text);

/**
 * Lower case without accents and other marks: `Straße` → `strasse`, `Søren` → `soren`. Full-width letters
 * and ligatures become plain ones.
 */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(ALL_SPELT, (letter) => SPELT[letter] ?? letter)
    .normalize('NFC');
}
