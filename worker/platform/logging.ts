import { DrizzleQueryError } from 'drizzle-orm/errors';

/**
 * Structured log lines for Workers Logs: one JSON object each, with the event's name first. Never log a
 * password, a token, or what a user wrote.
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
 * Describes an error and its causes for a log line. A failed statement's values are user data or
 * secrets, so only the statement is included.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const message =
    error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message;
  const text = `${error.name}: ${message}`;
  return error.cause === undefined ? text : `${text}, caused by ${describeError(error.cause)}`;
}

/** Where an error was thrown, without the message at the start of the stack. */
export function stackOf(error: Error): string | undefined {
  return error.stack?.replace(error.message, '');
}
