import { describe, expect, it } from 'vitest';
import {
  clock,
  findCitations,
  keepTrueCitations,
} from '../../../worker/assistant/retrieval/citation.ts';
import type { TranscriptLine } from '../../../worker/transcripts/transcript.ts';

const line = (start: number | null): TranscriptLine => ({
  start,
  end: null,
  speaker: null,
  text: 'x',
});
const LINES = [line(0.2), line(12.9), line(221.5), line(3700.1)];

describe('citations', () => {
  it('are written with minutes, and with hours from the first hour on', () => {
    expect([0.9, 221.5, 599, 3599, 3700.1].map(clock)).toEqual([
      '[0:00]',
      '[3:41]',
      '[9:59]',
      '[59:59]',
      '[1:01:40]',
    ]);
  });

  it('are found wherever they stand, several in a bracket too', () => {
    const found = findCitations('So [3:41] and [1:01:40]; both [0:12, 3:41]. Not [12] or [a:bc].');
    expect(found.map(({ seconds }) => seconds)).toEqual([[221], [3700], [12, 221]]);
  });

  it('are kept when a line starts there', () => {
    expect(keepTrueCitations('He says so [3:41].', LINES)).toBe('He says so [3:41].');
  });

  it('are moved to the line they fall in when a few seconds off', () => {
    expect(keepTrueCitations('So [0:15] and [1:01:44].', LINES)).toBe('So [0:12] and [1:01:40].');
  });

  it('are taken out with the space before them when no line starts near', () => {
    expect(keepTrueCitations('He says so [2:00]. And [9:59:59] more.', LINES)).toBe(
      'He says so. And more.',
    );
  });

  it('lose their false ones in a bracket of several', () => {
    expect(keepTrueCitations('Both [0:12, 2:00].', LINES)).toBe('Both [0:12].');
  });

  it('are all taken out of what has no times', () => {
    expect(keepTrueCitations('So [0:12].', [line(null)])).toBe('So.');
  });

  it('keep no link that was made of them', () => {
    expect(keepTrueCitations('So [3:41](https://elsewhere.example/x).', LINES)).toBe('So [3:41].');
  });
});
