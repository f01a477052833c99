/** Speech-to-text: one interface, and the two kinds of servers that provide it. */
import { Buffer } from 'node:buffer';
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import { languageTag } from '../../platform/language-tag.ts';
import { settingsOf } from '../../platform/settings.ts';

export interface TranscribedPiece {
  language: string | null;
  /** Seconds from the start of the piece; the end is null if the server doesn't say. */
  lines: { start: number; end: number | null; text: string }[];
}

interface AudioPiece {
  bytes: Uint8Array<ArrayBuffer>;
  /** Media type. */
  type: string;
  /** Its extension tells servers the audio format. */
  fileName: string;
}

/** @throws TranscriptionError */
export type Transcribe = (piece: AudioPiece) => Promise<TranscribedPiece>;

/** Why a piece could not be transcribed, safe to show to users. */
export class TranscriptionError extends Error {
  override name = 'TranscriptionError';
  /** Whether a retry may help. */
  readonly isTemporary: boolean;

  constructor(message: string, isTemporary: boolean, options: ErrorOptions = {}) {
    super(message, options);
    this.isTemporary = isTemporary;
  }
}

/** A server without a GPU takes this long for a piece. */
const TRANSCRIPTION_TIMEOUT_MS = 300_000;

const segmentsSchema = z
  .array(z.object({ start: z.number(), end: z.number(), text: z.string() }))
  .nullish();

/** OpenAI's `verbose_json`. Servers without times only send the text. */
const openAiSchema = z.object({
  text: z.string(),
  language: z.string().nullish(),
  segments: segmentsSchema,
});

/** The output of Workers AI's Whisper models. */
const workersAiSchema = z.object({
  text: z.string(),
  transcription_info: z.object({ language: z.string().nullish() }).nullish(),
  segments: segmentsSchema,
});

/** Whether this deployment can transcribe audio. */
export function canTranscribe(env: Env): boolean {
  const { AI_PROVIDER, AI_SPEECH_MODEL } = settingsOf(env);
  return AI_PROVIDER !== 'embedded' && AI_SPEECH_MODEL !== '';
}

/** Returns this deployment's transcription service; throws if it has none. */
export function transcriptionFor(env: Env): Transcribe {
  const { AI_PROVIDER, AI_SPEECH_MODEL, AI_BASE_URL } = settingsOf(env);
  if (!canTranscribe(env)) throw new AppError('unavailable', 'Speech recognition is switched off');
  if (AI_PROVIDER === 'openai-compatible') {
    return openAiCompatibleTranscription(AI_BASE_URL, AI_SPEECH_MODEL, env.AI_API_KEY);
  }
  const { AI } = env;
  if (!AI) throw new Error('AI_PROVIDER workers-ai needs the binding AI');
  return workersAiTranscription(AI, AI_SPEECH_MODEL);
}

/** @param baseUrl up to and including `/v1` */
export function openAiCompatibleTranscription(
  baseUrl: string,
  model: string,
  apiKey: string | undefined,
): Transcribe {
  return async ({ bytes, type, fileName }) => {
    const form = new FormData();
    form.set('model', model);
    form.set('response_format', 'verbose_json');
    form.set('file', new Blob([bytes], { type }), fileName);
    const reply = await trying(() =>
      fetch(`${baseUrl}/audio/transcriptions`, {
        method: 'POST',
        headers: apiKey ? { Authorization: `Bearer ${apiKey}` } : {},
        body: form,
        signal: AbortSignal.timeout(TRANSCRIPTION_TIMEOUT_MS),
      }),
    );
    if (!reply.ok) {
      await reply.body?.cancel();
      const isTemporary = reply.status >= 500 || [408, 409, 425, 429].includes(reply.status);
      throw new TranscriptionError(`The speech model refused (${reply.status}).`, isTemporary);
    }
    const result = understood(openAiSchema, await trying(() => reply.json()));
    return asTranscribed(result.text, result.language, result.segments);
  };
}

function workersAiTranscription(binding: Pick<Ai, 'run'>, model: string): Transcribe {
  // The binding's types only list the models of their release date.
  const run = binding.run.bind(binding) as (
    model: string,
    input: { audio: string },
  ) => Promise<unknown>;
  return async ({ bytes }) => {
    const audio = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
    const result = understood(workersAiSchema, await trying(() => run(model, { audio })));
    return asTranscribed(result.text, result.transcription_info?.language, result.segments);
  };
}

async function trying<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw new TranscriptionError('The speech model did not answer.', true, { cause });
  }
}

function understood<Schema extends z.ZodType>(schema: Schema, reply: unknown): z.output<Schema> {
  const parsed = schema.safeParse(reply);
  if (parsed.success) return parsed.data;
  throw new TranscriptionError('The speech model sent no transcript.', true, {
    cause: parsed.error,
  });
}

function asTranscribed(
  text: string,
  language: string | null | undefined,
  segments: z.output<typeof segmentsSchema>,
): TranscribedPiece {
  const lines = segments?.length ? segments : [{ start: 0, end: null, text }];
  return {
    language: languageTag(language),
    lines: lines
      .map((line) => ({ ...line, text: line.text.replace(/\s+/g, ' ').trim() }))
      .filter((line) => line.text !== ''),
  };
}
