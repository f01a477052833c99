import { describe, expect, it } from 'vitest';
import { lines, read } from './reading.ts';

describe('malformed SRT', () => {
  const cue = '00:00:03,000 --> 00:00:04,000\nHo\n';
  it.each([
    [
      'a mark and coordinates',
      '\ufeff1\n00:00:01,000 --> 00:00:02,000 X1:10 X2:20 Y1:1 Y2:2\nHi\n\n',
    ],
    ['points in place of commas', '1\n00:00:01.000 --> 00:00:02.000\nHi\n\n'],
    ['microseconds', '1\n0:00:01.000000 --> 0:00:02.000000\nHi\n\n'],
    ['no fractions', '1\n00:00:01 --> 00:00:02\nHi\n\n'],
    ['arrows of their own', '1\n00:00:01,000 -> 00:00:02,000\nHi\n\n'],
    ['blank lines within', '1\n\n00:00:01,000 --> 00:00:02,000\n\nHi\n\n2\n'],
    [
      'styles of SubRip',
      '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}{b}<font color="red">Hi</font>{/b}\n\n',
    ],
  ])('is read: %s', (_, text) => {
    expect(lines(text + cue)).toEqual([
      [1, 2, null, 'Hi'],
      [3, 4, null, 'Ho'],
    ]);
  });

  it('keeps all lines of a cue, and spoken numbers', () => {
    const text = `1\n00:00:01,000 --> 00:00:02,000\nIn\n\n2020\n\n2\n${cue}`;
    expect(lines(text)[0]?.[3]).toBe('In 2020');
  });

  it('keeps arrows and comparisons, which are not markup there', () => {
    const text = `1\n00:00:01,000 --> 00:00:02,000\nIf <i>a</i> < b && c > d, A --> B.\n\n2\n${cue}`;
    expect(lines(text)).toEqual([
      [1, 2, null, 'If a < b && c > d, A --> B.'],
      [3, 4, null, 'Ho'],
    ]);
  });

  it('may have a colon before the milliseconds', () => {
    const text = `1\n00:00:01:500 --> 00:00:02:000\nHi\n\n2\n${cue}`;
    expect(lines(text)[0]).toEqual([1.5, 2, null, 'Hi']);
  });

  it("is not a text with 'from 5 --> 6' in it", () => {
    expect(lines('Ada: It went\n\n5 --> 6\n\nBo: Yes.', 'text/plain')).toEqual([
      [null, null, 'Ada', 'It went'],
      [null, null, 'Ada', '5 --> 6'],
      [null, null, 'Bo', 'Yes.'],
    ]);
  });

  it("doesn't mistake figures in text for times", () => {
    expect(lines('Ada: They were 10,20\n\nBo: 1,2\n', 'text/plain')).toEqual([
      [null, null, 'Ada', 'They were 10,20'],
      [null, null, 'Bo', '1,2'],
    ]);
  });
});

describe('a cue that is written twice', () => {
  const cue = (start: number, end: number, words: string) =>
    `00:0${start}.000 --> 00:0${end}.000\n${words}\n`;

  it('is read once, as where files were joined that both have it', () => {
    const file = [
      'WEBVTT\n',
      cue(1, 2, 'One'),
      cue(2, 3, 'Two'),
      cue(2, 3, 'Two'),
      cue(3, 4, 'Two'),
    ];
    expect(lines(file.join('\n')).map(([start, , , words]) => [start, words])).toEqual([
      [1, 'One'],
      [2, 'Two'],
      [3, 'Two'],
    ]);
  });

  it('is two where only the second is known, or two people speak', () => {
    expect(lines('[0:01] Yeah.\n[0:01] Yeah.\n[0:02] So.')).toHaveLength(3);
    expect(lines(`WEBVTT\n\n${cue(1, 2, '<v A>Hi')}\n${cue(1, 2, '<v B>Hi')}`)).toHaveLength(2);
  });
});

it('times are as exact as files write them', () => {
  expect(lines('WEBVTT\n\n01:04.56 --> 01:04.560\nx\n\n00:01.230 --> 00:04.560\nHi.')[0]?.[1]).toBe(
    4.56,
  );
});

it('captions keep comparisons, which are no tags', () => {
  const cue = '00:01.000 --> 00:02.000\nI <3 it: 5 < 6, <i>x</i> <= y, <00:01.500>and more.\n';
  expect(lines(`WEBVTT\n\n${cue}`)).toEqual([[1, 2, null, 'I <3 it: 5 < 6, x <= y, and more.']]);
});

it.each(['<0', '<0.500', 'So<', 'So <'])(
  'what may begin a tag is none of its words: %s',
  (words) => {
    const cue = `00:01.000 --> 00:02.000\n${words}\n\n00:02.000 --> 00:03.000\nNext.\n`;
    const said = lines(`WEBVTT\n\n${cue}`).map(([, , , text]) => text);
    expect(said.join(' ')).toBe(words.startsWith('So') ? 'So Next.' : 'Next.');
  },
);

it('captions are read with any number of blank lines between them', () => {
  const cue = (second: number, text: string) =>
    `00:0${second}.000 --> 00:0${second + 1}.000\n${text}`;
  expect(lines(`WEBVTT\n\n\n\n${cue(1, 'Hi')}\n\n\n${cue(3, 'Ho')}\n`)).toEqual([
    [1, 2, null, 'Hi'],
    [3, 4, null, 'Ho'],
  ]);
});

it.each([
  [
    'word by word',
    ['We raised', 'We raised the', 'We raised the price', 'Then it', 'Then it fell.'],
  ],
  [
    'line by line',
    ['We raised', 'We raised\nthe', 'the\nprice', 'price\nThen it', 'Then it\nfell.'],
  ],
])('captions that roll %s are read once', (_, texts) => {
  const cues = texts.map((text, index) => `00:0${index}.000 --> 00:0${index + 1}.000\n${text}\n`);
  const read = lines(`WEBVTT\n\n${cues.join('\n')}`);
  expect(read.map(([, , , text]) => text).join(' ')).toBe('We raised the price Then it fell.');
});

it.each([
  ['WEBVTT\n\n00:01.000 --> 00:02.000\n<v A&#xD800;>Hi &#xDFFF;.\n', 'text/vtt'],
  ['[{"start": 1, "end": 2, "speaker": "A\\ud800", "text": "Hi \\udfff."}]', 'application/json'],
  ['<cite>A&#xD800;</cite><time>0:01</time><p>Hi &#xDFFF;.</p>', 'text/html'],
])('half a character is replaced: %j', (text, type) => {
  expect(lines(text, type).map(([start, , ...said]) => [start, ...said])).toEqual([
    [1, 'A\ufffd', 'Hi \ufffd.'],
  ]);
});

describe('TTML', () => {
  it('is read with its times, agents and line breaks', () => {
    const text = `<?xml version="1.0"?><tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttm="http://www.w3.org/ns/ttml#metadata"
      xmlns:ttp="http://www.w3.org/ns/ttml#parameter" xml:lang="en" ttp:frameRate="25">
      <head><metadata><ttm:title>Not said</ttm:title>
      <ttm:agent xml:id="a1" type="person"><ttm:name type="full">Ada &amp; Co</ttm:name></ttm:agent></metadata></head>
      <body><div><p begin="00:00:01.500" end="00:00:02.5" ttm:agent="a1">Hi<br/>there, <span>you</span></p>
      <p begin="3s" dur="1500ms" ttm:agent="SPEAKER_2">Ho</p><p begin="00:00:05:05" end="6">Late</p></div></body></tt>`;
    expect(read(text).language).toBe('en');
    expect(lines(text)).toEqual([
      [1.5, 2.5, 'Ada & Co', 'Hi there, you'],
      [3, 4.5, 'SPEAKER_2', 'Ho'],
      [5.2, 6, 'SPEAKER_2', 'Late'],
    ]);
  });

  it('is read after comments, instructions and a document type', () => {
    const text = `<?xml version="1.0"?>\n<!-- Made -- by --> <?xml-stylesheet href="a"?>
      <!DOCTYPE tt><tt xmlns="http://www.w3.org/ns/ttml"><body><div>
      <p begin="1s" end="2s">Hi.</p></div></body></tt>`;
    expect(lines(text)).toEqual([[1, 2, null, 'Hi.']]);
  });

  it('is read with finer times than milliseconds', () => {
    const text = `<tt xmlns="http://www.w3.org/ns/ttml"><body><div>
      <p begin="00:00:01.5000000" end="00:00:02.2500000">Hi.</p></div></body></tt>`;
    expect(lines(text)).toEqual([[1.5, 2.25, null, 'Hi.']]);
  });

  it('is read where a time is none', () => {
    const text = `<tt xmlns="http://www.w3.org/ns/ttml"><body><div>
      <p begin="soon" dur="2s">Hi.</p><p begin="3s">Ho.</p></div></body></tt>`;
    expect(lines(text)).toEqual([
      [null, null, null, 'Hi.'],
      [3, null, null, 'Ho.'],
    ]);
  });

  it('is read with the times of spans, where their paragraph has none', () => {
    const text = `<tt:tt xmlns:tt="http://www.w3.org/ns/ttml" xmlns:ttm="http://www.w3.org/ns/ttml#metadata"><tt:body>
      <tt:div><tt:p ttm:agent="Ada">\n<tt:span begin="1s" end="2s">Hi <tt:span begin="1.5s">there</tt:span>.</tt:span>
      <tt:span begin="3s" end="4s" ttm:agent="Bo"><ttm:desc>Music</ttm:desc>Ho,<tt:br/>again.</tt:span> Bye.</tt:p>
      <tt:p>Untimed.</tt:p></tt:div></tt:body></tt:tt>`;
    expect(lines(text)).toEqual([
      [1, 2, 'Ada', 'Hi there.'],
      [3, 4, 'Bo', 'Ho, again. Bye.'],
      [null, null, 'Bo', 'Untimed.'],
    ]);
  });

  it.each([
    [
      'relative to their division',
      [['1s', '2s']],
      [
        [1, 2],
        [11, 12],
      ],
    ],
    [
      'absolute',
      [
        ['10s', '11s'],
        ['12s', '13s'],
      ],
      [
        [1, 2],
        [10, 11],
        [12, 13],
      ],
    ],
  ])('is read with times that are %s', (_, times, expected) => {
    const paragraphs = times.map(([begin, end]) => `<p begin="${begin}" end="${end}">Hi.</p>`);
    const text = `<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="1s" end="2s">Ho.</p></div>
      <div begin="10s">${paragraphs.join('')}</div></body></tt>`;
    expect(lines(text).map(([start, end]) => [start, end])).toEqual(expected);
  });

  it('is read as Apple writes it, with one element per word', () => {
    const word = (begin: number, text: string) =>
      `<span begin="${begin}" end="${begin + 0.4}" podcasts:unit="word">${text}</span>`;
    const text = `<tt xmlns="http://www.w3.org/ns/ttml"><body dur="9"><div><p begin="0.5" end="2">
<span begin="0.5" end="2" podcasts:unit="sentence">${word(0.5, 'Hello')}${word(1, 'there.')}</span></p></div></body></tt>`;
    expect(lines(text)).toEqual([[0.5, 2, null, 'Hello there.']]);
  });
});
