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

/** The text of whatever was thrown, for a log line. */
export function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
