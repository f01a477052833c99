import { expect, it } from 'vitest';
import { deriveChapters } from '../../../worker/assistant/derive-chapters.ts';
import { captions } from './fixtures.ts';

const ABOUT = { title: 'Four crafts', description: '' };
const TOPICS = [
  'salary bonus payroll wage raise budget pension',
  'garden flower soil tomato compost seed spade',
  'orchestra violin rehearsal conductor score cello oboe',
  'glacier summit rope avalanche ridge crampon tent',
];
/** An hour about four things, one after the other. */
const LINES = captions(
  TOPICS.flatMap((topic) => {
    const words = topic.split(' ');
    return Array.from({ length: 40 }, (_, index) => {
      const [one, two, three] = [0, 1, 2].map((step) => words[(index * 2 + step) % words.length]);
      return `Ada ${index % 2}: We spoke of the ${one} and of a ${two} before that ${three} came.`;
    });
  }).join('\n'),
);

it('are named by what is spoken of, from the start on', async () => {
  const chapters = await deriveChapters(LINES, ABOUT);
  expect(chapters).toHaveLength(TOPICS.length);
  expect(chapters[0]?.start).toBe(0);
  for (const [index, { title }] of chapters.entries()) {
    const [word = ''] = title.toLowerCase().split(/\W/);
    expect(TOPICS[index]).toContain(word);
    expect(title.charAt(0)).toMatch(/\p{Lu}/u);
  }
});

it('begin where there is a time, and are none where there is no time at all', async () => {
  const half = LINES.length / 2;
  const partly = LINES.map((line, index) => (index < half ? line : { ...line, start: null }));
  const chapters = await deriveChapters(partly, ABOUT);
  expect(chapters.length).toBeGreaterThan(1);
  for (const { start } of chapters) expect(start).toBeLessThan(half * 3);
  const untimed = LINES.map((line) => ({ ...line, start: null, end: null }));
  expect(await deriveChapters(untimed, ABOUT)).toEqual([]);
});
