/** Finds the frames of MPEG audio and their durations (ISO 11172-3, 13818-3). */

export interface Mp3Frame {
  offset: number;
  length: number;
  seconds: number;
}

const KBITS_1_LAYER_3 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const KBITS_1_LAYER_2 = [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384];
const KBITS_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const HERTZ_1 = [44_100, 48_000, 32_000];
/** MPEG 2.5, reserved, MPEG 2 and MPEG 1, in the header's numbering. */
const HERTZ_DIVISORS = [4, 0, 2, 1];

/** Returns the complete frames from an offset. Skips tags and partial frames. */
export function findMp3Frames(bytes: Uint8Array, from: number): Mp3Frame[] {
  const frames: Mp3Frame[] = [];
  let offset = from;
  let isInStep = false;
  while (offset + 4 <= bytes.length) {
    const frame = frameAt(bytes, offset);
    // Two bytes may look like a frame by chance, so when out of step the next frame is checked too.
    if (frame && (isInStep || isFollowed(bytes, frame))) {
      if (offset + frame.length > bytes.length) break;
      frames.push(frame);
      offset += frame.length;
      isInStep = true;
    } else {
      isInStep = false;
      const next = bytes.indexOf(0xff, offset + 1);
      if (next === -1) break;
      offset = next;
    }
  }
  return frames;
}

/** The length of the ID3v2 tag at the start, with images; 0 if there is none. */
export function id3Length(bytes: Uint8Array): number {
  if (bytes.length < 10 || String.fromCharCode(...bytes.subarray(0, 3)) !== 'ID3') return 0;
  // Seven bits per byte (ID3v2.4, 6.2).
  return 10 + bytes.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
}

function isFollowed(bytes: Uint8Array, frame: Mp3Frame): boolean {
  const end = frame.offset + frame.length;
  return end === bytes.length || (end < bytes.length && frameAt(bytes, end) !== null);
}

function frameAt(bytes: Uint8Array, offset: number): Mp3Frame | null {
  const [first = 0, second = 0, third = 0] = bytes.subarray(offset, offset + 3);
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null;
  const version = (second >> 3) & 3;
  const layer = 4 - ((second >> 1) & 3);
  const divisor = HERTZ_DIVISORS[version] ?? 0;
  const hertz = (HERTZ_1[(third >> 2) & 3] ?? 0) / divisor;
  if (divisor === 0 || !(hertz > 0) || (layer !== 2 && layer !== 3)) return null;
  const table = version !== 3 ? KBITS_2 : layer === 3 ? KBITS_1_LAYER_3 : KBITS_1_LAYER_2;
  const kbits = table[third >> 4] ?? 0;
  if (kbits === 0) return null;
  const samples = layer === 3 && version !== 3 ? 576 : 1152;
  const length = Math.floor((samples / 8) * ((kbits * 1000) / hertz)) + ((third >> 1) & 1);
  return { offset, length, seconds: samples / hertz };
}
