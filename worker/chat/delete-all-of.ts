import { eq } from 'drizzle-orm';
import { chatSessions } from '../../schema/tables/chat.ts';
import { createDatabase } from '../platform/database.ts';
import { deleteConversations } from './delete-conversations.ts';

/** Deletes a user's conversations: first the rows, then the Durable Objects, which closes their sockets. */
export async function deleteAllOf(env: Env, userId: string): Promise<void> {
  const db = createDatabase(env.DB);
  const rows = await db
    .delete(chatSessions)
    .where(eq(chatSessions.userId, userId))
    .returning({ id: chatSessions.id });
  await deleteConversations(
    { db, sessions: env.CHAT_SESSIONS },
    rows.map(({ id }) => id),
  );
}
