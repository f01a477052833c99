/** Events received over a socket. */
import { type ClientEvent, clientEventSchema } from '../../schema/wire/chat.ts';

/** More than any valid event, including its JSON. */
export const EVENT_MAX_CHARS = 16_000;

/** Returns null for anything that is not one of our events. */
export function parseEvent(data: string | ArrayBuffer): ClientEvent | null {
  if (typeof data !== 'string' || data.length > EVENT_MAX_CHARS) return null;
  try {
    return clientEventSchema.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}
