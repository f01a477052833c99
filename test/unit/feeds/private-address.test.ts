import { describe, expect, test } from 'vitest';
import { isPrivateAddress, splitCredentials } from '../../../worker/feeds/private-address.ts';

describe('a private address', () => {
  test.each([
    'https://user:pass@feeds.test/show',
    'https://user@feeds.test/show',
    'https://www.patreon.com/rss/show?auth=xZqfm2oP5lK',
    'https://feeds.test/show?token=1',
    'https://feeds.test/show?access_token=a',
    'https://feeds.test/show.xml?rss_key=a',
    'https://feeds.test/show?accessToken=a',
    'https://feeds.test/show?h=8f14e45fceea167a',
    'https://feeds.test/feed/podcast/12/private/4c4b8f0e-1c1c-4b1d-9e6f-0a7c3a1b2c3d.rss',
    'https://feeds.test/rss/a81bc81bdead4e5dabff90865d1e13b1',
  ])('is %s', (address) => expect(isPrivateAddress(address)).toBe(true));

  test.each([
    'https://feeds.megaphone.fm/GLT1412515089',
    'https://feeds.acast.com/public/shows/67585d9cc705e441796ddaf6',
    'https://feeds.redcircle.com/b6f505a9-f29d-4915-9e94-85182953a0ba',
    'https://rss.libsyn.com/shows/350081/destinations/2860682.xml',
    'https://feeds.test/?feed=podcast&format=rss2&cat=12',
    'https://feeds.test/the-art-of-war-and-peace-in-twenty-24-parts/rss',
    'not an address',
  ])('is not %s', (address) => expect(isPrivateAddress(address)).toBe(false));
});

test('credentials become a header', () => {
  expect(splitCredentials('https://ad%61:p%40ss@feeds.test/a?b=c')).toEqual({
    url: 'https://feeds.test/a?b=c',
    headers: { authorization: `Basic ${btoa('ada:p@ss')}` },
  });
  expect(splitCredentials('https://ada:100%zz@feeds.test/a').headers).toEqual({
    authorization: `Basic ${btoa('ada:100%zz')}`,
  });
  expect(splitCredentials('https://feeds.test/a')).toEqual({
    url: 'https://feeds.test/a',
    headers: {},
  });
});
