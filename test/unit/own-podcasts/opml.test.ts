import { parseOpml } from 'feedsmith';
import { describe, expect, test } from 'vitest';
import { readOpml, writeOpml } from '../../../worker/own-podcasts/opml.ts';
import { hostileChunks } from '../../support/hostile-texts.ts';

const outline = (attributes: string) => `<outline ${attributes}/>`;
const file = (body: string) =>
  `<?xml version="1.0"?><opml version="1.0"><body>${body}</body></opml>`;

describe('reading OPML', () => {
  test("finds podcasts in folders, with the folder's category", () => {
    const { outlines } = readOpml(
      file(`
        <outline text="law"><outline text="Deeper">
          ${outline('type="rss" text="Amicus &amp; others" xmlUrl="https://a.test/f?x=1&amp;y=2"')}
        </outline></outline>
        ${outline('text="Loose" xmlUrl="https://b.test/f"')}
        ${outline('text="Tagged" category="/Audio/Health" xmlUrl="https://c.test/f"')}
        <outline text="Folder"><outline title="Titled" xmlUrl=" https://d.test/f "></outline></outline>`),
    );
    expect(outlines).toEqual([
      { title: 'Amicus & others', address: 'https://a.test/f?x=1&y=2', category: 'Law' },
      { title: 'Loose', address: 'https://b.test/f', category: null },
      { title: 'Tagged', address: 'https://c.test/f', category: 'Health' },
      { title: 'Titled', address: 'https://d.test/f', category: null },
    ]);
  });

  test.each([
    ['cut off', `<opml><body>${outline('text="A" xmlUrl="https://a.test/f"')}<outline text="B`],
    ['in capitals', `<OPML><BODY><OUTLINE TEXT="A" XMLURL="https://a.test/f"/></BODY></OPML>`],
    ['with url in place of xmlUrl', file(outline('type="rss" text="A" url="https://a.test/f"'))],
    ['with the same twice', file(outline('text="A" xmlUrl="https://a.test/f"').repeat(2))],
    ['without a root', outline('text="A" xmlUrl="https://a.test/f"')],
    ['behind a byte order mark', `\ufeff${file(outline('text="A" xmlUrl="https://a.test/f"'))}`],
  ])('%s, all the same', (_, opml) => {
    expect(readOpml(opml).outlines).toMatchObject([{ title: 'A', address: 'https://a.test/f' }]);
  });

  test.each(['', 'nothing', '{}', '<html><body>no</body></html>', file('<outline text="A"/>')])(
    '%j has no podcast',
    (opml) => expect(readOpml(opml).outlines).toEqual([]),
  );

  test.each([
    ['<opml><body><outline text="B', true],
    ['<OPML><body><outline text="A"/>', true],
    [`<opml><body>${outline('text="A" xmlUrl="https://a.test/f"')}</body>`, true],
    [file('<outline text="A"/>'), false],
    ['<html><body><outline', false],
    ['', false],
    [`<opml>${'<outline text="x">'.repeat(25_000)}`, false],
  ])('whether it ends too early: case %#', (opml, isCut) =>
    expect(readOpml(opml).isCut).toBe(isCut),
  );

  test('expands no entity of the file', () => {
    const bomb = `<!DOCTYPE o [<!ENTITY a "aaaaaaaaaa"><!ENTITY f SYSTEM "file:///etc/passwd">]>${file(
      outline('text="&a;&f;" xmlUrl="https://a.test/f"'),
    )}`;
    expect(readOpml(bomb).outlines).toMatchObject([{ title: '&a;&f;' }]);
  });

  test('counts podcasts beyond the limit, and stops on a file built to exhaust it', () => {
    const many = Array.from({ length: 700 }, (_, index) =>
      outline(`text="${index}" xmlUrl="https://a.test/${index}"`),
    );
    expect(readOpml(file(many.join('')))).toMatchObject({ left: 200 });
    const nested = `${'<outline text="x">'.repeat(25_000)}${'</x>'.repeat(100_000)}`;
    expect(readOpml(nested).outlines).toEqual([]);
  });
});

describe('writing OPML', () => {
  const podcasts = [
    { title: 'A & "B" <c>', feedUrl: 'https://a.test/f?x=1&y=2', category: 'Law' },
    { title: 'Zoë’s \u{1f3a7}', feedUrl: 'https://user:pass@b.test/f', category: 'HR' },
    { title: 'Another', feedUrl: 'https://c.test/f', category: 'Law' },
  ] as const;

  test('an independent reader and our own find the same in it', () => {
    const opml = writeOpml(podcasts);
    const { body } = parseOpml(opml);
    expect(body?.outlines?.map(({ text }) => text)).toEqual(['HR', 'Law']);
    expect(body?.outlines?.flatMap(({ outlines }) => outlines ?? [])).toMatchObject([
      { text: 'Zoë’s \u{1f3a7}', type: 'rss', xmlUrl: 'https://user:pass@b.test/f' },
      { text: 'A & "B" <c>', type: 'rss', xmlUrl: 'https://a.test/f?x=1&y=2' },
      { text: 'Another', type: 'rss', xmlUrl: 'https://c.test/f' },
    ]);
    expect(readOpml(opml).outlines).toEqual(
      [podcasts[1], podcasts[0], podcasts[2]].map(({ title, feedUrl, category }) => ({
        title,
        address: feedUrl,
        category,
      })),
    );
    expect(writeOpml(podcasts)).toBe(opml);
  });

  test('without podcasts the body has the outline that OPML demands, which is read as no podcast', () => {
    const opml = writeOpml([]);
    expect(parseOpml(opml).body?.outlines).toEqual([{ text: 'No subscriptions' }]);
    expect(readOpml(opml)).toEqual({ outlines: [], left: 0, isCut: false });
  });

  test.each(hostileChunks('sec-'))(
    'the file stays well-formed, whatever a title contains: $name',
    ({ texts }) => {
      for (const title of texts) {
        const opml = writeOpml([{ title, feedUrl: 'https://a.test/f', category: 'HR' }]);
        const [folder] = parseOpml(opml).body?.outlines ?? [];
        expect(folder?.outlines?.[0]?.xmlUrl).toBe('https://a.test/f');
      }
    },
  );
});
