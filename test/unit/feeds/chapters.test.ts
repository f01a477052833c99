import { describe, expect, test } from 'vitest';
import { renderNotes } from '../../../worker/episodes/render-notes.ts';
import { chaptersInNotes, readJsonChapters } from '../../../worker/feeds/chapters.ts';
import { expectLinear } from '../../support/linear-time.ts';
import { readFeed } from '../../support/read-feed.ts';

const brief = (chapters: ReturnType<typeof chaptersInNotes>) =>
  chapters.map(({ start, title }) => [start, title]);

describe('chapters in show notes', () => {
  test.each([
    ['times first', '<p>0:00 Start<br>12:34 &ndash; The middle<br>[1:02:03] The end</p>'],
    [
      'in a list',
      '<ul><li>(00:00) Start</li><li>• 12:34 The middle</li><li>1:02:03: The end</li></ul>',
    ],
    ['numbered', '<p>1. 0:00 Start<br>2. 12:34 The middle<br>3) [1:02:03] The end</p>'],
    ['times last', '<p>Start – 0:00</p><p>The middle (12:34)</p><p>The end 1:02:03</p>'],
    [
      'spans of time',
      '<p>0:00 - 12:34 Start<br>12:34 - 1:02:03 The middle<br>1:02:03 – 1:10:00 The end</p>',
    ],
    [
      'in a table',
      '<table><tr><td>00:00:00</td><td>Start</td></tr><tr><td>00:12:34</td><td>The middle</td></tr><tr><td>01:02:03</td><td>The end</td></tr></table>',
    ],
  ])('are found: %s', (_, html) => {
    expect(brief(chaptersInNotes(html, 4_000))).toEqual([
      [0, 'Start'],
      [754, 'The middle'],
      [3_723, 'The end'],
    ]);
  });

  test.each([
    ['two times only', '<p>0:00 Start<br>12:34 The end</p>'],
    [
      'times within sentences',
      '<p>We open at 9:30 each day. At 10:15 we pause, and at 12:00 we eat.</p>',
    ],
    ['a list that goes back in time', '<p>9:00 One<br>8:00 Two<br>7:00 Three<br>6:00 Four</p>'],
    ['times later than the end', '<p>9:00:00 One<br>10:00:00 Two<br>11:00:00 Three</p>'],
  ])('are none: %s', (_, html) => {
    expect(chaptersInNotes(html, 4_000)).toEqual([]);
  });

  test.each(['0:00 ', '– ', '[', '1:', 'x 0:0', '0:00\n'])(
    'take time in proportion to notes full of %j',
    (piece) => {
      expectLinear(
        (html) => chaptersInNotes(html, null),
        (length) => piece.repeat(length / piece.length),
      );
    },
  );
});

describe("the podcast namespace's chapters", () => {
  const url = 'https://a.test/chapters/1.json';

  test('are read in order of time, with what is not listed and what is relative', () => {
    const json = JSON.stringify({
      version: '1.2.0',
      chapters: [
        { startTime: 60.5, endTime: 90, title: 'Second', url: 'https://b.test/', img: '2.png' },
        { startTime: 0, title: '<b>First</b> &amp; last', url: 'javascript:alert(1)' },
        { startTime: 70, title: 'A picture', toc: false },
        { startTime: 80, img: 'https://b.test/3.png' },
        { startTime: -4, title: 'Before' },
        { startTime: 1e300, title: 'Never reached' },
        { title: 'Never' },
        'nonsense',
      ],
    });
    expect(readJsonChapters(json, url)).toEqual([
      { start: 0, end: null, title: 'First & last', url: null, imageUrl: null, isListed: true },
      {
        start: 60.5,
        end: 90,
        title: 'Second',
        url: 'https://b.test/',
        imageUrl: 'https://a.test/chapters/2.png',
        isListed: true,
      },
      { start: 70, end: null, title: 'A picture', url: null, imageUrl: null, isListed: false },
      {
        start: 80,
        end: null,
        title: '',
        url: null,
        imageUrl: 'https://b.test/3.png',
        isListed: false,
      },
    ]);
  });

  test.each(['', 'null', '[]', '{"chapters":{}}', '<html>', '{"chapters":['])(
    'are none if the file is something else: %s',
    (json) => expect(readJsonChapters(json, url)).toBeNull(),
  );
});

describe('an item', () => {
  const item = (inner: string) => {
    const xml = `<rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
      xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:psc="http://podlove.org/simple-chapters"
      xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>A</title>
      <itunes:new-feed-url>https://new.test/feed</itunes:new-feed-url>
      <atom:link rel="next" href="?page=2"/><item><title>1</title>${inner}</item></channel></rss>`;
    const bytes = new TextEncoder().encode(xml);
    return readFeed(bytes, { contentType: null, url: 'https://a.test/feed' });
  };

  test('has a number, a season, a kind, and whether it is explicit', () => {
    const [read] = item(`<itunes:season>2</itunes:season><itunes:episode>14</itunes:episode>
      <itunes:episodeType>Bonus</itunes:episodeType><itunes:explicit>yes</itunes:explicit>`).items;
    expect(read).toMatchObject({ number: 14, season: 2, type: 'bonus', isExplicit: true });
    const [other] =
      item(`<itunes:episode>-1</itunes:episode><itunes:episodeType>x</itunes:episodeType>
      <podcast:episode>3.5</podcast:episode>`).items;
    expect(other).toMatchObject({ season: null, type: 'full', isExplicit: null });
  });

  test('has simple chapters', () => {
    const [read] = item(`<psc:chapters version="1.2"><psc:chapter start="00:01:02.5" title="Two"/>
      <psc:chapter start="0" title="One" href="/one"/><psc:chapter start="x" title="No"/></psc:chapters>`).items;
    expect(read?.chapters).toMatchObject([
      { start: 0, title: 'One', url: 'https://a.test/one' },
      { start: 62.5, title: 'Two' },
    ]);
  });

  test('has show notes that are safe, with absolute links, and plain ones with their lines', () => {
    const [rich] =
      item(`<description>Short</description><content:encoded><![CDATA[<p onclick="x()">See
      <a href="/more" target="_top">more</a> &amp; <script>alert(1)</script><img src="https://t.test/1.gif">
      <a href="java&#115;cript:alert(1)">this</a></p>]]></content:encoded>`).items;
    const html = renderNotes(rich?.notes ?? null);
    const deep = `${'<div>'.repeat(200)}Fish &amp; <b>chips</b>`;
    expect(renderNotes({ html: deep, base: 'https://a.test/' })).toBe('<p>Fish & chips</p>');
    expect(html).toContain('<a href="https://a.test/more">more</a>');
    expect(html).not.toMatch(/onclick|script|img|target/i);
    const [plain] = item('<description>0:00 One\n1:00 Two &lt; three\n\nNext</description>').items;
    expect(renderNotes(plain?.notes ?? null)).toBe(
      '<p>0:00 One<br>1:00 Two < three</p><p>Next</p>',
    );
  });

  test('is in a feed that names its new address and its older pages', () => {
    expect(item('')).toMatchObject({
      newFeedUrl: 'https://new.test/feed',
      nextPageUrl: 'https://a.test/feed?page=2',
    });
  });
});
