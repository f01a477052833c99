/** A browser's end of `/ws`, for tests. */
import { expect } from 'vitest';
import { type ServerEvent, serverEventSchema } from '../../../schema/wire/chat.ts';
import { call, type TestReader } from './people.ts';

/** Long enough for an answer of the real assistant on a busy machine. */
const WAIT_MS = 20_000;

export class SocketClient {
  readonly events: ServerEvent[] = [];
  closeCode: number | null = null;
  closeReason = '';
  readonly #socket: WebSocket;
  #wake: (() => void)[] = [];
  #read = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      // Everything that the server sends must match the contract.
      this.events.push(serverEventSchema.parse(JSON.parse(String(data))));
      this.#wakeAll();
    });
    socket.addEventListener('close', ({ code, reason }) => {
      this.closeCode = code;
      this.closeReason = reason;
      this.#wakeAll();
    });
    socket.accept();
  }

  send(event: unknown): void {
    const isRaw = typeof event === 'string' || event instanceof ArrayBuffer;
    this.#socket.send(isRaw ? event : JSON.stringify(event));
  }

  /** Closes the socket; without a code, like a lost connection. */
  close(code?: number): void {
    this.#socket.close(code);
  }

  /** Returns the next event of a type, and skips those before it. */
  async next<Type extends ServerEvent['type']>(
    type: Type,
    accept: (event: Extract<ServerEvent, { type: Type }>) => boolean = () => true,
  ): Promise<Extract<ServerEvent, { type: Type }>> {
    type Wanted = Extract<ServerEvent, { type: Type }>;
    const isWanted = (event: ServerEvent): event is Wanted =>
      event.type === type && accept(event as Wanted);
    for (;;) {
      const i = this.events.findIndex((event, index) => index >= this.#read && isWanted(event));
      const event = this.events[i];
      if (event && isWanted(event)) {
        this.#read = i + 1;
        return event;
      }
      await this.#change(`${type} among ${JSON.stringify(this.events.slice(this.#read))}`);
    }
  }

  /** Returns the next complete answer. */
  async answer() {
    return this.next(
      'chat_message',
      ({ message }) => message.role === 'assistant' && message.isComplete,
    );
  }

  async closed(): Promise<number> {
    while (this.closeCode === null) await this.#change('a close');
    return this.closeCode;
  }

  #wakeAll(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }

  #change(what: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`waited for ${what}`)), WAIT_MS);
      this.#wake.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

/** @param episodeId what the conversation must be about; '' for all podcasts */
export async function connect(
  reader: TestReader,
  sessionId: string,
  episodeId?: string,
): Promise<SocketClient> {
  const about = episodeId === undefined ? '' : `&episodeId=${episodeId}`;
  const response = await call(`/ws?sessionId=${sessionId}${about}`, {
    reader,
    headers: { Upgrade: 'websocket' },
  });
  expect(response.status).toBe(101);
  if (!response.webSocket) throw new Error('no socket came');
  return new SocketClient(response.webSocket);
}
