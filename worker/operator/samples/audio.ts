import type { Cue, Timeline } from './timing.ts';

/** 8 kHz, 8-bit, mono: one byte per sample, so a byte's position is its time. */
const SAMPLE_RATE = 8_000;
const WAV_HEADER_BYTES = 44;
const SAMPLES_PER_MS = SAMPLE_RATE / 1_000;
/** The zero line of unsigned 8-bit PCM. */
const SILENCE = 128;
const AMPLITUDE = 34;
/** Long enough to avoid clicks where a murmur starts and ends. */
const FADE_SAMPLES = 240;
const CHUNK_BYTES = 64 * 1_024;

/** Whole numbers of Hz, so that one second of a voice loops seamlessly. */
const PITCHES_HZ = [124, 178, 148];
const voices = new Map<number, Buffer>();

/** The exact size of an episode's WAV file. */
export function measureWav(timeline: Timeline): number {
  return WAV_HEADER_BYTES + timeline.durationMs * SAMPLES_PER_MS;
}

/**
 * Yields the bytes from `start` up to, not including, `end` of an episode's WAV file, in chunks. Each byte
 * depends only on its position, so the cost of a range depends only on its length.
 */
export function* readWav(timeline: Timeline, start: number, end: number): Generator<Buffer> {
  let position = start;
  if (position < WAV_HEADER_BYTES && position < end) {
    const stop = Math.min(end, WAV_HEADER_BYTES);
    yield writeHeader(timeline).subarray(position, stop);
    position = stop;
  }
  while (position < end) {
    const stop = Math.min(end, position + CHUNK_BYTES);
    yield murmur(timeline, position - WAV_HEADER_BYTES, stop - WAV_HEADER_BYTES);
    position = stop;
  }
}

/** The canonical 44-byte RIFF header: format 1 (PCM), one channel, eight bits. */
function writeHeader(timeline: Timeline): Buffer {
  const samples = timeline.durationMs * SAMPLES_PER_MS;
  const header = Buffer.alloc(WAV_HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(WAV_HEADER_BYTES - 8 + samples, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(samples, 40);
  return header;
}

/** Returns the samples `from` up to, not including, `to`. */
function murmur(timeline: Timeline, from: number, to: number): Buffer {
  const samples = Buffer.alloc(to - from, SILENCE);
  for (let index = findCue(timeline.cues, from); index < timeline.cues.length; index += 1) {
    const cue = timeline.cues[index];
    if (!cue || cue.startMs * SAMPLES_PER_MS >= to) break;
    speak(samples, from, cue, voiceOf(timeline.speakers.indexOf(cue.speaker)));
  }
  return samples;
}

function speak(samples: Buffer, from: number, cue: Cue, voice: Buffer): void {
  const first = cue.startMs * SAMPLES_PER_MS;
  const last = cue.endMs * SAMPLES_PER_MS;
  const stop = Math.min(last, from + samples.length);
  for (let sample = Math.max(first, from); sample < stop; sample += 1) {
    const level = voice[sample % SAMPLE_RATE] ?? SILENCE;
    const edge = Math.min(sample - first, last - 1 - sample);
    const loudness = edge < FADE_SAMPLES ? edge / FADE_SAMPLES : 1;
    samples[sample - from] = SILENCE + Math.round((level - SILENCE) * loudness);
  }
}

/** Returns the index of the first cue that ends after a sample. */
function findCue(cues: Cue[], sample: number): number {
  let low = 0;
  let high = cues.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cues[middle]?.endMs ?? 0) * SAMPLES_PER_MS > sample) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * One second of a speaker's murmur: a few soft overtones that swell about as often as syllables.
 */
function voiceOf(speaker: number): Buffer {
  const pitchHz = PITCHES_HZ[speaker % PITCHES_HZ.length] ?? SAMPLE_RATE / 64;
  const known = voices.get(pitchHz);
  if (known) return known;
  const second = Buffer.alloc(SAMPLE_RATE);
  for (let sample = 0; sample < SAMPLE_RATE; sample += 1) {
    const turn = (2 * Math.PI * sample) / SAMPLE_RATE;
    const tone =
      0.6 * Math.sin(pitchHz * turn) +
      0.25 * Math.sin(2 * pitchHz * turn) +
      0.15 * Math.sin(3 * pitchHz * turn);
    const syllables = 0.6 + 0.25 * Math.sin(4 * turn) + 0.15 * Math.sin(7 * turn);
    second[sample] = SILENCE + Math.round(AMPLITUDE * tone * syllables);
  }
  voices.set(pitchHz, second);
  return second;
}
