/**
 * The interface of all assistants: `workers-ai`, `openai-compatible` and `embedded`. Callers pass one
 * in, so tests can replace it.
 */
import type { TranscriptLine } from '../../schema/wire/episodes.ts';
import type { ComparableQuestion } from './duplicate-questions.ts';
import type { AnswerPart, Insight, Statement } from './evidence.ts';

export type AssistantKind = 'workers-ai' | 'openai-compatible' | 'embedded';

/** An episode as assistants see it. All of it is outside text: data, never instructions. */
export interface AssistantEpisode {
  id: string;
  title: string;
  podcastTitle: string;
  /** Who hosts the podcast, if known; may name several, and the publisher. */
  podcastHost?: string;
  /** Plain text, may be ''. */
  description: string;
  publishedAt: Date | null;
  /** The podcast's category, if known. */
  category?: string;
  /** Empty if the episode has no transcript. Answers then say so and use the rest. */
  lines: TranscriptLine[];
  /** Whether it has no lines because its transcript could not be read right now. */
  isTemporary?: boolean;
}

/** What a reader calls it: only the lines of an own source have paragraphs instead of times. */
export const nounOf = ({ lines }: Pick<AssistantEpisode, 'lines'>): 'episode' | 'source' =>
  lines[0]?.paragraph === undefined ? 'episode' : 'source';

/** The reader's profile; null for each field not filled in. */
export interface Reader {
  industry: string | null;
  role: string | null;
  goals: string | null;
}

/** An earlier question and answer. */
export interface Exchange {
  question: string;
  answer: string;
}

export interface AssistantQuizQuestion {
  question: string;
  /** Four different options. */
  options: string[];
  correctAnswerIndex: number;
  /** Why the answer is right, with its evidence. */
  explanation: Statement;
  episodeId: string;
}

export interface DigestEntry {
  episodeId: string;
  /** About two. */
  statements: Statement[];
  /** One or two words. Entries with the same theme are grouped. */
  theme: string;
}

/** Called as work progresses, with 0 to 100 and a description of the step. */
export type OnProgress = (percent: number, step: string) => void | Promise<void>;

/**
 * A result and who wrote it. A stand-in is marked as such, and replaced by the model's own result
 * later.
 */
export interface Written<Result> {
  result: Result;
  /** Whether the embedded assistant wrote it because the model failed. */
  isStandIn: boolean;
}

export interface Assistant {
  readonly kind: AssistantKind;
  /** The model's name, or 'embedded'. Part of the key of shared insights. */
  readonly model: string;

  /** Writes the insight of an episode for a reader. */
  writeInsight(
    episode: AssistantEpisode,
    reader: Reader,
    options: { signal?: AbortSignal; onProgress?: OnProgress },
  ): Promise<Written<Insight>>;

  /** Streams an answer, statement by statement. Throws `AssistantError` if it fails. */
  answer(
    episode: AssistantEpisode,
    question: string,
    earlier: Exchange[],
    reader: Reader,
    options: { signal?: AbortSignal },
  ): AsyncIterable<AnswerPart>;

  /**
   * Streams an answer from several episodes, each with a transcript, the most likely first. Each statement
   * names its episode. If none answers, the closest places follow.
   */
  answerAcross(
    episodes: AssistantEpisode[],
    question: string,
    earlier: Exchange[],
    reader: Reader,
    options: { signal?: AbortSignal },
  ): AsyncIterable<AnswerPart>;

  /**
   * Writes `count` questions about the given episodes, which all have transcripts. Questions like those
   * in `avoid` are only used if there are too few others.
   */
  writeQuiz(
    episodes: AssistantEpisode[],
    count: number,
    options: { signal?: AbortSignal; seed?: string; avoid?: ComparableQuestion[] },
  ): Promise<Written<AssistantQuizQuestion[]>>;

  /** Returns one entry per episode, in order. */
  writeDigest(
    episodes: AssistantEpisode[],
    reader: Reader,
    options: { signal?: AbortSignal },
  ): Promise<Written<DigestEntry[]>>;
}

/** Why a model failed. The caller falls back to the embedded assistant and says so. */
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
