import ReconnectingWebSocket from 'partysocket/ws';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type ClientEvent,
  type ServerEvent,
  serverEventSchema,
  WS_CLOSE_NOT_YOU,
  WS_CLOSE_SESSION_GONE,
} from '../../../schema/wire/chat.ts';

/**
 * connecting: not open yet. lost: it was open, and will be again. unavailable: it has not opened in
 * several tries (they go on). gone: the server has closed it for good.
 */
export type SocketStatus = 'connecting' | 'open' | 'lost' | 'unavailable' | 'gone';

const TRIES_BEFORE_UNAVAILABLE = 2;
/** The server tells a question back at once; where it does not, nobody is at the other end. */
const ECHO_MS = 10_000;

/** The live connection of a chat session; it comes back by itself. None without a session. */
export function useChatSocket(options: {
  sessionId: string | null;
  userId: string;
  onEvent: (event: ServerEvent) => void;
}): { status: SocketStatus; send: (event: ClientEvent) => boolean } {
  const { sessionId, userId } = options;
  const [status, setStatus] = useState<SocketStatus>('connecting');
  const socketRef = useRef<ReconnectingWebSocket | null>(null);
  const echoTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onEvent = useEffectEvent(options.onEvent);

  useEffect(() => {
    if (sessionId === null) return;
    let hasWorked = false;
    let failures = 0;
    const socket = new ReconnectingWebSocket(() => socketUrl(sessionId), null, {
      minReconnectionDelay: 500,
      maxReconnectionDelay: 8_000,
      // Nothing is sent twice or late: what cannot be sent now goes another way, or back.
      maxEnqueuedMessages: 0,
      shouldReconnectOnClose: ({ code }) => !isFinal(code),
    });
    socketRef.current = socket;
    setStatus('connecting');

    socket.addEventListener('open', () => {
      socket.send(JSON.stringify({ type: 'authenticate', userId } satisfies ClientEvent));
      setStatus('open');
    });
    socket.addEventListener('close', ({ code }) => {
      failures += 1;
      if (isFinal(code)) setStatus('gone');
      else if (hasWorked) setStatus('lost');
      else if (failures >= TRIES_BEFORE_UNAVAILABLE) setStatus('unavailable');
    });
    socket.addEventListener('message', ({ data }) => {
      clearTimeout(echoTimer.current);
      const event = parseServerEvent(data);
      if (!event) return;
      hasWorked = true;
      onEvent(event);
    });

    // A browser may take minutes to notice that nobody is at the other end.
    const onOffline = () => {
      if (hasWorked) setStatus('lost');
    };
    const onOnline = () => socket.reconnect();
    window.addEventListener('offline', onOffline);
    window.addEventListener('online', onOnline);
    return () => {
      window.removeEventListener('offline', onOffline);
      window.removeEventListener('online', onOnline);
      clearTimeout(echoTimer.current);
      socketRef.current = null;
      socket.close();
    };
  }, [sessionId, userId]);

  const send = useCallback((event: ClientEvent) => {
    const socket = socketRef.current;
    if (!socket || socket.readyState !== socket.OPEN || !navigator.onLine) return false;
    clearTimeout(echoTimer.current);
    // What a new connection opens with tells whether the question got through.
    echoTimer.current = setTimeout(() => socket.reconnect(), ECHO_MS);
    return socket.send(JSON.stringify(event));
  }, []);
  return { status, send };
}

function socketUrl(sessionId: string): string {
  const protocol = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${protocol}://${location.host}/ws?sessionId=${encodeURIComponent(sessionId)}`;
}

function isFinal(code: number): boolean {
  return code === WS_CLOSE_NOT_YOU || code === WS_CLOSE_SESSION_GONE;
}

/** Null for what this version of the page does not know. */
function parseServerEvent(data: unknown): ServerEvent | null {
  if (typeof data !== 'string') return null;
  try {
    return serverEventSchema.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}
