/** What a model wrote, as the chat draws it: no hostile text does harm there. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CitationChip } from '../../../web/ui/CitationChip.tsx';
import { MarkdownText } from '../../../web/ui/MarkdownText.tsx';
import { harmIn } from '../../support/harm-in.ts';
import { hostileTexts } from '../../support/hostile-texts.ts';
import { expectLinear } from '../../support/linear-time.ts';

const draw = (text: string) =>
  renderToStaticMarkup(<MarkdownText text={text} onCitation={() => {}} />);

test('formatting, links and citations are drawn', () => {
  const html = draw('**Four** thousand [0:20], see [there](https://a.test).');
  expect(html).toContain('<strong>Four</strong>');
  expect(html).toMatch(/<button[^>]*>0:20<\/button>/);
  expect(html).toMatch(/<a href="https:\/\/a\.test"[^>]*rel="noopener noreferrer"/);
  expect(html).toContain('there<bdi class="link-host"> (a.test)</bdi></a>');
});

test('a block whose script differs from that of the whole text has its own direction', () => {
  const html = draw('## Sleep\n\nوصل المسح إلى أربعة آلاف ممرضة [0:20]\n\n| a |\n|---|\n| b |');
  expect(html).toContain('<h3 dir="ltr">Sleep</h3>');
  expect(html).toContain('<p>وصل');
  expect(html).toContain('<section class="table-scroll" dir="ltr"');
});

test('a place and its play button stay on one line', () => {
  const open = () => {};
  const html = renderToStaticMarkup(<CitationChip seconds={20} episodeId="one" onOpen={open} />);
  expect(html).toMatch(/<span class="cited"><button[^>]*>0:20<\/button><button[^>]*Play from/);
});

test.each(['*a', '~', ']', '[', '_a*', '> - ', '`a'])(
  'a model that writes nothing but %j does not freeze the page',
  (mark) => {
    expect(draw(mark.repeat(10_000))).toContain(mark.replace('>', '&gt;'));
    expectLinear(draw, (length) => mark.repeat(length / mark.length));
  },
  120_000,
);

test.each([
  ['alone', (text: string) => text],
  ['as the target of a link', (text: string) => `[click](${text})`],
])('hostile text does no harm: %s', { timeout: 180_000 }, (_, place) => {
  const harmful = hostileTexts('sec-').flatMap((text) => {
    const harm = harmIn(draw(place(text)), ['button', 'bdi']);
    return harm.length === 0 ? [] : [{ text, harm }];
  });
  expect(harmful).toEqual([]);
});
