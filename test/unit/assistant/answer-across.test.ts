/** Answers of the embedded kind from several episodes. */

import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { NOTHING_FOUND_NOTICE, writerAcross } from '../../../worker/assistant/across.ts';
import type { AssistantEpisode, Exchange } from '../../../worker/assistant/assistant.ts';
import type { AnswerPart } from '../../../worker/assistant/evidence.ts';
import { ask as askOne, assistant, BREAD, READER, SHIPS, spoken } from './fixtures.ts';

const BANK = spoken(
  `Ann Lee: You should pay every invoice on the first day of the month, because it keeps suppliers friendly.
Ben Ruiz: Our bank has a marble floor and a very large clock, and the clock has two golden hands.`,
  { id: 'bank' },
);

async function ask(
  question: string,
  earlier: Exchange[] = [],
  episodes: AssistantEpisode[] = [BREAD, BANK],
) {
  const parts: AnswerPart[] = [];
  for await (const part of assistant.answerAcross(episodes, question, earlier, READER, {})) {
    parts.push(part);
  }
  return {
    quotations: parts.flatMap((part) =>
      part.type === 'statement' ? part.statement.evidence.map((one) => one.quotation) : [],
    ),
    text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    episodeIds: new Set(parts.map((part) => part.type === 'statement' && part.episodeId)),
  };
}

describe('an answer from several episodes', () => {
  it('asks for a topic if the question has none', async () => {
    const { text } = await ask('What do they say?');
    expect(text).toMatch(/^Ask about something that your podcasts talk about/);
  });

  it('has a part for each of two questions', async () => {
    const asked = await ask('Why does a loaf collapse, and when should I pay an invoice?');
    expect(asked.text).toBe(
      '**Why does a loaf collapse?**\n\n\n\n**When should I pay an invoice?**\n\n',
    );
    expect(asked.episodeIds).toEqual(new Set([false, 'bread', 'bank']));
  });

  it('has as many items as a command about one subject asks for', async () => {
    const { text, quotations } = await ask('Two bullets on invoices for my boss');
    expect(text).toBe('');
    expect(quotations).toEqual([expect.stringContaining('You should pay every invoice')]);
    const salted = spoken(
      `Ida Holm: Salt keeps the herring for a year, and salt is cheap at the harbour.
Per Dahl: Too much salt spoils the soup, and no cook can take the salt out again.
Ida Holm: The old salt road led from the harbour to the mountains in eleven days.`,
      { id: 'salted' },
    );
    const shared = await ask('Three bullets on salt', [], [BREAD, salted]);
    expect(shared.episodeIds).toEqual(new Set(['bread', 'salted']));
    expect(shared.quotations).toHaveLength(3);
    const list = await ask('Three bullets on salt');
    expect(list.quotations[0]).toContain('Salt slows the yeast');
    expect(list.quotations.length).toBeLessThanOrEqual(3);
  });

  it('goes on where the last answer quoted', async () => {
    const question = 'How many loaves do you bake in a day?';
    const answer = 'Otto Brenner: “About 340 on a weekday, and close to 500 on Saturday.”';
    const { quotations } = await ask('And then?', [{ question, answer }]);
    expect(quotations).toEqual(['We throw away fewer than four percent of them.']);
  });

  it('says how misspelt words were read in what it quotes, and nothing of other episodes', async () => {
    const cloak = spoken('Ida Holm: She sewed the cloak in a week, and mended the lining.');
    const { text } = await ask('Does the bank have a marble clok?', [], [BANK, cloak]);
    expect(text).toBe('I read “clok” as “clock”.\n\n');
    expect((await ask('Does a clok need a licence?')).text).toMatch(
      /^I read “clok” as “clock”\.\n\nI found nothing/,
    );
  });

  it('takes no message for a request because of how one of them spells it', async () => {
    const paper = spoken(
      `Ida Holm: The headlines of the harbour paper are about the weather.\n${SHIPS}`,
      { id: 'paper' },
    );
    const asked = await ask('Give me the hedlines', [], [paper, BANK]);
    expect(asked.text).toBe('I read “hedlines” as “headlines”.\n\n');
    expect(asked.episodeIds).toEqual(new Set([false, 'paper']));
  });

  it('to a request about the whole has something of each episode', async () => {
    const asked = await ask('What are the key takeaways?');
    expect(asked.text).toBe("Of your newest episodes, in their speakers' own words:\n\n");
    expect(asked.episodeIds).toEqual(new Set([false, 'bread', 'bank']));
    const advice = await ask('What can I apply tomorrow?');
    expect(advice.quotations).toContain(
      'You should pay every invoice on the first day of the month, because it keeps suppliers friendly.',
    );
    expect((await ask('One sentence, please: what matters?')).quotations).toHaveLength(1);
    const disagreements = await ask('Where do they disagree?');
    expect(disagreements.text).toMatch(/^No open disagreement was found\. Of your newest episodes/);
    expect(disagreements.quotations).toHaveLength(2);
    expect((await ask('key takeaways', [], [spoken('Ann Lee: Hi.')])).text).toBe(
      NOTHING_FOUND_NOTICE,
    );
    expect((await ask('Which topics are covered?')).text).toMatch(/^Ask about something/);
    // What the first says often is no topic of them all.
    const shop = await ask('The key takeaways for my flour shop');
    expect(shop.text).toMatch(/^Of your newest episodes/);
    const german = await ask('The key takeaways in German, please');
    expect(german.text).toMatch(/^I quote word for word, so I can't write this in German/);
  });

  it('to a request that is made after an answer has something of each, too', async () => {
    const question = 'When should you pay an invoice?';
    const earlier = [{ question, answer: (await ask(question)).quotations.join('\n') }];
    for (const asked of [
      'What else can I apply tomorrow?',
      'What does the other side say to that?',
    ])
      expect((await ask(asked, earlier)).episodeIds).toEqual(new Set([false, 'bread', 'bank']));
  });

  it('to a request about the newest has something of each', async () => {
    const asked = await ask('Sumarize the newest episodes');
    expect(asked.text).toBe("Of your newest episodes, in their speakers' own words:\n\n");
  });

  it('about interviews is of those episodes that say more of them than the word', async () => {
    const hiring = spoken(
      `Ann Lee: A structured interview has the same questions for everybody.
Ben Ruiz: We hold each interview in the morning, because tired people judge worse.
Ann Lee: An interview without notes is forgotten by the evening.`,
      { id: 'hiring' },
    );
    const asking = spoken(
      `Ann Lee: The miller gave an interview once, and the paper printed it.
Ben Ruiz: The conversation about rye took an hour.`,
      { id: 'asking' },
    );
    const { episodeIds } = await ask('What do they say about interviews?', [], [asking, hiring]);
    expect(episodeIds).toContain('hiring');
    expect(episodeIds).not.toContain('asking');
  });

  it('quotes 45 words of each, even if more episodes answer than have room for so many', async () => {
    const towns = ['Bergen', 'Vardo', 'Tromso', 'Bodo'];
    const first = (town: string) =>
      `A lighthouse keeper in ${town} polishes the lens every evening, because salt from the sea makes it dull within a day.`;
    const second =
      'The lamp then shines as far as the third island, where the fishing boats wait until the storm is over.';
    const third = 'The cook of the harbour boils fish for them all.';
    const episodes = towns.map((id) =>
      spoken(`Ida Holm: ${first(id)} ${second} ${third}\n${SHIPS}`, { id }),
    );
    const { quotations } = await ask('Why do keepers polish the lens?', [], episodes);
    expect(quotations).toEqual(towns.map((town) => `${first(town)} ${second}`));
  });

  it('keeps to its words, which an answer from one episode exceeds for a passage as good', async () => {
    const polished = (when: string) =>
      `The lighthouse keeper polishes the lens of the lighthouse ${when}, because the salt of the sea makes the lens of the lighthouse dull, and because a keeper who polishes no lens is none.`;
    const painted = (what: string) =>
      Array.from({ length: 18 }, (_, i) => `The ${what} of deck ${i} was painted grey again.`);
    const inFog =
      'The keeper polishes the lens of a lighthouse in the fog, too, said my grandfather, who had seen a ship on the rocks below the old chapel on a day as white as milk in the spring of his wedding.';
    const talk = spoken(
      `Ida Holm: ${['in the morning', 'at noon', 'in the evening', 'at night'].map(polished).join(' ')}
Per Dahl: ${painted('hatch').join(' ')}
Ida Holm: ${inFog} ${painted('railing').join(' ')}`,
    );
    const question = 'Why does the lighthouse keeper polish the lens?';
    expect((await ask(question, [], [talk, BANK])).quotations.join()).not.toContain('in the fog');
    expect(await askOne(question, talk)).toContain(inFog);
  });

  it('quotes no episode whose sentences share the words of the question without a connection', async () => {
    const letters = spoken(
      `Mia Roth: A subject line of nine words was opened most often in our tests of letters.
Tom Falk: Whoever hides the sender behind a strange address loses the trust of the readers.`,
      { id: 'letters' },
    );
    const harbour = spoken(
      `Ada Quist: The subject of this morning is the harbour of Antwerp and its long history.
Ben Ruiz: Cranes lift forty containers in an hour if the wind from the sea is weak enough.
Ben Ruiz: Tankers wait in a line until a pilot steers them between the moving sandbanks.`,
      { id: 'harbour' },
    );
    const asked = await ask('How long should a subject line be?', [], [harbour, letters]);
    expect(asked.episodeIds).toEqual(new Set(['letters']));
    expect(asked.quotations.join(' ')).toContain('nine words');
  });

  it('to a question that goes on for somebody else is about what was asked before', async () => {
    const paying = { question: 'When should a company pay its invoices?', answer: '' };
    const fund = spoken(
      'Ann Lee: A freelancer with three clients pays an invoice on the day on which it arrives.',
      { id: 'fund' },
    );
    const asked = await ask('And for a freelancer?', [paying], [BREAD, BANK, fund]);
    expect(asked.quotations[0]).toMatch(/^A freelancer with three clients/);
    const summed = { question: 'What are the key takeaways?', answer: '' };
    const again = await ask('And for my CFO?', [summed]);
    expect(again.text).toMatch(/^Of your newest episodes/);
  });

  it('to a question that goes on about something else is of the episodes that speak of it', async () => {
    const crust = { question: 'What is recommended for the crust?', answer: '' };
    const earlier = [{ ...crust, answer: (await ask(crust.question)).quotations.join('\n') }];
    const asked = await ask('What about for the invoices?', earlier);
    expect(asked.episodeIds).toEqual(new Set(['bank']));
    expect(asked.quotations[0]).toMatch(/^You should pay every invoice/);
  });

  it('shows no places for words that no episode says', async () => {
    expect((await ask('How deep is Lake Baikal?')).quotations).toEqual([]);
    expect((await ask('What do they say?', [], [])).text).toBe(NOTHING_FOUND_NOTICE);
    const closest = await ask('Does a clock need a licence in Ghent?');
    expect(closest.episodeIds).toEqual(new Set([false, 'bread', 'bank']));
    expect(closest.quotations, 'one of each').toHaveLength(2);
  });

  it('goes on in the episode that the last answer quotes', async () => {
    const clock = 'Ben Ruiz: “Our bank has a marble floor and a very large clock,”';
    const salt = 'Otto Brenner: “We use two percent of the weight of the flour.”';
    const told = { question: 'What about salt?', answer: `${salt}\n\n${clock}` };
    const more = await ask('Tell me more about the first point', [told]);
    expect(more.quotations[0]).toMatch(/^In Tuscany bread is baked without salt/);
    expect(more.episodeIds).toEqual(new Set(['bread']));
  });

  it('stays in the episodes that the last answer quotes if it refers to it', async () => {
    const ferry = spoken(
      `Ann Lee: The ferry to the island must be booked within two days, and a fast ferry costs more.`,
      { id: 'ferry' },
    );
    const leak = spoken(
      `Ben Ruiz: A leak in the dike is dangerous. Whoever finds a leak has to call the warden within three hours.`,
      { id: 'leak' },
    );
    const question = 'Why is a leak in the dike dangerous?';
    const first = await ask(question, [], [ferry, leak]);
    const answer = first.quotations.map((quotation) => `Ben Ruiz: “${quotation}”`).join('\n\n');
    const then = await ask('And how fast must it be found?', [{ question, answer }], [ferry, leak]);
    expect(then.episodeIds).toEqual(new Set(['leak']));
    const several = await ask(
      'What do they say about a ferry?',
      [{ question, answer }],
      [ferry, leak],
    );
    expect(several.episodeIds).toEqual(new Set(['ferry']));
  });

  it('to who disagrees, after an answer, is about that answer', async () => {
    const dispute = spoken(
      `Ann Lee: You should pay every invoice on the first day of the month, because it keeps suppliers friendly.
Ben Ruiz: I do not think so, and I disagree with the whole plan. That only costs you interest.
Ann Lee: Companies should keep three months of salaries in the bank, because customers often pay late.`,
      { id: 'dispute' },
    );
    const answered = (question: string, said: string) => ({ question, answer: `“${said}”` });
    const invoices = answered(
      'When should you pay an invoice?',
      'You should pay every invoice on the first day of the month, because it keeps suppliers friendly.',
    );
    const told = await ask('Who disagrees?', [invoices], [BREAD, dispute]);
    expect(told.episodeIds).toEqual(new Set(['dispute']));
    expect(told.quotations.join(' ')).toContain('I disagree with the whole plan.');
    const salt = answered('How much salt?', 'We use two percent of the weight of the flour.');
    const none = await ask('Does anybody disagree with that?', [salt], [BREAD, dispute]);
    expect(none.text).toMatch(/^No open disagreement was found/);
    expect(none.episodeIds).not.toContain('dispute');
    expect(none.quotations.join(' '), 'what was said before').not.toContain('two percent');
    const other = await ask('Does anybody disagree with that?', [salt], [dispute, BREAD]);
    expect(other.episodeIds).not.toContain('dispute');
    const both = { ...invoices, answer: `${salt.answer}\n\n${invoices.answer}` };
    const found = await ask('Who disagrees?', [both], [BREAD, dispute]);
    expect(found.episodeIds, 'where somebody does').toEqual(new Set(['dispute']));
    const about = await ask('Does anybody disagree about salt?', [], [BREAD, dispute]);
    expect(about.text).not.toMatch(/^No open disagreement/);
    const all = await ask('Where do my podcasts disagree?', [salt], [BREAD, dispute]);
    expect(all.episodeIds).toContain('dispute');
  });

  it('says that there is nothing more once all of it was told', async () => {
    const answer = BREAD.lines.map((line) => line.text).join(' ');
    const { text } = await ask('What else about salt?', [
      { question: 'What does salt do?', answer },
    ]);
    expect(text).toBe('I found nothing more about that in your podcasts.');
  });

  it('introduces whom it is asked about, or says what that person says', async () => {
    const who = await ask('Who is Otto Brenner?');
    expect(who.quotations).toEqual([
      'My guest is Otto Brenner, who has run a bakery in Ghent for nineteen years.',
    ]);
    expect(who.episodeIds).toEqual(new Set(['bread']));
    const ben = await ask('What does Ben Ruiz say?');
    expect(ben.quotations).toEqual([expect.stringMatching(/^Our bank has a marble floor/)]);
    const advice = await ask('What should I know from Ben Ruiz?');
    expect(advice.text).toBe(NOTHING_FOUND_NOTICE);
    const told = { question: 'What does Ben Ruiz say?', answer: ben.quotations.join(' ') };
    expect((await ask('What else does he say?', [told])).text).toBe(
      'I found nothing more about that in your podcasts.',
    );
  });

  it('is of those episodes in which the named person speaks', async () => {
    const copy = { ...BREAD, id: 'copy', lines: BREAD.lines.map((line) => ({ ...line })) };
    for (const line of copy.lines) line.speaker = 'Somebody Else';
    const asked = 'How many loaves do they bake in a day?';
    expect((await ask(asked, [], [BREAD, copy])).episodeIds).toContain('copy');
    const named = await ask(`According to Otto Brenner: ${asked}`, [], [BREAD, copy]);
    expect(named.episodeIds).toEqual(new Set(['bread']));
  });

  it('to a greeting is one, about all podcasts', async () => {
    expect((await ask('Hi')).text).toMatch(/^Hello! Ask me anything about your podcasts:/);
    expect((await ask('Who are you?')).text).toContain('I search your podcasts');
  });
});

it('the days of its sources are those of UTC, wherever the server is', () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('TZ', 'Pacific/Kiritimati');
  const source = { ...BREAD, publishedAt: new Date('2028-02-28T23:00:00Z') };
  const writer = writerAcross([source], new Date('2028-02-29T01:00:00Z'));
  const statement = { text: 'Bread rises.', evidence: [] };
  const text = writer.write({
    type: 'statement',
    statement,
    form: 'paragraph',
    episodeId: BREAD.id,
  });
  expect(text).toContain('Feb 28, 2028');
  expect(writer.end()).toContain('2 hours old (Feb 28, 2028)');
});
