/** The values of an account's document, as our rows have them. */
import { uuidFrom } from '../platform/sha256.ts';

/** An id for a row whose own id somebody else has: the same each time for the same user. */
export const derivedId = (userId: string, id: string) => uuidFrom(`import ${userId} ${id}`);

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
