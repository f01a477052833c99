/** The chat's live connection, between the page and the real server: slowed, broken, listened to. */
import type { Page } from '@playwright/test';

const LIVE = /^\/ws$/;

export interface LiveSocket {
  /** What the page has sent, oldest first. */
  sent: unknown[];
  /** The addresses it has connected to. */
  urls: URL[];
  /** From now on the server's events wait. */
  hold(): void;
  /** Hands on what waits, and holds no more. */
  release(): void;
}

/** Stands in the way of every live connection the page opens from now on. */
export async function watchSocket(page: Page): Promise<LiveSocket> {
  let isHeld = false;
  let waiting: (() => void)[] = [];
  const live: LiveSocket = {
    sent: [],
    urls: [],
    hold: () => {
      isHeld = true;
    },
    release: () => {
      isHeld = false;
      for (const hand of waiting) hand();
      waiting = [];
    },
  };
  await page.routeWebSocket(
    (url) => LIVE.test(url.pathname),
    (socket) => {
      live.urls.push(new URL(socket.url()));
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        live.sent.push(JSON.parse(String(message)));
        server.send(message);
      });
      server.onMessage((message) => {
        const hand = () => socket.send(message);
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
