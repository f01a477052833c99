/** What goes over a socket, in and out. */
import { type ClientEvent, clientEventSchema, type ServerEvent } from '../../schema/wire/chat.ts';

/** More than any valid event, JSON and all. */
const EVENT_MAX_CHARS = 16_000;

/** Null for whatever is not an event of ours. */
export function parseEvent(data: string | ArrayBuffer): ClientEvent | null {
  if (typeof data !== 'string' || data.length > EVENT_MAX_CHARS) return null;
  try {
    return clientEventSchema.parse(JSON.parse(data));
  } catch {
    return null;
  }
}

/** Sends without waiting: the platform holds what a slow reader has not taken yet. */
export function send(socket: WebSocket, event: ServerEvent): void {
  try {
    socket.send(JSON.stringify(event));
  } catch {
    // Closed between looking and sending; it gets everything when it comes back.
  }
}
