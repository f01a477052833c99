import type { Reader } from '../assistant/assistant.ts';
import { sha256Hex } from '../platform/sha256.ts';

/**
 * Returns a key for a profile. Readers with the same key share insights. Case and surrounding white
 * space don't matter; all empty profiles share a key.
 */
export function profileKeyOf({ industry, role, goals }: Reader): Promise<string> {
  const fields = [industry, role, goals].map((field) => field?.trim().toLowerCase() ?? '');
  return sha256Hex(JSON.stringify(fields));
}
