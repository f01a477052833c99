import { expect, it } from 'vitest';
import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import { findSegments } from '../../../worker/assistant/retrieval/topic-segments.ts';
import { nameSegments, titleOf } from '../../../worker/assistant/retrieval/topics.ts';
import { buildIndex, indexOf } from '../../../worker/assistant/retrieval/transcript-index.ts';
import { withoutPauses, withPauses } from '../../../worker/platform/pauses.ts';
import { captions } from './fixtures.ts';

const MAX_PARTS = 24;

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

const partsOf = (lines: TranscriptLine[], max = MAX_PARTS) =>
  withPauses(findSegments(buildIndex(lines), { min: 1, max }));

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
  expect((await partsOf([marks])).length).toBeLessThan(MAX_PARTS);
});

it('there are no more parts than asked for, ascending, also in hours of talk', async () => {
  const hours = Array.from({ length: 20 }, (_, index) =>
    talk(`${TOPICS[index % TOPICS.length]} word${index} name${index} thing${index}`, 60),
  ).flat();
  for (const most of [3, MAX_PARTS]) {
    const cuts = await partsOf(hours, most);
    expect(cuts.length + 1).toBeLessThanOrEqual(most);
    expect(cuts).toEqual(cuts.toSorted((a, b) => a - b));
  }
});

/** The names of two parts, of which the second is only there to make the first one of several. */
function namesOf(part: string[]): string[] {
  const other = Array.from(
    { length: 20 },
    () => 'The rope on the glacier is longer than the tent.',
  );
  const index = indexOf(captions([...part, ...other].map((said) => `Ada: ${said}`).join('\n')));
  return withoutPauses(nameSegments(index, [part.length], new Set())).map(titleOf);
}
const timesSaid = (count: number, said: string) => Array.from({ length: count }, () => said);

it('have a second phrase in their names only if nearly as much is said of it', () => {
  const salt = timesSaid(12, 'We weigh the salt again.');
  const withFlour = [...salt, ...timesSaid(10, 'We sift the flour again.')];
  expect(namesOf(withFlour)[0]).toBe('Salt and flour');
  expect(namesOf([...salt, ...timesSaid(2, 'We sift the flour again.')])[0]).toBe('Salt');
});

it('are named neither by sponsors nor by what is said once in many sentences', () => {
  const pitch = 'This portion of the show is brought to you by Doughly.';
  const advert = ['The mixer from Doughly kneads.', 'A mixer from Doughly lasts.'];
  const salt = timesSaid(12, 'We weigh the salt again.');
  expect(namesOf([pitch, ...advert, ...advert, ...advert, pitch, ...salt])[0]).toBe('Salt');
  const small = timesSaid(30, 'Well, it is what it is, I think so.');
  expect(namesOf([...small, 'We weigh the salt again.'])[0]).not.toBe('Salt');
});
