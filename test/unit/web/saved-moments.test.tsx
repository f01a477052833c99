import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import type { Moment } from '../../../schema/wire/listening.ts';
import { stubStorage } from './stub-storage.ts';

// It needs an audio element.
vi.mock('../../../web/features/player/engine.ts', () => ({ currentTime: () => 0 }));
afterEach(() => {
  vi.unstubAllGlobals();
});

function moment(id: string, episodeId: string, episodeTitle: string): Moment {
  const place = { start: 60, end: 65, text: '', speaker: null, note: '' };
  const podcast = { podcastId: 'one', podcastTitle: 'One', createdAt: '2026-11-01T00:00:00.000Z' };
  return { id, episodeId, episodeTitle, ...place, ...podcast };
}

test('episodes of one title have names of their own, by the order of their moments', async () => {
  stubStorage();
  vi.stubGlobal('addEventListener', () => {});
  const { SavedMoments } = await import('../../../web/features/player/SavedMoments.tsx');
  const moments = [moment('a', 'new', 'Q&A'), moment('b', 'old', 'Q&A'), moment('c', 'new', 'Q&A')];
  const html = renderToStaticMarkup(
    <SavedMoments moments={moments} onOpen={() => {}} action={() => null} />,
  );
  const labels = [...html.matchAll(/aria-label="Moments of ([^"]*)"/g)].map(([, label]) => label);
  expect(labels).toEqual(['Q&amp;A', 'Q&amp;A (2)']);
});
