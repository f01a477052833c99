import { describe, expect, it } from 'vitest';
import type { AnswerPart } from '../../../worker/assistant/evidence.ts';
import { answerWriter } from '../../../worker/assistant/markdown.ts';
import { ask, assistant, BREAD, READER, spoken } from './fixtures.ts';

describe('a misspelt message', () => {
  it.each([
    ['Sumarize this', /^Its description says: /],
    ['key takeways pls', /^What matters most/],
    ['waht do they recomend', /^What is advised/],
    ['what was sugested', /^What is advised/],
  ])('is read as a request: %s', async (message, answer) => {
    expect(await ask(message)).toMatch(answer);
  });

  it('is read as what is said, and says so', async () => {
    const text = await ask('Why does the sourdoug colapse?');
    expect(text).toMatch(/^I read “sourdoug” as “sourdough” and “colapse” as “collapse”\.\n\n/);
    expect(text).toContain('has fermented for too long');
    const answer = BREAD.lines.map((line) => line.text).join(' ');
    const told = [{ question: 'What is a starter?', answer }];
    expect(await ask('What else about the sourdoug?', BREAD, told)).toMatch(
      /^I read “sourdoug” as “sourdough”\.\n\nI found nothing more/,
    );
  });

  it('keeps words that are English, said or close to none', async () => {
    for (const message of ['Who sells shale here?', 'How deep is Lake Baikal?', 'What is Xqzt?'])
      expect(await ask(message)).not.toContain('I read');
    const talk = spoken('Ann Lee: The Ybbs flows past the mill, and the Ybbz is its arm.');
    expect(await ask('Where does the Ybbz flow?', talk)).not.toContain('I read');
    const named = spoken('Tovje Xqolm: The mill stands still, and the miller sells the grist.');
    expect(await ask('What does Tovje Xqolm say of the mill?', named)).not.toContain('I read');
  });

  it('is read in as many words as a compound is said in', async () => {
    const talk = spoken(
      `Ann Lee: Where do you keep the grain, and where do you keep the flour of the mill?
Bo Cole: The grain goes into the Stonemill system, which sorts it by weight and colour.
Ann Lee: And who sells it?
Bo Cole: The flour goes to the Bread Basket, a shop of my sister at the river.
Ann Lee: The miller has two sons, and the older one will have the mill one day.
Bo Cole: The river is low in the summer, so the mill stands still for a month.`,
    );
    for (const asked of [
      'What does Stone Mill sort?',
      'And what does stone mill sort the grain by?',
    ]) {
      const text = await ask(asked, talk);
      expect(text).toMatch(/^Bo Cole: “The grain goes into the Stonemill system/);
    }
    expect(await ask('Where is the Breadbasket?', talk)).toMatch(
      /^Bo Cole: “The flour goes to the/,
    );
    const scan =
      'Ann Lee: The x-ray of the oven showed a crack, and the fire had to go out. It was cold.';
    expect(await ask('What did the xray show?', spoken(scan))).toMatch(/^Ann Lee: “The x-ray/);
    expect(await ask('Where is the Breadbox?', talk)).toMatch(/^(?:I found no|Nobody says)/);
  });

  it('keeps words that requests consist of', async () => {
    const talk = spoken('Ann Lee: The mill has grist, and the miller sells the grist in sacks.');
    const text = await ask('The gist in one sentence', talk);
    expect(text).not.toContain('I read');
    expect(text.match(/“/g)).toHaveLength(1);
    const named = spoken('Jason Lee: The mill has grist, and the miller sells the grist in sacks.');
    expect(await ask('What does the miller sell? As json.', named)).not.toContain('I read');
  });

  it('is read by what each of several episodes says', async () => {
    const other = spoken(
      'Ann Lee: A bassoon has a double reed, and the reed of a bassoon is cane.',
      {
        title: 'Reeds',
      },
    );
    const write = answerWriter([]);
    const parts: AnswerPart[] = [];
    const asked = 'What reed has a basoon?';
    for await (const part of assistant.answerAcross([BREAD, other], asked, [], READER, {}))
      parts.push(part);
    const shown = parts.flatMap((part) => (part.type === 'text' ? [write(part)] : []));
    expect(shown.join('')).toContain('I read “basoon” as “bassoon”.');
    expect(JSON.stringify(parts)).toContain('double reed');
  });
});
