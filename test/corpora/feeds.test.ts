import { describe, expect, it } from 'vitest';
import { FeedError } from '../../worker/feeds/feed-error.ts';
import { filesOf } from '../bench/ingest/collect.ts';
import { CONTENDERS } from '../bench/ingest/contenders.ts';
import { expectationOf } from '../bench/ingest/expectations.ts';
import { faultIn, judge } from '../bench/ingest/score-feeds.ts';
import { readFeed } from '../support/read-feed.ts';

describe('real feeds', () => {
  it('are read correctly, with few exceptions', { timeout: 60_000 }, async () => {
    const cases = filesOf('feeds-', /\.(xml|rss|atom|json)$/i)
      .map(expectationOf)
      .filter((one) => one !== null);
    const [ours] = CONTENDERS;
    if (ours === undefined) throw new Error('no reader of our own');
    const faults = await Promise.all(cases.map(async (one) => faultIn(await judge(ours, one))));
    const wrong = faults.filter((fault) => fault !== null);
    expect(cases.length).toBeGreaterThan(100);
    expect(wrong.length / cases.length, wrong.slice(0, 10).join('\n')).toBeLessThan(0.03);
  });

  it('and hostile documents are read or refused with a reason', { timeout: 60_000 }, () => {
    for (const { bytes, path } of [
      ...filesOf('feeds-', /./),
      ...filesOf('sec-defusedxml', /\.xml$/),
      ...filesOf('sec-payloadsallthethings', /\.(xml|svg)$/),
    ]) {
      try {
        const feed = readFeed(bytes, { contentType: null, url: 'https://example.org/' });
        expect(
          feed.items.every((item) => item.guid !== ''),
          path,
        ).toBe(true);
      } catch (error) {
        expect(error, path).toBeInstanceOf(FeedError);
      }
    }
  });
});
