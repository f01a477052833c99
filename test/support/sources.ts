/** Users' own sources in tests. */
import { env } from 'cloudflare:workers';
import type { Source, SourcesPage, SourceWithText } from '../../schema/wire/sources.ts';
import type { Person } from './people.ts';
import { index } from './search.ts';

export const SOURCES = '/api/user/sources';

/** Three paragraphs with something to ask about. */
export const PRICING = [
  'Most small clinics raise their prices in January. A clinic in Leeds raised the price in April and lost only two patients.',
  'The owner wrote to every patient six weeks before. She explained that rent had risen by nine percent.',
  'Annual discounts ruin the margin of a small clinic. They reward patients who would have come anyway.',
];

export const pricing = (more: object = {}) => ({
  kind: 'text',
  title: 'What a small clinic charges',
  author: 'Mara Lind',
  address: 'https://pages.test/clinic',
  publishedAt: '2026-10-01',
  text: PRICING.join('\n\n'),
  ...more,
});

/** Adds a source and puts it into the search index. */
export async function addSource(person: Person, body: object = pricing()): Promise<Source> {
  const reply = await person.send('POST', SOURCES, body);
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
  const source = await reply.json<Source>();
  await index(['transcript', source.id], ['episode', source.id]);
  return source;
}

export const sourcesOf = async (person: Person, query = '') =>
  (await person.ask(`${SOURCES}${query}`)).json<SourcesPage>();

export const sourceOf = async (person: Person, id: string) =>
  (await person.ask(`${SOURCES}/${id}`)).json<SourceWithText>();

/** The stored objects of a source's text. */
export const storedOf = async (id: string) =>
  (await env.TRANSCRIPTS.list({ prefix: `transcripts/${id}` })).objects.map(({ key }) => key);
