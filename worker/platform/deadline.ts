const DEFAULT_FIRST_BYTE_TIMEOUT_MS = 10_000;
const DEFAULT_TOTAL_TIMEOUT_MS = 30_000;

/** Two clocks behind one signal: one from hop to hop until bytes flow, one for everything. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #firstByteTimeoutMs: number;
  readonly #total: ReturnType<typeof setTimeout>;
  #firstByte: ReturnType<typeof setTimeout> | undefined;

  constructor(options: { firstByteTimeoutMs?: number; totalTimeoutMs?: number }) {
    this.#firstByteTimeoutMs = options.firstByteTimeoutMs ?? DEFAULT_FIRST_BYTE_TIMEOUT_MS;
    const totalTimeoutMs = options.totalTimeoutMs ?? DEFAULT_TOTAL_TIMEOUT_MS;
    this.#total = setTimeout(() => this.#controller.abort(), totalTimeoutMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  expectFirstByte(): void {
    clearTimeout(this.#firstByte);
    this.#firstByte = setTimeout(() => this.#controller.abort(), this.#firstByteTimeoutMs);
  }

  firstByteCame(): void {
    clearTimeout(this.#firstByte);
  }

  clear(): void {
    clearTimeout(this.#firstByte);
    clearTimeout(this.#total);
  }
}
