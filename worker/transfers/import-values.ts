/** The values of an account's document, as our rows have them. */
import { sha256Hex } from '../platform/sha256.ts';

/** An id for a row whose own id somebody else has: the same each time for the same user. */
export async function derivedId(userId: string, id: string): Promise<string> {
  const hash = await sha256Hex(`import ${userId} ${id}`);
  const variant = ((Number.parseInt(hash[16] ?? '0', 16) & 3) | 8).toString(16);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    variant + hash.slice(17, 20),
    hash.slice(20, 32),
  ].join('-');
}

/** An http or https address; null for anything else, which a screen could make a link of. */
export function webAddress(address: string | null): string | null {
  const url = address === null ? null : URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) ? (address ?? null) : null;
}

export const time = (iso: string) => Date.parse(iso);
export const timeOrNull = (iso: string | null) => (iso === null ? null : Date.parse(iso));

/** Rows with the id that each has if its own is taken. */
export const withOtherIds = <Row extends { id: string }>(userId: string, rows: Row[]) =>
  Promise.all(rows.map(async (row) => ({ ...row, otherId: await derivedId(userId, row.id) })));
