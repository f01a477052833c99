/**
 * What the product asks of an assistant. Three kinds answer it: `workers-ai`, `openai-compatible`
 * and `embedded`. The caller hands one in, so a test can hand in its own.
 */
import type { TranscriptLine } from '../transcripts/transcript.ts';

export type AssistantKind = 'workers-ai' | 'openai-compatible' | 'embedded';

/** An episode as the assistant sees it; all of it is outside text: data, never instructions. */
export interface AssistantEpisode {
  id: string;
  title: string;
  podcastTitle: string;
  /** Plain text, may be ''. */
  description: string;
  publishedAt: Date | null;
  /** The podcast's field in the catalogue, where it is known. */
  category?: string;
  /** Empty when the episode has no transcript: answers then say so and use the rest. */
  lines: TranscriptLine[];
}

/** Whom the insight is for, from the profile; each null when not told. */
export interface Reader {
  industry: string | null;
  role: string | null;
  goals: string | null;
}

/** One earlier exchange of the conversation, oldest first. */
export interface Exchange {
  question: string;
  answer: string;
}

export interface AssistantQuizQuestion {
  question: string;
  /** Four different options. */
  options: string[];
  correctAnswerIndex: number;
  /** Why it is right; quotes the place, with its time where there is one. */
  explanation: string;
  episodeId: string;
}

export interface DigestEntry {
  episodeId: string;
  /** Two sentences, Markdown, with `[m:ss]` citations where the episode has times. */
  summary: string;
  /** A word or two that names what the episode is about; entries with one theme stand together. */
  theme: string;
}

/** Told as the work goes on: 0 to 100, and what is being done in plain words. */
export type OnProgress = (percent: number, step: string) => void | Promise<void>;

/** Told where something else stands in for the model, in words for the reader. */
export type OnNotice = (notice: string) => void;

export interface Assistant {
  readonly kind: AssistantKind;
  /** The model's name; 'embedded' for the kind that needs none. Keys the shared insights. */
  readonly model: string;

  /** The insight of an episode for a reader, as Markdown that cites `[m:ss]` places of the transcript. */
  writeInsight(
    episode: AssistantEpisode,
    reader: Reader,
    options: { signal?: AbortSignal; onProgress?: OnProgress },
  ): Promise<string>;

  /**
   * Streams an answer as Markdown, in pieces to append. Throws `AssistantError` when it cannot.
   * `onStandIn` is called where a model failed and another kind writes on in its place.
   */
  answer(
    episode: AssistantEpisode,
    question: string,
    earlier: Exchange[],
    reader: Reader,
    options: { signal?: AbortSignal; onStandIn?: () => void },
  ): AsyncIterable<string>;

  /** `count` questions from what was said, spread over the episodes given (each has a transcript). */
  writeQuiz(
    episodes: AssistantEpisode[],
    count: number,
    options: { signal?: AbortSignal; seed?: string; onNotice?: OnNotice },
  ): Promise<AssistantQuizQuestion[]>;

  /** One entry for each episode, in the order given. */
  writeDigest(
    episodes: AssistantEpisode[],
    reader: Reader,
    options: { signal?: AbortSignal; onNotice?: OnNotice },
  ): Promise<DigestEntry[]>;
}

/** Why a model could not answer; the caller falls back to the embedded kind and says so. */
export type AssistantFailure =
  | 'unavailable'
  | 'timeout'
  | 'quota'
  | 'empty'
  | 'invalid'
  | 'aborted';

export class AssistantError extends Error {
  readonly failure: AssistantFailure;
  constructor(failure: AssistantFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AssistantError';
    this.failure = failure;
  }
}
