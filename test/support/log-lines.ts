import { onTestFinished, vi } from 'vitest';

/**
 * Collects the lines that are logged until the test ends; other output of the console is dropped.
 */
export function logLines(): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  for (const level of ['info', 'warn', 'error'] as const) {
    const spy = vi.spyOn(console, level).mockImplementation((line) => {
      if (String(line).startsWith('{')) lines.push(JSON.parse(String(line)));
    });
    onTestFinished(() => spy.mockRestore());
  }
  return lines;
}
