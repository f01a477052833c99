/**
 * Reads transcripts without pauses, because tests and benchmarks have no other requests to serve.
 */

import { withoutPauses } from '../../worker/platform/pauses.ts';
import { readingCaptions } from '../../worker/transcripts/read/captions.ts';
import {
  readingTranscript,
  type TranscriptFile,
} from '../../worker/transcripts/read/read-transcript.ts';
import { tidyingLines } from '../../worker/transcripts/read/tidy-lines.ts';

export const readTranscript = (bytes: Uint8Array, file: TranscriptFile) =>
  withoutPauses(readingTranscript(bytes, file));

export const readCaptions = (text: string) => withoutPauses(readingCaptions(text));

export const tidyLines = (cues: Parameters<typeof tidyingLines>[0]) =>
  withoutPauses(tidyingLines(cues));
