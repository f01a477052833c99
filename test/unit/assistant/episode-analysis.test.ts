import { expect, test } from 'vitest';
import { analysisOf } from '../../../worker/assistant/embedded/episode-analysis.ts';
import { indexOf } from '../../../worker/assistant/retrieval/transcript-index.ts';
import { BREAD } from './fixtures.ts';

const analyse = (episode: typeof BREAD) => analysisOf(episode, indexOf(BREAD.lines), null);

test('who asks next about an episode shares its analysis', () => {
  expect(analyse({ ...BREAD })).toBe(analyse({ ...BREAD }));
});

test('an episode that has a new title since is analysed with it', () => {
  const before = analyse(BREAD);
  const after = analyse({ ...BREAD, title: 'Bread, once more' });
  expect(after).not.toBe(before);
  expect(after.episode.title).toBe('Bread, once more');
});
