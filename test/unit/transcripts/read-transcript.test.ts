import { describe, expect, it } from 'vitest';
import { TranscriptError } from '../../../worker/transcripts/read/transcript-error.ts';
import { lines, read } from './reading.ts';

describe('WebVTT', () => {
  it('is read with voices, styling and references resolved', () => {
    const text = `WEBVTT - a title
Kind: captions
Language: de

STYLE
::cue { color: red }

NOTE nobody says this

intro
00:01.000 --> 00:02.500 align:start
<v.loud Ada>Tom &amp; <i>Jerry</i>
went   home</v>

01:00:02.500 --> 01:00:04.000
<c.yellow>They</c> did.

01:00:05.000 --> 01:00:06.000
<v Bo>Yes.</v> <v Ada>No.</v>
`;
    expect(read(text).language).toBe('de');
    expect(lines(text)).toEqual([
      [1, 2.5, 'Ada', 'Tom & Jerry went home'],
      [3602.5, 3604, 'Ada', 'They did.'],
      [3605, 3606, 'Bo', 'Yes.'],
      [3605, 3606, 'Ada', 'No.'],
    ]);
  });

  it('is read with unusual timestamps', () => {
    expect(lines('WEBVTT\n\n0.860 --> 7.380\nOne.\n\n7,5 --> 1:02,25\nTwo.')).toEqual([
      [0.86, 7.38, null, 'One.'],
      [7.5, 62.25, null, 'Two.'],
    ]);
  });

  it('drops the repetitions of rolling captions', () => {
    const text = `WEBVTT

00:00:00.000 --> 00:00:02.000
 
hello<00:00:01.000><c> there</c>

00:00:02.000 --> 00:00:02.010
hello there
 

00:00:02.010 --> 00:00:04.000
hello there
how<00:00:03.000><c> are you</c>

00:00:04.000 --> 00:00:04.010
how are you
 

00:00:04.010 --> 00:00:06.000
how are you
fine
`;
    expect(lines(text)).toEqual([
      [0, 2.01, null, 'hello there'],
      [2.01, 4.01, null, 'how are you'],
      [4.01, 6, null, 'fine'],
    ]);
  });

  it('keeps words that are spoken twice', () => {
    const text =
      'WEBVTT\n\n00:01.000 --> 00:02.000\nNo.\n\n00:02.000 --> 00:03.000\nNo.\n\n00:03.000 --> 00:04.000\nMaybe.\n';
    expect(lines(text).map((line) => line[3])).toEqual(['No.', 'No.', 'Maybe.']);
  });
});

describe('SRT', () => {
  it('is read with the speakers at the start of its lines', () => {
    const text = `1\r
00:00:00,780 --> 00:00:06,210\r
Adam Curry: podcasting 2.0\r
March 4\r
\r
2\r
00:00:06,210 --> 00:00:08,000\r
{\\an8}<i>everybody</i> note: welcome\r
\r
3\r
00:00:08,000 --> 00:00:09,000\r
DAVE: Thanks.\r
`;
    expect(lines(text)).toEqual([
      [0.78, 6.21, 'Adam Curry', 'podcasting 2.0 March 4'],
      [6.21, 8, 'Adam Curry', 'everybody note: welcome'],
      [8, 9, 'DAVE', 'Thanks.'],
    ]);
  });

  it('is read without counters, without blank lines, and in Latin-1', () => {
    const text = '00:00:01,000 --> 00:00:02,000\nCaf\xe9\n00:00:02,000 --> 00:00:03,000\nOl\xe9\n';
    const { lines: read1 } = read(
      Uint8Array.from(text, (c) => c.charCodeAt(0)),
      'application/srt',
    );
    expect(read1.map((line) => [line.start, line.text])).toEqual([
      [1, 'Café'],
      [2, 'Olé'],
    ]);
  });
});

describe('JSON', () => {
  it("is read in the podcast namespace's form", () => {
    const segments = [
      { speaker: 'Ada', startTime: 0.5, endTime: 2, body: 'First line.' },
      { speaker: 'Bo', startTime: 2, endTime: 3.5, body: 'Second &amp; last.' },
    ];
    expect(lines(JSON.stringify({ version: '1.0.0', segments }))).toEqual([
      [0.5, 2, 'Ada', 'First line.'],
      [2, 3.5, 'Bo', 'Second & last.'],
    ]);
  });

  it("joins words into lines of one sentence, with the file's spaces", () => {
    const cue = (body: string, startTime: number, speaker = 'Ada') => ({
      speaker,
      startTime,
      endTime: startTime + 0.4,
      body,
    });
    const plain = ['Hello', 'there', ',', 'you', 'two.', 'Fine?'].map((body, index) =>
      cue(body, index / 2),
    );
    expect(lines(JSON.stringify({ segments: [...plain, cue('Yes.', 3, 'Bo')] }))).toEqual([
      [0, 2.4, 'Ada', 'Hello there, you two.'],
      [2.5, 2.9, 'Ada', 'Fine?'],
      [3, 3.4, 'Bo', 'Yes.'],
    ]);
    const spaced = [' un', 'believ', 'able', ' it', ' is'].map((body, index) =>
      cue(body, index / 2),
    );
    expect(lines(JSON.stringify({ segments: spaced }))[0]?.[3]).toBe('unbelievable it is');
  });

  it("is read in speech recognition's form, in seconds or milliseconds", () => {
    const whisper = {
      text: 'x',
      language: 'en',
      segments: [{ id: 0, start: 0, end: 2.5, text: ' Hi.' }],
    };
    expect(read(JSON.stringify(whisper)).language).toBe('en');
    expect(lines(JSON.stringify(whisper))).toEqual([[0, 2.5, null, 'Hi.']]);
    const named = { start: '1.5s', end: '3s', text: 'Hi.', speaker: { name: ' Ada ' } };
    expect(lines(JSON.stringify([named]))).toEqual([[1.5, 3, 'Ada', 'Hi.']]);
    const list = [{ start: 1000, end: 2500, text: 'Hi.', speaker: 1 }];
    expect(lines(JSON.stringify(list))).toEqual([[1, 2.5, 'Speaker 1', 'Hi.']]);
  });
});

describe('odd JSON', () => {
  it('is read without times, and without an end that lies before its start', () => {
    const untimed = [
      { speaker: 'Ada', text: 'Hi.' },
      { speaker: 'Bo', text: 'Ho.', words: [{}] },
    ];
    expect(lines(JSON.stringify(untimed))).toEqual([
      [null, null, 'Ada', 'Hi.'],
      [null, null, 'Bo', 'Ho.'],
    ]);
    expect(lines('[{"start":5,"end":2,"text":"Hi."}]')).toEqual([[5, null, null, 'Hi.']]);
    expect(lines('[{"start":1e300,"end":1e301,"text":"Hi."}]')).toEqual([
      [null, null, null, 'Hi.'],
    ]);
  });

  it.each([
    ['nothing but numbers', '[[1]]'],
    ['words too deep for anybody', `${'[['.repeat(5)}{"start":1,"text":"Hi."}${']]'.repeat(5)}`],
  ])('has no words: %s', (_, text) => {
    expect(() => read(text)).toThrow(new TranscriptError('The transcript contains no words.'));
  });
});

describe("YouTube's timed text", () => {
  it('is read as json3, without layout events', () => {
    const events = [
      { tStartMs: 0, dDurationMs: 9000, id: 1 },
      {
        tStartMs: 100,
        dDurationMs: 4000,
        segs: [{ utf8: 'hey' }, { utf8: ' you', tOffsetMs: 200 }],
      },
      { tStartMs: 2000, dDurationMs: 2000, aAppend: 1, segs: [{ utf8: '\n' }] },
      { tStartMs: 2100, dDurationMs: 3000, segs: [{ utf8: "what's\nup" }] },
    ];
    expect(lines(JSON.stringify({ wireMagic: 'pb3', events }))).toEqual([
      [0.1, 2.1, null, 'hey you'],
      [2.1, 5.1, null, "what's up"],
    ]);
  });

  it('is read as srv1 and srv3', () => {
    const srv1 =
      '<?xml version="1.0"?><transcript><text start="0" dur="1.5">it&amp;#39;s &lt;i&gt;on&lt;/i&gt;</text><text start="5" dur="1"></text></transcript>';
    expect(lines(srv1)).toEqual([[0, 1.5, null, "it's on"]]);
    const srv2 =
      '<timedtext><window t="0" id="1"/><text t="40" d="2000" w="1">two</text></timedtext>';
    expect(lines(srv2)).toEqual([[0.04, 2.04, null, 'two']]);
    const srv3 =
      '<?xml version="1.0"?><timedtext format="3"><head/><body><w t="0"/><p t="40" d="2000"><s>one</s><s t="5"> two</s></p><p t="900" a="1">\n</p></body></timedtext>';
    expect(lines(srv3)).toEqual([[0.04, 2.04, null, 'one two']]);
  });

  it('is read where times or words are missing', () => {
    const events = [{ segs: [{ utf8: 'Hi.' }, {}] }, { tStartMs: 3000 }];
    expect(lines(JSON.stringify({ events }))).toEqual([[0, null, null, 'Hi.']]);
    const srv1 =
      '<transcript><text start="soon">No.</text><text start="2">Two.</text><text>No.</text></transcript>';
    expect(lines(srv1)).toEqual([[2, null, null, 'Two.']]);
    expect(() => lines('<transcript')).toThrow(TranscriptError);
  });

  it.each([
    '<transcript><text start="-5" dur="7">Early.</text><text start="3">Next.</text></transcript>',
    '<timedtext><p t="-5000" d="7000">Early.</p><p t="3000">Next.</p></timedtext>',
    JSON.stringify({
      events: [
        { tStartMs: -5000, dDurationMs: 7000, segs: [{ utf8: 'Early.' }] },
        { tStartMs: 3000, segs: [{ utf8: 'Next.' }] },
      ],
    }),
  ])('has no time before the start: %s', (text) => {
    expect(lines(text)).toEqual([
      [0, 2, null, 'Early.'],
      [3, null, null, 'Next.'],
    ]);
  });
});

describe('HTML and text', () => {
  it('reads the HTML of the podcast namespace', () => {
    const html =
      '<cite>Kevin:</cite>\n<time>0:00</time>\n<p>We have\n an update &amp; more</p><cite>Alban :</cite><time>1:00:09</time><p>Right.</p><p>Yes.</p>';
    expect(lines(html)).toEqual([
      [0, null, 'Kevin', 'We have an update & more'],
      [3609, null, 'Alban', 'Right.'],
      [null, null, 'Alban', 'Yes.'],
    ]);
  });

  it('reads times that are written for programs', () => {
    const html = `<cite>Ada</cite><time datetime="PT1M5S">a minute in</time><p>Hi.</p>
      <cite>Bo</cite><time datetime="00:02:00.5">two minutes</time><p>Ho.</p>
      <time datetime="2026">last year</time><p>More.</p>`;
    expect(lines(html)).toEqual([
      [65, null, 'Ada', 'Hi.'],
      [120.5, null, 'Bo', 'Ho.'],
      [null, null, 'Bo', 'More.'],
    ]);
  });

  it('reads names and times inside paragraphs, without the page around them', () => {
    const html =
      '<!doctype html><html lang="en"><head><title>T</title><script>x()</script></head><body><nav>Menu</nav><p><b>Ada:</b> Hello.</p><p><b>Bo:</b> Hi.</p><footer>End</footer></body></html>';
    expect(read(html).language).toBe('en');
    expect(lines(html)).toEqual([
      [null, null, 'Ada', 'Hello.'],
      [null, null, 'Bo', 'Hi.'],
    ]);
  });

  it('reads HTML without a page, where it is declared', () => {
    expect(
      lines('Thanks. <p>Ada: Hello.</p><p>Bo: Hi.</p><p>Ada: So.</p><p>Bo: Yes.</p>', 'text/html'),
    ).toEqual([
      [null, null, null, 'Thanks.'],
      [null, null, 'Ada', 'Hello.'],
      [null, null, 'Bo', 'Hi.'],
      [null, null, 'Ada', 'So.'],
      [null, null, 'Bo', 'Yes.'],
    ]);
  });

  it('leaves out pictures and rules, and keeps the words of links with a title', () => {
    const text = [
      '**Ada:** Look.',
      '![A chart](chart.png "Sales")',
      '***',
      '**Bo:** At [our page](https://a.b "Home").',
    ];
    expect(lines(text.join('\n\n'), 'text/markdown')).toEqual([
      [null, null, 'Ada', 'Look.'],
      [null, null, 'Bo', 'At our page.'],
    ]);
  });

  it('keeps long and empty spans, and the last time before one that is none', () => {
    const long = 'We looked at it once more. '.repeat(4).trim();
    const html = `<time>0:05</time><time>soon</time><cite></cite><p><span>${long}</span> And more.</p>
      <p><span></span>Hi.</p>`;
    expect(lines(html)).toEqual([
      [5, null, null, `${long} And more.`],
      [null, null, null, 'Hi.'],
    ]);
  });

  it.each([
    [
      '00:00:02 Oh wait.\n\n00:01:07 And more.',
      [
        [2, null, null, 'Oh wait.'],
        [67, null, null, 'And more.'],
      ],
    ],
    [
      '[0:02] Ada: Oh wait.\n[1:07] Bo: And more.',
      [
        [2, null, 'Ada', 'Oh wait.'],
        [67, null, 'Bo', 'And more.'],
      ],
    ],
    [
      '[00:02.000 --> 00:04.500]  Oh wait.\n[01:07.000 --> 01:09.000]  And more.',
      [
        [2, 4.5, null, 'Oh wait.'],
        [67, 69, null, 'And more.'],
      ],
    ],
    [
      '0:00:02.000,0:00:04.500\nOh wait.\n\n0:01:07.000,0:01:09.000\nAnd more.',
      [
        [2, 4.5, null, 'Oh wait.'],
        [67, 69, null, 'And more.'],
      ],
    ],
    [
      '[00:00:02.220] - Ada Lovelace\nOh wait.\n\n[00:01:07.100] - Bo\nAnd more.',
      [
        [2.22, null, 'Ada Lovelace', 'Oh wait.'],
        [67.1, null, 'Bo', 'And more.'],
      ],
    ],
    [
      '00:02 – 00:04\n\nOh wait.\n\n[1:07]And more.',
      [
        [2, 4, null, 'Oh wait.'],
        [67, null, null, 'And more.'],
      ],
    ],
    [
      'Ada Lovelace (00:02):\nOh wait.\n\nBo 1:07\nAnd more.',
      [
        [2, null, 'Ada Lovelace', 'Oh wait.'],
        [67, null, 'Bo', 'And more.'],
      ],
    ],
    [
      '**Ada:** Oh \\[laughs\\] wait.\n\n## Chapter\n\n**Bo:** And [more](https://a.b).',
      [
        [null, null, 'Ada', 'Oh [laughs] wait.'],
        [null, null, 'Bo', 'And more.'],
      ],
    ],
    [
      '**Ada:** It was *so* easy: 2 * 3 * 4.\n\n> Bo said *five*.\n\n>> And more.',
      [
        [null, null, 'Ada', 'It was so easy: 2 * 3 * 4.'],
        [null, null, 'Ada', 'Bo said five.'],
        [null, null, null, 'And more.'],
      ],
    ],
    [
      '**Ada:** First.\n\n**Bo:** \\[4:25\\] Second.\n\n**Ada:** Third.\n\nAnd on.\n\n**Bo:** Fourth.',
      [
        [null, null, 'Ada', 'First.'],
        [265, null, 'Bo', 'Second.'],
        [null, null, 'Ada', 'Third.'],
        [null, null, 'Ada', 'And on.'],
        [null, null, 'Bo', 'Fourth.'],
      ],
    ],
    [
      'Ada:\n\nWelcome.\n\nBo Ek, Ph.D.:\n\nThanks.\n\nAda:\n\nSo.\n\nBo Ek, Ph.D.:\n\nYes.',
      [
        [null, null, 'Ada', 'Welcome.'],
        [null, null, 'Bo Ek, Ph.D.', 'Thanks.'],
        [null, null, 'Ada', 'So.'],
        [null, null, 'Bo Ek, Ph.D.', 'Yes.'],
      ],
    ],
    [
      'We open at 10:30 every day.\n\nIt ends at 5:30.',
      [
        [null, null, null, 'We open at 10:30 every day.'],
        [null, null, null, 'It ends at 5:30.'],
      ],
    ],
    [
      '10:30 is when we open the shop.\n\nWhen do you close?\n\nAt six.',
      [
        [null, null, null, '10:30 is when we open the shop.'],
        [null, null, null, 'When do you close?'],
        [null, null, null, 'At six.'],
      ],
    ],
    [
      '[0:02] We open at\n10:30 every day.\n\n[1:07] 9:15 was too early.\n\n9:15 is when schools begin.',
      [
        [2, null, null, 'We open at 10:30 every day.'],
        [67, null, null, '9:15 was too early.'],
        [null, null, null, '9:15 is when schools begin.'],
      ],
    ],
    [
      '17:30 is late.\n\n9:15 is early.\n\n12:00 is fine.',
      [
        [null, null, null, '17:30 is late.'],
        [null, null, null, '9:15 is early.'],
        [null, null, null, '12:00 is fine.'],
      ],
    ],
    [
      'Welcome.\n\n9:15 is early.\n\nIt is.\n\n10:30 is fine.\n\nGood.',
      [
        [null, null, null, 'Welcome.'],
        [null, null, null, '9:15 is early.'],
        [null, null, null, 'It is.'],
        [null, null, null, '10:30 is fine.'],
        [null, null, null, 'Good.'],
      ],
    ],
    [
      'Notes.\n\n0:05 Oh wait.\n\nSo.\n\nOn.\n\n1:07 And more.\n\nYes.\n\n2:30 Bye.',
      [
        [null, null, null, 'Notes.'],
        [5, null, null, 'Oh wait.'],
        [null, null, null, 'So.'],
        [null, null, null, 'On.'],
        [67, null, null, 'And more.'],
        [null, null, null, 'Yes.'],
        [150, null, null, 'Bye.'],
      ],
    ],
    ['10:30, 11:45 and noon are free.', [[null, null, null, '10:30, 11:45 and noon are free.']]],
    [
      'Just words.\nOn two lines.',
      [
        [null, null, null, 'Just words.'],
        [null, null, null, 'On two lines.'],
      ],
    ],
  ])('reads %j', (text, expected) => {
    expect(lines(text)).toEqual(expected);
  });
});

describe('files with a wrong type or no content', () => {
  it('are read by content, whatever their declared type', () => {
    const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHi.';
    for (const type of ['text/html', 'application/json', 'application/srt', 'text/plain', '']) {
      expect(lines(vtt, type)).toEqual([[1, 2, null, 'Hi.']]);
    }
    expect(lines('{"segments":[{"startTime":1,"body":"Hi."}]}', 'text/vtt')[0]?.[3]).toBe('Hi.');
    expect(lines('1\n00:00:01,000 --> 00:00:02,000\nHi.', 'text/vtt')[0]?.[3]).toBe('Hi.');
  });

  it('a sound file without a header is unsupported', () => {
    const bytes = Uint8Array.from({ length: 5_000 }, (_, index) => 1 + ((index * 97) % 255));
    expect(() => read(bytes)).toThrow(
      new TranscriptError('The transcript is in an unsupported format.'),
    );
    expect(lines(`One\f\x02page\v of paper.${' And the rest of it.'.repeat(20)}`)).toHaveLength(1);
  });

  it.each([
    ['', 'The transcript is empty.'],
    ['WEBVTT\n', 'The transcript is empty.'],
    ['{"segments": [', 'The transcript is invalid JSON.'],
    ['{"error": "no"}', 'The transcript contains no words.'],
    ['null\n', 'The transcript contains no words.'],
    ['%PDF-1.4', 'The transcript is in an unsupported format.'],
    ['{\\rtf1\\ansi Hello}', 'The transcript is in an unsupported format.'],
    ['[Script Info]\nTitle: x', 'The transcript is in an unsupported format.'],
  ])('are refused in plain words: %j', (text, message) => {
    expect(() => read(text)).toThrow(new TranscriptError(message));
  });

  it.each([
    ['brackets', '<'.repeat(200_000)],
    ['times', '00:00:01,000 --> '.repeat(20_000)],
    ['JSON', '['.repeat(100_000)],
    ['colons', 'A: '.repeat(100_000)],
    ['cues', `WEBVTT\n\n${'00:01.000 --> 00:02.000\n<v A><i>x\n\n'.repeat(20_000)}`],
    ['spaces', `1\n00:00:01,000 --> 00:00:02,000\nx${' '.repeat(200_000)}y`],
  ])('are read or refused with a reason: %s', (_, text) => {
    try {
      read(text);
    } catch (error) {
      expect(error).toBeInstanceOf(TranscriptError);
    }
  });
});
