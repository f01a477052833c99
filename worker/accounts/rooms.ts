/**
 * What accounts need from the rooms that store user data. Passed in from the top, because every room
 * imports accounts.
 */
export interface PersonalRooms {
  /** Closes the open sockets of ended sessions. */
  endSockets(env: Env, userId: string, sessionIds: string[]): Promise<void>;
  /**
   * Deletes a user's data, room by room in this order. Every step can be repeated if a later one
   * failed. The last step deletes the user.
   */
  deleteAllOf: readonly ((env: Env, userId: string) => Promise<void>)[];
}
