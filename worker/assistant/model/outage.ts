import { AssistantError, type AssistantFailure } from '../assistant.ts';

/** Failures of the model or its server, not of one request. */
const DOWN: ReadonlySet<AssistantFailure> = new Set(['unavailable', 'timeout', 'quota', 'busy']);
/** A model that is back is asked again this soon. */
const SHORTEST_MS = 10_000;

/**
 * Remembers for a moment that a model is down, so that a job of many calls waits for the failure once.
 * What took long to notice is remembered as long.
 */
export class Outage {
  #failure: AssistantFailure | null = null;
  #until = 0;
  readonly #now: () => number;

  constructor(now = Date.now) {
    this.#now = now;
  }

  /** Throws if the model was down a moment ago. */
  check(): void {
    if (this.#failure === null || this.#now() >= this.#until) return;
    throw new AssistantError(this.#failure, 'The model was down a moment ago');
  }

  /** A model that answers is up again. */
  end(): void {
    this.#failure = null;
  }

  /** @param startedAt when the call began */
  note({ failure }: AssistantError, startedAt: number): void {
    if (!DOWN.has(failure)) return;
    this.#failure = failure;
    this.#until = this.#now() + Math.max(SHORTEST_MS, this.#now() - startedAt);
  }
}
