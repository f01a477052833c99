import { describe, expect, it } from 'vitest';
import { AssistantError } from '../../../worker/assistant/assistant.ts';
import { sayDifferentThings } from '../../../worker/assistant/duplicate-questions.ts';
import { figureSlots } from '../../../worker/assistant/embedded/quiz-figures.ts';
import { plainSpeech } from '../../../worker/assistant/language/plain-speech.ts';
import { wordsOf } from '../../../worker/assistant/language/words.ts';
import { explanationMarkdown } from '../../../worker/assistant/markdown.ts';
import { seededChance } from '../../../worker/platform/seeded-random.ts';
import { assistant, BREAD, BREAD_LINES } from './fixtures.ts';

const quiz = async (seed: string, count = 3) => {
  const { result } = await assistant.writeQuiz([BREAD], count, { seed });
  return result;
};
const WHOLE = BREAD_LINES.map(({ text }) => text).join(' ');
const SEEDS = ['a', 'b', 'c', 'd', 'e', 'f'];

describe('a quiz', () => {
  it('has four different options, of which one was said and three were not', async () => {
    for (const seed of SEEDS) {
      for (const { options, correctAnswerIndex, question } of await quiz(seed)) {
        expect(new Set(options).size).toBe(4);
        const words = options.map((option) => /“(.+)”/s.exec(option)?.[1] ?? option);
        expect(WHOLE).toContain(words[correctAnswerIndex]);
        expect(question).not.toContain('___');
      }
    }
  });

  it('has options alike in length and form', async () => {
    for (const seed of SEEDS) {
      for (const { options, correctAnswerIndex } of await quiz(seed)) {
        const lengths = options.map((option) => wordsOf(option).length);
        const right = lengths[correctAnswerIndex] ?? 0;
        for (const length of lengths)
          expect(Math.abs(length - right)).toBeLessThanOrEqual(Math.max(2, right * 0.35));
      }
    }
  });

  it('explains with the sentence that was said, and its time', async () => {
    for (const { options, correctAnswerIndex, explanation } of await quiz('a')) {
      const said = options[correctAnswerIndex] ?? '';
      const text = explanationMarkdown(explanation, BREAD_LINES);
      expect(text).toContain(/“(.+)”/s.exec(said)?.[1] ?? said);
      expect(text).toMatch(/\[\d+:\d\d\]$/);
    }
  });

  it('is the same for the same seed and another for another', async () => {
    expect(await quiz('a')).toEqual(await quiz('a'));
    const all = await Promise.all(SEEDS.map((seed) => quiz(seed)));
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBeGreaterThan(1);
  });

  it('repeats no recent question as long as there are others', async () => {
    const first = await quiz('a', 2);
    const avoid = first.map(({ question, explanation }) => ({
      question,
      explanation: explanationMarkdown(explanation, BREAD_LINES),
    }));
    const said = (questions: typeof first) =>
      questions.map(({ explanation }) => explanation.evidence[0]?.quotation);
    const { result: next } = await assistant.writeQuiz([BREAD], 2, { seed: 'a', avoid });
    expect(said(next).filter((one) => said(first).includes(one))).toEqual([]);
    // Too few are left for eight: then some come again.
    const { result: many } = await assistant.writeQuiz([BREAD], 3, { seed: 'a', avoid });
    expect(many).toHaveLength(3);
  });

  it('is spread over the episodes, and names them', async () => {
    const other = { ...BREAD, id: 'other', title: 'The other one', lines: [...BREAD_LINES] };
    const { result: questions } = await assistant.writeQuiz([BREAD, other], 4, { seed: 'a' });
    expect(new Set(questions.map(({ episodeId }) => episodeId))).toEqual(
      new Set(['bread', 'other']),
    );
    for (const { question } of questions) expect(question).toMatch(/^In “/);
  });

  it('asks for no figure that the title tells', async () => {
    const episode = {
      ...BREAD,
      title: 'A loan of twelve thousand euros, and what became of it',
    };
    const asked = async (one: typeof BREAD) =>
      (
        await Promise.all(
          SEEDS.map(async (seed) => (await assistant.writeQuiz([one], 3, { seed })).result),
        )
      )
        .flat()
        .flatMap(({ options, correctAnswerIndex }) => options[correctAnswerIndex] ?? [])
        .filter((right) => right.startsWith('12,000'));
    expect(await asked(BREAD)).not.toEqual([]);
    expect(await asked(episode)).toEqual([]);
  });

  it('is refused if hardly anything was said', async () => {
    const lines = [{ start: null, end: null, speaker: null, text: 'Hello there.' }];
    await expect(assistant.writeQuiz([{ ...BREAD, lines }], 5, {})).rejects.toThrow(AssistantError);
  });
});

const slotsOf = (text: string, seed = 'x') => figureSlots(text, seededChance(seed));
/** Seeds differ in which of the four figures is the largest, and small figures have few below them. */
const figuresIn = (text: string) =>
  Array.from({ length: 30 }, (_, seed) => slotsOf(text, `${seed}`)).flat();

describe('what can be exchanged', () => {
  it('is no figure that asks for the singular', () => {
    const others = figuresIn('The ship stood in the yard for four years.').flatMap(
      (slot) => slot.others,
    );
    expect(others).toContain('two');
    expect(others).not.toContain('one');
  });

  it.each([
    ['Revenue grew 12% to $340 million in 2024.', ['12', '$340']],
    ['The mill lost 180 euros before twenty two bakers came.', ['180']],
    ['It took 80 hours after an 80 euro loan.', []],
    ['It took a 70 euro loan and 90 hours.', ['90']],
    ['They sold 180 sacks.', []],
    ['The 2023 results came late.', []],
    ['On page 14 loaves are called bread.', []],
    ['By May 12 bakers had come, born on May 12, 1968.', []],
    ['The mill burned six years ago, and the miller is 40 years old.', []],
    ['All Python 3 packages run on it.', []],
    ['Twenty-two percent left within twelve months.', ['Twenty-two', 'twelve']],
    ['Nought point eight percent burned.', []],
    ['It took a fifteen to thirty percent lower dose, and two hundred and ten dollars.', []],
    ['A two-hundred-dollar oven took six and a half days.', []],
    ['The firm that sells it gave two reasons.', []],
  ])('is a figure with a unit, not a year, a page, a date or a count: %s', (text, figures) => {
    const found = figuresIn(text).map(({ from, to }) => text.slice(from, to));
    expect([...new Set(found)].sort()).toEqual([...figures].sort());
  });

  it.each([
    ['It lost 1,100 euros a week.', '1,100', /^(?:\d,)?\d{3}$/],
    ['It grew 4.5 percent in May.', '4.5', /^\d\.\d$/],
    ['The oven cost 1,204.5 euros in May.', '1,204.5', /^(?:\d,)?\d{3}\.\d$/],
    ['The oven cost $90 in May.', '$90', /^\$\d{2,3}$/],
    ['Forty percent of the bakers left.', 'Forty', /^(?:Five|[TFS]\w+ty(?:-five)?|Fifteen|Ten)$/],
    ['It took sixty four days.', 'sixty four', /^[a-z]+(?: [a-z]+)?$/],
  ])('is written with the same sign and decimals: %s', (text, said, form) => {
    for (const { from, to, others } of figuresIn(text)) {
      expect(text.slice(from, to)).toBe(said);
      expect(new Set([said, ...others]).size).toBe(4);
      for (const other of others) expect(other).toMatch(form);
    }
  });

  it('is a figure of which chance decides how many of the others are larger', () => {
    const larger = figuresIn('It costs 340 euros.').map(
      ({ others }) => others.filter((other) => Number(other) > 340).length,
    );
    expect(new Set(larger)).toEqual(new Set([0, 1, 2, 3]));
  });

  it('is no figure that another one depends on', () => {
    for (const text of [
      'It costs $11 million to $12 million a year.',
      'They expect a revenue of $492 million to $495 million.',
      'It lasted 15, 16 years.',
      'It takes 13 to 14 hours.',
      'Between 20 and 30 percent burned.',
      'It took a hundred and eleven days.',
    ]) {
      expect(figuresIn(text)).toEqual([]);
    }
  });

  it('is never exchanged for another figure of the sentence', () => {
    const text = 'It took 14 hours in May, then 15 hours, and at last 13 hours.';
    const others = figuresIn(text).flatMap((slot) => slot.others);
    expect(others).toContain('17');
    for (const said of ['13', '14', '15']) expect(others).not.toContain(said);
  });

  it('is a share of a whole, which stays below it', () => {
    const slots = figuresIn('They sell 92% of the loaves.');
    expect(slots.length).toBeGreaterThan(0);
    for (const other of slots.flatMap(({ others }) => others)) {
      expect(Number(other)).toBeLessThan(100);
    }
  });
});

const talkOf = (said: string[]) => ({
  ...BREAD,
  lines: said.map((line, index) => {
    const [speaker = '', text = ''] = line.split(': ');
    return { start: index * 10, end: index * 10 + 9, speaker, text };
  }),
});

/** What is said nearby is no wrong option. */
const spaced = (said: string[]) => {
  const small = 'Ada: That was hard to believe.';
  return said.flatMap((line) => [line, ...Array.from({ length: 12 }, () => small)]);
};

/** What two people say about a thing. */
const saidOf = (what: string) => [
  `Ada: Warm winds from the valley melt the lower edge of the ${what}.`,
  `Ben: Meltwater from the ${what} fills the reservoirs of the whole canton.`,
  `Ada: Tourists from Milan photograph the ${what} during the summer holidays.`,
  `Ben: Engineers measure the ${what} with lasers that hang under a helicopter.`,
  `Ada: Farmers in the valley drink water that comes from the ${what}.`,
  `Ben: A tunnel under the ${what} carries power cables to the villages.`,
  `Ada: Scientists drill into the ${what} because the ice keeps ancient dust.`,
  `Ben: The ${what} covers a forest in which hunters lived before Rome.`,
  `Ada: Guides lead their climbers over the ${what} before the sun rises.`,
  `Ben: The wind blows sand from the Sahara onto the white ${what}.`,
  `Ada: The railway company paid for a bridge across the ${what}.`,
  `Ben: Herds of ibex cross the ${what} when wolves follow their scent.`,
  `Ada: Lichen grows on the rocks that the ${what} leaves behind.`,
  `Ben: The army stored its ammunition in a cave behind the ${what}.`,
];

it('asks what somebody says about a subject, and offers what others say about it', async () => {
  const talk = talkOf(saidOf('glacier'));
  const asked = await Promise.all(
    SEEDS.map(async (seed) => (await assistant.writeQuiz([talk], 1, { seed })).result),
  );
  for (const { question, options, correctAnswerIndex } of asked.flat()) {
    const [, who, subject = ''] = /^What does (\w+) say about “(.+)”\?$/.exec(question) ?? [];
    for (const [place, option] of options.entries()) {
      expect(option).toContain(subject);
      const speaker = talk.lines.find(({ text }) => text === option)?.speaker;
      expect(['Ada', 'Ben']).toContain(speaker);
      expect(speaker === who).toBe(place === correctAnswerIndex);
    }
  }
});

describe('what is said in one part', () => {
  const parts = [
    [
      'The glacier above the village loses eleven metres of its tongue every summer.',
      'Meltwater from the glacier fills a lake that is not on the map of the canton.',
      'Long poles are carried through deep snow by the volunteers from Chur.',
      'Scientists drill into the glacier because the ice keeps dust from volcanoes.',
      'The same crevasse is photographed each year for the volunteers in Bern.',
      'Guides rope their climbers together before they cross the glacier at dawn.',
      'Rocks that fall on the glacier are dark, so the sun melts the ice below them.',
    ],
    [
      'The harbour of Antwerp unloads bananas from ships that left Ecuador in March.',
      'Cranes in the harbour lift forty containers in an hour if there is no storm.',
      'Tired sailors are taught how to call home by the volunteers from Ghent.',
      'Pilots steer each tanker into the harbour because the sandbanks move.',
      'Old nets of trawlers are stored in a shed for the volunteers of Bruges.',
      'Heavy brass lamps from wrecks are polished by the volunteers of Ostend.',
      'Broken oak planks of barges become benches for the volunteers of Leuven.',
      'Customs officers search the harbour with dogs that were trained on coffee.',
      'Dredgers deepen the harbour so that heavier ships can reach the docks.',
      'The ferries of the harbour always leave Antwerp faster before the storms.',
    ],
    [
      'The orchestra rehearses each symphony on the stage of a hall made of cedar.',
      'Violinists in the orchestra tune their strings again when the lamps warm them.',
      'The torn costumes are sewn in the evening by the volunteers from Basel.',
      'Conductors change the seats of the orchestra because the brass is louder.',
      'An ancient piano is repaired with felt for the volunteers of Geneva.',
      'Composers visit the orchestra and rewrite a passage for the second oboe.',
      'Labels pay the orchestra less than the soloists earn in one season.',
    ],
  ];
  // What is said nearby is no wrong option, so there is small talk in between.
  const said = parts.flatMap((claims) => {
    const noun = /^The (\w+)/.exec(claims[0] ?? '')?.[1];
    const small = Array.from({ length: 8 }, (_, at) =>
      at < 2 ? `We made notes about the ${noun}.` : 'That was hard to believe.',
    );
    return [...small, ...claims, ...small];
  });
  const talk = {
    ...BREAD,
    lines: said.map((text, at) => ({ start: at * 8, end: at * 8 + 7, speaker: null, text })),
  };

  it('is asked among what is said about the same subject in the other parts', async () => {
    const FORM =
      /^What does the speaker say about “(.+)” in the part about “(.+?)(?: and (.+))?”\?$/;
    const quizzes = SEEDS.map((seed) => assistant.writeQuiz([talk], 1, { seed }));
    const all = (await Promise.all(quizzes)).flatMap(({ result }) => result);
    const asked = all.filter(({ question }) => FORM.test(question));
    // Opposites, which the ferries have, are asked for only where chance leaves nothing else.
    expect(asked.length).toBeGreaterThan(all.length / 2);
    for (const { question, options, correctAnswerIndex } of asked) {
      const [, subject, ...named] = FORM.exec(question) ?? [];
      const names = named.filter(Boolean);
      const right = options[correctAnswerIndex] ?? '';
      const part = parts.find((claims) => claims.includes(right)) ?? [];
      expect(part.join(' ')).toContain(names[0]);
      for (const option of options) {
        expect(option).toContain(subject);
        for (const name of names) expect(option).not.toContain(name);
        expect(part.includes(option)).toBe(option === right);
      }
    }
  });

  it('is not asked where the same named speaker says something of it elsewhere', async () => {
    const named = { ...talk, lines: talk.lines.map((line) => ({ ...line, speaker: 'Ann Lee' })) };
    const { result } = await assistant.writeQuiz([named], 5, { seed: 'named' });
    expect(result).toHaveLength(5);
    for (const { question } of result) expect(question).not.toContain('in the part about');
  });
});

it('asks about no subject where it cannot tell one from other words', async () => {
  const talk = talkOf([
    'Anna: Der Bäcker heizt seinen Ofen mit dem Holz der alten Apfelbäume.',
    'Bernd: Der Hafen verlor seine größten Schiffe nach der langen Dürre.',
    'Anna: Der Imker verkauft seinen dunklen Honig auf der kleinen Messe.',
    'Bernd: Der Gletscher hinterlässt seine schweren Steine auf der nassen Wiese.',
    'Anna: Der Chor probt seine schwierigen Lieder nach der späten Messe.',
    'Bernd: Der Winzer schneidet seine jungen Reben vor der ersten Blüte.',
    'Anna: Der Lehrer erklärt seinen müden Schülern die Regeln der Grammatik.',
    'Bernd: Der Schmied schärft seine stumpfen Messer an der nassen Scheibe.',
  ]);
  for (const seed of SEEDS) {
    const { result } = await assistant.writeQuiz([talk], 1, { seed });
    expect(result[0]?.question).toMatch(/ go on\?$/);
  }
});

it('asks no two questions in the same words', async () => {
  const places = ['Antwerp', 'Bergen', 'Cremona', 'Dublin', 'Essen', 'Florence', 'Ghent', 'Halle'];
  const talk = talkOf(
    places.flatMap((place, at) => [
      `Ada: The harbour company will open wooden warehouses for ${place} during summer.`,
      `Ben: The museum of ${place} is guarded by ${at + 2} old watchmen and their dogs.`,
    ]),
  );
  for (const seed of SEEDS) {
    const { result } = await assistant.writeQuiz([talk], 4, { seed });
    expect(new Set(result.map(({ question }) => question)).size).toBe(4);
  }
});

it.each([
  ['doctor', 'the doctor'],
  ['chg', 'chg'],
])('calls who is labelled as %s %s', async (speaker, name) => {
  const lines = BREAD_LINES.map((line) => ({ ...line, speaker }));
  const { result } = await assistant.writeQuiz([{ ...BREAD, lines }], 3, { seed: 'a' });
  expect(result).toHaveLength(3);
  for (const { question } of result) {
    expect(question).toMatch(new RegExp(` …” .*(?<!the )\\b${name}\\b.*\\?$`));
  }
});

it('names no figure that it asks for', async () => {
  const talk = talkOf([
    'Ada: The university pays a graduate student seven dollars an hour for typing.',
    'Ada: The museum gave an old watchman eleven dollars after the thunder storm.',
    'Ada: The railway owes a bridge builder thirteen dollars for his broken hammer.',
    'Ada: The harbour promised a night diver fourteen dollars for each wooden mooring.',
    'Ada: The orchestra lent a young violinist twelve dollars for silver strings.',
  ]);
  for (let seed = 0; seed < 30; seed++) {
    const { result } = await assistant.writeQuiz([talk], 3, { seed: `${seed}` });
    expect(result).toHaveLength(3);
    for (const { question } of result) expect(question).not.toMatch(/(?:en|ve) dollars/);
  }
});

it('never offers a wrong option that is said elsewhere', async () => {
  const said = [
    'Ada: The harbour of Antwerp moved 1100 containers before the long summer strike.',
    'Ben: The harbour of Antwerp moved 1,100 containers after the long summer strike.',
    'Ada: Old museums in Mainz should buy wooden presses because visitors love them.',
    'Ben: Old museums in Mainz should not buy wooden presses because visitors love them.',
    'Ada: The telescope photographed two small comets during one clear winter night.',
    'Ben: The telescope photographed four small comets during one clear winter night.',
    'Ada: The telescope photographed three small comets during one clear winter night.',
    'Ben: Young runners sleep more hours when their tired muscles heal slowly.',
    'Ada: Young runners sleep fewer hours when their tired muscles heal slowly.',
    'Ben: Bees visit 4,000 flowers to gather a single spoon of lavender honey.',
    'Ada: Submarine cables carry 99 percent of all messages between the continents.',
    'Ben: A violin was auctioned for 95,000 euros because its varnish was intact.',
    'Ada: The glacier above Zermatt has retreated 650 metres since the railway opened.',
    'Ben: Penguins of the Falkland islands dive 180 metres deep to hunt for squid.',
  ];
  const episode = talkOf(said);
  const { lines } = episode;
  const plain = (text: string) => text.replace(/(?<=\d),(?=\d)/g, '');
  const isSaid = (option: string) => lines.some(({ text }) => plain(text) === plain(option));
  for (let seed = 0; seed < 100; seed++) {
    const { result } = await assistant.writeQuiz([episode], 5, { seed: `${seed}` });
    for (const { question, options } of result) {
      const [, given] = /^“(.+) …”/.exec(question) ?? [];
      if (given) expect(options.filter((option) => isSaid(`${given} ${option}`))).toHaveLength(1);
    }
  }
});

describe('a wrong option', () => {
  const claims = [
    'The glacier above Zermatt is melting, because dusty winds blow over its muddy edge.',
    'Violins from Cremona are famous, because dense wood grows slowly in the Alps.',
    'The museum in Mainz is closed, because roofers repair damage from heavy storms.',
    'Runners in Kenya train at dawn, because the afternoon sun exhausts their bodies.',
    'Camels in Mongolia are shorn, because nomads weave their tents from the wool.',
    'The lighthouse on Skye was painted, because sailors complained about the fog.',
    'The harbour of Antwerp welcomes ships that bring steel from Asia.',
    'Penguins on the Falklands hunt squid in the cold current.',
    'The telescope in Chile finds comets above the dry desert.',
    'The fishing boats near Crete tear cables from the seabed.',
    'The bees of Provence visit bitter flowers before they find lavender.',
    'The bridges in Norway need tar from the builders of Bergen.',
    'The jewellers of Gdansk polish amber with hidden insects inside.',
    'The dogs in Umbria smell truffles through the frozen soil.',
  ];
  const { lines } = talkOf(spaced(claims.map((claim) => `Ada Quist: ${claim}`)));

  it('is another clause or sentence, joined as the right one is', async () => {
    const uncapitalised = claims.map((claim) => claim.replace(/^The/, 'the'));
    for (const seed of SEEDS) {
      const { result } = await assistant.writeQuiz([{ ...BREAD, lines }], 1, { seed });
      expect(result).toHaveLength(1);
      for (const { question, options, correctAnswerIndex, explanation } of result) {
        const [, given = ''] = /^“(.+) …” Why, according to Ada Quist\?$/.exec(question) ?? [];
        expect(explanation.evidence[0]?.quotation).toBe(`${given} ${options[correctAnswerIndex]}`);
        for (const option of options) {
          const [, said = ''] = /^because (.+)$/.exec(option) ?? [];
          const from = uncapitalised.filter((claim) => claim.split(', because ').includes(said));
          expect(from).toHaveLength(1);
        }
      }
    }
  });

  it('is a condition where the right one is', async () => {
    const conditions = [
      'Otters leave the canal, if barges stir up mud from the lock.',
      'The brewery stops its boiler for weeks, if storks nest on the chimney.',
      'Vines suffer in the valley, if frost follows the early blossom.',
      'Anglers gather below the wooden mill, when salmon reach the weir.',
      'Ferries stay in the fjord, if ice drifts from the northern bay.',
    ];
    const said = [...conditions, ...claims].map((claim) => `Ada Quist: ${claim}`);
    const talk = { ...BREAD, lines: talkOf(spaced(said)).lines };
    const all = await Promise.all(
      SEEDS.map(async (seed) => (await assistant.writeQuiz([talk], 5, { seed })).result),
    );
    const asked = all.flat().filter(({ question }) => question.includes('In which case, '));
    expect(asked).not.toEqual([]);
    for (const option of asked.flatMap(({ options }) => options))
      expect(conditions.join(' ').replace('when', 'if')).toContain(` ${option}`);
  });

  it.each([
    ['has no verb', 'because of the endless dark soil near Vienna'],
    ['begins a list', 'because ploughs, harrows and tractors near Vienna, all of steel, are cheap'],
    ['says half of what is quoted', 'because "the silent farmers near Vienna wake early'],
  ])('stands beside no right one that %s', async (_, end) => {
    const said = [`Potatoes from Galicia ripen early, ${end}.`, ...claims];
    const talk = { ...BREAD, lines: talkOf(spaced(said.map((one) => `Ada Quist: ${one}`))).lines };
    for (const seed of SEEDS) {
      const { result } = await assistant.writeQuiz([talk], 5, { seed });
      const asked = result.filter(({ question }) => question.includes('Why, '));
      expect(asked).not.toEqual([]);
      expect(asked.flatMap(({ options }) => options)).not.toContain(`${end}.`);
    }
  });

  it('ends half a sentence with the same small word as the right one, if there are enough', async () => {
    const ends = [
      'Ferries carry thirsty sailors to the breweries of Antwerp.',
      'Bakers knead wholemeal dough with water from the wells of Cremona.',
      'Camels carry heavy carpets to the markets of Mongolia.',
      'Monks polish copper bells with sand from the beaches of Provence.',
      'Storks carry slim branches to the chimneys of Alsace.',
      'Divers scrape rusty anchors with knives from the forges of Solingen.',
      'Trucks carry frozen truffles to the kitchens of Umbria.',
      'Tailors sew linen jackets with thread from the mills of Flanders.',
    ];
    const talk = { ...BREAD, lines: talkOf(spaced(ends.map((one) => `Ada: ${one}`))).lines };
    for (const seed of SEEDS) {
      const { result } = await assistant.writeQuiz([talk], 1, { seed });
      const halves = result.filter(({ question }) => question.endsWith('How does Ada go on?'));
      expect(halves).not.toEqual([]);
      for (const { options } of halves)
        expect(new Set(options.map((option) => option.split(' ')[0])).size).toBe(1);
    }
  });

  it('is shown once in a quiz, whatever it is an option of', async () => {
    for (const seed of SEEDS) {
      const { result } = await assistant.writeQuiz([{ ...BREAD, lines }], 2, { seed });
      const options = result.flatMap((question) => question.options);
      expect(new Set(options).size).toBe(options.length);
    }
  });
});

describe('what is asked about', () => {
  const REASONS = [
    'Ada: The glacier in the canton shrinks, because dusty winds blow over its muddy edge.',
    'Ada: The villagers sold the old cable car, because no skier wanted their icy slopes.',
    'Ada: The reservoir needs a higher dam, because meltwater arrives in early spring.',
    'Ada: The shepherds move their flocks, because lush grass grows near the moraine.',
    'Ada: The hydrologists count every raindrop, because villages drink from the springs.',
    'Ada: The guides avoid the northern ridge, because loose boulders fall at noon.',
  ];
  const FIGURES = [
    'Ada: The hydrologists measured a loss of 340 million litres in the warm summer.',
    'Ada: The villagers paid 180 euros for every bucket of gravel near the moraine.',
    'Ada: The reservoir supplies 44 percent of the electricity for the whole canton.',
    'Ada: The guides earn 290 euros for one crossing of the northern ridge.',
  ];
  const asksForFigure = (options: string[]) => options.every((option) => /\d/.test(option));

  it('is no clause that only adds to another one or contrasts with it', async () => {
    const added = [
      'Ada: The glacier in the canton shrinks, and the meltwater of the glacier is grey.',
      'Ada: The glacier covers the rocks, but the villagers of the canton never saw them.',
      'Ada: The glacier fills the reservoir, and the guides of the glacier love its ice.',
      'Ada: The glacier was wider once, but the old maps of the glacier are all lost.',
    ];
    const talk = talkOf(spaced([...added, ...REASONS]));
    for (const seed of SEEDS) {
      const { result } = await assistant.writeQuiz([talk], 5, { seed });
      const clauses = result.filter(({ question }) => !question.endsWith(' go on?'));
      expect(clauses).not.toEqual([]);
      for (const { options } of clauses) expect(options.join('\n')).not.toMatch(/^(?:and|but) /m);
    }
  });

  it('is nothing that somebody says only to ask a question next', async () => {
    const asked = [
      'Cem: The tongue of the glacier looks grey to every visitor from the city. Is it dirty?',
      'Cem: The ice of the glacier sounds hollow under every boot of the climbers. Is it thin?',
      'Cem: The lake below the glacier smells of iron in every month of the summer. Is it safe?',
      'Cem: The wind above the glacier carries sand from every desert of the south. Is it warm?',
    ].flatMap((line) => [line, 'Ada: Nobody measures that in the canton.']);
    const talk = talkOf(spaced([...asked, ...saidOf('glacier')]));
    for (const seed of SEEDS) {
      const { result } = await assistant.writeQuiz([talk], 3, { seed });
      const whole = result.filter(({ question }) => !question.endsWith(' go on?'));
      expect(whole).not.toEqual([]);
      for (const { question, options } of whole)
        expect(`${question} ${options.join(' ')}`).not.toMatch(/Cem|every/);
    }
  });

  it('is no subject that the episode hardly speaks of', async () => {
    const main = Array.from(
      'abcdefghijklmnopqrstuvwxyz',
      (name) => `Ben: The glacier of ${name}${name} melts in the summer.`,
    );
    const said = [...main, ...saidOf('quarry').slice(0, 8)];
    const quizzes = SEEDS.map((seed) => assistant.writeQuiz([talkOf(said)], 2, { seed }));
    for (const { question } of (await Promise.all(quizzes)).flatMap(({ result }) => result))
      expect(question).not.toContain('“quarry”');
  });

  it('is a clause as well where there are enough figures', async () => {
    const talk = talkOf(spaced([...REASONS, ...FIGURES]));
    const quizzes = SEEDS.map((seed) => assistant.writeQuiz([talk], 3, { seed }));
    const all = (await Promise.all(quizzes)).flatMap(({ result }) => result);
    const clauses = all.filter(({ options }) => options.every((text) => /^because /.test(text)));
    expect(clauses.length).toBeGreaterThan(SEEDS.length / 2);
  });

  it('is a clause, which sense often tells, only after what others say of the same subjects', async () => {
    const said = [...REASONS, ...saidOf('glacier'), ...saidOf('quarry')];
    const quizzes = SEEDS.map((seed) => assistant.writeQuiz([talkOf(spaced(said))], 2, { seed }));
    for (const { result } of await Promise.all(quizzes)) {
      const clauses = result.filter(({ options }) =>
        options.every((text) => /^because /.test(text)),
      );
      expect(clauses).toEqual([]);
    }
  });

  it.each([
    ['how long something took', 'The hydrologists waited 90 days for the new map of the glacier.'],
    [
      'an example',
      'The shepherds keep a diary, and let’s say their flocks need 70 pounds of grass near the moraine.',
    ],
  ])('is %s only where there is nothing else', async (_, detail) => {
    for (const seed of SEEDS) {
      const talk = talkOf(spaced([...REASONS, `Ada: ${detail}`]));
      const { result } = await assistant.writeQuiz([talk], 1, { seed });
      expect(result.filter(({ options }) => asksForFigure(options))).toEqual([]);
    }
  });

  it('is no figure beside others that are said nearby', async () => {
    const others = Array.from({ length: 10 }, (_, tens) =>
      Array.from({ length: 10 }, (_, ones) => `${10 * tens + ones} percent of the electricity`),
    ).map((shares) => `Ada: In other years it was ${shares.join(', ')}.`);
    const figure =
      'Ada: Last year the reservoir of the canton supplied 44 percent of the electricity.';
    const asked = async (lines: string[]) => {
      const quizzes = SEEDS.map((seed) => assistant.writeQuiz([talkOf(lines)], 3, { seed }));
      const questions = (await Promise.all(quizzes)).flatMap(({ result }) => result);
      return questions.filter(({ question }) => question.includes('Which figure')).length;
    };
    expect(await asked([...spaced(REASONS), figure])).toBeGreaterThan(0);
    expect(await asked([...spaced(REASONS), figure, ...others])).toBe(0);
  });

  it('is first what the episode is about', async () => {
    const about = Array.from(
      'abcdefghijklmnopqr',
      (name) =>
        `Ada: The glacier feeds lake ${name}${name}, because its ice melts over warm stones.`,
    );
    const beside = 'Ada: My cousin paid 340 euros for an old photo of the glacier.';
    for (const seed of SEEDS) {
      const talk = talkOf([...spaced(REASONS), ...about, beside, ...about]);
      const { result } = await assistant.writeQuiz([talk], 2, { seed });
      expect(result.filter(({ options }) => asksForFigure(options))).toEqual([]);
    }
  });
});

describe('an option', () => {
  it.each([
    ['Um, honestly, I think hiring a new baker is hard.', 'Hiring a new baker is hard.'],
    ['And so it, you know, it rises.', 'It rises.'],
    ['Madam Chair, the the mill is closed, right?', 'The mill is closed, right?'],
    ['Your Honor, the mill closed, Mr. Vega, in May.', 'The mill closed in May.'],
    ['So I think that is the best loaf.', 'That is the best loaf.'],
    ['May it please the Court: The mill is closed.', 'The mill is closed.'],
    ['So far this is a kind of bread.', 'So far this is a kind of bread.'],
    ['Your mill, your oven and your shop burned.', 'Your mill, your oven and your shop burned.'],
    ['I am glad that the mill is closed.', 'I am glad that the mill is closed.'],
  ])('leaves out what people say while they think: %s', (said, plain) => {
    expect(plainSpeech(said)).toBe(plain);
  });
});

describe('two options', () => {
  it.each([
    ['It cost 1,100 euros.', 'It cost 1100 euros'],
    ['It grew 90%', 'It grew 90 percent'],
    ['All of them', 'ALL of them'],
    ['The “most” of it', 'The most of it'],
    ['−5 degrees', '-5 degrees'],
  ])('say the same: %s, %s', (one, other) => {
    expect(sayDifferentThings([one, other])).toBe(false);
  });

  it.each([
    ['It cost 1.5 million', 'It cost 15 million'],
    ['It cost $90', 'It cost €90'],
    ['5 degrees', '-5 degrees'],
    ['1,100', '1,1000'],
    ['in 2011 2012', 'in 20112012'],
    ['利率上升', '利率下降'],
  ])('say something else: %s, %s', (one, other) => {
    expect(sayDifferentThings([one, other])).toBe(true);
  });
});
