import { OutboundError } from './outbound-error.ts';

const DEFAULT_FIRST_BYTE_TIMEOUT_MS = 10_000;
const DEFAULT_TOTAL_TIMEOUT_MS = 30_000;

/** Two timers with one signal: one per hop until bytes flow, one for everything. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #firstByteTimeoutMs: number;
  #leftMs: number;
  #startedAt = 0;
  #total: ReturnType<typeof setTimeout> | undefined;
  #firstByte: ReturnType<typeof setTimeout> | undefined;

  constructor(options: { firstByteTimeoutMs?: number; totalTimeoutMs?: number }) {
    this.#firstByteTimeoutMs = options.firstByteTimeoutMs ?? DEFAULT_FIRST_BYTE_TIMEOUT_MS;
    this.#leftMs = options.totalTimeoutMs ?? DEFAULT_TOTAL_TIMEOUT_MS;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Starts a hop: its first byte is awaited, and the total time runs. */
  start(): void {
    this.#startedAt = Date.now();
    this.#total = setTimeout(() => this.#controller.abort(), this.#leftMs);
    this.#firstByte = setTimeout(() => this.#controller.abort(), this.#firstByteTimeoutMs);
  }

  firstByteCame(): void {
    clearTimeout(this.#firstByte);
  }

  /** Waiting on our own side doesn't count against the running time. */
  async whilePaused(wait: () => Promise<void>): Promise<void> {
    this.stop();
    await wait();
    this.start();
    this.firstByteCame();
  }

  /**
   * Runs work whose errors come from the outside. They name the host, since 'the server' could be ours.
   *
   * @throws OutboundError 'timeout' once the time is up, otherwise the work's own or that of `failure`
   */
  async reach<Result>(
    { hostname }: URL,
    work: () => Promise<Result>,
    failure = (cause: unknown) =>
      new OutboundError('network', `The server at ${hostname} could not be reached.`, { cause }),
  ): Promise<Result> {
    try {
      return await work();
    } catch (cause) {
      if (cause instanceof OutboundError) throw cause;
      if (this.signal.aborted) {
        throw new OutboundError('timeout', `The server at ${hostname} took too long to answer.`, {
          cause,
        });
      }
      throw failure(cause);
    }
  }

  /** Ends the request now, as if its time were over. */
  expire(): void {
    this.#controller.abort();
  }

  /** Pauses the timers between hops. */
  stop(): void {
    clearTimeout(this.#firstByte);
    clearTimeout(this.#total);
    this.#leftMs -= Date.now() - this.#startedAt;
  }
}
