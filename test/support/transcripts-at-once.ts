/**
 * Reads transcripts without pauses, because tests and benchmarks have no other requests to serve.
 */

import { withoutPauses } from '../../worker/platform/pauses.ts';
import { readCaptionCues } from '../../worker/transcripts/read/captions.ts';
import {
  readTranscriptInSteps,
  type TranscriptFile,
} from '../../worker/transcripts/read/read-transcript.ts';
import { tidyTranscript } from '../../worker/transcripts/read/tidy-lines.ts';

export const readTranscript = (bytes: Uint8Array, file: TranscriptFile) =>
  withoutPauses(readTranscriptInSteps(bytes, file));

export const readCaptions = (text: string) => withoutPauses(readCaptionCues(text));

export const tidyLines = (cues: Parameters<typeof tidyTranscript>[0]) =>
  withoutPauses(tidyTranscript(cues));
