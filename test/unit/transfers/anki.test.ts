/** The cards for Anki, read back as Anki reads them. */
import { parse as parseCsv } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import {
  type AnkiCard,
  ankiHeader,
  ankiLine,
} from '../../../worker/transfers/export/formats/anki.ts';
import { harmIn } from '../../support/harm-in.ts';
import { hostileChunks } from '../../support/hostile-texts.ts';
import { anEpisode, EPISODE_ID, ORIGIN } from './things.ts';

const PLACE = `${ORIGIN}/podcasts?episode=${EPISODE_ID}&at=754`;

const aCard = (fields: Partial<AnkiCard> = {}): AnkiCard => ({
  kind: 'question',
  sourceId: 'f'.repeat(64),
  episodeId: EPISODE_ID,
  seconds: 754,
  front: 'What rose?',
  back: 'Prices',
  options: ['Prices', 'Wages', 'Rents', 'Costs'],
  explanation: 'Ada: “Prices rose.” [12:34]',
  ...fields,
});

/** As Anki reads it: headers first, then fields with quotation marks. */
function readAnki(text: string) {
  const headers = Object.fromEntries(
    [...text.matchAll(/^#([\w ]+):(.*)$/gm)].map(([, key = '', value = '']) => [key, value]),
  );
  const lines = text.replace(/^(#.*\n)+/, '');
  const rows: string[][] = parseCsv(lines, { delimiter: '\t', relax_column_count: false });
  return { headers, rows };
}

describe('Anki', () => {
  test('has the headers that let an import update, and a stable guid for each card', () => {
    const text =
      ankiHeader() +
      ankiLine(aCard(), anEpisode(), ORIGIN) +
      ankiLine(
        aCard({ kind: 'insight', sourceId: 'x', back: '- **a**', options: null }),
        anEpisode(),
        ORIGIN,
      );
    const { headers, rows } = readAnki(text);
    expect(headers).toEqual({
      separator: 'tab',
      html: 'true',
      notetype: 'Basic',
      columns: 'GUID\tDeck\tFront\tBack\tTags',
      'guid column': '1',
      'deck column': '2',
      'tags column': '5',
    });
    expect(rows).toEqual([
      [
        `dripcast-question-${'f'.repeat(64)}`,
        'Dripcast::Talk of Work',
        '<p>What rose?</p><ol type="A"><li>Prices</li><li>Wages</li><li>Rents</li><li>Costs</li></ol>',
        expect.stringContaining(`<a href="${PLACE.replace('&', '&amp;')}">12:34</a>`),
        'dripcast hr question',
      ],
      [
        'dripcast-insight-x',
        expect.any(String),
        expect.any(String),
        expect.stringContaining('<li>'),
        'dripcast hr insight',
      ],
    ]);
  });

  test('takes a question without an explanation, of a podcast without a name or a category', () => {
    const episode = anEpisode({ podcastTitle: ' " ', category: null });
    const card = aCard({ explanation: null });
    const [[, deck, , back, tags] = []] = readAnki(
      ankiHeader() + ankiLine(card, episode, ORIGIN),
    ).rows;
    expect([deck, tags]).toEqual(['Dripcast::Podcast', 'dripcast question']);
    expect(back).toMatch(/^<p><b>Prices<\/b><\/p><p><a href="[^"]+">Raising prices<\/a><\/p>$/);
  });

  test("a podcast's name is no markup in a list of decks", () => {
    const episode = anEpisode({ podcastTitle: '"><img src=x onerror=alert(1)>' });
    const [row] = readAnki(ankiHeader() + ankiLine(aCard(), episode, ORIGIN)).rows;
    expect(row?.[1]).toBe('Dripcast::img src=x onerror=alert(1)');
  });

  const ours = [
    '[sound:x.mp3]',
    '[latex]\\input{/etc/passwd}[/latex]',
    '\\(x\\)',
    'a\tb"\n#html:false',
  ];
  test.each([{ name: 'ours', texts: ours }, ...hostileChunks('sec-')])(
    'hostile texts are five fields, and run nothing: $name',
    ({ texts }) => {
      for (const text of texts) {
        const cards = [
          aCard({ front: text, back: text, options: [text], explanation: text }),
          aCard({ kind: 'insight', front: text, back: text, options: null, explanation: null }),
        ];
        const episode = anEpisode({ title: text, podcastTitle: text });
        for (const card of cards) {
          const { rows } = readAnki(ankiHeader() + ankiLine(card, episode, ORIGIN));
          expect(rows, text).toHaveLength(1);
          expect(rows[0], text).toHaveLength(5);
          for (const field of rows[0]?.slice(2, 4) ?? []) {
            expect(harmIn(field, ['wbr']), text).toEqual([]);
            expect(field).not.toMatch(/\[(?:sound|latex|anki|\$)|\\[([]/);
          }
        }
      }
    },
  );
});
