/** Reads the JSON that models write, which is often almost valid. */
import type { z } from 'zod';

export type JsonReply<Reply> =
  | { ok: true; reply: Reply }
  | { ok: false; text: string; problem: string };

/** Models often wrap JSON in a code fence or polite phrases, and items of lists may be invalid. */
export function readLeniently<Reply>(text: string, schema: z.ZodType<Reply>): JsonReply<Reply> {
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  try {
    const value: unknown = JSON.parse(json);
    const whole = schema.safeParse(value);
    if (whole.success) return { ok: true, reply: whole.data };
    const { issues } = whole.error;
    const rest = mendItems(value, issues) ? schema.safeParse(value) : whole;
    if (rest.success) return { ok: true, reply: rest.data };
    const [issue] = issues;
    return { ok: false, text, problem: `${issue?.path.join('.')}: ${issue?.message}` };
  } catch {
    return { ok: false, text, problem: 'it is not JSON' };
  }
}

/**
 * Reads numbers written as text, takes a missing list for an empty one, and removes other invalid items
 * from the lists they are in. Returns false if something else is invalid, or all of a list.
 */
function mendItems(value: unknown, issues: { path: PropertyKey[]; expected?: unknown }[]): boolean {
  const at = (path: PropertyKey[]) =>
    path.reduce((outer, key) => outer[key] as Outer, value as Outer);
  const invalid = new Map<unknown[], Set<number>>();
  for (const { path, expected } of issues) {
    const key = path.at(-1);
    if (key === undefined) return false;
    const outer = at(path.slice(0, -1));
    const written = outer[key];
    if (expected === 'number' && typeof written === 'string' && /^\d{1,6}$/.test(written)) {
      outer[key] = Number(written);
      continue;
    }
    if (expected === 'array' && path.length === 1 && (written ?? null) === null) {
      outer[key] = [];
      continue;
    }
    const last = path.findLastIndex((one) => typeof one === 'number');
    const list: unknown = last < 0 ? null : at(path.slice(0, last));
    if (!Array.isArray(list)) return false;
    invalid.set(list, (invalid.get(list) ?? new Set()).add(Number(path[last])));
  }
  for (const [list, indexes] of invalid) {
    list.splice(0, list.length, ...list.filter((_, index) => !indexes.has(index)));
    if (list.length === 0) return false;
  }
  return Object.values(value as Outer).some((list) => Array.isArray(list) && list.length > 0);
}

type Outer = Record<PropertyKey, unknown>;
