import ReconnectingWebSocket from 'partysocket/ws';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type ClientEvent,
  type ServerEvent,
  serverEventSchema,
  WS_CLOSE_SESSION_GONE,
  WS_PING,
} from '../../../schema/wire/chat.ts';
import { ConnectionWatch, LOOK_EVERY_MS } from './connection-watch.ts';

/** Why a connection ended for good: the login expired, or the conversation doesn't exist. */
export type FinalStatus = 'logged-out' | 'gone';

/**
 * connecting: not open yet. lost: was open, or the browser went offline, and is reconnecting. unavailable:
 * several attempts failed (they continue).
 */
export type SocketStatus = 'connecting' | 'open' | 'lost' | 'unavailable' | FinalStatus;

const TRIES_BEFORE_UNAVAILABLE = 2;

interface SocketOptions {
  sessionId: string | null;
  /** What the conversation must be about; null for all of the reader's podcasts. */
  episodeId: string | null;
  userId: string;
  /** Whether the server should send something soon. */
  isExpecting: boolean;
  onEvent: (event: ServerEvent) => void;
  /** Browsers don't say why a handshake was refused. Resolves to null if the client should keep trying. */
  askWhyRefused: () => Promise<FinalStatus | null>;
}

/** The live connection of a chat session. It reconnects by itself. Does nothing without a session. */
export function useChatSocket(options: SocketOptions): {
  status: SocketStatus;
  /** Whether the connection is open right now; `status` is as of the last render. */
  isLive: () => boolean;
  /** Returns false if it could not be sent. */
  send: (event: ClientEvent) => boolean;
} {
  const { sessionId, episodeId, userId } = options;
  const [status, setStatus] = useState<SocketStatus>('connecting');
  const connection = useRef<{ socket: ReconnectingWebSocket; watch: ConnectionWatch } | null>(null);
  const onEvent = useEffectEvent(options.onEvent);
  const isExpecting = useEffectEvent(() => options.isExpecting);
  const askWhyRefused = useEffectEvent(() => options.askWhyRefused());

  useEffect(() => {
    if (sessionId === null) return;
    let hasWorked = false;
    let isOpen = false;
    let isAsking = false;
    let isOver = false;
    let failures = 0;
    const socket = new ReconnectingWebSocket(() => socketUrl(sessionId, episodeId), null, {
      minReconnectionDelay: 500,
      maxReconnectionDelay: 5_000,
      // Never queue messages: what can't be sent now goes over HTTP or back to the input.
      maxEnqueuedMessages: 0,
      shouldReconnectOnClose: ({ code }) => code !== WS_CLOSE_SESSION_GONE,
    });
    const watch = new ConnectionWatch(Date.now());
    connection.current = { socket, watch };
    setStatus('connecting');

    const end = (final: FinalStatus) => {
      isOver = true;
      setStatus(final);
      socket.close();
    };
    const learnWhyRefused = async () => {
      if (isAsking) return;
      isAsking = true;
      const final = await askWhyRefused();
      isAsking = false;
      if (final !== null && !isOver && !isOpen) end(final);
    };

    socket.addEventListener('open', () => {
      isOpen = true;
      watch.heard(Date.now());
      socket.send(JSON.stringify({ type: 'authenticate', userId } satisfies ClientEvent));
      // A handshake can end after the browser went offline. Once online, it connects again.
      setStatus(navigator.onLine ? 'open' : 'lost');
    });
    socket.addEventListener('close', ({ code }) => {
      if (isOver) return;
      failures += 1;
      const wasOpen = isOpen;
      isOpen = false;
      if (code === WS_CLOSE_SESSION_GONE) {
        end('gone');
        return;
      }
      if (hasWorked) setStatus('lost');
      else if (failures >= TRIES_BEFORE_UNAVAILABLE) setStatus('unavailable');
      if (!wasOpen) void learnWhyRefused();
    });
    socket.addEventListener('message', ({ data }) => {
      watch.heard(Date.now());
      const event = parseServerEvent(data);
      if (!event) return;
      hasWorked = true;
      onEvent(event);
    });

    const askForLife = () => {
      if (!isOpen) return;
      watch.asked(Date.now());
      socket.send(WS_PING);
    };
    const timer = setInterval(() => {
      if (!isOpen) return;
      const what = watch.look(Date.now(), isExpecting());
      if (what === 'ask') askForLife();
      else if (what === 'give-up') socket.reconnect();
    }, LOOK_EVERY_MS);
    const onOffline = () => {
      if (!isOver) setStatus('lost');
    };
    const onOnline = () => {
      if (!isOver) socket.reconnect();
    };
    // A reader who returns to the tab expects a live connection.
    const onVisible = () => {
      if (document.visibilityState === 'visible') askForLife();
    };
    window.addEventListener('offline', onOffline);
    window.addEventListener('online', onOnline);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      isOver = true;
      clearInterval(timer);
      window.removeEventListener('offline', onOffline);
      window.removeEventListener('online', onOnline);
      document.removeEventListener('visibilitychange', onVisible);
      connection.current = null;
      socket.close();
    };
  }, [sessionId, episodeId, userId]);

  // A browser that goes offline keeps its sockets open for a while.
  const isLive = useCallback(
    () => navigator.onLine && connection.current?.socket.readyState === WebSocket.OPEN,
    [],
  );
  const send = useCallback(
    (event: ClientEvent) => {
      if (!connection.current || !isLive()) return false;
      const { socket, watch } = connection.current;
      // The server confirms a question at once.
      watch.asked(Date.now());
      return socket.send(JSON.stringify(event));
    },
    [isLive],
  );
  return { status, isLive, send };
}

function socketUrl(sessionId: string, episodeId: string | null): string {
  const protocol = location.protocol === 'https:' ? 'wss' : 'ws';
  const query = new URLSearchParams({ sessionId, episodeId: episodeId ?? '' });
  return `${protocol}://${location.host}/ws?${query}`;
}

/** Returns null for events that this version of the page doesn't know. */
function parseServerEvent(data: unknown): ServerEvent | null {
  if (typeof data !== 'string') return null;
  try {
    return serverEventSchema.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}
