/**
 * What the product asks of an assistant. Three kinds answer it: `workers-ai`, `openai-compatible`
 * and `embedded`. The caller hands one in, so a test can hand in its own.
 */
import type { TranscriptLine } from '../transcripts/transcript.ts';
import type { Alikable } from './alike-questions.ts';
import type { AnswerPart, Insight, Statement } from './evidence.ts';

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
  /** Why it is right, with the place that settles it. */
  explanation: Statement;
  episodeId: string;
}

export interface DigestEntry {
  episodeId: string;
  /** About two. */
  statements: Statement[];
  /** A word or two that names what the episode is about; entries with one theme stand together. */
  theme: string;
}

/** Told as the work goes on: 0 to 100, and what is being done in plain words. */
export type OnProgress = (percent: number, step: string) => void | Promise<void>;

/** What was written, and by whom: a stand-in is shown as one and gives way to the model's own. */
export interface Written<Result> {
  result: Result;
  /** True where the embedded kind wrote it because the model could not. */
  isStandIn: boolean;
}

export interface Assistant {
  readonly kind: AssistantKind;
  /** The model's name; 'embedded' for the kind that needs none. Keys the shared insights. */
  readonly model: string;

  /** What a reader should take from an episode. */
  writeInsight(
    episode: AssistantEpisode,
    reader: Reader,
    options: { signal?: AbortSignal; onProgress?: OnProgress },
  ): Promise<Written<Insight>>;

  /** Streams an answer, statement by statement. Throws `AssistantError` when it cannot. */
  answer(
    episode: AssistantEpisode,
    question: string,
    earlier: Exchange[],
    reader: Reader,
    options: { signal?: AbortSignal },
  ): AsyncIterable<AnswerPart>;

  /**
   * `count` questions from what was said, spread over the episodes given (each has a transcript).
   * Those like the ones to `avoid` come only where there are not enough others.
   */
  writeQuiz(
    episodes: AssistantEpisode[],
    count: number,
    options: { signal?: AbortSignal; seed?: string; avoid?: Alikable[] },
  ): Promise<Written<AssistantQuizQuestion[]>>;

  /** One entry for each episode, in the order given. */
  writeDigest(
    episodes: AssistantEpisode[],
    reader: Reader,
    options: { signal?: AbortSignal },
  ): Promise<Written<DigestEntry[]>>;
}

/** Why a model could not answer; the caller falls back to the embedded kind and says so. */
export type AssistantFailure =
  | 'unavailable'
  | 'timeout'
  | 'quota'
  | 'busy'
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
