/** An account goes with all that is the person's: rows, conversations, insights made for them. */
import { deleteConversations } from '../chat/delete-conversations.ts';
import type { ChatSessions } from '../chat/notify-sessions.ts';
import { profileKeyOf } from '../insights/profile-key.ts';
import type { Database } from '../platform/database.ts';
import { deleteUser } from './store.ts';

export async function deleteAccount(
  deps: { db: Database; sessions: ChatSessions },
  userId: string,
): Promise<void> {
  // What was written for nobody in particular stays for the next reader.
  const nobodysKey = await profileKeyOf({ industry: null, role: null, goals: null });
  const conversations = await deleteUser(deps.db, userId, nobodysKey);
  await deleteConversations(deps.sessions, conversations);
}
