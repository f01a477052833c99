import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PodcastCard } from '../../../web/features/catalogue/PodcastCard.tsx';

const draw = (host: string) =>
  renderToStaticMarkup(
    <PodcastCard
      index={0}
      podcast={{
        id: '11111111-1111-4111-8111-111111111111',
        title: 'Money Talk',
        host,
        description: '',
        category: 'Finance',
        imageUrl: null,
        spotifyUrl: null,
        youtubeUrl: null,
      }}
    />,
  ).replace(/<[^>]+>/g, '');

test('a card names the host; where a feed names none, it promises none', () => {
  expect(draw('Ana Ruiz')).toContain('Hosted by Ana Ruiz');
  expect(draw('')).not.toContain('Hosted by');
});
