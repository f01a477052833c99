/** Converts values of an account's document to those of our rows. */
import { EPISODE_MAX_SECONDS } from '../../../schema/limits.ts';
import { ownedId } from '../../platform/sha256.ts';

/** An id for a row whose own id is taken; always the same for the same user. */
export const derivedId = (userId: string, id: string) => ownedId('import', userId, id);

/** Returns null for anything but http and https, because screens link to it. */
export function webAddress(address: string | null): string | null {
  const url = address === null ? null : URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) ? (address ?? null) : null;
}

/**
 * When something happened in the account. Not later than now, or nothing newer could replace it; and not
 * before 1970, where no page of a list starts.
 */
export const time = (iso: string) => Math.min(Math.max(Date.parse(iso), 0), Date.now());
/** Whether a day has begun anywhere on earth. A grade from the future would put a review off until then. */
export const hasBegun = (day: number) => day <= Math.floor(Date.now() / 86_400_000) + 1;

/** A place in an episode, which is at most as long as the longest. */
export const secondsIn = (seconds: number) => Math.min(seconds, EPISODE_MAX_SECONDS);
export const secondsOrNull = (seconds: number | null) =>
  seconds === null ? null : secondsIn(seconds);

export const timeOrNull = (iso: string | null) => (iso === null ? null : Date.parse(iso));

/** Adds the id that each row gets if its own is taken. */
export const withOtherIds = <Row extends { id: string }>(userId: string, rows: Row[]) =>
  Promise.all(rows.map(async (row) => ({ ...row, otherId: await derivedId(userId, row.id) })));
