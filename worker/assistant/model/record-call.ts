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
