/** The rooms that store user data, for accounts, which must not import them. */
import type { PersonalRooms } from './accounts/rooms.ts';
import { deleteUnconfirmed } from './brief/subscription-store.ts';
import { deleteAllOf as deleteConversations } from './chat/delete-all-of.ts';
import { endSockets } from './chat/end-sockets.ts';
import { prepareDeleting as prepareDeletingInsights } from './insights/delete-all-of.ts';
import { deleteFeeds } from './outgoing-feeds/store.ts';
import { deleteAllOf as deleteAccount } from './own-podcasts/delete-all-of.ts';
import { createDatabase } from './platform/database.ts';
import { deleteAllOf as deleteFromSearch } from './search/delete-all-of.ts';
import { deleteAllOf as deleteExports } from './transfers/delete-all-of.ts';

export const PERSONAL_ROOMS: PersonalRooms = {
  endSockets: (env, userId, ids) =>
    endSockets({ db: createDatabase(env.DB), sessions: env.CHAT_SESSIONS }, userId, ids),
  revocations: [deleteFeeds, deleteUnconfirmed],
  deleteAllOf: [
    // Must run before the account's rows are deleted, because they read them.
    deleteConversations,
    deleteFromSearch,
    deleteExports,
    // Cascades to everything else.
    async (env, userId) => deleteAccount(env, userId, [await prepareDeletingInsights()]),
    // Again, for what was stored in the meantime. Whoever stores a file later finds its row gone and deletes it.
    deleteExports,
  ],
};
