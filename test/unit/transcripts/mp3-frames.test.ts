import { describe, expect, test } from 'vitest';
import { findMp3Frames } from '../../../worker/transcripts/transcription/mp3-frames.ts';
import { mp3 } from './audio.ts';

describe('the frames of an MP3', () => {
  /** The header's bytes, and by the standard each frame's length and its seconds. */
  test.each([
    ['MPEG 1, layer 2', [0xff, 0xfd, 0xa4], 576, 1152 / 48_000],
    ['MPEG 2, layer 3', [0xff, 0xf3, 0x80], 208, 576 / 22_050],
    ['MPEG 2, layer 2', [0xff, 0xf5, 0x80], 417, 1152 / 22_050],
    ['MPEG 2.5, layer 3, padded', [0xff, 0xe3, 0x82], 418, 576 / 11_025],
  ])('are found: %s', (_, header, length, seconds) => {
    const body = new Uint8Array(length * 3);
    for (const at of [0, 1, 2]) body.set(header, at * length);
    const frames = findMp3Frames(body, 0);
    expect(frames.map(({ offset }) => offset)).toEqual([0, length, 2 * length]);
    for (const frame of frames) expect(frame).toMatchObject({ length, seconds });
  });

  test.each([
    ['a reserved version', [0xff, 0xeb, 0x90]],
    ['layer 1', [0xff, 0xff, 0x90]],
    ['a reserved sampling rate', [0xff, 0xfb, 0x9c]],
    ['no bit rate', [0xff, 0xfb, 0x00]],
    ['a header by chance', [0xff, 0xfb, 0x90]],
  ])('are found behind what looks like one: %s', (_, junk) => {
    const body = Buffer.concat([Uint8Array.from(junk), new Uint8Array(200), mp3(1)]);
    const frames = findMp3Frames(body, 0);
    expect(frames[0]?.offset).toBe(203);
    expect(frames).toHaveLength(38);
  });
});
