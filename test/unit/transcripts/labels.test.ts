import { describe, expect, test } from 'vitest';
import { tidyLines } from '../../support/transcripts-at-once.ts';
import { lines } from './reading.ts';

const cuesOf = (texts: string[]) =>
  texts.map((text, index) => ({ start: index * 4, end: index * 4 + 4, speaker: null, text }));
const speakersOf = (texts: string[]) => tidyLines(cuesOf(texts)).map(({ speaker }) => speaker);
const talk = (count: number) =>
  Array.from({ length: count }, (_, index) => `And then we looked at number ${index} once more.`);

test('if every change of speaker is labelled, a label counts until the next one', () => {
  const texts = ['Ada: Hello.', ...talk(20), 'Bo: Hi.', ...talk(20), 'Ada: So.', ...talk(20)];
  expect(speakersOf(texts)).toEqual([
    ...Array(21).fill('Ada'),
    ...Array(21).fill('Bo'),
    ...Array(21).fill('Ada'),
  ]);
});

test('a sparse label applies to its own sentence only', () => {
  const texts = ['Ada: Hello to', 'everybody.', ...talk(150), 'Bo: Hi.', ...talk(150), 'Ada: Bye.'];
  expect(speakersOf(texts)).toEqual([
    'Ada',
    'Ada',
    ...Array(150).fill(null),
    'Bo',
    ...Array(150).fill(null),
    'Ada',
  ]);
});

test('a sparse label in captions without full stops expires', () => {
  const unpunctuated = talk(150).map((text) => text.slice(0, -1));
  const texts = ['ADA: so', ...unpunctuated, 'BO: well', ...unpunctuated];
  const named = speakersOf(texts).filter((speaker) => speaker !== null);
  expect(named.length).toBeLessThan(24);
});

test.each([
  ['dense', []],
  ['sparse', [...talk(150), 'Bo: Hi.', ...talk(150)]],
])('arrows end a label: %s', (_, more) => {
  expect(speakersOf(['Ada: Hello to', '>> everybody', 'here.', ...more]).slice(0, 3)).toEqual([
    ...['Ada', null, null],
  ]);
});

test.each(['van der Berg', 'de Souza', 'Dwayne "The Rock" Johnson', 'Ada (Host)'])(
  'a name is read as it is written: %s',
  (name) => {
    const texts = ['Ada: Hello.', `${name}: Hi.`, 'Ada: So.', `${name}: Well.`];
    expect(speakersOf(texts)).toEqual(['Ada', name, 'Ada', name]);
  },
);

test('words before a colon are no names', () => {
  const said = [
    'Note: it is late.',
    'the Berlin office: fine.',
    '2020: what a year.',
    'Prices went up: that hurt.',
  ];
  const read = tidyLines(cuesOf(['Ada: Hello.', ...said, 'Ada: So.', ...said]));
  expect(read.map(({ text }) => text)).toEqual(['Hello.', ...said, 'So.', ...said]);
  expect(new Set(read.map(({ speaker }) => speaker))).toEqual(new Set(['Ada']));
});

test('words before a colon stay words where the file itself names who speaks', () => {
  const said = ['Breaking: prices fell.', 'Bo: Yes.', 'Breaking: wages rose.', 'Bo: I see.'];
  const cues = cuesOf(said).map((cue, index) => ({ ...cue, speaker: index % 2 ? 'Bo' : 'Ada' }));
  expect(tidyLines(cues).map(({ speaker, text }) => [speaker, text])).toEqual([
    ['Ada', 'Breaking: prices fell.'],
    ['Bo', 'Yes.'],
    ['Ada', 'Breaking: wages rose.'],
    ['Bo', 'I see.'],
  ]);
});

describe('a caption with a name on each of its lines', () => {
  test('is what several people say', () => {
    const cues = cuesOf(['ADA: Hello\nthere.\nBO: Hi, Ada.', 'ADA: So.\nBO: Well.']);
    expect(tidyLines(cues).map(({ start, speaker, text }) => [start, speaker, text])).toEqual([
      [0, 'ADA', 'Hello there.'],
      [0, 'BO', 'Hi, Ada.'],
      [4, 'ADA', 'So.'],
      [4, 'BO', 'Well.'],
    ]);
  });

  test('is one if a line only begins with a word before a colon', () => {
    const cues = cuesOf(['Ada: I asked\nOne thing: why?', 'Bo: Because.', 'Ada: Oh.', 'Bo: Yes.']);
    expect(tidyLines(cues)[0]).toMatchObject({ speaker: 'Ada', text: 'I asked One thing: why?' });
  });
});

test('a name of a heading is one before words, too', () => {
  const text = ['Ada: [0:01] Hi.', 'Bo: [0:05] Oh.', 'Ada: Yes.'].join('\n\n');
  expect(lines(text, 'text/plain').map(([, , speaker, words]) => [speaker, words])).toEqual([
    ['Ada', 'Hi.'],
    ['Bo', 'Oh.'],
    ['Ada', 'Yes.'],
  ]);
});

test.each([
  ['time first', '- 0:12 Ada: Hello.\n- 0:14 Bo: Hi.\n- 0:20 Ada: So.\n- 0:22 Bo: Well.'],
  [
    'name first',
    '* **Ada** (0:12): Hello.\n* Bo (0:14): Hi.\n* Ada (0:20): So.\n* Bo (0:22): Well.',
  ],
])('items of a list are turns: %s', (_, text) => {
  expect(lines(text, 'text/plain')).toEqual([
    [12, null, 'Ada', 'Hello.'],
    [14, null, 'Bo', 'Hi.'],
    [20, null, 'Ada', 'So.'],
    [22, null, 'Bo', 'Well.'],
  ]);
});

test('a word before a colon below a heading stays there if it comes once', () => {
  const text = ['Ada (0:01)', 'Bo: Hi.', 'Ada (0:05)', 'Breaking: prices fell.', 'Bo: Oh.'];
  expect(lines(text.join('\n\n'), 'text/plain').at(1)).toEqual([
    ...[5, null, 'Ada', 'Breaking: prices fell.'],
  ]);
});

test('a heading of no speaker before a labelled turn takes nobody’s words', () => {
  const text = ['Ada: Hello.', 'Bo: Hi.', '**Break:** [21:08]', 'Ada: Welcome back.', 'Bo: Yes.'];
  expect(lines(text.join('\n\n'), 'text/plain')).toEqual([
    [null, null, 'Ada', 'Hello.'],
    [null, null, 'Bo', 'Hi.'],
    [1268, null, 'Ada', 'Welcome back.'],
    [null, null, 'Bo', 'Yes.'],
  ]);
});

test('who writes their name in small letters is a speaker where every turn is labelled', () => {
  const turns = ['Ada: Hello.', 'chg: Hi.', 'Ada: Why?', 'chg: It is simple.', 'so: we left.'];
  const read = tidyLines(cuesOf([...turns, 'Ada: Really?', 'chg: Really.']));
  expect(read.map(({ speaker }) => speaker)).toEqual([
    'Ada',
    'chg',
    'Ada',
    'chg',
    'chg',
    'Ada',
    'chg',
  ]);
  expect(read[4]?.text).toBe('so: we left.');
});

test('small words before colons are no speakers where few turns are labelled', () => {
  const said = [
    ...talk(4),
    'my: what a day.',
    ...talk(4),
    'my: it is late.',
    'my: oh.',
    ...talk(4),
  ];
  expect(new Set(speakersOf(['Ada: Hello.', ...said, 'Ada: So.', ...talk(4)]))).toEqual(
    new Set(['Ada']),
  );
});

test('without other labels, a name in small letters has to come twice', () => {
  expect(
    tidyLines(cuesOf(['Well.', 'BO: Hi.', 'Later On: we went.'])).map(({ text }) => text),
  ).toEqual(['Well.', 'Hi.', 'Later On: we went.']);
});

test('words without full stops are joined into lines that can be read', () => {
  const words = Array.from({ length: 200 }, (_, index) => `word${index}`);
  const read = tidyLines(
    cuesOf(words).map((cue, index) => ({ ...cue, start: index, end: index + 1 })),
  );
  expect(read.every(({ text }) => text.length <= 210)).toBe(true);
  expect(read.map(({ text }) => text).join(' ')).toBe(words.join(' '));
});

test('a single label at the start names the only speaker', () => {
  expect(new Set(speakersOf(['Ada: Hello.', ...talk(300)]))).toEqual(new Set(['Ada']));
});

test.each([
  [
    'Chinese',
    ['我们今天谈谈价格', '为什么提高价格', '客户怎么说', '这是一个好问题', '谢谢大家收听'],
  ],
  [
    'Japanese',
    [
      '今日は価格について話します',
      'なぜ上げたのですか',
      'お客様は納得しました',
      'それは良い質問です',
      'ありがとうございました',
    ],
  ],
  ['Thai', ['วันนี้เราจะพูดถึงราคา', 'ทำไมถึงขึ้นราคา', 'ลูกค้าพูดว่าอย่างไร', 'นั่นเป็นคำถามที่ดี', 'ขอบคุณที่รับฟัง']],
])('captions in %s keep their lines', (_, texts) => {
  expect(tidyLines(cuesOf(texts)).map(({ text }) => text)).toEqual(texts);
});

describe('names on lines of their own, without a mark', () => {
  const turns = [
    ['Ada Lovelace', 'Welcome to the show.'],
    ['Grace van Hopper', 'Thanks for having me.'],
    ['Ada Lovelace', 'Shall we start?'],
    ['Grace van Hopper', 'Yes.'],
  ] as const;
  const said = turns.map(([name, words]) => [null, null, name, words]);
  const timed = turns.map(([name, words], index) => [60 + index, null, name, words]);

  test.each<[string, (turn: readonly [string, string], index: number) => string, unknown]>([
    ['above the words', ([name, words]) => `${name}\n${words}`, said],
    ['in their own paragraph', ([name, words]) => `**${name}**\n\n${words}`, said],
    ['below the time', ([name, words], index) => `00:01:0${index}\n${name}\n${words}`, timed],
    ['above the time', ([name, words], index) => `${name}\n00:01:0${index}\n${words}`, timed],
    ['with a dash', ([name, words], index) => `${name} – 01:0${index}\n${words}`, timed],
    ['with a bar', ([name, words], index) => `${name} | 01:0${index}\n${words}`, timed],
    ['as headings', ([name, words], index) => `## ${name} (01:0${index})\n\n${words}`, timed],
    ['as an HTML heading', ([name, words]) => `<h3>${name}</h3><p>${words}</p>`, said],
  ])('are read: %s', (_, write, read) => {
    expect(lines(turns.map(write).join('\n\n'))).toEqual(read);
  });

  test('are no captions of single words', () => {
    const captions = ['0:00\nRight', '0:02\nSo we', '0:04\nYeah', '0:06\nRight', '0:08\nYeah'];
    const read = lines(captions.join('\n'));
    expect(read.map(([, , , words]) => words).join(' ')).toBe('Right So we Yeah Right Yeah');
    expect(read.every(([, , speaker]) => speaker === null)).toBe(true);
  });

  test('are no titles of sections, which come rarely', () => {
    const section = (title: string) => [title, ...talk(12)].join('\n\n');
    const text = ['News', 'Weather', 'News', 'Weather'].map(section).join('\n\n');
    expect(lines(text).every(([, , speaker]) => speaker === null)).toBe(true);
  });
});

test('times with frames are times, and nobody’s name', () => {
  const text = ['Welcome.', 'Thanks.', 'Bye.'].map(
    (words, index) => `00:00:0${index}:12 - 00:00:0${index + 1}:00\n${words}`,
  );
  const read = [
    [0, 1, null, 'Welcome.'],
    [1, 2, null, 'Thanks.'],
    [2, 3, null, 'Bye.'],
  ];
  expect(lines(text.join('\n\n'))).toEqual(read);
  expect(lines(text.join('\n\n').replaceAll(':', ';'))).toEqual(read);
});

describe('names in scripts without capitals', () => {
  test.each([
    ['Chinese', '王小明：你好，李华。\n\n李华:你好，王小明。', ['王小明', '李华']],
    [
      'Chinese with a role',
      '王小明（主持人）：你好。\n\n李华：你好。',
      ['王小明（主持人）', '李华'],
    ],
    ['Japanese', '【田中】：今日は価格です。\n\n佐藤・健 ： はい。', ['田中', '佐藤・健']],
    ['Korean', '김민수: 안녕하세요.\n\n진행자: 네, 3:30에 시작합니다.', ['김민수', '진행자']],
    ['Arabic', 'أحمد محمد: مرحبا.\n\nسارة: أهلا.', ['أحمد محمد', 'سارة']],
    ['Hindi', '**राहुल शर्मा:** नमस्ते।\n\n**प्रिया:** नमस्ते।', ['राहुल शर्मा', 'प्रिया']],
    ['Hebrew on lines of their own', 'דנה:\n\nשלום.\n\nיוסי:\n\nשלום.', ['דנה', 'יוסי']],
    ['Chinese after times', '[0:05] 王小明：你好。\n[0:09] 李华：你好。', ['王小明', '李华']],
    ['Chinese before times', '王小明（0:05）：\n你好。\n\n李华 0:09\n你好。', ['王小明', '李华']],
    ['Latin before full-width colons', 'Ada：你好。\n\nBo：你好。', ['Ada', 'Bo']],
  ])('are read: %s', (_, text, names) => {
    const read = lines(text);
    expect(read.map(([, , speaker]) => speaker)).toEqual(names);
    for (const [, , , words] of read) expect(words).not.toMatch(/^[:：]|王小明：|田中/u);
  });

  test('are read in HTML', () => {
    const page = `<html><body><p><span>00:12</span><span>王小明：</span></p><p>你好。</p>
      <p><span>00:30</span><span>李华</span></p><p>你好。</p></body></html>`;
    expect(lines(page, 'text/html')).toEqual([
      [12, null, '王小明', '你好。'],
      [30, null, '李华', '你好。'],
    ]);
  });

  test('are no reported speech, questions or times', () => {
    const said = [
      '他说：我们提高了价格。',
      '下午3:30我们开会。',
      '客户怎么说的呢。',
      '问题是：为什么。',
    ];
    const told = ['他说的是真的。', '他说他会来。', '问题是我们不知道。'];
    const texts = Array.from({ length: 4 }, () => [...said, ...told]).flat();
    expect(new Set(speakersOf(texts))).toEqual(new Set([null]));
    expect(tidyLines(cuesOf(texts)).map(({ text }) => text)).toEqual(texts);
  });

  test('apply until the next one, however long somebody speaks', () => {
    const long = Array.from({ length: 40 }, (_, index) => `我们今天谈谈价格和客户第${index}次。`);
    const texts = [
      '王小明：你好。',
      ...long,
      '李华：谢谢。',
      ...long,
      '王小明：再见。',
      '李华：再见。',
    ];
    expect(speakersOf(texts)).toEqual([
      ...Array(41).fill('王小明'),
      ...Array(41).fill('李华'),
      '王小明',
      '李华',
    ]);
  });
});

test('Chinese words in separate cues are joined without spaces', () => {
  const texts = ['我们', '今天', '谈谈', '价格', '和', '客户', '。'];
  expect(tidyLines(cuesOf(texts)).map(({ text }) => text)).toEqual(['我们今天谈谈价格和客户。']);
});

test('a U+0092 is an apostrophe', () => {
  expect(tidyLines(cuesOf(['It\u0092s \u0093fine\u0094']))[0]?.text).toBe('It’s “fine”');
});

test.each([
  ['time and name', '<p><span>00:12</span><span>Ada Lovelace</span></p><p>Hello.</p>'],
  ['name and time', '<div><span>Ada Lovelace:</span> <span>[00:12]</span></div><p>Hello.</p>'],
  ['both before the words', '<p><span>00:12</span><span>Ada Lovelace</span>Hello.</p>'],
  [
    'both in a span around them',
    '<p><span><span>00:12</span><span>Ada Lovelace</span></span> Hello.',
  ],
])('adjacent spans are read: %s', (_, html) => {
  const page = `<html><body>${html}<p><span>00:30</span><span>Bo</span></p><p>Hi.</p></body></html>`;
  expect(lines(page, 'text/html')).toEqual([
    [12, null, 'Ada Lovelace', 'Hello.'],
    [30, null, 'Bo', 'Hi.'],
  ]);
});

test('word spans stay words, and a time on its own is not one', () => {
  const page =
    '<html><body><p><span>Hel</span><span>lo</span> all.</p><p><span>00:09</span>Hi.</p>';
  expect(lines(page, 'text/html').map(([, , , text]) => text)).toEqual(['Hello all.', 'Hi.']);
});
