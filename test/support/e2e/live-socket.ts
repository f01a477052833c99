/** The chat's live connection, between the page and the real server: slowed, broken, listened to. */
import type { Page, WebSocketRoute } from '@playwright/test';
import { type ClientEvent, type ServerEvent, WS_PING, WS_PONG } from '../../../schema/wire/chat.ts';

const LIVE = /^\/ws$/;

export interface LiveSocket {
  /** What the page has sent, oldest first. */
  sent: unknown[];
  /** Resolves when the server has told the page something: from then on, questions go this way. */
  told: Promise<void>;
  /** The addresses it has connected to. */
  urls: URL[];
  /** From now on the server's events wait. */
  hold(): void;
  /** Hands on what waits, and holds no more. */
  release(): void;
  /** From now on open connections are dead without knowing it; new ones are alive. */
  die(): void;
  /** From now on a question is answered with this event, and the server never hears of it. */
  refuse(event: ServerEvent): void;
  /** Tells the page something as if the server did. */
  tell(event: ServerEvent): void;
}

/** Stands in the way of every live connection the page opens from now on. */
export async function watchSocket(page: Page): Promise<LiveSocket> {
  let isHeld = false;
  let lives = 0;
  let refusal: ServerEvent | null = null;
  let waiting: (() => void)[] = [];
  const sockets: WebSocketRoute[] = [];
  const told = Promise.withResolvers<void>();
  const live: LiveSocket = {
    sent: [],
    told: told.promise,
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
          told.resolve();
        };
        if (isHeld) waiting.push(hand);
        else hand();
      });
    },
  );
  return live;
}

/** No live connection ever comes about: the chat has to do with plain calls. */
export async function refuseSocket(page: Page): Promise<void> {
  await page.routeWebSocket(
    (url) => LIVE.test(url.pathname),
    (socket) => void socket.close({ code: 1011 }),
  );
}
