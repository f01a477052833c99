/** The sockets of one conversation: their users, limits and ends. */
import {
  type ServerEvent,
  WS_CLOSE_COME_AGAIN,
  WS_CLOSE_NOT_YOU,
  WS_CLOSE_TOO_MANY,
  WS_PING,
  WS_PONG,
} from '../../schema/wire/chat.ts';
import { EVENT_MAX_CHARS } from './client-event.ts';

/** Stored with a socket while the object hibernates. */
export interface SocketOwner {
  userId: string;
  /** The session of its handshake. */
  loginId: string;
  /** When that session expires, as far as known; milliseconds since 1970. */
  loginExpiresAt: number;
}

/** Tabs and devices in one conversation. Unread events are buffered for each. */
const MAX_SOCKETS = 50;

/** Messages a socket may send at once, and how many more per second. People send one in several seconds. */
const BURST = 30;
const MESSAGES_PER_SECOND = 1;

/** Messages that may still have been on their way when their socket was closed. */
const MAX_AFTER_CLOSING = 30;

interface Budget {
  /** Below zero, how many messages came after the last one that was admitted. */
  left: number;
  countedAt: number;
}

/** Opens, limits and closes the sockets of one conversation. */
export class ChatSockets {
  readonly #ctx: DurableObjectState;
  readonly #owners = new WeakMap<WebSocket, SocketOwner>();
  /** Lost in hibernation, which only happens when nobody sends anything. */
  readonly #budgets = new WeakMap<WebSocket, Budget>();
  /** Sessions that ended while one of their handshakes may still be on its way. */
  readonly #endedLogins = new Set<string>();

  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx;
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(WS_PING, WS_PONG));
  }

  get areFull(): boolean {
    return this.#all().length >= MAX_SOCKETS;
  }

  get isEmpty(): boolean {
    return this.#all().length === 0;
  }

  /** Returns both ends of a new socket; null if its session has just ended. */
  accept(owner: SocketOwner): { client: WebSocket; server: WebSocket } | null {
    if (this.#endedLogins.has(owner.loginId)) return null;
    const { 0: client, 1: server } = new WebSocketPair();
    this.#ctx.acceptWebSocket(server);
    this.remember(server, owner);
    return { client, server };
  }

  remember(socket: WebSocket, owner: SocketOwner): void {
    socket.serializeAttachment(owner);
    this.#owners.set(socket, owner);
  }

  ownerOf(socket: WebSocket): SocketOwner {
    const known = this.#owners.get(socket);
    if (known) return known;
    const owner: SocketOwner = socket.deserializeAttachment();
    this.#owners.set(socket, owner);
    return owner;
  }

  /**
   * Whether to process this message. Closes sockets that send too many; a long one counts as several.
   *
   * The platform hands over what arrives on a closed socket, too, until the other end has closed it, and
   * handing over costs far more than refusing. Only resetting the object drops the connection. That costs
   * its reader the other tabs' connections, which come back, and an answer in progress.
   */
  admits(socket: WebSocket, data: string | ArrayBuffer): boolean {
    const size = typeof data === 'string' ? data.length : data.byteLength;
    const count = Math.max(1, Math.ceil(size / EVENT_MAX_CHARS));
    const now = Date.now();
    const before = this.#budgets.get(socket) ?? { left: BURST, countedAt: now };
    const isOpen = socket.readyState === WebSocket.OPEN;
    const seconds = isOpen ? (now - before.countedAt) / 1_000 : 0;
    const left = Math.min(BURST, before.left + seconds * MESSAGES_PER_SECOND) - count;
    this.#budgets.set(socket, { left, countedAt: now });
    if (!isOpen) {
      if (left < -MAX_AFTER_CLOSING) this.#ctx.abort('A closed socket went on sending');
      return false;
    }
    if (left >= 0) return true;
    socket.close(WS_CLOSE_TOO_MANY, 'Too many messages');
    return false;
  }

  /** Sends to everyone with a valid session. The others must reconnect. */
  broadcast(event: ServerEvent): void {
    const text = JSON.stringify(event);
    const now = Date.now();
    for (const socket of this.#all()) {
      if (this.ownerOf(socket).loginExpiresAt > now) sendText(socket, text);
      else socket.close(WS_CLOSE_COME_AGAIN, 'Please connect again');
    }
  }

  /** Closes the sockets of these sessions without a message. */
  endLogins(loginIds: string[]): void {
    const ended = new Set(loginIds);
    for (const id of ended) this.#endedLogins.add(id);
    for (const socket of this.#all()) {
      if (ended.has(this.ownerOf(socket).loginId)) socket.close(WS_CLOSE_NOT_YOU, 'Logged out');
    }
  }

  closeAll(code: number, reason: string): void {
    for (const socket of this.#all()) socket.close(code, reason);
  }

  /** Whether a session has another socket here. */
  hasAnother(socket: WebSocket): boolean {
    const { loginId } = this.ownerOf(socket);
    return this.#all().some((other) => other !== socket && this.ownerOf(other).loginId === loginId);
  }

  /** Open sockets only: a closed one stays listed until the other end has answered. */
  #all(): WebSocket[] {
    return this.#ctx.getWebSockets().filter(({ readyState }) => readyState === WebSocket.OPEN);
  }
}

/** Sends without waiting. The platform buffers for slow readers. */
export function send(socket: WebSocket, event: ServerEvent): void {
  sendText(socket, JSON.stringify(event));
}

function sendText(socket: WebSocket, text: string): void {
  try {
    socket.send(text);
  } catch {
    // Closed in the meantime. It gets everything when it reconnects.
  }
}
