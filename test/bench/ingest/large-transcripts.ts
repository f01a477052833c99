/** Transcripts of the maximum size, each of which makes another part of the reading expensive. */

/** The maximum that is read, in ASCII characters. */
const LENGTH = 4 * 1024 * 1024;

export interface LargeTranscript {
  name: string;
  text(): string;
}

const TIMES = '00:00:01.000 --> 00:00:02.000';

const filled = (name: string, piece: string, head = '', tail = ''): LargeTranscript => ({
  name,
  text() {
    const room = LENGTH - head.length - tail.length;
    return head + piece.repeat(Math.floor(room / piece.length)) + tail;
  },
});
const numbered = (name: string, piece: (index: number) => string, head = '', tail = '') => ({
  name,
  text() {
    const pieces = [head];
    let room = LENGTH - head.length - tail.length;
    for (let index = 0; ; index += 1) {
      const next = piece(index);
      room -= next.length;
      if (room < 0) return `${pieces.join('')}${tail}`;
      pieces.push(next);
    }
  },
});
const cueTime = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23);

export const LARGE_TRANSCRIPTS: readonly LargeTranscript[] = [
  numbered(
    'WebVTT, a cue for each word',
    (index) => `${cueTime(index / 3)} --> ${cueTime((index + 1) / 3)}\n<v Ada>w${index}\n\n`,
    'WEBVTT\n\n',
  ),
  filled('WebVTT, one cue of many lines', 'a\n', `WEBVTT\n\n${TIMES}\n`),
  filled('WebVTT, one cue of many voices', '<v A>a</v><v B>b</v>', `WEBVTT\n\n${TIMES}\n`),
  filled('WebVTT, a header without end', 'a\n', 'WEBVTT\n'),
  filled('WebVTT, nothing but arrows', '-->\n', 'WEBVTT\n\n'),
  filled('WebVTT, careless times', '0:1 --> 0:2\na\n', 'WEBVTT\n\n'),
  numbered(
    'SRT, a cue for each word',
    (index) => `${index}\n${TIMES.replaceAll('.', ',')}\nw${index}\n\n`,
  ),
  filled('SRT, one cue of many lines', 'a\n', `1\n${TIMES.replaceAll('.', ',')}\n`),
  filled('text, many short lines', 'a\n', 'Hello.\n'),
  filled('text, many speakers', 'A: b\n', 'Hello.\n\n'),
  filled('HTML, many paragraphs', '<p>a</p>', '<html>'),
  numbered(
    'JSON, an object for each word',
    (index) =>
      `,{"startTime":${index / 3},"endTime":${(index + 1) / 3},"speaker":"Ada","body":"w${index}"}`,
    '{"version":"1.0.0","segments":[{}',
    ']}',
  ),
  filled('JSON, nothing but objects', ',{}', '{"segments":[{}', ']}'),
  filled('JSON, nothing but numbers', ',1.5', '{"segments":[{}', ']}'),
  numbered(
    'JSON, as many objects as may be',
    (index) => `,{"w${index}":{}${' '.repeat(22)}}`,
    '{"segments":[{}',
    ']}',
  ),
  numbered('JSON, a list of words', (index) => `,"w${index}"`, '["a"', ']'),
  numbered(
    'json3, a segment for each word',
    (index) =>
      `,{"tStartMs":${index * 300},"dDurationMs":300,"segs":[{"utf8":"w${index}","acAsrConf":0}]}`,
    '{"events":[{}',
    ']}',
  ),
  numbered('TTML', (index) => `<p begin="${index}s">w${index}</p>`, '<tt><body>', '</body></tt>'),
];
