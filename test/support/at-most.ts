/** Fails the run of a benchmark that misses a limit, and says which. A measurement that is NaN misses. */
export function atMost(limit: number, unit: string, measured: number, what: string): void {
  if (measured <= limit) return;
  console.error(`MISSED ${what}: ${Number(measured.toFixed(3))} ${unit}, at most ${limit} ${unit}`);
  process.exitCode = 1;
}
