/** Intercepts the chat's live connection: delays it, breaks it, and listens to it. */
import type { Page, WebSocketRoute } from '@playwright/test';
import { type ClientEvent, type ServerEvent, WS_PING, WS_PONG } from '../../../schema/wire/chat.ts';

const LIVE = /^\/ws$/;

export interface LiveSocket {
  /** What the page has sent, oldest first. */
  sent: unknown[];
  /** Resolves once the server has sent something. From then on questions go over the socket. */
  told: Promise<void>;
  /** The addresses it has connected to. */
  urls: URL[];
  /** Holds back the server's events from now on. */
  hold(): void;
  /** Delivers the events held back, and stops holding. */
  release(): void;
  /** Makes open connections dead without closing them. New ones work. */
  die(): void;
  /** Answers questions with this event from now on; the server receives them only after `null`. */
  refuse(event: ServerEvent | null): void;
  /** Sends the page an event as if from the server. */
  tell(event: ServerEvent): void;
}

/** Intercepts all live connections that the page opens from now on. */
export async function watchSocket(page: Page): Promise<LiveSocket> {
  let isHeld = false;
  let lives = 0;
  let refusal: ServerEvent | null = null;
  let waiting: (() => void)[] = [];
  const sockets: WebSocketRoute[] = [];
  const received = Promise.withResolvers<void>();
  const live: LiveSocket = {
    sent: [],
    told: received.promise,
    urls: [],
    hold: () => {
      isHeld = true;
    },
    release: () => {
      isHeld = false;
      for (const hand of waiting) hand();
      waiting = [];
    },
    die: () => {
      lives += 1;
    },
    refuse: (event) => {
      refusal = event;
    },
    tell: (event) => {
      for (const socket of sockets) socket.send(JSON.stringify(event));
    },
  };
  await page.routeWebSocket(
    (url) => LIVE.test(url.pathname),
    (socket) => {
      live.urls.push(new URL(socket.url()));
      sockets.push(socket);
      const server = socket.connectToServer();
      const life = lives;
      socket.onMessage((message) => {
        if (message === WS_PING) {
          if (life === lives) server.send(message);
          return;
        }
        const event: ClientEvent = JSON.parse(String(message));
        live.sent.push(event);
        if (life !== lives) return;
        if (refusal && event.type === 'chat') socket.send(JSON.stringify(refusal));
        else server.send(message);
      });
      server.onMessage((message) => {
        if (message === WS_PONG) {
          if (life === lives) socket.send(message);
          return;
        }
        const hand = () => {
          if (life !== lives) return;
          socket.send(message);
          received.resolve();
        };
        if (isHeld) waiting.push(hand);
        else hand();
      });
    },
  );
  return live;
}

/** Refuses all live connections, so that the chat falls back to HTTP. */
export async function refuseSocket(page: Page): Promise<void> {
  await page.routeWebSocket(
    (url) => LIVE.test(url.pathname),
    (socket) => void socket.close({ code: 1011 }),
  );
}
