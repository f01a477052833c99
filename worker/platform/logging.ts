import { DrizzleQueryError } from 'drizzle-orm/errors';

/**
 * Structured lines for Workers Logs: one JSON object each, with the event's name first.
 * Never hand it a password, a token, or what a person wrote.
 */
type Fields = Record<string, string | number | boolean | null | undefined>;

function line(level: 'info' | 'warn' | 'error', event: string, fields: Fields) {
  return JSON.stringify({ event, level, ...fields });
}

export const log = {
  info: (event: string, fields: Fields = {}) => console.info(line('info', event, fields)),
  warn: (event: string, fields: Fields = {}) => console.warn(line('warn', event, fields)),
  error: (event: string, fields: Fields = {}) => console.error(line('error', event, fields)),
};

/**
 * The text of whatever was thrown and of what caused it, for a log line. The values of a failed
 * statement are what people wrote, or their secrets: only the statement is told.
 */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const message =
    error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message;
  const text = `${error.name}: ${message}`;
  return error.cause === undefined ? text : `${text}, caused by ${describe(error.cause)}`;
}

/** Where it was thrown, without the message that a stack begins with. */
export function stackOf(error: Error): string | undefined {
  return error.stack?.replace(error.message, '');
}
