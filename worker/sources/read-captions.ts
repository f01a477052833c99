/** Turns captions that a user adds as text into what is said, without the times. */
import { SOURCE_MAX_CHARS } from '../../schema/limits.ts';
import { isCaptions } from '../../schema/wire/captions.ts';
import type { TranscriptLine } from '../../schema/wire/episodes.ts';
import { AppError } from '../platform/errors.ts';
import { withPauses } from '../platform/pauses.ts';
import { readCaptionCues } from '../transcripts/read/captions.ts';
import { tidyTranscript } from '../transcripts/read/tidy-lines.ts';
import { TranscriptError } from '../transcripts/read/transcript-error.ts';

/** From this length, a paragraph ends with its sentence: about half a minute of speech. */
const PARAGRAPH_CHARS = 500;
/** Captions without full stops end here. */
const LONGEST_CHARS = 1_000;
const SENTENCE_END = /[.!?…。！？]["'”’)\]]*$/;

/**
 * Returns what is said in WebVTT or SubRip captions, as paragraphs separated by empty lines. Any other text, and captions
 * in which no words are found, are returned as they are.
 *
 * @throws AppError unprocessable if it is too long for a source
 */
export const readCaptions = (text: string): Promise<string> =>
  withPauses(readCaptionsInSteps(text));

/** The same in steps. */
export function* readCaptionsInSteps(text: string): Generator<void, string> {
  if (!isCaptions(text)) return text;
  const lines = yield* readCaptionLines(text.trimStart());
  const read = lines.length === 0 ? text : paragraphsOf(lines).join('\n\n');
  if (read.length > SOURCE_MAX_CHARS) throw new AppError('unprocessable', tooLong(read.length));
  return read;
}

function* readCaptionLines(text: string): Generator<void, TranscriptLine[]> {
  try {
    return yield* tidyTranscript(yield* readCaptionCues(text));
  } catch (error) {
    if (error instanceof TranscriptError) return [];
    throw error;
  }
}

/**
 * A paragraph is what one person says, up to the end of a sentence. It begins with their name if there is another
 * speaker: long turns take several paragraphs, and each of them may be cited.
 */
function paragraphsOf(lines: readonly TranscriptLine[]): string[] {
  const isConversation = lines.some(({ speaker }) => speaker !== lines[0]?.speaker);
  const paragraphs: { speaker: string | null; text: string }[] = [];
  for (const { speaker, text } of lines) {
    const last = paragraphs.at(-1);
    if (last?.speaker === speaker && !isFull(last.text)) last.text += ` ${text}`;
    else paragraphs.push({ speaker, text });
  }
  return paragraphs.map(({ speaker, text }, index) =>
    speaker !== null && (isConversation || index === 0) ? `${speaker}: ${text}` : text,
  );
}

function tooLong(characters: number): string {
  const [said, most] = [characters, SOURCE_MAX_CHARS].map((count) => count.toLocaleString('en'));
  return `What is said in these captions has ${said} characters. A source can have at most ${most}.`;
}

const isFull = (text: string): boolean =>
  text.length >= LONGEST_CHARS || (text.length >= PARAGRAPH_CHARS && SENTENCE_END.test(text));
