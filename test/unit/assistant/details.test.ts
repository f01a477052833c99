/** Statements that are true but for one detail, and true ones that read like them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkStatement } from '../../../worker/assistant/check/check-statement.ts';
import { readWordVectors } from '../../../worker/assistant/retrieval/word-vectors.ts';
import { BREAD } from './fixtures.ts';

const VECTORS = join(import.meta.dirname, '../../../worker/assistant/word-vectors.bin');
const vectors = readWordVectors(new Uint8Array(readFileSync(VECTORS)).buffer);

const lines = [
  ['Maya Osei', 'Welcome. Tomás Ferreira of Coldharbour is with us to talk about a price.'],
  ['Tomás Ferreira', 'In March 2021 we raised it from twelve to fifteen euros, and few left.'],
  ['Maya Osei', 'What happened then?'],
  ['Tomás Ferreira', 'The support team in Zürich answered every complaint within two days.'],
  ['Tomás Ferreira', 'The lawyers only looked at a question of law, not at a question of fact.'],
  ['Tomás Ferreira', 'They were not able to buy cheaply. Do not hide a change in the small print.'],
  [
    'Tomás Ferreira',
    'All offices except Lyon closed. Some customers wrote letters to the regulator.',
  ],
  [
    'Tomás Ferreira',
    'The complaint was filed against Petrol Direct, which lost money in that year.',
  ],
  ['Tomás Ferreira', 'We may do it again next year if inflation stays above three percent.'],
].map(([speaker = '', text = ''], index) => ({ start: index * 9, end: null, speaker, text }));
const episode = { ...BREAD, title: 'A price', description: 'On Coldharbour.', lines };

test.each([
  // Which way a figure or a name is meant.
  [
    'They raised it from 15 to 12 euros.',
    1,
    'we raised it from twelve to fifteen euros',
    'distorted',
  ],
  ['They raised it by fifteen euros.', 1, 'we raised it from twelve to fifteen euros', 'distorted'],
  ['They raised it to fifteen euros.', 1, 'we raised it from twelve to fifteen euros', null],
  [
    'The complaint was filed by Petrol Direct.',
    7,
    'The complaint was filed against Petrol Direct',
    'distorted',
  ],
  [
    'The complaint was filed against Petrol Direct.',
    7,
    'The complaint was filed against Petrol Direct',
    null,
  ],
  // Another word of the episode in the place of the one that was said.
  ['The support team in Lyon answered every complaint within two days.', 3, lines[3]?.text, 'name'],
  [
    'The support lawyers in Zürich answered every complaint within two days.',
    3,
    lines[3]?.text,
    'distorted',
  ],
  ['The support team in Zurich answered each complaint within two days.', 3, lines[3]?.text, null],
  // How many and whether at all.
  [
    'All customers wrote letters to the regulator.',
    6,
    'Some customers wrote letters to the regulator',
    'distorted',
  ],
  [
    'Some customers wrote letters to the regulator.',
    6,
    'Some customers wrote letters to the regulator',
    null,
  ],
  ['All offices, Lyon among them, closed.', 6, 'All offices except Lyon closed', 'distorted'],
  ['All offices but Lyon closed.', 6, 'All offices except Lyon closed', null],
  ['They do it again next year.', 8, 'We may do it again next year', 'distorted'],
  ['They may do it again next year.', 8, 'We may do it again next year', null],
  ['They may do it again if inflation stays under three percent.', 8, lines[8]?.text, 'distorted'],
  // What is denied outside the quotation.
  ['They were able to buy cheaply.', 5, 'able to buy cheaply', 'reversed'],
  ['Hide a change in the small print.', 5, 'hide a change in the small print', 'reversed'],
  [
    'The support team has yet to answer every complaint.',
    3,
    'answered every complaint within two days',
    'reversed',
  ],
  ['Petrol Direct made money in that year.', 7, 'lost money in that year', 'reversed'],
  // Dates.
  ['In May 2021 they raised it.', 1, 'In March 2021 we raised it', 'figure'],
  ['They may do it again this year.', 8, 'We may do it again next year', 'figure'],
  [
    'They answered every complaint within ２0 days.',
    3,
    'answered every complaint within two days',
    'figure',
  ],
  [
    'They answered every complaint within ٢ days.',
    3,
    'answered every complaint within two days',
    'figure',
  ],
  // Names in any case, with or without accents.
  [
    'maya osei says that the support team answered every complaint.',
    3,
    'answered every complaint within two days',
    'speaker',
  ],
  [
    'According to osei, the support team answered every complaint.',
    3,
    'answered every complaint within two days',
    'speaker',
  ],
  ['Tomas Ferreira says that the support team answered every complaint.', 3, lines[3]?.text, null],
] as const)('%s', (text, line, quotation = '', problem) => {
  const evidence = [{ lineIds: [line], quotation }];
  expect(checkStatement({ text, evidence }, episode, { vectors })).toBe(problem);
});
