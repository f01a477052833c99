import { describe, expect, it } from 'vitest';
import { resolveQuestion } from '../../../worker/assistant/asking/complete-question.ts';
import { isCommand } from '../../../worker/assistant/language/advice.ts';
import { isBoilerplate } from '../../../worker/assistant/language/show-talk.ts';
import { isQuestion } from '../../../worker/assistant/language/speech-cues.ts';
import { baseOf, stemOf, topicStems, wordsOf } from '../../../worker/assistant/language/words.ts';
import {
  containsAnswer,
  findSentences,
} from '../../../worker/assistant/retrieval/find-sentences.ts';
import { passagesIn } from '../../../worker/assistant/retrieval/passages.ts';
import {
  answerTypeOf,
  parseQuestion,
  speakersNamed,
  topicTerms,
} from '../../../worker/assistant/retrieval/question.ts';
import { sentencesOfText, splitSentences } from '../../../worker/assistant/retrieval/sentences.ts';
import { buildIndex, indexOf } from '../../../worker/assistant/retrieval/transcript-index.ts';
import {
  dotProduct,
  readWordVectors,
  vectorOf,
  writeWordVectors,
} from '../../../worker/assistant/retrieval/word-vectors.ts';
import { BREAD_LINES } from './fixtures.ts';

const timed = (text: string, start: number, speaker: string | null = null) => ({
  start,
  end: start + 2,
  speaker,
  text,
});

describe('sentences', () => {
  it('are put together over captions that cut them, with the time of the caption they begin in', () => {
    const sentences = splitSentences([
      timed('It began in', 4.5),
      timed('spring. Then the river', 6.5),
      timed('froze.', 8.5),
    ]);
    expect(sentences.map(({ text, start }) => [text, start])).toEqual([
      ['It began in spring.', 4.5],
      ['Then the river froze.', 6.5],
    ]);
  });

  it('are put together where lines say only when they start, and end at a silence', () => {
    const starting = (start: number, text: string) => ({ start, end: null, speaker: null, text });
    const sentences = splitSentences([
      starting(0, 'The whole river behind the old mill by the bridge'),
      starting(5, 'froze in the last night of that very long and cold year'),
      starting(20, 'Nobody had seen that before.'),
    ]);
    expect(sentences.map(({ turn, text }) => [turn, text.split(' ').at(-1)])).toEqual([
      [0, 'year'],
      [1, 'before.'],
    ]);
  });

  it('are fragments if they start small where others start with a capital', () => {
    const cut = [timed('are the roots. They grow. The leaves fall.', 0, 'Ann')];
    expect(splitSentences(cut).map(({ isFragment }) => isFragment)).toEqual([true, false, false]);
    const small = [timed('are the roots. they grow. the leaves fall.', 0, 'Ann')];
    expect(splitSentences(small).some(({ isFragment }) => isFragment)).toBe(false);
  });

  it('cuts speech without punctuation where sentences most likely begin', () => {
    const said = [
      'the harbour was built of oak by fishermen who had no money for any kind of stone',
      'so they drove the oak into the mud for one long winter with the help of every boat',
      "and it's still there because nobody has ever found a reason to pull it out of the mud",
      'okay we painted the crane last year in a green which most people around the harbour like',
      "but there's one fisherman in the village who wanted the crane to be blue",
    ];
    const line = { start: null, end: null, speaker: null, text: said.join(' ') };
    const pieces = splitSentences([line]);
    expect(pieces.length).toBeGreaterThan(2);
    for (const { text } of pieces)
      expect(said.some((one) => text === one || text.startsWith(`${one} `))).toBe(true);
  });

  it('never run from one speaker into the next', () => {
    const sentences = splitSentences([timed('I think that', 0, 'Ann'), timed('Yes', 2, 'Ben')]);
    expect(sentences.map(({ text, speaker }) => [text, speaker])).toEqual([
      ['I think that', 'Ann'],
      ['Yes', 'Ben'],
    ]);
  });

  it('do not end at titles, initials and abbreviations', () => {
    expect(sentencesOfText('go back to dr. lee. she will help.')).toEqual([
      'go back to dr. lee.',
      'she will help.',
    ]);
    expect(sentencesOfText('Dr. Lee met J. Smith. They spoke of e.g. bread. Fine.')).toEqual([
      'Dr. Lee met J. Smith.',
      'They spoke of e.g. bread.',
      'Fine.',
    ]);
  });

  it('do not end before a name that begins with a full stop', () => {
    expect(sentencesOfText('It runs in a .NET application. So does .NET itself.')).toEqual([
      'It runs in a .NET application.',
      'So does .NET itself.',
    ]);
  });

  it('end at the pronoun, which looks like an initial', () => {
    expect(sentencesOfText('He was early. So was I. Henry I. Miller was not.')).toEqual([
      'He was early.',
      'So was I.',
      'Henry I. Miller was not.',
    ]);
  });

  it('do not end inside a word', () => {
    expect(sentencesOfText('We tried version 2.A of it. In 2019.Then we stopped.')).toEqual([
      'We tried version 2.A of it.',
      'In 2019.Then we stopped.',
    ]);
    expect(sentencesOfText('2.A was the first version.')).toEqual(['2.A was the first version.']);
  });

  it('are cut to a readable length in captions without punctuation', () => {
    const lines = Array.from({ length: 60 }, (_, index) =>
      timed('and then we went on and on', index * 2),
    );
    const sentences = splitSentences(lines);
    expect(sentences.length).toBeGreaterThan(10);
    expect(Math.max(...sentences.map(({ words }) => words))).toBeLessThan(60);
    expect(sentences.map(({ text }) => text).join(' ')).toBe(
      lines.map(({ text }) => text).join(' '),
    );
  });

  it('are cut before a clause, not after a word that goes on', () => {
    const lines = Array.from({ length: 20 }, (_, index) =>
      timed('we went down to the river with the boat and then we looked at the', index * 3),
    );
    const pieces = splitSentences(lines);
    expect(pieces.length).toBeGreaterThan(2);
    for (const { text } of pieces.slice(0, -1)) {
      expect(text).not.toMatch(/\b(?:the|and|to|at|with)$/);
    }
  });

  it('are not cut inside a number', () => {
    const lines = Array.from({ length: 20 }, (_, index) =>
      timed(
        'the cow has a temperature of a hundred and two and her pulse is sixty four',
        index * 3,
      ),
    );
    const pieces = splitSentences(lines);
    expect(pieces.length).toBeGreaterThan(2);
    for (const { text } of pieces.slice(0, -1)) {
      expect(text).not.toMatch(/\b(?:hundred|hundred and|sixty)$/);
    }
  });

  it('end with their paragraph, and not with a caption', () => {
    const said = ['Bread and salt', 'Tuscany bakes without salt.', 'It was taxed.'];
    const textsOf = (texts: string[]) =>
      splitSentences(texts.map((text) => ({ start: null, end: null, speaker: null, text }))).map(
        ({ text }) => text,
      );
    expect(textsOf(said)).toEqual(said);
    expect(textsOf(['We sold Bread Inc.', 'Rome paid.', 'It rained.'])[0]).not.toContain('\n');
    const captions = ['We went to', 'Rome and ate', 'bread there.'];
    expect(textsOf(captions)).toEqual(['We went to Rome and ate bread there.']);
    const sentences = splitSentences(said.map((text, index) => timed(text, index * 3)));
    expect(sentences[0]?.text).toBe('Bread and salt Tuscany bakes without salt.');
  });

  it('are found in languages without spaces', () => {
    const sentences = splitSentences([timed('今日は天気がいい。', 0), timed('散歩に行こう。', 3)]);
    expect(sentences.map(({ text }) => text)).toEqual(['今日は天気がいい。', '散歩に行こう。']);
    expect(wordsOf('散歩に行こう').length).toBeGreaterThan(1);
  });
});

describe('turns', () => {
  it('do not end where a line has no time', () => {
    const lines = [
      { start: null, end: null, speaker: null, text: 'We bake the bread' },
      timed('in the night.', 90),
      timed('It cools until morning.', 200),
    ];
    expect(splitSentences(lines).map(({ text, turn }) => [turn, text])).toEqual([
      [0, 'We bake the bread in the night.'],
      [1, 'It cools until morning.'],
    ]);
  });
});

it.each([
  ['Next is Ms. Holm.', true],
  ['Next is shaping the dough on a floured board.', false],
  ['The press release went out at noon.', true],
  ['A press release tells newspapers what the bakery bakes.', false],
  ['Operator, please open the line.', true],
  ['The operator of a kiln watches its heat.', false],
  ['Have a great week, everyone.', true],
  ['The mills have a great name in the town.', false],
  ['Read our newsletter.', true],
  ['A newsletter sells more than a poster.', false],
  ['Good evening, everyone.', true],
  ['The stall sells a good evening snack.', false],
  ["With less than, let's say, 200 loaves the oven stays cold.", false],
  ['One more thing I wanted to ask you about is the oven.', true],
  ['Some want to ask you about the oven.', false],
])('a sentence is about the show if it says nothing of the subject: %s', (said, isIt) => {
  expect(isBoilerplate(said)).toBe(isIt);
});

it.each([
  ['Then replace the oldest loaf first.', true],
  ['If your oven is new, spend more on flour.', true],
  ['Begin with the starter.', true],
  ['Ask bakers how they knead.', true],
  ["And don't open the oven before it is hot.", true],
  ['Always baking on a Sunday.', false],
  ['And so Excel really has trouble with the loaves.', false],
  ['Imagine the oven is cold.', false],
  ['Secure shelves are made of oak.', false],
  ['Bakes were better in the old oven.', false],
])('advice in the imperative is recognised: %s', (said, isIt) => {
  expect(isCommand(said)).toBe(isIt);
});

it.each([
  ['Explain the starter, because beginners fear it.', true],
  ['Maybe break down the recipe for us.', true],
  ['Explain your prices to the guests.', false],
  ['Bakers explain the recipe to beginners.', false],
])('what a host asks for is recognised without a question mark: %s', (said, isIt) => {
  expect(isQuestion(said)).toBe(isIt);
});

describe('words', () => {
  it('that are short for others count as those', () => {
    expect(topicStems('the pros and cons in Q3')).toEqual(
      topicStems('the advantages and disadvantages in the third quarter'),
    );
  });

  it('name a country in capitals, and are no pronoun', () => {
    expect(topicStems('And in the US?')).toEqual(topicStems('the United States'));
    expect(topicStems('the U.S. market')).toEqual(topicStems('the USA market'));
    expect(topicStems('the U.S.')).not.toEqual(topicStems('using'));
    expect(topicStems('LET US TELL')).toEqual(topicStems('let us tell'));
  });

  it('of one family share a stem, irregular ones too', () => {
    expect(stemOf('bakers')).toBe(stemOf('baker'));
    expect(stemOf('taught')).toBe(stemOf('teaches'));
    expect(stemOf('seven')).toBe('7');
    expect(stemOf('criteria')).toBe(stemOf('criterion'));
    expect(stemOf('diagnoses')).toBe(stemOf('diagnosis'));
    expect(stemOf('exam')).toBe(stemOf('examined'));
    expect(stemOf('ads')).toBe(stemOf('advertising'));
    // As people type possessives.
    expect(stemOf('peoples')).toBe(stemOf('people'));
  });

  it('keep the point of a decimal', () => {
    expect(topicStems('1.5 litres')).toEqual(['1.5', stemOf('litres')]);
  });

  it('that carry no topic are left out', () => {
    expect(topicStems('What did she actually think about the salt?')).toEqual(['salt']);
    expect(topicStems('Why did nobody and everybody live in the house?')).toEqual(
      topicStems('live in the house'),
    );
  });
});

describe('passages', () => {
  it('hold every sentence once and stay near two hundred words', () => {
    const lines = Array.from({ length: 120 }, (_, index) =>
      timed(
        `Sentence number ${index} speaks about topic ${Math.floor(index / 30)} at some length.`,
        index,
        'A',
      ),
    );
    const { sentences, stems } = buildIndex(lines);
    const passages = [...passagesIn(sentences, stems)];
    expect(passages[0]?.from).toBe(0);
    expect(passages.at(-1)?.to).toBe(sentences.length);
    passages.slice(1).forEach(({ from }, index) => {
      expect(from).toBe(passages[index]?.to);
    });
    const lengths = passages.map(({ from, to }) =>
      sentences.slice(from, to).reduce((sum, { words }) => sum + words, 0),
    );
    expect(Math.max(...lengths)).toBeLessThanOrEqual(280);
  });
});

describe('questions', () => {
  it('are known by what they ask for', () => {
    const asked = {
      'Who taught him to bake?': 'person',
      'When did he start?': 'time',
      'How many loaves do they bake?': 'figure',
      'How long does it rise?': 'span',
      'How many weeks did it take?': 'span',
      'How much did the second shop lose in a week?': 'figure',
      'How much does a scale cost?': 'money',
      'Do they say how much it costs?': 'money',
      'Tell me how much the bakers paid.': 'money',
      'What was the price?': 'money',
      'Why does a loaf collapse?': 'reason',
      'What is a starter?': 'definition',
      'What should a beginner buy?': 'advice',
      'Where does he live?': 'anything',
      'And to whom does it belong?': 'person',
      'Who was asked to bake?': 'person',
      // Whose words they are is told by who speaks.
      'Who suggested rye?': 'anything',
      'Which of the bakers think that salt is dear?': 'anything',
      'Did he meet someone who starts late?': 'anything',
    };
    for (const [question, kind] of Object.entries(asked)) expect(answerTypeOf(question)).toBe(kind);
  });

  it.each([
    ['I water them everyday.', true],
    ['Bakers meet this in everyday life.', false],
  ])('how often are answered by a frequency: %s', (said, holds) => {
    const question = parseQuestion('How often do you water the herbs?', buildIndex([]));
    expect(containsAnswer(question, said)).toBe(holds);
  });

  it('have no topic in what listeners say of themselves, unless it is all they say', () => {
    const index = buildIndex([]);
    const topicOf = (text: string) => topicTerms(parseQuestion(text, index));
    const asked = 'What does the salt law mean for us?';
    expect(topicOf(`I am a lawyer at a Belgian ferry company. ${asked}`)).toEqual(topicOf(asked));
    for (const asksNothing of ['What should we do?', 'Where do we start?']) {
      expect(topicOf(`Our ferries are late. ${asksNothing}`)).toContain(stemOf('ferries'));
    }
  });

  it('have no topic in abbreviations of small words', () => {
    const topicOf = (text: string) => topicTerms(parseQuestion(text, buildIndex([])));
    expect(topicOf('Is flour bleached, e.g. by bakers, i.e. with chlorine etc.?')).toEqual(
      topicOf('Is flour bleached by bakers with chlorine?'),
    );
  });

  it('have British and American spellings in common', () => {
    const pairs =
      'tumour:tumor paediatrician:pediatrician anaemia:anemia oestrogen:estrogen prioritisation:prioritization behavioural:behavioral theatre:theater analysed:analyzed fibres:fibers neighbourhood:neighborhood';
    for (const pair of pairs.split(' ')) {
      const [british = '', american = ''] = pair.split(':');
      expect(stemOf(british)).toBe(stemOf(american));
    }
    const others = 'tour contour advise surprise likewise exercise acre poem michael';
    for (const word of others.split(' ')) expect(baseOf(word)).toBe(word);
  });

  it('know the speakers they name, by a part of a name too', () => {
    const index = indexOf(BREAD_LINES);
    expect(parseQuestion('What does Otto say about salt?', index).speakers).toEqual([
      'Otto Brenner',
    ]);
    expect(parseQuestion('What about salt?', index).speakers).toEqual([]);
  });

  it('use the conversation only if they refer to it', () => {
    const index = indexOf(BREAD_LINES);
    const earlier = [{ question: 'How much does a scale cost?', answer: 'Otto Brenner: “…”' }];
    const stemsOf = (text: string) => [
      ...resolveQuestion(text, earlier, index).question.terms.keys(),
    ];
    expect(stemsOf('And why is that?')).toContain('scale');
    expect(stemsOf('How many loaves do they bake?')).not.toContain('scale');
    expect(stemsOf('What is a starter?')).not.toContain('scale');
    // Somebody named by a bare question is asked about the same.
    expect(stemsOf('And what about Maya?')).toContain('scale');
    expect(stemsOf('What does Maya say?')).not.toContain('scale');
    const { question } = resolveQuestion('And why?', [{ question: 'Hi', answer: 'Hello!' }], index);
    expect([...question.terms]).toEqual([]);
  });

  it('mean by a pronoun whoever was quoted first in the last answer with quotes', () => {
    const index = indexOf(BREAD_LINES);
    const quotes = 'Maya Okafor: “What is a starter?” Otto Brenner: “A starter is a culture.”';
    const earlier = [
      { question: 'What is a starter?', answer: quotes },
      { question: 'How deep is Lake Baikal?', answer: 'I found no mention of that.' },
    ];
    const speakersOf = (exchanges: typeof earlier) =>
      resolveQuestion('And what does she say about salt?', exchanges, index).question.speakers;
    expect(speakersOf(earlier)).toEqual(['Maya Okafor']);
    expect(speakersOf(earlier.slice(1))).toEqual([]);
  });
});

const lineOf = (speaker: string, text: string) => ({ start: null, end: null, speaker, text });

describe('named speakers', () => {
  const speakers = [
    'Mr. Ito Vale (Leader of the Canadian Council)',
    'Mr. Ito Vale',
    'Ana Ruiz, CFO',
    'Mr. Paul Ruiz - Acme Public Services',
  ];

  it.each([
    ['What does Vale think?', [0, 1]],
    ['What did Ana say about rain?', [2]],
    ['What about Paul Ruiz’s budget?', [3]],
    ['What does the CFO expect?', [2]],
    ['Who is the leader of the Canadian council?', [0]],
    // A word of a role is a topic like any other.
    ['What about Canadian public services?', []],
    // Two people have the name.
    ['What did Ruiz say?', []],
    ['What is valet parking?', []],
  ])('%s', (question, named) => {
    const lines = speakers.map((speaker) => lineOf(speaker, 'It rains on the council today.'));
    const found = parseQuestion(question, buildIndex(lines)).speakers;
    expect(found.sort()).toEqual(named.map((index) => speakers[index]).sort());
  });
});

describe('speakers with a label', () => {
  const opening = [
    lineOf(
      'SPEAKER_00',
      'This is Plain Bread, I am Tom Ferris, and with me today is Ingrid Solberg.',
    ),
    lineOf('SPEAKER_01', 'Good morning, and thanks for the coffee from your own little mill.'),
    lineOf('SPEAKER_00', 'So what do most bakers get wrong about the first night of the dough?'),
    lineOf('SPEAKER_01', 'They heat it, although the yeast of a cold dough has more time to work.'),
  ];

  it.each([
    ['What did Tom Ferris ask?', 'SPEAKER_00'],
    ['What does Ingrid say about yeast?', 'SPEAKER_01'],
    ['What does SPEAKER_01 say?', 'SPEAKER_01'],
  ])(
    'are known by the names that they introduce themselves or each other by: %s',
    (question, speaker) => {
      expect(speakersNamed(question, buildIndex(opening))).toEqual([speaker]);
    },
  );

  it('are known as whoever is introduced right before they first speak', () => {
    const lines = [
      lineOf('SPEAKER_00', 'I am Tom Ferris, and with me is my co-host, Ingrid Solberg.'),
      lineOf('SPEAKER_01', 'The yeast of a cold dough has more time to work in the night.'),
      lineOf('SPEAKER_00', 'And we have a guest, Ada Quist, who bakes in Ghent.'),
      lineOf('SPEAKER_02', 'The oven is too hot for most loaves, and the flour is too cold.'),
    ];
    const index = buildIndex(lines);
    expect(speakersNamed('What does Ingrid say?', index)).toEqual(['SPEAKER_01']);
    expect(speakersNamed('What does Ada Quist say?', index)).toEqual(['SPEAKER_02']);
  });

  it('are not called as one of several guests, nor as a show', () => {
    const [first, ...others] = opening;
    const two = lineOf('Speaker 1', `${first?.text} Welcome, Ada Quist.`);
    const show = lineOf('SPEAKER_00', 'This is Plain Bread, and we bake.');
    for (const lines of [
      [two, ...others],
      [show, ...others],
    ]) {
      expect(speakersNamed('What does Ingrid Solberg say?', buildIndex(lines))).toEqual([]);
      expect(speakersNamed('What does Plain Bread say?', buildIndex(lines))).toEqual([]);
    }
  });

  it('keep it where they have a name, and no other takes that', () => {
    const lines = opening.map((line) => ({
      ...line,
      speaker: line.speaker === 'SPEAKER_01' ? 'Ingrid Solberg' : 'Host',
    }));
    expect(speakersNamed('What does Ingrid say?', buildIndex(lines))).toEqual(['Ingrid Solberg']);
    expect(speakersNamed('What does Tom Ferris say?', buildIndex(lines))).toEqual([]);
  });
});

describe('speakers called by a role', () => {
  const index = indexOf([
    timed(
      'Welcome to the show. My guest is Ana Ruiz, founder and chief financial officer of Acme.',
      0,
      'Ben Vale',
    ),
    timed(
      'The harbour lost money for years, and we sold the crane to a museum in Ghent.',
      9,
      'Ana Ruiz',
    ),
    timed('A listener asks.', 18, 'Caller'),
  ]);

  it.each([
    ['What does the guest think about cranes?', ['Ana Ruiz']],
    ["What is the CFO's view?", ['Ana Ruiz']],
    ['What did the founder sell?', ['Ana Ruiz']],
    ['What does the host ask?', ['Ben Vale']],
    // Not spoken of as somebody in the episode.
    ['What does a founder need?', []],
  ])('%s', (question, speakers) => {
    expect(parseQuestion(question, index).speakers).toEqual(speakers);
  });

  const announced = (parties: string) => [
    timed(`We will hear argument in Case 12-345, ${parties}.`, 0, 'Ana Ruiz'),
    timed('May it please the Court: The harbour took a ship for one fee.', 9, 'Ida Holm'),
    timed('May it please the Court: Every owner has thirty days.', 18, 'Per Dahl'),
  ];
  const court = indexOf(announced('Holm against the Dunmore Board'));

  it.each([
    ['What does the Dunmore Board argue?', ['Per Dahl']],
    ['What would the respondent have done?', ['Per Dahl']],
    ['Which justice asks about the fee?', ['Ana Ruiz']],
    ['What does the government argue?', []],
    // Nobody's words are wanted.
    ['How many ships does the Dunmore Board own?', []],
  ])('in court: %s', (question, speakers) => {
    expect(parseQuestion(question, court).speakers).toEqual(speakers);
  });

  it('for the United States in court: the government', () => {
    const index = indexOf(announced('Holm versus United States'));
    expect(parseQuestion('What does the government argue?', index).speakers).toEqual(['Per Dahl']);
  });
});

describe('word vectors', () => {
  const vectors = readWordVectors(
    writeWordVectors(
      ['fine', 'penalti', 'bread'],
      [Int8Array.from([100, 20, 0]), Int8Array.from([90, 30, 0]), Int8Array.from([0, 0, 127])],
    ).buffer as ArrayBuffer,
  );

  it('are read as they were written', () => {
    expect([...vectors.rows.keys()]).toEqual(['fine', 'penalti', 'bread']);
    const [fine, penalty, bread] = ['fine', 'penalti', 'bread'].map((stem) =>
      vectorOf(vectors, [[stem, 1]]),
    );
    expect(dotProduct(fine ?? new Float32Array(3), penalty ?? new Float32Array(3))).toBeGreaterThan(
      0.9,
    );
    expect(dotProduct(fine ?? new Float32Array(3), bread ?? new Float32Array(3))).toBeCloseTo(0);
  });

  it('find a passage by a word that is not said in it', () => {
    const filler = (i: number) =>
      timed(
        `The weather on day number ${i} was grey, and the boats stayed in the harbour.`,
        i * 9,
        'A',
      );
    const lines = [
      ...Array.from({ length: 40 }, (_, i) => filler(i)),
      timed('The court may order a fine of up to 900 euros for a barking dog.', 400, 'B'),
      ...Array.from({ length: 40 }, (_, i) => filler(i + 50)),
    ];
    const index = indexOf(lines);
    const [first] = findSentences(
      index,
      parseQuestion('How large is the penalty?', index),
      vectors,
    );
    expect(index.sentences[first?.sentence ?? -1]?.text).toContain('900 euros');
  });
});

describe('ranking', () => {
  it('prefers a number of what is counted to other numbers', () => {
    const index = indexOf([
      timed('The bakers of the valley used 30 percent more flour in 1998.', 0),
      timed('Four independent bakers are left in the valley.', 9),
      timed('The bakers of the valley sell on 2 markets.', 18),
    ]);
    const foundFirst = (question: string) => {
      const [first] = findSentences(index, parseQuestion(question, index));
      return index.sentences[first?.sentence ?? -1]?.text;
    };
    expect(foundFirst('How many bakers are in the valley?')).toContain('Four independent bakers');
    expect(foundFirst('How many markets do the bakers of the valley use?')).toContain('2 markets');
  });
});
