/** Words that carry a topic but are too common in talk to name one. */
import { stemOf } from './words.ts';

const COMMON = new Set(
  `people time year day week nobody ill saturday sunday friday monday fell held suggests less letter work make use need good great lot way thing point question answer talk
  different new first last part start end put give take try tell ask call happen number whole idea
  example fact case place person today show episode listener bit long big small high low next week
  month hour minute second kind sort word sense reason problem interesting important pretty super
  number percent euro dollar hundred thousand million keep run help change find feel believe hear
  definitely probably maybe absolutely exactly especially course obviously totally certainly back
  same many little far hard easy simple clear open close real true full half plus minus per
  man woman guy name read write left side two three four five ten care already means mean looks look speak pick everybody percent step gap
  bye gotcha folks mm-hmm uh-huh yup nope`
    .split(/\s+/)
    .map(stemOf),
);

/** True of the stem of a word that says little of what is talked about. */
export function isCommon(stem: string): boolean {
  return COMMON.has(stem);
}
