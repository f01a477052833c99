import { expect, it } from 'vitest';
import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import { findingSegments } from '../../../worker/assistant/retrieval/topic-segments.ts';
import { buildIndex } from '../../../worker/assistant/retrieval/transcript-index.ts';
import { withPauses } from '../../../worker/platform/pauses.ts';

const MOST = 24;

const TOPICS = [
  'salary bonus payroll wage raise budget pension',
  'garden flower soil tomato compost seed spade',
  'orchestra violin rehearsal conductor score cello oboe',
  'glacier summit rope avalanche ridge crampon tent',
];

/** So many sentences about a topic, each by another of two speakers. */
function talk(topic: string, sentences: number): TranscriptLine[] {
  const words = topic.split(' ');
  return Array.from({ length: sentences }, (_, index) => {
    const [one, two, three] = [0, 1, 2].map((step) => words[(index * 2 + step) % words.length]);
    const text = `We spoke of the ${one} and of a ${two} before somebody asked about that ${three}.`;
    return { start: index * 5, end: null, speaker: index % 2 === 0 ? 'Ada' : 'Bo', text };
  });
}

const partsOf = (lines: TranscriptLine[], most = MOST) =>
  withPauses(findingSegments(buildIndex(lines), { fewest: 1, most }));

it('a part begins where the talk turns to something else', async () => {
  const cuts = await partsOf(TOPICS.flatMap((topic) => talk(topic, 40)));
  expect(cuts).toHaveLength(3);
  for (const [index, cut] of cuts.entries()) {
    expect(Math.abs(cut - (index + 1) * 40), `cut ${index} at ${cut}`).toBeLessThanOrEqual(3);
  }
});

it('what stays with one topic is not cut, nor is what is short or empty', async () => {
  expect(await partsOf(talk(TOPICS[0] ?? '', 120))).toEqual([]);
  expect(await partsOf(TOPICS.flatMap((topic) => talk(topic, 3)))).toEqual([]);
  expect(await partsOf([])).toEqual([]);
  const marks = { start: 0, end: null, speaker: null, text: '?!. '.repeat(5_000) };
  expect((await partsOf([marks])).length).toBeLessThan(MOST);
});

it('there are no more parts than asked for, ascending, also in hours of talk', async () => {
  const hours = Array.from({ length: 20 }, (_, index) =>
    talk(`${TOPICS[index % TOPICS.length]} word${index} name${index} thing${index}`, 60),
  ).flat();
  for (const most of [3, MOST]) {
    const cuts = await partsOf(hours, most);
    expect(cuts.length + 1).toBeLessThanOrEqual(most);
    expect(cuts).toEqual(cuts.toSorted((a, b) => a - b));
  }
});
