/** Reads a Worker's memory outside of V8's heap, through workerd's inspector. */
interface Reply {
  id?: number;
  result?: { embedderHeapUsedSize?: number; backingStorageSize?: number };
}

export class HeapUsage {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #asked = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const reply = JSON.parse(String(data)) as Reply;
      if (reply.id !== undefined) this.#waiting.get(reply.id)?.(reply);
    });
  }

  /** @param inspector Miniflare's, which has one path per Worker */
  static async of(inspector: URL, name: string): Promise<HeapUsage> {
    // The proxy refuses clients without an origin.
    const headers = { Origin: 'http://localhost' };
    // Node's WebSocket takes headers, which the DOM's types lack.
    const socket: WebSocket = Reflect.construct(WebSocket, [new URL(name, inspector), { headers }]);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', reject, { once: true });
    });
    return new HeapUsage(socket);
  }

  /**
   * Returns the bytes in buffers, including those that V8 hasn't freed yet. Waits while the isolate is busy.
   */
  async readBuffers(): Promise<number> {
    const { result } = await this.#ask('Runtime.getHeapUsage');
    if (!result) throw new Error('The inspector does not say what the heap holds');
    return (result.backingStorageSize ?? 0) + (result.embedderHeapUsedSize ?? 0);
  }

  close(): void {
    this.#socket.close();
  }

  #ask(method: string): Promise<Reply> {
    const id = ++this.#asked;
    const reply = new Promise<Reply>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method }));
    return reply;
  }
}
