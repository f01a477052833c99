/** Reads JSON from `localStorage`. A file of its own, because the first page needs none of it. */
import type { z } from 'zod';
import { readLocal } from './local-storage.ts';

/** Returns what is stored as JSON; null if it is nothing that the schema accepts. */
export function readLocalJson<Schema extends z.ZodType>(
  key: string,
  schema: Schema,
): z.output<Schema> | null {
  try {
    return schema.parse(JSON.parse(readLocal(key) ?? ''));
  } catch {
    return null;
  }
}
