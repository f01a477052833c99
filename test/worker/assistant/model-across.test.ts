import { describe, expect, test } from 'vitest';
import {
  NOTHING_FOUND_NOTICE,
  THEY_DIFFER,
  writerAcross,
} from '../../../worker/assistant/across.ts';
import type { AssistantEpisode } from '../../../worker/assistant/assistant.ts';
import type { AnswerPart } from '../../../worker/assistant/evidence.ts';
import { STAND_IN_NOTICE } from '../../../worker/assistant/markdown.ts';
import { episodeOf, NOBODY } from './episodes.ts';
import { reciting } from './models.ts';

const line = (text: string) => ({ start: 40, end: 46, speaker: 'Cara', text });
/** The first episode has eight numbered lines, so this one's only turn is line 8. */
const episodes: AssistantEpisode[] = [
  episodeOf(),
  {
    ...episodeOf([
      line('Good evening from the workshop about money.'),
      line('We raised the price to 900 euros a year and lost every single customer.'),
    ]),
    podcastTitle: 'Clinic *Money*',
    publishedAt: null,
  },
];
const ONE =
  'Ben raised the price to 4,200 euros. | 1 | "We raised the price to 4,200 euros a year"';
const OTHER = 'Cara lost every customer. | 8 | "lost every single customer"';

async function answerOf(replies: string[], asked = episodes, question = 'Does raising it pay?') {
  const { assistant, requests } = await reciting(replies);
  const writer = writerAcross(asked, new Date('2026-11-04'));
  const parts: AnswerPart[] = [];
  for await (const part of assistant.answerAcross(asked, question, [], NOBODY, {})) {
    parts.push(part);
  }
  return { parts, text: parts.map(writer.write).join('') + writer.end(), requests };
}

describe('a model that answers from several episodes', () => {
  test('is shown each statement with its podcast, date and place, and the age of the sources', async () => {
    const { text, requests } = await answerOf([`${ONE}\n${OTHER}`]);
    const [first, second] = episodes.map(({ id }) => id);
    expect(text).toBe(
      `Ben raised the price to 4,200 euros. [0:20](/tools?episode=${first}&at=20)\\\n` +
        '*Prices and People, Nov 1, 2026*\n\n' +
        `Cara lost every customer. [0:40](/tools?episode=${second}&at=40)\\\n` +
        '*Clinic \\*Money\\**\n\n' +
        '_Sources: 2 episodes, 3 days old (Nov 1, 2026)._',
    );
    const [request] = await requests();
    const sent = request?.messages[1]?.content ?? '';
    expect(sent).toContain('\n8 Cara: Good evening');
    expect(sent).toContain('<published>2026-11-01</published>');
    expect(sent).not.toMatch(/\d:\d\d/);
  });

  test('has both sides next to each other, and one side alone as any statement', async () => {
    const price =
      'Cara raised the price to 900 euros. | 8 | "We raised the price to 900 euros a year"';
    const both = await answerOf([`<> ${ONE}\n<> ${price}`]);
    expect(both.text).toContain(`${THEY_DIFFER}\n\n- Ben raised`);
    expect(both.parts.filter((part) => part.type === 'statement').map(({ form }) => form)).toEqual([
      'item',
      'item',
    ]);
    // They speak about different things, or are one person.
    const apart = await answerOf([`<> ${ONE}\n<> ${OTHER}`]);
    expect(apart.text).not.toContain(THEY_DIFFER);
    const same = await answerOf([`<> ${price}\n<> ${price.replace('Cara', 'They')}`]);
    expect(same.text).not.toContain(THEY_DIFFER);
    const alone = await answerOf([`<> ${ONE}\n<> Cara won. | 8 | "we won every customer"`]);
    expect(alone.text).not.toContain(THEY_DIFFER);
    expect(alone.text).toContain('Ben raised the price');
  });

  test('has a side alone before what follows it, as a list if it is one', async () => {
    const { parts } = await answerOf([`<> ${ONE}\n- ${OTHER}`]);
    expect(
      parts.map((part) => part.type === 'statement' && [part.statement.text, part.form]),
    ).toEqual([
      ['Ben raised the price to 4,200 euros.', 'paragraph'],
      ['Cara lost every customer.', 'item'],
    ]);
  });

  test('leaves out what the lines do not say', async () => {
    const wrong = 'Ben raised the price to 9,000 euros. | 1 | "We raised the price to 4,200 euros"';
    const { text } = await answerOf([`${wrong}\n${OTHER}`]);
    expect(text).not.toContain('9,000');
    expect(text).toContain('Cara lost every customer.');
  });

  test('asks once more for what did not hold', async () => {
    const wrong = 'Ben raised the price to 9,000 euros. | 1 | "We raised the price to 4,200 euros"';
    const { text, requests } = await answerOf([`${OTHER}\n${wrong}`, ONE]);
    expect(text).toContain('Ben raised the price to 4,200 euros.');
    const mend = (await requests())[1]?.messages.at(-1)?.content ?? '';
    expect(mend).toContain('9,000 euros. — a figure or date of it does not stand in its lines');
    expect(mend).toContain('\n1 Ben: We raised the price');
    expect(mend).not.toContain('\n8 Cara');
    // The statements that passed suffice if the second try fails.
    const kept = await answerOf([`${OTHER}\n${wrong}`, '']);
    expect(kept.text).toContain('Cara lost every customer.');
    expect(kept.text).not.toContain(STAND_IN_NOTICE);
  });

  test('leaves small talk to nobody else, and says who writes its answers', async () => {
    const { text, requests } = await answerOf(['unused'], episodes, 'Are you an AI?');
    expect(text).toContain('An AI model writes my answers about your podcasts');
    expect(await requests()).toEqual([]);
  });

  test('leaves what matters in each episode to the embedded kind', async () => {
    const { text, requests } = await answerOf(['unused'], episodes, 'What are the key takeaways?');
    expect(text).toMatch(/^Of your newest episodes, in their speakers' own words:/);
    expect(await requests()).toEqual([]);
  });

  test('cannot rest a statement on another episode’s words', async () => {
    const wrong =
      'Cara raised the price to 4,200 euros. | 8 | "We raised the price to 4,200 euros"';
    const { text } = await answerOf([`${wrong}\n${OTHER}`]);
    expect(text).not.toContain('4,200');
    expect(text).toContain('Cara lost every customer.');
  });

  test('that finds nothing says so, with the places that come closest; one that fails is stood in for', async () => {
    const none = await answerOf(['NOTHING']);
    expect(none.text.startsWith(NOTHING_FOUND_NOTICE)).toBe(true);
    const failed = await answerOf(['Prices fell. | 1 | "Prices fell by half"'], episodes);
    expect(failed.text.startsWith(STAND_IN_NOTICE)).toBe(true);
    const nothing = await answerOf(['unused'], []);
    expect(nothing.text).toBe(NOTHING_FOUND_NOTICE);
  });
});
