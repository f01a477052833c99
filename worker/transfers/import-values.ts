/** Converts values of an account's document to those of our rows. */
import { uuidFrom } from '../platform/sha256.ts';

/** An id for a row whose own id is taken; always the same for the same user. */
export const derivedId = (userId: string, id: string) => uuidFrom(`import ${userId} ${id}`);

/** Returns null for anything but http and https, because screens link to it. */
export function webAddress(address: string | null): string | null {
  const url = address === null ? null : URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) ? (address ?? null) : null;
}

export const time = (iso: string) => Date.parse(iso);
export const timeOrNull = (iso: string | null) => (iso === null ? null : Date.parse(iso));

/** Adds the id that each row gets if its own is taken. */
export const withOtherIds = <Row extends { id: string }>(userId: string, rows: Row[]) =>
  Promise.all(rows.map(async (row) => ({ ...row, otherId: await derivedId(userId, row.id) })));
