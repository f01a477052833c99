/**
 * What accounts ask of the rooms that keep things of a person. They are handed in where all rooms
 * meet, since every room asks accounts who somebody is.
 */
export interface PersonalRooms {
  /** Closes the open sockets of sessions that have ended. */
  endSockets(env: Env, userId: string, sessionIds: string[]): Promise<void>;
  /**
   * Deletes all of a person's, room by room in this order. Each may be run again where a later one
   * failed, and after the last one there is no such person.
   */
  deleteAllOf: readonly ((env: Env, userId: string) => Promise<void>)[];
}
