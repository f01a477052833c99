import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory of the workerd processes this one started, in bytes. Linux only. */
export function workerdBytes(): number {
  let sum = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      if (!status.startsWith('Name:\tworkerd')) continue;
      if (Number(/^PPid:\t(\d+)/m.exec(status)?.[1]) !== process.pid) continue;
      sum += Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1_024;
    } catch {
      // It ended between the listing and the reading.
    }
  }
  return sum;
}
