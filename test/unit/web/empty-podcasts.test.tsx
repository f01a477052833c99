/** Podcasts without episodes, as they are drawn. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { FeedStatus } from '../../../schema/wire/episodes.ts';
import { EmptyPodcasts } from '../../../web/features/episodes/EmptyPodcasts.tsx';

const PODCAST = { podcastId: '11111111-1111-4111-8111-111111111111', title: 'Money Talk' };
const LATER = 'You can try again after';

function draw(feed: Partial<FeedStatus>, podcasts = [PODCAST]): string {
  const failed: FeedStatus = {
    podcastId: PODCAST.podcastId,
    status: 'failed',
    error: 'The feed has moved.',
    retryAt: '2026-01-02T03:04:05.000Z',
    canRetry: true,
    ...feed,
  };
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <EmptyPodcasts
        podcasts={podcasts}
        feeds={[failed]}
        awaited={new Set()}
        heading={{ current: null }}
      />
    </QueryClientProvider>,
  );
}

test('a failed feed that must rest says when it can be tried again', () => {
  expect(draw({})).toContain(LATER);
});

test('a feed that can never be tried again promises nothing', () => {
  const closed = draw({ canRetry: false });
  expect(closed).toContain('The feed has moved.');
  expect(closed).not.toContain(LATER);
});

test('of many podcasts without episodes, most are folded away', () => {
  const many = Array.from({ length: 30 }, (_, index) => ({
    podcastId: `22222222-2222-4222-8222-${String(index).padStart(12, '0')}`,
    title: `Show ${index}`,
  }));
  const [unfolded = '', folded = ''] = draw({}, many).split('<details');
  expect(unfolded.match(/<li/g)).toHaveLength(5);
  expect(folded.match(/<li/g)).toHaveLength(25);
  expect(folded).toContain('25 more without episodes');
  expect(draw({})).not.toContain('<details');
});
