/**
 * Transcribes an episode's audio piece by piece. MP3 is cut between frames where the piece's last
 * sentence starts, so that no word is split and every time is exact. Other formats can't be cut without
 * reading the whole file, so they are transcribed whole if small enough.
 */
import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import type { FetchOutside } from '../../platform/outbound/fetch-outside-for.ts';
import { type AudioFile, type AudioRange, fetchAudioRange } from './audio-range.ts';
import { findMp3Frames, id3Length, type Mp3Frame } from './mp3-frames.ts';
import { type Transcribe, type TranscribedPiece, TranscriptionError } from './speech-to-text.ts';

export const MAX_AUDIO_SECONDS = 4 * 60 * 60;
/** Two minutes of a typical podcast, which a speech model takes in one request. */
const PIECE_BYTES = 2 * 1024 * 1024;
/** Of audio that isn't cut. Its base64 and JSON must fit into a Worker's memory. */
const WHOLE_MAX_BYTES = 16 * 1024 * 1024;

/** How far a transcription has got: everything the next worker needs to go on. */
export interface TranscriptionState extends AudioFile {
  /** Pieces transcribed so far. */
  pieces: number;
  nextByte: number;
  /** Seconds transcribed so far. */
  seconds: number;
  language: string | null;
  lines: TranscriptLine[];
}

/** The state before the first piece. */
export function newTranscription(audioUrl: string): TranscriptionState {
  const file = { audioUrl, url: audioUrl, totalBytes: null, etag: null };
  return { ...file, pieces: 0, nextByte: 0, seconds: 0, language: null, lines: [] };
}

/** False as long as the length of the file is unknown. */
export function isTranscribed({ nextByte, totalBytes }: TranscriptionState): boolean {
  return totalBytes !== null && nextByte >= totalBytes;
}

/**
 * Transcribes the next piece.
 *
 * @throws TranscriptionError, OutboundError
 */
export async function transcribeNextPiece(
  state: TranscriptionState,
  fetchOutside: FetchOutside,
  transcribe: Transcribe,
): Promise<TranscriptionState> {
  const range = await fetchAudioRange(fetchOutside, state, state.nextByte, PIECE_BYTES);
  const { isLast, bytes } = range;
  const end = state.nextByte + bytes.length;
  const next = { ...state, ...range.file, pieces: state.pieces + 1 };
  const tag = state.nextByte === 0 ? id3Length(bytes) : 0;
  // A picture may be larger than a piece.
  if (tag >= bytes.length && !isLast) return { ...next, nextByte: tag };
  const frames = findMp3Frames(bytes, tag);
  if (frames.length === 0 && isLast && state.pieces > 0) return { ...next, nextByte: end };
  if (frames.length === 0) return transcribeWhole(state, bytes, fetchOutside, transcribe);

  const span = spanOf(frames);
  const piece = bytes.slice(span.start, span.end);
  const result = await transcribe({ bytes: piece, type: 'audio/mpeg', fileName: 'piece.mp3' });
  const cut = isLast ? null : cutOf(frames, result);
  const lines = cut ? result.lines.slice(0, -1) : result.lines;
  const seconds = durationOf(cut ? frames.slice(0, cut.frame) : frames);
  return {
    ...next,
    nextByte: isLast ? end : state.nextByte + (cut?.byte ?? span.end),
    seconds: withinLimit(state.seconds + seconds),
    language: state.language ?? result.language,
    lines: [...state.lines, ...placed(lines, state.seconds, seconds)],
  };
}

function spanOf(frames: readonly Mp3Frame[]) {
  const last = frames.at(-1);
  return { start: frames[0]?.offset ?? 0, end: last ? last.offset + last.length : 0 };
}

const durationOf = (frames: readonly Mp3Frame[]) =>
  frames.reduce((sum, { seconds }) => sum + seconds, 0);

/** Returns the frame where the last sentence starts, if that is in the second half. */
function cutOf(frames: readonly Mp3Frame[], { lines }: TranscribedPiece) {
  const last = lines.at(-1);
  if (!last || lines.length < 2 || last.start < durationOf(frames) / 2) return null;
  let played = 0;
  for (const [frame, { offset, seconds }] of frames.entries()) {
    if (played + seconds > last.start) return { frame, byte: offset };
    played += seconds;
  }
  return null;
}

/** For audio whose frames we can't parse. */
async function transcribeWhole(
  state: TranscriptionState,
  beginning: Uint8Array<ArrayBuffer>,
  fetchOutside: FetchOutside,
  transcribe: Transcribe,
): Promise<TranscriptionState> {
  if (state.pieces > 0) throw new TranscriptionError('The audio is cut off.', false);
  const range = await fetchAudioRange(fetchOutside, state, 0, WHOLE_MAX_BYTES);
  const { file, bytes, isLast } = range;
  if (!isLast)
    throw new TranscriptionError('Audio in this format is too large to transcribe.', false);
  const result = await transcribe({ bytes, ...kindOf(beginning, range) });
  const end = Math.max(0, ...result.lines.map((line) => line.end ?? line.start));
  return {
    ...state,
    ...file,
    pieces: 1,
    nextByte: bytes.length,
    seconds: withinLimit(end),
    language: result.language,
    lines: placed(result.lines, 0, end),
  };
}

/** Returns the format according to the first bytes, otherwise the declared type. */
function kindOf(bytes: Uint8Array, { file, type }: AudioRange) {
  const magic = String.fromCharCode(...bytes.subarray(0, 12));
  const kinds: [RegExp, string, string][] = [
    [/^.{4}ftyp/s, 'audio/mp4', 'm4a'],
    [/^OggS/, 'audio/ogg', 'ogg'],
    [/^RIFF.{4}WAVE/s, 'audio/wav', 'wav'],
    [/^fLaC/, 'audio/flac', 'flac'],
  ];
  const [, known, ending] = kinds.find(([start]) => start.test(magic)) ?? [];
  const written = /\.([a-z0-9]{2,4})$/i.exec(URL.parse(file.url)?.pathname ?? '')?.[1];
  return { type: known ?? type, fileName: `episode.${ending ?? written ?? 'mp3'}` };
}

function withinLimit(seconds: number): number {
  if (seconds <= MAX_AUDIO_SECONDS) return seconds;
  throw new TranscriptionError('Episodes longer than 4 hours are not transcribed.', false);
}

/** Shifts a piece's lines to their position in the episode. */
function placed(lines: TranscribedPiece['lines'], from: number, length: number): TranscriptLine[] {
  const at = (seconds: number) => Math.round((from + Math.min(seconds, length)) * 1_000) / 1_000;
  return lines.map(({ start, end, text }) => ({
    start: at(start),
    end: at(end ?? length),
    speaker: null,
    text,
  }));
}
