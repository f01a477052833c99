import type { Reader } from '../assistant/assistant.ts';
import { sha256Hex } from '../platform/sha256.ts';

/**
 * What a profile has to do with an insight, as a key: readers with the same key share insights.
 * Case and outer white space make no difference, an empty profile is one key for all.
 */
export function profileKeyOf({ industry, role, goals }: Reader): Promise<string> {
  const fields = [industry, role, goals].map((field) => field?.trim().toLowerCase() ?? '');
  return sha256Hex(JSON.stringify(fields));
}
