const DEFAULT_FIRST_BYTE_TIMEOUT_MS = 10_000;
const DEFAULT_TOTAL_TIMEOUT_MS = 30_000;

/** Two clocks behind one signal: one from hop to hop until bytes flow, one for everything. */
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

  /** A hop begins: its first byte is expected, and what is left for all of them runs. */
  start(): void {
    this.#startedAt = Date.now();
    this.#total = setTimeout(() => this.#controller.abort(), this.#leftMs);
    this.#firstByte = setTimeout(() => this.#controller.abort(), this.#firstByteTimeoutMs);
  }

  firstByteCame(): void {
    clearTimeout(this.#firstByte);
  }

  /** Waiting for our own side costs no time of what has begun to come. */
  async whilePaused(wait: () => Promise<void>): Promise<void> {
    this.stop();
    await wait();
    this.start();
    this.firstByteCame();
  }

  /** Between hops no time is lost. */
  stop(): void {
    clearTimeout(this.#firstByte);
    clearTimeout(this.#total);
    this.#leftMs -= Date.now() - this.#startedAt;
  }
}
