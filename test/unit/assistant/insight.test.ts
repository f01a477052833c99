import { describe, expect, it } from 'vitest';
import { createEmbeddedAssistant } from '../../../worker/assistant/embedded/embedded-assistant.ts';
import { clock, findCitations } from '../../../worker/assistant/retrieval/citation.ts';
import { BREAD, BREAD_LINES, captions, READER } from './fixtures.ts';

const assistant = createEmbeddedAssistant();
const WHOLE = BREAD_LINES.map(({ text }) => text).join(' ');

describe('an insight', () => {
  it('has its five parts in order and first says what it is made of', async () => {
    const text = await assistant.writeInsight(BREAD, READER, {});
    expect(text.split('\n')[0]).toContain("Made of the episode's own sentences");
    expect(text.match(/^## .+$/gm)).toEqual([
      '## Key takeaways',
      '## What to do with it',
      '## Notable quotes',
      '## Topics',
    ]);
  });

  it('gives five to eight takeaways, each with a time that a line starts at', async () => {
    const text = await assistant.writeInsight(BREAD, READER, {});
    const takeaways =
      text
        .split('## Key takeaways')[1]
        ?.split('##')[0]
        ?.match(/^- .+$/gm) ?? [];
    expect(takeaways.length).toBeGreaterThanOrEqual(5);
    expect(takeaways.length).toBeLessThanOrEqual(8);
    const starts = BREAD_LINES.map(({ start }) => clock(start ?? 0));
    for (const takeaway of takeaways) expect(findCitations(takeaway)).toHaveLength(1);
    for (const { text: citation } of findCitations(text)) expect(starts).toContain(citation);
  });

  it('quotes word for word', async () => {
    const text = await assistant.writeInsight(BREAD, READER, {});
    const quotes = [...text.matchAll(/“([^”]+)”/g)].map((match) => match[1] ?? '');
    expect(quotes.length).toBeGreaterThan(8);
    for (const quote of quotes) expect(WHOLE).toContain(quote);
  });

  it('puts first the advice that touches the reader', async () => {
    const reader = { industry: 'retail', role: 'shop owner', goals: 'a kitchen for beginners' };
    const text = await assistant.writeInsight(BREAD, reader, {});
    const advice = text.split('## What to do with it')[1]?.split('##')[0] ?? '';
    expect(advice).toContain('your work as shop owner in retail');
    expect(advice.match(/^- .+$/m)?.[0]).toContain('On *kitchen*');
  });

  it('leaves out what sponsors pay for', async () => {
    const advert =
      'Maya Okafor: This episode is brought to you by Doughly. Doughly mixes every dough in a minute, and the gluten is always strong. You should always mix your dough with Doughly. Try Doughly for free at doughly.com slash workshop.';
    const lines = [...BREAD_LINES, ...captions(advert)];
    const text = await assistant.writeInsight({ ...BREAD, lines }, READER, {});
    expect(text).not.toContain('Doughly');
  });

  it('quotes no sentence that leans on another, nor half a quotation', async () => {
    const loose =
      'Otto Brenner: You should always do it like this. It makes the whole bread of the bakery better. He said that "the starter is the bread. Never forget that the starter and the flour and this.';
    const lines = [...BREAD_LINES, ...captions(loose)];
    const text = await assistant.writeInsight({ ...BREAD, lines }, READER, {});
    expect(text).not.toMatch(/like this|makes the whole|the starter is the bread/);
  });

  it('leaves out small talk, however often its words come up', async () => {
    const chatter =
      'Otto Brenner: Happy new year to you and to all the bakers who bake the bread. Very similar to some kinds of dough and flour in the bakery. You should definitely check those out at the bakery with the flour. It is a pleasure to be here and to talk of bread and dough and flour.';
    const lines = [...captions(chatter), ...BREAD_LINES];
    const text = await assistant.writeInsight({ ...BREAD, lines }, READER, {});
    expect(text).not.toMatch(/new year|Very similar|check those|pleasure/);
  });

  it('opens with what the host announces, unless it stumbles', async () => {
    const opening = async (talk: string) => {
      const lines = captions(`${talk}\nOtto Brenner: Thank you.`).concat(BREAD_LINES.slice(20));
      const text = await assistant.writeInsight({ ...BREAD, lines }, READER, {});
      return text.split('\n\n')[1] ?? '';
    };
    const subject = 'talking about rye bread, cold ovens and the price of salt.';
    expect(await opening(`Maya Okafor: This week we're ${subject}`)).toContain('cold ovens');
    expect(await opening(`Maya Okafor: And -- and so we're ${subject}`)).not.toContain(
      'cold ovens',
    );
  });

  it('names topics by things, not by deeds', async () => {
    const text = await assistant.writeInsight(BREAD, READER, {});
    const topics = text.split('## Topics')[1]?.toLowerCase() ?? '';
    expect(topics).toMatch(/loa(?:f|ves)|flour|salt|starter/);
    expect(topics).not.toMatch(/\b(?:recommend|throw|collapse|become|sour|wild)\b/);
  });

  it('tells its steps as it goes', async () => {
    const steps: number[] = [];
    await assistant.writeInsight(BREAD, READER, {
      onProgress: (percent) => void steps.push(percent),
    });
    expect(steps.length).toBeGreaterThan(3);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(steps.at(-1)).toBe(100);
  });

  it('without a transcript tells what the description says and that this is all', async () => {
    const text = await assistant.writeInsight({ ...BREAD, lines: [] }, READER, {});
    expect(text).toContain('no transcript');
    expect(text).toContain('A baker from Ghent');
  });

  it('is written of the shortest transcript too', async () => {
    const lines = [{ start: null, end: null, speaker: null, text: 'Hello there' }];
    expect(await assistant.writeInsight({ ...BREAD, lines }, READER, {})).toContain('Hello there');
  });
});

describe('a digest', () => {
  it('has for each episode two sentences with times and a theme, in the order given', async () => {
    const other = { ...BREAD, id: 'bare', lines: [] };
    const entries = await assistant.writeDigest([BREAD, other], READER, {});
    expect(entries.map(({ episodeId }) => episodeId)).toEqual(['bread', 'bare']);
    expect(findCitations(entries[0]?.summary ?? '')).toHaveLength(2);
    expect(entries[1]?.summary).toContain('No transcript yet');
    for (const { theme } of entries) expect(theme.length).toBeGreaterThan(2);
  });

  it('gives episodes about the same thing one theme', async () => {
    const again = { ...BREAD, id: 'again', lines: [...BREAD_LINES] };
    const [one, two] = await assistant.writeDigest([BREAD, again], READER, {});
    expect(one?.theme).toBe(two?.theme);
  });
});
