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
  ['Tomás Ferreira', 'Rent went up by nine percent, while the wages of the bakers stood still.'],
  ['Maya Osei', 'Do you regret the ovens that you bought in Porto?'],
  ['Tomás Ferreira', 'A third of our drivers got a refund because the snow had closed the pass.'],
  [
    'Tomás Ferreira',
    'We expect to repaint the harbour office for about $60 a day within six weeks.',
  ],
  [
    'Tomás Ferreira',
    'The second tram is slower than the ferry. It costs three point five million, and each driver trains for one and a half years.',
  ],
  ['Tomás Ferreira', 'If the storm damages the roof, I will call the insurance of the landlord.'],
  ['Tomás Ferreira', 'Our yard hopes to become the largest buyer of rope.'],
  [
    'Tomás Ferreira',
    'Nora Vale built a raft, and it carries forty people along the full canal, whether they like it or not.',
  ],
  [
    'Tomás Ferreira',
    'The rehearsal lasts an hour and a half, and changing the stage takes 60 seconds.',
  ],
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
    'They doubled it from 12 to 15 euros.',
    1,
    'we raised it from twelve to fifteen euros',
    'figure',
  ],
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
  ['Eventually Petrol Direct lost money in that year.', 7, lines[7]?.text, null],
  // What was asked, expected, or said on a condition.
  ['Ferreira regrets the ovens that they bought in Porto.', 10, lines[10]?.text, 'speaker'],
  ['They regret the ovens that they bought in Porto.', 10, lines[10]?.text, 'distorted'],
  ['Maya Osei asks whether he regrets the ovens bought in Porto.', 10, lines[10]?.text, null],
  ['They have repainted the harbour office.', 12, 'We expect to repaint the harbour', 'distorted'],
  ['They expect to repaint the harbour office.', 12, lines[12]?.text, null],
  ['The storm damages the roof.', 14, 'If the storm damages the roof', 'distorted'],
  ['The yard has become the largest buyer of rope.', 15, lines[15]?.text, 'distorted'],
  ['The yard hopes to become the largest buyer of rope.', 15, lines[15]?.text, null],
  // Words and halves of a sentence that changed places.
  [
    'Wages of the bakers went up by nine percent, while rent stood still.',
    9,
    lines[9]?.text,
    'distorted',
  ],
  [
    'The ferry is slower than the second tram.',
    13,
    'The second tram is slower than the ferry',
    'reversed',
  ],
  ['The bakers earned no more, although the rent rose by 9%.', 9, lines[9]?.text, null],
  // How many, how often, how long, and why.
  ['Most of their drivers got a refund because of the snow.', 11, lines[11]?.text, 'distorted'],
  [
    'A third of their drivers got a refund because of a strike.',
    11,
    lines[11]?.text,
    'unsupported',
  ],
  [
    'One third of the drivers were refunded since snow had closed the pass.',
    11,
    lines[11]?.text,
    null,
  ],
  [
    'The support team in Zürich answered every complaint thanks to volunteers.',
    3,
    lines[3]?.text,
    'unsupported',
  ],
  ['They expect to repaint the harbour office within months.', 12, 'within six weeks', 'distorted'],
  [
    'The third tram is slower than the ferry.',
    13,
    'The second tram is slower than the ferry',
    'figure',
  ],
  ['It costs 3.5 million.', 13, 'It costs three point five million', null],
  ['Each driver trains for 1.5 years.', 13, 'each driver trains for one and a half years', null],
  ['Each driver trains for 15 years.', 13, 'each driver trains for one and a half years', 'figure'],
  [
    'Each driver trains for 20 months.',
    13,
    'each driver trains for one and a half years',
    'figure',
  ],
  ['The support team in Zürich answered each complaint in 48 hours.', 3, lines[3]?.text, null],
  ['The rehearsal lasts 90 minutes.', 17, lines[17]?.text, null],
  ['The rehearsal lasts 80 minutes.', 17, lines[17]?.text, 'figure'],
  ['Changing the stage takes one minute.', 17, lines[17]?.text, null],
  ['The support team in Zürich answered each complaint in 72 hours.', 3, lines[3]?.text, 'figure'],
  // 'Or not' denies nothing, and whoever owns something has said nothing.
  ["Nora Vale's raft carries 40 people along the full canal.", 16, lines[16]?.text, null],
  [
    'Nora Vale built a raft that carries 40 people along the whole canal.',
    16,
    lines[16]?.text,
    null,
  ],
  ['Whatever people like, the raft carries them along the canal.', 16, lines[16]?.text, null],
] as const)('%s', (text, line, quotation = '', problem) => {
  const evidence = [{ lineIds: [line], quotation }];
  expect(checkStatement({ text, evidence }, episode, { vectors })).toBe(problem);
});

test.each([
  ['The patient has stopped the tablets.', null],
  ['The doctor has stopped the tablets.', 'speaker'],
])('roles are speakers too: %s', (text, problem) => {
  const lines = [
    { start: 0, end: 5, speaker: 'doctor', text: 'and are you taking the tablets' },
    { start: 5, end: 9, speaker: 'patient', text: 'no i have stopped the tablets last week' },
  ];
  const evidence = [{ lineIds: [1], quotation: 'i have stopped the tablets' }];
  expect(checkStatement({ text, evidence }, { ...episode, lines }, { vectors })).toBe(problem);
});

test.each([
  ['The loss of bone was significant after a year.', null],
  ['The loss of bone was insignificant after a year.', 'reversed'],
])('a prefix denies a word: %s', (text, problem) => {
  const said = 'After a year, the loss of bone was significant in both groups.';
  const one = { ...episode, lines: [{ start: 0, end: 5, speaker: 'Ida Holm', text: said }] };
  const evidence = [{ lineIds: [0], quotation: said }];
  expect(checkStatement({ text, evidence }, one, { vectors })).toBe(problem);
});

test.each([
  ['Vance wants to lower the tax on boats.', null],
  ['The Harbour Planner wants to lower the tax on boats.', 'speaker'],
  ['Coombs wants to lower the tax on boats.', 'speaker'],
])('a speaker is known with and without a role: %s', (text, problem) => {
  const lines = [
    ['Hon. Ida Vance (Minister of Transport)', 'Thank you, Chair.'],
    ['Hon. Ida Vance', 'We want to lower the tax on boats.'],
    ['Otto Coombs', 'I want to raise it.'],
    ['Harbour Planner', 'The quay is too short.'],
  ].map(([speaker = '', text = ''], index) => ({ start: index, end: null, speaker, text }));
  const evidence = [{ lineIds: [1], quotation: 'We want to lower the tax on boats' }];
  expect(checkStatement({ text, evidence }, { ...episode, lines }, { vectors })).toBe(problem);
});
