import type { BatchItem } from 'drizzle-orm/batch';
import type { Database } from '../platform/database.ts';

/**
 * What accounts need from the rooms that store user data. Passed in from the top, because every room
 * imports accounts.
 */
export interface PersonalRooms {
  /** Closes the open sockets of ended sessions. */
  endSockets(env: Env, userId: string, sessionIds: string[]): Promise<void>;
  /**
   * Statements that revoke what gives access without a login, for the batch that changes a password:
   * whoever knew the old one may have set it up.
   */
  revocations: readonly ((db: Database, userId: string) => BatchItem<'sqlite'>)[];
  /**
   * Deletes a user's data and the user, room by room in this order. Every step can be repeated if a
   * later one failed.
   */
  deleteAllOf: readonly ((env: Env, userId: string) => Promise<void>)[];
}
