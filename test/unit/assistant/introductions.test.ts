import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { guestNamesIn, isIntroduction } from '../../../worker/assistant/retrieval/introductions.ts';

const NAMES = ['Mara Lindqvist', 'Tobias Keller'];
const early = (text: string) => isIntroduction(text, NAMES, { isEarly: true });

describe('a sentence that only says who somebody is', () => {
  test.each([
    'Mara Lindqvist is the author of three books about night shifts.',
    'Mara is a consultant for hospitals in the north.',
    'Priya Raman is one of the founders and the director of a bakery school.',
    'Priya Raman, who grew up in Leeds, is a professor of employment law.',
    'My guest today is Priya Raman.',
    'With us is Tobias Keller, who has run payroll for a shipyard.',
    'Welcome back, Tobias Keller.',
    "Priya Raman, you're a consultant for hospitals in the north.",
    'Tobias Keller, you run a small clinic outside of Bremen.',
    'This is your host, Priya Raman.',
    'This week, Priya Raman is here to tell us all about night shifts.',
    'Priya Raman joins us from Leeds.',
    'Tobias Keller runs a small clinic outside of Bremen.',
    'Tobias wrote the first handbook on shared parental leave.',
    'Mara is an actuary, and she counts what others hope for.',
    'She is the head of research at a bank.',
    'He was formerly an editor at a weekly newspaper.',
    'I am a nurse, and I work at a clinic in Leeds.',
    'I have spent twenty years in payroll.',
    'May it please the court, Mara Lindqvist for the appellant, North Orchards.',
    'Tobias Keller, on behalf of the county.',
  ])('%s', (text) => expect(early(text)).toBe(true));

  test.each([
    'Annual discounts ruin the margin of a small clinic.',
    'Mara Lindqvist found that nurses who choose their shifts stay twice as long.',
    'The author of a contract is rarely the one who has to live with it.',
    'A good manager is the first one to admit a mistake.',
    'Mara Lindqvist, you found that nurses who choose their shifts stay twice as long.',
    'London is the most expensive place to hire a lawyer.',
    'She raised her prices in April and lost only two patients.',
    'The Night Shift is here to stay.',
    'Mara is a lot better, and nobody knows why.',
    'An index fund is a cheap way to own the whole market.',
    'Small Business Administration loans are the cheapest money that you can get.',
    'Mara Lindqvist for the first time saw the trees, and her face fell.',
    'Priya Raman for president.',
    'Talk to ten buyers before you print a price list.',
    'Look at the work before you look at the hours.',
    'Some people work better in the evening than in an open office.',
    "If you've been on nights for years, don't just stop.",
    'And it works best where the nurses choose their own shifts.',
  ])('not: %s', (text) => expect(early(text)).toBe(false));

  test('about oneself only at the start', () => {
    const text = 'I run every contract past a lawyer before I sign it.';
    expect(isIntroduction(text, NAMES, { isEarly: false })).toBe(false);
  });
});

test.each([
  [
    'And we have a special guest with us today, and that is Priya Raman from the north.',
    ['Priya Raman'],
  ],
  ['With me today I have a very special guest, this is Tobias Keller.', ['Tobias Keller']],
  ['Priya Raman is our guest on this episode to talk about night shifts.', ['Priya Raman']],
  [
    'Our guests this week are Priya Raman, Tobias Keller, and Mara Lindqvist.',
    ['Priya Raman', 'Tobias Keller', 'Mara Lindqvist'],
  ],
  [
    'I am joined as always by Mara Lindqvist and Tobias Keller.',
    ['Mara Lindqvist', 'Tobias Keller'],
  ],
  ['On this episode, you will meet Priya Raman from Leeds.', ['Priya Raman']],
  [
    'I caught up with Priya Raman from Leeds and Tobias Keller at the fair.',
    ['Priya Raman', 'Tobias Keller'],
  ],
  ['We have Priya Raman here to run us through the whole list.', ['Priya Raman']],
  ['Join me and Tobias Keller as we count the shifts.', ['Tobias Keller']],
  ['I meet up with Mara Lindqvist to talk about night shifts.', ['Mara Lindqvist']],
  ['Clinics have to meet European Union rules by the end of May.', []],
  ['My guests and I met on the ferry, and that is all.', []],
  ['We have Leeds and York to thank for that.', []],
])('the guests of “%s”', (text, names) =>
  expect([...new Set(guestNamesIn(text))].sort()).toEqual(names.toSorted()),
);

test('a guest is found whether V8 optimizes the patterns or not', () => {
  const path = join(import.meta.dirname, '../../../worker/assistant/retrieval/introductions.ts');
  const script = `import { guestNamesIn } from ${JSON.stringify(path)};
    console.log(guestNamesIn("Here's Priya Raman.").join());`;
  const printed = execFileSync(
    process.execPath,
    ['--no-regexp-optimization', '--input-type=module', '--eval', script],
    { encoding: 'utf8' },
  );
  expect(printed.trim()).toBe('Priya Raman');
});

test('the names of thousands are read once, not for each sentence', () => {
  let reads = 0;
  const many = Array.from({ length: 3_000 }, (_, index) => `Ada Quist${index}`);
  const names = new Proxy(many, {
    get(target, key, receiver) {
      if (/^\d+$/.test(String(key))) reads += 1;
      return Reflect.get(target, key, receiver);
    },
  });
  for (const { length } of many) {
    const told = [`Ben is a nurse of ${length} wards.`, 'Ben Ode for the county.'];
    for (const text of told) isIntroduction(text, names, { isEarly: false });
  }
  expect(reads).toBeLessThanOrEqual(3 * many.length);
});
