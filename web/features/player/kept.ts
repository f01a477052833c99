import type { z } from 'zod';

/** What this browser keeps under a name; what is not there or cannot be read is `otherwise`. */
export function readKept<T>(name: string, schema: z.ZodType<T>, otherwise: T): T {
  try {
    return schema.parse(JSON.parse(localStorage.getItem(`dripcast.${name}`) ?? 'null'));
  } catch {
    return otherwise;
  }
}

/** Without room, or where it is forbidden, it lasts as long as the page. */
export function writeKept(name: string, value: unknown): void {
  try {
    localStorage.setItem(`dripcast.${name}`, JSON.stringify(value));
  } catch {
    // Then it is not kept.
  }
}
