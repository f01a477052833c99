/** What every call to a model costs and how it ends: a line in the log, a point in Analytics Engine. */
import { log } from '../../platform/logging.ts';
import type { AssistantFailure } from '../assistant.ts';

export interface ModelCall {
  /** The prompt with its version. */
  prompt: string;
  outcome: 'ok' | 'retried' | AssistantFailure;
  /** To the reply's end. */
  latencyMs: number;
  /** To the first piece of a streamed reply. */
  firstMs?: number;
  /** As the server counted them; missing where it did not. */
  inputTokens?: number;
  outputTokens?: number;
  cachedTokens?: number;
}

export type RecordCall = (call: ModelCall) => void;

/** @param dataset only where the account has Analytics Engine */
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
