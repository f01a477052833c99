import { describe, expect, it } from 'vitest';
import type { AssistantEpisode, Reader } from '../../../worker/assistant/assistant.ts';
import { analysisOf } from '../../../worker/assistant/embedded/episode-analysis.ts';
import { chooseExtracts, extractScores } from '../../../worker/assistant/embedded/extracts.ts';
import { mainStems } from '../../../worker/assistant/embedded/salience.ts';
import { isQuestion } from '../../../worker/assistant/language/speech-cues.ts';
import { insightMarkdown, statementMarkdown } from '../../../worker/assistant/markdown.ts';
import { splitSentences } from '../../../worker/assistant/retrieval/sentences.ts';
import { standaloneClarity } from '../../../worker/assistant/retrieval/standalone-clarity.ts';
import { indexOf } from '../../../worker/assistant/retrieval/transcript-index.ts';
import { findCitations } from '../../support/find-citations.ts';
import { ask, assistant, BREAD, BREAD_LINES, captions, READER, spoken } from './fixtures.ts';

const WHOLE = BREAD_LINES.map(({ text }) => text).join(' ');
const insight = (
  episode = BREAD,
  reader: { industry: string | null; role: string | null; goals: string | null } = READER,
) => insightTextOf(episode, reader);

async function insightTextOf(episode: AssistantEpisode, reader: Reader): Promise<string> {
  const { result } = await assistant.writeInsight(episode, reader, {});
  return insightMarkdown(result, episode.lines);
}
/** Whether each sentence is worth anything. */
const worthsOf = (texts: string[]) =>
  splitSentences(texts.map((text) => ({ start: null, end: null, speaker: null, text }))).map(
    (sentence) => standaloneClarity(sentence) > 0,
  );
const section = (text: string, name: string) =>
  text.split(`## ${name}`)[1]?.split('\n## ')[0] ?? '';

describe('an insight', () => {
  it('is written once for all with the same profile, and for nobody else', async () => {
    const write = async (reader: Reader) =>
      (await assistant.writeInsight(BREAD, reader, {})).result;
    const baker = { ...READER, role: 'baker' };
    const readers = [READER, { ...READER, id: 'another' }, baker, { ...baker, id: 'a third' }];
    const [one, same, forBaker, sameForBaker] = await Promise.all(readers.map(write));
    expect(same).toBe(one);
    expect(sameForBaker).toBe(forBaker);
    expect(forBaker).not.toBe(one);
  });

  it('says what it is made of, and has its parts in order', async () => {
    const text = await insight();
    expect(text.split('\n')[0]).toContain("Selected from the episode's own sentences");
    expect(text.match(/^## .+$/gm)).toEqual([
      '## Key takeaways',
      '## What to do with it',
      '## Notable quotes',
      '## Topics',
    ]);
  });

  it('says so where hardly anything is said', async () => {
    expect(await insight(spoken('Hello'))).toBe('_Hardly anything is said in this episode._');
  });

  it('gives five to eight takeaways, each with a time, and quotes word for word', async () => {
    const text = await insight();
    const takeaways = section(text, 'Key takeaways').match(/^- .+$/gm) ?? [];
    expect(takeaways.length).toBeGreaterThanOrEqual(5);
    expect(takeaways.length).toBeLessThanOrEqual(8);
    for (const takeaway of takeaways) expect(findCitations(takeaway)).toHaveLength(1);
    const quotes = [...text.matchAll(/“([^”]+)”/g)].map((match) => match[1] ?? '');
    expect(quotes.length).toBeGreaterThan(8);
    for (const quote of quotes) expect(WHOLE).toContain(quote);
  });

  it('leaves out who somebody is', async () => {
    const introductions = [
      'Ines Vega is the director of the largest bread oven factory of the country.',
      'Ben Okoro runs a bakery with forty ovens and sells bread to nine hundred shops.',
    ];
    const text = await insight(
      spoken([...introductions.map((one) => `Ann: ${one}`), BREAD_TALK].join('\n')),
    );
    for (const introduction of introductions) expect(text).not.toContain(introduction);
  });

  it.each([
    'A friend told me that, hey, you should learn Python before the winter comes.',
    'The program then says "You must use another browser" and sends people away.',
    'Take five yearly returns: minus 20, minus 10, plus 5, plus 15 and plus 25 percent.',
    'Take 200 grams of flour, two ordinary cups, at four in the afternoon.',
    'Track 3 is for the tools that companies use to get the job done.',
    'If you have a database and an app, you should be able to run it on one server.',
    'At the new bank, you feel you should know the name of each customer.',
    'Put it into the app that controls the lights and the doors of your house.',
    'Moving first and asking later about the costs was my advice in the winter.',
    'If you want the second oven, you have to pay for the chimney and the yearly visit of the inspector.',
    'Now the key is that the office counted the costs so well that nobody asked.',
    'Harder than the costs is to find people who tell you what should be done.',
    'Put together, the costs of the first and the second oven were 900 euros a year.',
    'I asked for a list of the costs from my recommendation engine.',
    'The costs of the first year made a barrier between the teams that should work together.',
    'The network uses two keys to go from one state to the next and make sure that the old one is gone.',
    'The costs of the second oven are paid if you want to sell bread in the first year.',
    'If you bake at home, and you want to know the costs of the oven in the first year.',
    'In the first year you write the costs on the loaf that you want to sell.',
    'Look at the costs of the first year, and what a year it was for the bakery.',
    'One, the costs of the first year were paid by the bank of a friend.',
    'Read it in a year.',
    'The inspector explained how you should count the costs of the first year.',
    'The bank gave forty reasons why people should pay the costs of the first year.',
    'The costs of the first year were high where I think people should be careful.',
    'Probably the best way to describe the costs of the first year is a flood.',
    'A friend in the bank suggested, oh, well, you should count the costs of the first year.',
    'You want to get the costs of the first year fast.',
    'When the costs of the first year are paid, you want to click a button.',
    'The bank in the first year was one that you should count among the large costs.',
    'The second oven suits you better or worse by the costs of the first year.',
    "Don't bill me for the costs of the first year.",
    'Try my new course on the costs of the first year.',
    'Always is a long word for the costs of the first year of a bakery.',
    "Don't want to make the costs of the first year a secret, though.",
    "In the first year, it's worth mentioning the costs of the oven and the winter.",
    'The costs of the first year stand in the book of a baker, which I recommend.',
    'Nobody agreed in the first year on what the best way to count the costs is.',
  ])('takes this for no advice: %s', async (said) => {
    const talk = `Ann Lee: What did you see in the first year?
Bo Cole: ${said}
Ann Lee: What would you tell a beginner about the costs?
Bo Cole: Write down your costs every week, because small ones add up to 900 euros a year.`;
    const actions = await ask('What is the advice here?', spoken(talk));
    expect(actions).toContain('Write down your costs');
    expect(actions).not.toContain(said.slice(0, 20));
  });

  it.each([
    'In the first year you want to know the costs of every loaf that leaves the oven.',
    'You always want to know the costs of every loaf that leaves the oven.',
    'You want to keep the costs of every loaf that leaves the oven in a book.',
    'As the owner of a bakery, you want to know the costs of every loaf.',
    'I think that you should know the costs of every loaf that leaves the oven.',
    'The best way of keeping costs low is to share an oven with another bakery.',
    'You had better pay the costs of the first oven before the second year begins.',
    'Get all the costs of the oven onto one sheet before the first year is over.',
    'Let people in the bakery see the costs of the oven in the first year.',
    "I'd say stop the oven at noon, since the costs of the gas are highest then.",
    "I'd say, pull out the bills of a year, and sort the costs of the oven by month.",
    'One, work out the costs of the oven in the first year, including gas.',
    'And four, look up the costs of the oven that you had in the first year.',
    'Three, sort the costs of the oven by the month in which they were paid.',
    "If the costs of the oven rise in the first year, don't close the bakery.",
    'Look at your own costs by the hour, and you will turn off the oven.',
    'I would definitely recommend counting the costs of the oven in the first year.',
    'Read the costs of the oven.',
    'Five, check your oven costs.',
    "Gas got dear in the first year, and that's why people should count the costs of the oven.",
  ])('takes this for advice: %s', async (said) => {
    const talk = `Ann Lee: What did you see in the first year?\nBo Cole: ${said}
Ann Lee: What did the second oven cost?\nBo Cole: The costs of the oven came to 900 euros a year.`;
    expect(await ask('What is the advice here?', spoken(talk))).toMatch(/^What is advised/);
  });

  it('leaves out advice that has nothing to do with the subject', async () => {
    const talk = `${BREAD_TALK}\n${BREAD_TALK}\nOtto Brenner: You should start a book review service.`;
    const actions = section(await insight(spoken(talk)), 'What to do with it');
    expect(actions).toContain('kitchen scale');
    expect(actions).not.toContain('book review');
  });

  it('has advice in the imperative that refers to what it names', async () => {
    const episode =
      spoken(`Ann: The salary of a driver is paid in the first week, and the bank takes a day.
Ben: Put the salary of the driver into the bank before they arrive, because later you forget it.
Ann: Write down what the driver should have received from the bank by Friday.
Ben: Ask yourself who pays the bank and the driver if the salary is late.
Ben: The bank pays the driver when they arrive, because he asks for it.`);
    const actions = await ask('What is the advice here?', episode);
    expect(actions).toContain('Put the salary');
    expect(actions).toContain('Write down what');
    expect(actions).toContain('Ask yourself who');
    expect(actions).not.toContain('when they arrive');
  });

  it('includes advice that nobody rejects', async () => {
    const episode =
      spoken(`Ann: You should pay every invoice on the first day of the month, because it keeps suppliers friendly.
Ben: I disagree. That only costs you interest and gains you nothing.
Ann: Companies should keep three months of salaries in the bank, because customers often pay late.
Ben: Our bank has a marble floor and a very large clock, and the clock has two golden hands.`);
    const actions = await ask('What is the advice here?', episode);
    expect(actions).toContain('three months of salaries');
    expect(actions).not.toContain('every invoice');
  });

  it('chooses what fits the reader, and says why', async () => {
    const reader = { industry: 'finance', role: 'HR lead', goals: null };
    const episode = spoken(
      `${BREAD_TALK}\nOtto Brenner: We hire bakers slowly, and a new employee works beside an old one for a year before their salary rises.`,
    );
    const text = await insight(episode, reader);
    expect(text).toContain('a new employee works beside an old one');
    expect(text).toMatch(/because you (?:lead HR|work in finance)/);
    expect(await insight(episode)).not.toContain('because you');
  });

  it('chooses by the reader only among what nearly matters enough', () => {
    const analysis = analysisOf(BREAD, indexOf(BREAD.lines), null);
    const worth = extractScores(analysis, 'takeaways');
    const ranked = [...worth.keys()].sort((a, b) => (worth[b] ?? 0) - (worth[a] ?? 0));
    const suiting = (rank: number) => ({
      lift: (at: number) => (at === ranked[rank] ? 1_000 : 1),
      because: () => null,
    });
    expect(worth[ranked[5] ?? 0]).toBeGreaterThan(0);
    expect(chooseExtracts(analysis, 'takeaways', 1, { fit: suiting(2) })).toEqual([ranked[2]]);
    expect(chooseExtracts(analysis, 'takeaways', 1, { fit: suiting(5) })).toEqual([ranked[0]]);
  });

  it('chooses nothing that repeats what is said', () => {
    const twice = spoken(
      `Ann Lee: A sourdough starter needs flour and water every single morning of the week.
Bo Field: The oven of the bakery burns oak wood and stays hot until the next evening.
Ann Lee: So a sourdough starter needs its flour and water on every morning of the week.`,
    );
    const analysis = analysisOf(twice, indexOf(twice.lines), null);
    const chosenWith = (said: number[]) =>
      chooseExtracts(analysis, 'takeaways', 3, { isMeant: (at) => !said.includes(at), said });
    expect(chosenWith([1])).toHaveLength(1);
    expect(chosenWith([0])).toEqual([1]);
  });

  it.each([
    ['HR lead', 'because you lead HR'],
    ['head of HR', 'because you lead HR'],
    ['hiring manager', 'because you work as a hiring manager'],
    ['an HR assistant', 'because you work as an HR assistant'],
    ['HR assistant', 'because you work as an HR assistant'],
    ['Head of HR and Recruiting', 'because you lead HR and recruiting'],
    ['Hiring Manager at Old Mill', 'because you work as a hiring manager at Old Mill'],
  ])('says in plain words why something suits a reader: %s', async (role, because) => {
    const talk = `${BREAD_TALK}\nOtto Brenner: We hire bakers slowly, and a new employee works beside an old one for a year before their salary rises.`;
    expect(await insight(spoken(talk), { ...READER, role })).toContain(`_(${because})_`);
  });

  it('keeps results and forecasts of an earnings call', async () => {
    const text = await insight(
      spoken(
        `Operator: Good morning and welcome to the third quarter earnings call of Acme. Please press star one.
Ana Ruiz: Good morning. I visited five plants this quarter, and the energy of our people is remarkable everywhere.
Ana Ruiz: Revenue for the quarter was $1.24 billion, up 6.5% from a year ago. Gross margin expanded by 120 basis points to 36.8%.
Ana Ruiz: We now expect full-year earnings per share of $8.10 to $8.30. Free cash flow was $148 million.
Bo Lind: Thanks for taking my question. I have followed you for ten years, and my son loves your drills.`,
        { title: 'Acme, third quarter earnings call' },
      ),
      { industry: 'finance', role: 'analyst', goals: null },
    );
    for (const figure of ['$1.24 billion', '36.8%', '$8.10 to $8.30'])
      expect(text).toContain(figure);
    expect(text).not.toMatch(/press star|Thanks for taking/);
  });

  it('leaves out what sponsors pay for, small talk, and what leans on something else', async () => {
    const chatter = `Maya Okafor: This episode is brought to you by Doughly. Doughly mixes every dough in a minute, and the gluten is always strong. You should always mix your dough with Doughly. A jar costs four euros less if you go to doughly dot com slash workshop.
Otto Brenner: It is a pleasure to be here and to talk of bread and dough and flour. It makes the whole bread of the bakery better.`;
    const text = await insight({ ...BREAD, lines: [...captions(chatter), ...BREAD_LINES] });
    expect(text).not.toMatch(/Doughly|pleasure|makes the whole/);
  });

  it('leaves out what the show says about itself', async () => {
    const chatter = `Maya Okafor: In this episode we learn why bread, dough and starters always need salt and patience. I am joined as always by my co-host, who always loves bread and dough.
Otto Brenner: Thank you very much for asking me about bread and dough and salt, which are always important. Our listeners always love the bread of the bakery, because the dough is important.
Maya Okafor: We are back from the short break with more about the bread, the dough and the salt of the bakery.`;
    const text = await insight({ ...BREAD, lines: [...captions(chatter), ...BREAD_LINES] });
    expect(text).not.toMatch(/In this episode|joined as always|Thank you|Our listeners|break/);
  });

  it('leaves out what names the show or whoever speaks there, unless the name is a word there', async () => {
    const said = `Maya Okafor: Bread and dough, Otto, always need the salt and the patience of the bakery.
Otto Brenner: The listeners of The Bread Hour always bake dough with salt and patience.
Otto Brenner: Dough in which the brenner of the oven burns always needs salt and patience.`;
    const lines = [...captions(said), ...BREAD_LINES];
    const talk = { ...BREAD, podcastTitle: 'The Bread Hour', lines };
    const index = indexOf(talk.lines);
    const scores = extractScores(analysisOf(talk, index, null), 'takeaways');
    const worthOf = (words: string) =>
      scores[index.sentences.findIndex(({ text }) => text.includes(words))];
    expect(worthOf('Bread and dough, Otto')).toBe(0);
    expect(worthOf('The listeners of The Bread Hour')).toBe(0);
    expect(worthOf('the brenner of the oven')).toBeGreaterThan(0);
  });

  it('says what the main word of the episode is, if somebody says it', async () => {
    const talk = `Ida Holm: Bakers in the harbour feed the sourdough with rye flour before the market opens.
Per Dahl: The sourdough of the old mill survived two wars in a cellar below the river.
Ida Holm: Guests pay more for sourdough bread because the crust stays crisp for days.
Per Dahl: A warm kitchen makes the sourdough rise faster than a cold stone oven does.
Ida Holm: Schools buy sourdough bread from the mill, since children with allergies eat the bread.
Per Dahl: The recipe says sourdough, but many bakers in town add yeast from a factory.
Ida Holm: Sourdough is a dough with wild yeast in the flour.`;
    const text = await insight(spoken(talk));
    expect(text.split('\n\n')[1]).toContain('Sourdough is a dough');
    const inPlace = talk.replace('Sourdough is a dough', 'Sourdough is in the oven');
    expect((await insight(spoken(inPlace))).split('\n\n')[1]).not.toContain('is in the oven');
  });

  it('does not sum up the episode by an announcement that names no subject', async () => {
    const vague =
      'Maya Okafor: I know that we are going to have a good time talking about a whole lot of things today, and about the way people do things and get them right.';
    const after = BREAD_LINES.slice(
      BREAD_LINES.findIndex(({ speaker }) => speaker !== 'Maya Okafor'),
    );
    const chat = captions(
      Array.from(
        { length: 8 },
        () => 'Maya Okafor: The whole time is good. People talk today.',
      ).join('\n'),
    );
    const gistOf = async (episode: AssistantEpisode) => (await insight(episode)).split('\n\n')[1];
    expect(
      await gistOf({ ...BREAD, lines: [...captions(vague), ...after, ...chat] }),
    ).not.toContain('whole lot of things');
    expect(await gistOf(BREAD)).toContain('Today we talk about bread');
  });

  it('does not sum up the episode by an announcement that says only "that"', async () => {
    const after = BREAD_LINES.slice(
      BREAD_LINES.findIndex(({ speaker }) => speaker !== 'Maya Okafor'),
    );
    const announced = async (subject: string) => {
      const opening = `Maya Okafor: The bread and the dough rise, so today we talk about ${subject}.`;
      return insight({ ...BREAD, lines: [...captions(opening), ...after] });
    };
    expect(await announced('sourdough')).toContain('today we talk about');
    expect(await announced('that')).not.toContain('today we talk about');
  });

  it('sums up a show by what it announces, however it says so, and not by what the series is about', async () => {
    const after = BREAD_LINES.slice(
      BREAD_LINES.findIndex(({ speaker }) => speaker !== 'Maya Okafor'),
    );
    const gistWith = async (opening: string) =>
      (await insight({ ...BREAD, lines: [...captions(`Maya Okafor: ${opening}`), ...after] }))
        .split('\n\n')[1]
        ?.includes(opening);
    for (const opening of [
      'In this talk I am going to focus on the sourdough bread and its dough.',
      'Join us to dive into the old mill and its sourdough bread.',
      "In today's lesson I'm going to help you finally think of bread and then of its dough.",
      "On this episode, you'll meet bakers who bring sourdough bread to the mill.",
    ])
      expect.soft(await gistWith(opening), opening).toBe(true);
    const ofSeries = 'In these episodes we talk about sourdough bread, dough, bakers and the mill.';
    expect(await gistWith(ofSeries)).toBe(false);
  });

  it('sums up a show that announces nothing by an early sentence that names most of its title', async () => {
    const after = BREAD_LINES.slice(
      BREAD_LINES.findIndex(({ speaker }) => speaker !== 'Maya Okafor'),
    );
    const gistOf = async (title: string, opening: string) => {
      const lines = [...captions(`Maya Okafor: ${opening}`), ...after];
      return (await insight({ ...BREAD, lines, title })).split('\n\n')[1];
    };
    const tide = 'The tide mill turns with the moon.';
    expect(await gistOf('The tide mill', tide)).toContain(tide);
    expect(await gistOf('The bakery', tide)).not.toContain(tide);
    const short = 'The tide mill achieves that.';
    expect(await gistOf('The tide mill', short)).not.toContain(short);
  });

  it('sums up an episode by what is said early rather than late', async () => {
    const rise = 'A sourdough loaf rises because wild yeast lives in the starter and the dough.';
    const feed =
      'A sourdough starter needs flour because wild yeast lives in the loaf and the dough.';
    const chat = Array.from({ length: 90 }, () => 'Maybe so. I see. Well, yes. It is.');
    const summary = (talk: string[]) =>
      ask('Sum it up in one sentence', spoken(talk.map((said) => `Lena: ${said}`).join('\n')));
    expect(await summary([rise, ...chat, feed])).toContain(rise);
    expect(await summary([feed, ...chat, rise])).toContain(feed);
  });

  it('takes what is said in general rather than examples that are worked out', async () => {
    const talk = (grinds: string) => `Ann Lee: The old tide mill by the river grinds ${grinds}.
Ben Ruiz: The tide mill grinds wheat because the sea fills its pond twice a day, and a gate holds the water back.`;
    const takeaway = (grinds: string) => ask('One takeaway, please', spoken(talk(grinds)));
    const one = 'wheat for 11,500 euros, with a heavy stone and a wheel near the river mouth';
    expect(await takeaway(one)).toContain(one);
    const several = '40 sacks for 90 euros, less 12 and 18 for the stone and the wheel, so 60';
    expect(await takeaway(several)).toContain('because the sea fills its pond');
  });

  it('takes what is so rather than what somebody lived through, names or says as an example', async () => {
    const is = 'The tide mill is slow, because the sea fills its pond twice a day and no more.';
    const others = [
      'I built the tide mill in my youth, and we waited while the sea filled its pond that day.',
      'The tide mill was slow, because the sea filled its pond once a day and stopped.',
      'The tide mill of Carew turns when Milford Haven fills its pond twice a day or so.',
      'For example, the tide mill is slow where the sea fills its pond twice a day.',
    ];
    for (const other of others) {
      for (const talk of [
        `Ann Lee: ${is}\nBen Ruiz: ${other}`,
        `Ben Ruiz: ${other}\nAnn Lee: ${is}`,
      ])
        expect(await ask('One takeaway, please', spoken(talk))).toContain(is);
    }
  });

  it('sums up an episode by what it says in general rather than by figures', async () => {
    const talk = (grew: string) => `Ann Lee: The old tide mill grinds wheat with ${grew}.
Ben Ruiz: The tide mill grinds wheat because the sea fills its pond.
Ann Lee: A tide mill needs a wheel.`;
    const summary = (grew: string) => ask('Sum it up in one sentence', spoken(talk(grew)));
    const kind = 'a heavy granite stone and a wooden wheel near the river mouth';
    expect(await summary(kind)).toContain(kind);
    const figures = 'a 900 kilogram stone and a wheel of 42 blades for 11,500 euros';
    expect(await summary(figures)).toContain('because the sea fills its pond');
  });

  it('takes neither interjections nor sponsors for the subject', async () => {
    const talk = (word: string) => {
      const exclaimed = Array.from({ length: 20 }, () => `Maya: ${word}! Otto: ${word}.`);
      return spoken(
        [
          ...exclaimed,
          `Otto: The ${word.toLowerCase()} price of the oven surprised the town last winter.`,
          'Otto: The heat of the oven decides when the crust of a loaf is firm.',
          'Otto: The crust of a loaf shows how firm the gluten of the dough is.',
        ].join('\n'),
      );
    };
    expect(await ask('One takeaway, please', talk('Awesome'))).toContain('crust');
  });

  it('leaves out what a show says after thanking its listeners', async () => {
    const advice = 'Now go out and bake a dough with flour from a mill in your town.';
    const lines = (end: string) => [...BREAD_LINES, ...captions(`Ada Bell: ${end} ${advice}`)];
    const closed = await insight({ ...BREAD, lines: lines('Thanks for listening, everybody.') });
    expect(closed).not.toContain('Now go out');
    const open = await insight({ ...BREAD, lines: lines('Flour is the first thing to buy.') });
    expect(open).toContain('o out and bake a dough');
    const told = "I've talked to millers about flour. I always discuss flour with bakers.";
    expect(await insight({ ...BREAD, lines: lines(told) })).toContain('o out and bake a dough');
  });

  it.each([
    'This episode is sponsored by Doughly.',
    'The Workshop is supported by Doughly, the easy way to a strong gluten.',
  ])('leaves out what is said of a sponsor whose advertisement has no end: %s', async (pitch) => {
    const advert = `Maya Okafor: ${pitch} Yes. With Doughly every dough has a strong gluten, because the salt comes last.`;
    const text = await insight({ ...BREAD, lines: [...captions(advert), ...BREAD_LINES] });
    expect(text).not.toContain('Doughly');
  });

  it.each([
    'Go to doughly dot bakery slash gluten.',
    'Your first dough and its flour are half price with the code GLUTEN.',
    'Use code `GLUTEN` when you weigh your first dough.',
  ])('leaves out a reading that ends with where to go or an offer: %s', async (end) => {
    const named = 'The Workshop is supported by Doughly, the app for bakers.';
    const read = 'Feed a sourdough starter, weigh the flour and salt the dough in ten minutes.';
    const talk = (said: string) => [...captions(`Maya Okafor: ${said}`), ...BREAD_LINES];
    const text = await insight({ ...BREAD, lines: talk(`${named} ${read} ${end}`) });
    expect(text).not.toContain(read);
    expect(await insight({ ...BREAD, lines: talk(read) })).toContain(read);
  });

  it('leaves out an advertisement from where it names what it gives the address of', async () => {
    const read =
      'Doughly sends the flour and the salt for your dough by post. My sister swears by it.';
    const lines = (said: string) => [...captions(`Maya Okafor: ${said}`), ...BREAD_LINES];
    const advert = await insight({ ...BREAD, lines: lines(`${read} Doughly dot com.`) });
    expect(advert).not.toContain('by post');
    // What the episode speaks of elsewhere, too, is no sponsor.
    const later = captions('Otto Brenner: Doughly failed in its first year, as every mill does.');
    const told = {
      ...BREAD,
      lines: [...lines(`${read} Doughly dot com.`), ...BREAD_LINES, ...later],
    };
    expect(await ask('What does Doughly send?', told)).toContain('by post');
  });

  it('gives a disclaimer for no quotation, and a goodbye for no advice', async () => {
    const end = `Maya Okafor: This talk of bread and flour and salt isn't medical advice, so ask your own baker about the salt. Take care of yourselves.`;
    const text = await insight({ ...BREAD, lines: [...BREAD_LINES, ...captions(end)] });
    expect(text).not.toContain('medical advice');
    expect(text).not.toContain('Take care');
  });

  it('takes numbers for no subject, unless the episode reports results', () => {
    const count = 'Otto Brenner: We bake three hundred loaves for three hundred people at three.';
    const talk = spoken(`${count}\n${BREAD_TALK}\n${count}\n${count}`);
    const analysis = analysisOf(talk, indexOf(talk.lines), null);
    expect(mainStems(analysis).has('loaf')).toBe(true);
    for (const number of ['3', 'hundr']) expect(mainStems(analysis).has(number)).toBe(false);
  });

  it('takes two doctors who talk for no visit', async () => {
    const talk = spoken(`Dr. Ruiz: Welcome to the rounds. Salt is the subject, and blood pressure.
Dr. Holm: Salt raises the pressure in some people, and hardly in others.`);
    expect(analysisOf(talk, indexOf(talk.lines), null).kind).toBe('talk');
    const visit = spoken(
      `doctor: What brings you in today?\npatient: My knee hurts on the stairs.`,
    );
    expect(analysisOf(visit, indexOf(visit.lines), null).kind).toBe('clinic');
  });

  it.each([
    "The second thing I'd say is weigh the flour of each loaf before you add any salt.",
    "Don't have a second oven before the flour and the salt of your loaf are right.",
  ])('takes for advice: %s', async (advice) => {
    const text = await insight(spoken(`${BREAD_TALK}\nOtto Brenner: ${advice}`));
    expect(section(text, 'What to do with it')).toContain(advice);
  });

  it('prefers a whole sentence to the end of an interrupted one', () => {
    const [whole, end] = splitSentences([
      {
        start: 0,
        end: 4,
        speaker: 'Ann',
        text: 'Old bakers always weaken the gluten of the dough. And salt does not.',
      },
      { start: 4, end: 8, speaker: 'Ben', text: 'bakers always weaken the gluten of the dough.' },
    ]).filter(({ text }) => text.includes('gluten'));
    expect(whole && end && standaloneClarity(end) / standaloneClarity(whole)).toBeLessThan(1);
  });

  it('takes what a host asks for as no sentence of its own', () => {
    const worths = worthsOf([
      'Take us back to the winter in which the bakery bought its second oven.',
      'Just tell us about the loaves that the bakery sells on a Saturday.',
      'Yeah, I’m curious about the flour that the bakery buys from the mill.',
      'Have you noticed how the flour of the new mill ages.',
      "I'd love to hear which flour the bakery buys from the mill.",
      'The mill showed the bakers how flour ages.',
    ]);
    expect(worths).toEqual([false, false, false, false, false, true]);
  });

  it('takes what is asked without punctuation for a question, unless something is said before', () => {
    const asked = [
      'okay great so are you taking the tablets for the swelling in the morning',
      'so when i press here on the side of your left knee does that hurt',
      'the swelling of the knee needs a tablet every morning for two weeks do you have questions',
      'i am going to have you take the tablets for the swelling every morning',
    ].map(isQuestion);
    expect(asked).toEqual([true, true, false, false]);
  });

  it('takes what somebody takes back at once for nothing said', () => {
    const worths = worthsOf([
      'You can rub the gel on your knee, a little bit gets in, actually, no.',
      'Our bread costs six euros in the shop by the canal, sorry, no.',
      'Rye has a fifty percent higher yield, no, hang on, I would be making that up.',
      'The bakers said that they would actually never bake with old flour, no.',
    ]);
    expect(worths).toEqual([false, false, false, true]);
  });

  it('counts what others think for less, since it is often rejected next', () => {
    const [others, own] = splitSentences([
      {
        start: 0,
        end: 4,
        speaker: 'Ben',
        text: 'Everybody wants to weaken the gluten of the dough.',
      },
      { start: 4, end: 8, speaker: 'Ben', text: 'Bakers of rye weaken the gluten of the dough.' },
    ]);
    expect(others && own && standaloneClarity(others) / standaloneClarity(own)).toBeLessThan(1);
  });

  it.each([
    ['The mill of the town grinds its rye', 'Where the mill of the town grinds its rye'],
    ['The oven does keep the crust firm', "Doesn't keep the crust of the loaf firm"],
    ['You should never, ever rush a dough', 'You should never, you should never rush a dough'],
  ])('prefers %j to %j, which lacks a clause or begins again', (whole, part) => {
    const clarityOf = (text: string) =>
      splitSentences([
        { start: null, end: null, speaker: null, text: `${text} in the cold week of the year.` },
      ]).map(standaloneClarity)[0] ?? 0;
    expect(clarityOf(part)).toBeLessThan(clarityOf(whole));
  });

  it.each(['Basically', 'Of course,', 'Like'])(
    'quotes a takeaway without %j before it',
    async (word) => {
      const said =
        'if a dough rests overnight in the cold, its gluten gets stronger than by kneading.';
      const lines = [...captions(`Ada Bell: ${word} ${said}`), ...BREAD_LINES];
      expect(await insight({ ...BREAD, lines })).toContain(`“I${said.slice(1)}”`);
    },
  );

  it('takes how a call or a visit goes on for no sentence of its own', () => {
    const worths = worthsOf([
      "Today's call is expected to last sixty minutes of your time.",
      'I am going to move closer and just take a quick look at your hand.',
      'I just wan na go ahead and do a quick physical exam of your hand.',
      'I will be right back after the nurse has come with the needle.',
      'If you take a look at the harvest, rye has lost a third.',
    ]);
    expect(worths).toEqual([false, false, false, false, true]);
  });

  it('takes from an argument in court what its opening says', async () => {
    const questions = Array.from(
      { length: 30 },
      (_, i) =>
        `Justice Vale: The respondent says that the petitioner waived the ${i} argument in the lower circuit?`,
    );
    const talk = (opening: string) =>
      spoken(
        [
          `Ms. Ruiz: ${opening} The statute requires notice, because the second clause protects every tenant of the city.`,
          ...questions,
          'Ms. Ruiz: The statute requires payment, because the law in the second clause protects every landlord of the whole city.',
        ].join('\n'),
      );
    const asked = 'One takeaway, please';
    expect(await ask(asked, talk('May it please the Court.'))).toContain('requires notice');
    expect(await ask(asked, talk('Good day to the Court.'))).toContain('requires payment');
  });

  it("sums up an argument in court by each side's position", async () => {
    const episode =
      spoken(`Ms. Ruiz: Mr. Chief Justice, and may it please the Court: The statute requires notice to every tenant.
Justice Vale: Does the statute name a landlord, and does the statute name a tenant who paid the statute's fee?
Ms. Ruiz: I disagree with the court below, and the statute names every landlord of the city and every tenant of the city.
Mr. Holm: Thank you, and may it please the Court: Congress leaves notice to the landlord of the house.
Justice Vale: The statute says that a tenant and a landlord must give notice of the statute.`);
    const sides = [
      'Ms. Ruiz: “The statute requires notice to every tenant.”',
      'Mr. Holm: “Congress leaves notice to the landlord of the house.”',
    ];
    const summary = await ask('Summarise the case in three bullets', episode);
    for (const side of sides) expect(summary).toContain(side);
    const [gist] = (await insight(episode)).split('\n\n').slice(1);
    const positions = await ask('What do they disagree about?', episode);
    expect(positions).toMatch(/^Each side's position:/);
    for (const side of sides) {
      expect(gist).toContain(side);
      expect(positions).toContain(side);
    }
  });

  it('says nothing twice, in no section', async () => {
    const twice = `${BREAD_TALK}
Otto Brenner: Salt tightens the gluten and slows the yeast, and without salt a loaf rises fast and tastes flat.`;
    expect((await insight(spoken(twice))).match(/tastes flat/g)).toHaveLength(1);
  });

  it('quotes without the connectives before a sentence, but never without what it denies or measures', async () => {
    const quoted = async (said: string) =>
      /“(.+)”/.exec(await ask('One takeaway, please', spoken(`Otto Brenner: ${said}`)))?.[1];
    const bread =
      'Bakers and millers know that flour and salt decide whether bread keeps for a week.';
    expect(await quoted(`And so, you know, ${bread}`)).toBe(bread);
    expect(await quoted(`Because ${bread}`)).toBe(bread);
    expect(await quoted(`First of all, ${bread}`)).toBe(bread);
    expect(await quoted(`Second, look, ${bread}`)).toBe(bread);
    expect(await quoted(`Okay all right so ${bread}`)).toBe(bread);
    expect(await quoted(`I am Otto Brenner, and ${bread}`)).toBe(bread);
    for (const whole of [
      'No baker and no miller knows whether flour or salt decides how bread keeps for a week.',
      'So many bakers know that flour and salt decide whether bread keeps for a week.',
      'Because of the salt, bakers and millers know that bread keeps for a week.',
    ])
      expect(await quoted(whole)).toBe(whole);
  });

  it('writes an industry inside the sentence as it is written there', async () => {
    const talk = `${BREAD_TALK}\nOtto Brenner: The costs of flour and the price of a loaf decide whether we earn a margin.`;
    const reason = async (industry: string) =>
      /because you [^)]*/.exec(await insight(spoken(talk), { ...READER, industry }))?.[0];
    expect(await reason('Finance')).toBe('because you work in finance');
    expect(await reason('FinTech and Finance')).toBe('because you work in FinTech and finance');
  });

  it('finds no reason in another word of the same stem', async () => {
    const talk = `${BREAD_TALK}\nOtto Brenner: A couple of our products have odd names, and every loaf in town has an inventory of jokes.`;
    const reader = { industry: 'retail', role: null, goals: null };
    expect(await insight(spoken(talk), reader)).not.toContain('because you');
  });

  it('finds no reason in the whole field of a goal', async () => {
    const talk = `${BREAD_TALK}\nOtto Brenner: The costs of flour and the price of a loaf decide whether we earn a margin.`;
    const goals = 'talk to investors';
    expect(await insight(spoken(talk), { ...READER, goals })).not.toContain('because you');
    const role = 'investor';
    expect(await insight(spoken(talk), { ...READER, role })).toContain(
      'because you work as an investor',
    );
  });

  it('prefers what is understood alone to what needs the sentence before', async () => {
    const said = [
      'Those bakers told her that flour and salt and yeast decide whether it keeps for a week.',
      'Bakers and millers know that flour and salt and yeast decide whether bread keeps for a week.',
    ];
    const talk = `Otto Brenner: ${said[0]}
Otto Brenner: We walked along the canal, and the boats were painted green and white.
Otto Brenner: ${said[1]}`;
    expect(await ask('One takeaway, please', spoken(talk))).toContain('Bakers and millers');
  });

  it("holds a doctor's plan, however hesitantly it is said, and no look taken now", async () => {
    const visit = spoken(`Doctor: I will examine the shoulder, so we can take a further look at it.
Patient: It has hurt since the fall, and the pain is worse at night.
Doctor: So I would, uh, suggest you continue the ibuprofen, uh, 600 milligrams three times a day.
Patient: The swelling on the left shoulder is gone, but the pain in the arm stays.`);
    const actions = section(await insight(visit), 'What to do with it');
    expect(actions).toContain('suggest you continue the ibuprofen');
    expect(actions).not.toContain('further look');
  });

  it('quotes what is pointed rather than what only tells', async () => {
    const talk = spoken(`${BREAD_TALK}
Otto Brenner: Bread is patience, and you can't buy patience in a packet of yeast.
Otto Brenner: In Ghent the bakery opened at six with bread from the oven in the yard.`);
    const index = indexOf(talk.lines);
    const scores = extractScores(analysisOf(talk, index, null), 'quotations');
    const scoreOf = (words: string) =>
      scores[index.sentences.findIndex(({ text }) => text.includes(words))] ?? 0;
    expect(scoreOf('In Ghent the bakery')).toBeGreaterThan(0);
    expect(scoreOf('buy patience')).toBeGreaterThan(2 * scoreOf('In Ghent the bakery'));
  });

  it('quotes nothing that names no subject of the episode', () => {
    const said = `Otto Brenner: You can't own anything there without a bicycle.
Otto Brenner: You can't bake anything there without a dough.`;
    const talk = { ...BREAD, lines: [...BREAD_LINES, ...captions(said)] };
    const index = indexOf(talk.lines);
    const scores = extractScores(analysisOf(talk, index, null), 'quotations');
    const scoreOf = (words: string) =>
      scores[index.sentences.findIndex(({ text }) => text.includes(words))];
    expect(scoreOf('without a bicycle')).toBe(0);
    expect(scoreOf('without a dough')).toBeGreaterThan(0);
  });

  it('quotes what tells which drug a doctor means', async () => {
    const actionsAfter = async (before: string) => {
      const visit = spoken(`Doctor: Good morning, what brings you in today?
Patient: My ankles swell, and the pain in the left knee wakes me at night.
Doctor: I will start you on furosemide, forty milligrams in the morning. ${before} I want to start this one next week, because it can make that worse to begin with.`);
      return section(await insight(visit), 'What to do with it');
    };
    const actions = await actionsAfter('Third, bisoprolol, a small dose, to slow the heart down.');
    expect(actions).toMatch(/“Bisoprolol[^”]+ I want to start this one next week/);
    expect(actions).toContain('“I will start you on furosemide, forty milligrams in the morning.”');
    // A short reply tells nothing.
    expect(await actionsAfter('You can.')).toContain('“I want to start this one next week');
  });

  it('begins with the diagnosis at a doctor’s, however short it is', async () => {
    const visit = spoken(`Doctor: Good morning, what brings you in today?
Patient: My ankles swell, and the pain in the left knee wakes me at night.
Doctor: I think you've got heart failure.
Patient: The swelling of the ankles and the pain in the knee were worse last week than today.
Doctor: The swelling comes from the fluid, and the pain in the knee from the weight on it.`);
    const { result } = await assistant.writeInsight(visit, READER, {});
    const gist = result.gist.flatMap(({ evidence }) => evidence.map(({ quotation }) => quotation));
    expect(gist).toContain("I think you've got heart failure.");
  });

  it('does not begin with a greeting that only names the podcast', async () => {
    const talk = spoken(`Ann: Welcome to another episode of the Rye and Ovens podcast.
Ann: Rye dough is sticky, because its sugars hold the water that gluten would hold in wheat.
Ben: A sour rye dough needs less yeast, and its crumb stays moist for a week.
Ben: Without the acid of a sourdough, the enzymes of rye turn its starch to sugar.`);
    const titled = { ...talk, title: 'Rye and Ovens 83', podcastTitle: 'Rye and Ovens' };
    const { result } = await assistant.writeInsight(titled, READER, {});
    const gist = result.gist.flatMap(({ evidence }) => evidence.map(({ quotation }) => quotation));
    expect(gist.length).toBeGreaterThan(0);
    expect(gist.join(' ')).not.toContain('another episode');
  });

  it('quotes verbatim, but for the openings that its note names', async () => {
    const said = [
      'Welcome to a morning about bread and ovens.',
      'And so the oven has to be hot before the loaf goes in.',
      'Well, salt slows the yeast, so a loaf without salt rises fast.',
      'But never open the oven in the first twenty minutes of baking.',
      'You know, a stone keeps the heat of the oven for the whole of the bake.',
    ];
    const talk = spoken(said.map((text) => `Ann: ${text}`).join('\n'));
    const { result } = await assistant.writeInsight(talk, READER, {});
    const quoted = [result.gist, result.takeaways, result.actions]
      .flat()
      .flatMap(({ evidence }) => evidence)
      .concat(result.quotations);
    expect(quoted.length).toBeGreaterThan(2);
    const all = said.join(' ').toLowerCase();
    for (const { quotation } of quoted) expect(all).toContain(quotation.toLowerCase());
    expect(quoted.some(({ quotation }) => quotation.startsWith('The oven has'))).toBe(true);
    expect(result.note).toMatch(/verbatim, but for openings such as 'And' or 'Well'\.$/);
  });

  it('quotes nothing again that another quotation begins with', async () => {
    const visit = spoken(`Doctor: Good morning, what brings you in today?
Patient: My ankles swell, and the pain in the left knee wakes me at night.
Doctor: I will start you on bisoprolol, a small dose in the morning. I want to start this one slowly, because it can make that worse to begin with.`);
    const actions = section(await insight(visit), 'What to do with it');
    expect(actions.match(/bisoprolol/g)).toHaveLength(1);
    expect(actions).toMatch(/“I will start[^”]+ I want to start this one slowly/);
  });

  it('names topics by things', async () => {
    const topics = section(await insight(), 'Topics').toLowerCase();
    expect(topics).toMatch(/loa(?:f|ves)|flour|salt|starter|bread|oven/);
    expect(topics).not.toMatch(/\b(?:recommend|throw|become|sour)\b/);
  });

  it('reports its steps', async () => {
    const steps: number[] = [];
    await assistant.writeInsight(BREAD, READER, {
      onProgress: (percent) => void steps.push(percent),
    });
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(steps.at(-1)).toBe(100);
  });

  it('without a transcript uses the description and says so', async () => {
    const text = await insight({ ...BREAD, lines: [] });
    expect(text).toContain('no transcript');
    expect(text).toContain('A baker from Ghent');
    const bare = await insight({ ...BREAD, description: '', lines: [] });
    expect(bare).toContain('No description is given.');
  });

  it('is written of the shortest transcript too', async () => {
    const lines = [{ start: null, end: null, speaker: null, text: 'Hello there, everybody.' }];
    expect((await insight({ ...BREAD, lines })).length).toBeGreaterThan(20);
  });
});

const BREAD_TALK = BREAD_LINES.map(({ speaker, text }) => `${speaker}: ${text}`).join('\n');

describe('a digest', () => {
  it('has for each episode its gist with times and a theme, in the order given', async () => {
    const other = { ...BREAD, id: 'bare', lines: [] };
    const { result: entries } = await assistant.writeDigest([BREAD, other], READER, {});
    expect(entries.map(({ episodeId }) => episodeId)).toEqual(['bread', 'bare']);
    const written = entries[0]?.statements.map((one) => statementMarkdown(one, BREAD_LINES)) ?? [];
    expect(findCitations(written.join(' '))).toHaveLength(2);
    expect(entries[1]?.statements[0]?.text).toContain('No transcript yet');
    for (const { theme } of entries) expect(theme.length).toBeGreaterThan(2);
  });

  it('keeps no analysis of its transcripts, since those of twenty would not fit into memory', async () => {
    const lines = BREAD_LINES.map((line) => ({ ...line }));
    await assistant.writeDigest([{ ...BREAD, lines }], READER, {});
    for (const line of lines) line.text = 'Rye needs time.';
    expect(indexOf(lines).sentences[0]?.text).toBe('Rye needs time.');
  });

  it("has its podcast's category as theme if it is known", async () => {
    const episode = { ...BREAD, category: 'Finance' };
    const { result } = await assistant.writeDigest([episode], READER, {});
    expect(result[0]?.theme).toBe('Finance');
  });
});
