/** Records the cost and result of every model call, in the log and in Analytics Engine. */
import { log } from '../../platform/logging.ts';
import type { AssistantFailure } from '../assistant.ts';

export interface ModelCall {
  /** The prompt with its version. */
  prompt: string;
  outcome: 'ok' | 'retried' | AssistantFailure;
  /** To the end of the reply. */
  latencyMs: number;
  /** To the first piece of a streamed reply. */
  firstMs?: number;
  /** As counted by the server; missing if it doesn't count. */
  inputTokens?: number;
  outputTokens?: number;
  cachedTokens?: number;
}

export type RecordCall = (call: ModelCall) => void;

/** @param dataset if the account has Analytics Engine */
export function createRecorder(
  kind: string,
  model: string,
  dataset: AnalyticsEngineDataset | undefined,
): RecordCall {
  return (call) => {
    log.info('model_called', { kind, model, ...call });
    const { prompt, outcome, latencyMs, firstMs = 0 } = call;
    const { inputTokens = 0, outputTokens = 0, cachedTokens = 0 } = call;
    dataset?.writeDataPoint({
      indexes: [model],
      blobs: [kind, prompt, outcome],
      doubles: [latencyMs, firstMs, inputTokens, outputTokens, cachedTokens],
    });
  };
}

/** Records one call, once. */
export class Call {
  readonly #record: RecordCall;
  readonly #startedAt = Date.now();
  readonly #call: ModelCall;
  #isRecorded = false;

  constructor(record: RecordCall, prompt: string) {
    this.#record = record;
    this.#call = { prompt, outcome: 'ok', latencyMs: 0 };
  }

  get hasBegun(): boolean {
    return this.#call.firstMs !== undefined;
  }

  begin(): void {
    this.#call.firstMs ??= Date.now() - this.#startedAt;
  }

  /** What the server says, if it counts tokens. */
  used(input: number | undefined, output: number | undefined, cached: number | undefined): void {
    if (input !== undefined) this.#call.inputTokens = input;
    if (output !== undefined) this.#call.outputTokens = output;
    if (cached !== undefined) this.#call.cachedTokens = cached;
  }

  end(outcome: ModelCall['outcome']): void {
    if (this.#isRecorded) return;
    this.#isRecorded = true;
    const latencyMs = Date.now() - this.#startedAt;
    this.#record({ ...this.#call, outcome, latencyMs });
  }
}
