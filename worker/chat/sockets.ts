/** The sockets at one conversation: who is behind each, what each may send, and how they end. */
import {
  type ServerEvent,
  WS_CLOSE_COME_AGAIN,
  WS_CLOSE_NOT_YOU,
  WS_CLOSE_TOO_MANY,
  WS_PING,
  WS_PONG,
} from '../../schema/wire/chat.ts';

/** What a socket remembers while the object sleeps. */
export interface SocketOwner {
  userId: string;
  /** The log-in that its handshake came with. */
  loginId: string;
  /** Until when that log-in holds, as far as is known here; milliseconds since 1970. */
  loginExpiresAt: number;
}

/** Tabs and devices at one conversation: what each has not read yet is held for it. */
const MOST_SOCKETS = 50;

/** Messages a socket may send at once, and how many more each second. People send one in seconds. */
const BURST = 30;
const MESSAGES_PER_SECOND = 1;

interface Budget {
  left: number;
  countedAt: number;
}

export class ChatSockets {
  readonly #ctx: DurableObjectState;
  readonly #owners = new WeakMap<WebSocket, SocketOwner>();
  /** Forgotten while the object sleeps, which it does only where nobody sends anything. */
  readonly #budgets = new WeakMap<WebSocket, Budget>();
  /** Log-ins that ended while one of their handshakes may still have been on its way here. */
  readonly #endedLogins = new Set<string>();

  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx;
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(WS_PING, WS_PONG));
  }

  get areFull(): boolean {
    return this.#all().length >= MOST_SOCKETS;
  }

  get isEmpty(): boolean {
    return this.#all().length === 0;
  }

  /** The client's end of a new socket; null where its log-in has just ended. */
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

  /** Whether this message is looked at at all. A socket that sends too many is closed. */
  admits(socket: WebSocket): boolean {
    if (socket.readyState !== WebSocket.OPEN) return false;
    const now = Date.now();
    const before = this.#budgets.get(socket) ?? { left: BURST, countedAt: now };
    const regained = ((now - before.countedAt) / 1_000) * MESSAGES_PER_SECOND;
    const left = Math.min(BURST, before.left + regained) - 1;
    this.#budgets.set(socket, { left, countedAt: now });
    if (left >= 0) return true;
    socket.close(WS_CLOSE_TOO_MANY, 'Too many messages');
    return false;
  }

  /** Tells everybody whose log-in holds; the others are sent to the door again. */
  broadcast(event: ServerEvent): void {
    const text = JSON.stringify(event);
    const now = Date.now();
    for (const socket of this.#all()) {
      if (this.ownerOf(socket).loginExpiresAt > now) sendText(socket, text);
      else socket.close(WS_CLOSE_COME_AGAIN, 'Please connect again');
    }
  }

  /** Closes the sockets of these log-ins without another message. */
  endLogins(loginIds: string[]): void {
    const ended = new Set(loginIds);
    for (const id of ended) this.#endedLogins.add(id);
    for (const socket of this.#all()) {
      if (ended.has(this.ownerOf(socket).loginId)) socket.close(WS_CLOSE_NOT_YOU, 'Signed out');
    }
  }

  closeAll(code: number, reason: string): void {
    for (const socket of this.#all()) socket.close(code, reason);
  }

  /** Whether a log-in has a socket here besides this one. */
  hasAnother(socket: WebSocket): boolean {
    const { loginId } = this.ownerOf(socket);
    return this.#all().some((other) => other !== socket && this.ownerOf(other).loginId === loginId);
  }

  /** Those that are open: a closed one stays listed until its other end has answered. */
  #all(): WebSocket[] {
    return this.#ctx.getWebSockets().filter(({ readyState }) => readyState === WebSocket.OPEN);
  }
}

/** Sends without waiting: the platform holds what a slow reader has not taken yet. */
export function send(socket: WebSocket, event: ServerEvent): void {
  sendText(socket, JSON.stringify(event));
}

function sendText(socket: WebSocket, text: string): void {
  try {
    socket.send(text);
  } catch {
    // Closed between looking and sending; it gets everything when it comes back.
  }
}
