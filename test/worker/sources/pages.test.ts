import { describe, expect, test } from 'vitest';
import type { SourceWithText } from '../../../schema/wire/sources.ts';
import { serve } from '../../support/outside.ts';
import { makePerson, type Person } from '../../support/people.ts';
import { SOURCES, sourceOf, sourcesOf } from '../../support/sources.ts';

const PARAGRAPHS = [
  'Most small clinics raise their prices in January, when everybody else does so as well.',
  'A clinic in Leeds raised the price in April & lost only two patients, which surprised its owner.',
  'She had written to every patient six weeks before, and she had explained what rent < wages means.',
];
const PAGE = `<!doctype html><html lang="en"><head><title>What a clinic charges | The Daily</title>
  <meta name="author" content="Mara Lind">
  <meta property="article:published_time" content="2026-10-01T08:00:00Z"></head>
  <body><nav><ul><li><a href="/a">Home</a></li><li><a href="/b">Subscribe now</a></li></ul></nav>
  <article><h1>What a clinic charges</h1>${PARAGRAPHS.map(
    (text) => `<p>${text.replace('&', '&amp;').replace('<', '&lt;')}</p>`,
  ).join('\n')}</article>
  <script>document.write('never')</script><footer>Cookies and imprint</footer></body></html>`;

const servePage = (body: string, type = 'text/html; charset=utf-8') =>
  serve(`/${crypto.randomUUID()}`, { body, headers: { 'Content-Type': type } });

const add = (person: Person, address: string) =>
  person.send('POST', SOURCES, { kind: 'page', address });

describe('a web page', () => {
  test('is kept as its article, with author, date and address', async () => {
    const person = await makePerson();
    const address = await servePage(PAGE);
    const reply = await add(person, address);
    expect(reply.status).toBe(201);
    const { id } = await reply.json<{ id: string }>();
    const source: SourceWithText = await sourceOf(person, id);
    expect(source).toMatchObject({
      kind: 'page',
      author: 'Mara Lind',
      address,
      publishedAt: '2026-10-01T08:00:00.000Z',
    });
    expect(source.title).toContain('What a clinic charges');
    for (const text of PARAGRAPHS) expect(source.text).toContain(text);
    for (const noise of ['Subscribe now', 'never', 'Cookies']) {
      expect(source.text).not.toContain(noise);
    }
  });

  test('of plain text is its text', async () => {
    const person = await makePerson();
    const reply = await add(person, await servePage('One.\n\nTwo.', 'text/plain'));
    const { id } = await reply.json<{ id: string }>();
    expect((await sourceOf(person, id)).text).toBe('One.\n\nTwo.');
  });

  test.each(['text/vtt', 'application/x-subrip', 'text/plain; charset=utf-8'])(
    'of captions is what is said in them: %s',
    async (type) => {
      const person = await makePerson();
      const captions = '1\n00:01,000 --> 00:02,000\nOne &\n\n2\n00:02,000 --> 00:03,000\ntwo.\n';
      const reply = await add(person, await servePage(captions, type));
      const { id } = await reply.json<{ id: string }>();
      expect((await sourceOf(person, id)).text).toBe('One & two.');
    },
  );

  test.each([
    ['a PDF', '%PDF-1.7', 'application/pdf', /PDF/],
    ['a picture', 'GIF89a', 'image/gif', /no web page/],
    ['no text', '<html><body><script>x()</script></body></html>', 'text/html', /no text/],
    ['more than fits', `<p>${'word, '.repeat(40_000)}</p>`, 'text/html', /200,000/],
  ])('with %s is refused in words', async (_, body, type, message) => {
    const person = await makePerson();
    const reply = await add(person, await servePage(body, type));
    expect(reply.status).toBe(422);
    expect(await reply.json()).toMatchObject({ message: expect.stringMatching(message) });
    expect((await sourcesOf(person)).total).toBe(0);
  });

  test.each(['http://10.0.0.1/', 'http://[::1]:9/', 'http://169.254.169.254/latest'])(
    'at %s is not asked for',
    async (address) => {
      const person = await makePerson();
      expect((await add(person, address)).status).toBe(422);
    },
  );

  test('is not read by somebody whose address is none', async () => {
    const person = await makePerson();
    for (const address of ['nowhere', 'file:///etc/passwd', 'javascript:alert(1)']) {
      expect((await add(person, address)).status).toBe(400);
    }
  });
});
