/** What a digest shows of itself at first. */
import { expect, test } from 'vitest';
import { shorten } from '../../../web/features/digest/shorten.ts';

const entry = (title: string) =>
  `**${title}** · Price Talk\n\n- ${'Rent rose. '.repeat(30).trim()}`;

test('a short digest is shown as it is', () => {
  expect(shorten(`## HR\n\n${entry('One')}\n\n${entry('Two')}`)).toBeNull();
});

test('a long one is cut between two entries, never after a heading', () => {
  const entries = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map(entry);
  expect(shorten(['## HR', ...entries].join('\n\n'))).toBe(
    ['## HR', ...entries.slice(0, 2)].join('\n\n'),
  );
  const [first = '', second = '', ...others] = entries;
  expect(shorten(['## HR', first, second, '## Law', ...others].join('\n\n'))).toBe(
    ['## HR', first, second].join('\n\n'),
  );
});

test('a first entry that is long is shown whole', () => {
  const long = `**One** · Price Talk\n\n${'Rent rose. '.repeat(300)}`;
  expect(shorten(`## HR\n\n${long}\n\n${entry('Two')}`)).toBe(`## HR\n\n${long}`);
});

test('of a single paragraph, nothing is cut off', () => {
  expect(shorten('Rent rose. '.repeat(1_000))).toBeNull();
});
