/** Which rooms keep things of a person, for accounts, which import none of them. */
import { deleteAllOf as deleteAccount } from './accounts/delete-all-of.ts';
import type { PersonalRooms } from './accounts/rooms.ts';
import { deleteAllOf as deleteConversations } from './chat/delete-all-of.ts';
import { endSockets } from './chat/end-sockets.ts';
import { deleteAllOf as deleteInsights } from './insights/delete-all-of.ts';
import { createDatabase } from './platform/database.ts';
import { deleteAllOf as deleteFromSearch } from './search/delete-all-of.ts';

export const PERSONAL_ROOMS: PersonalRooms = {
  endSockets: (env, userId, ids) =>
    endSockets({ db: createDatabase(env.DB), sessions: env.CHAT_SESSIONS }, userId, ids),
  deleteAllOf: [
    // Reads whose insights they are from rows that go with the person.
    deleteInsights,
    deleteConversations,
    deleteFromSearch,
    // Last: everything else that is theirs goes with this row, by cascade.
    deleteAccount,
  ],
};
