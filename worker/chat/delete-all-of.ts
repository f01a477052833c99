import { eq } from 'drizzle-orm';
import { chatSessions } from '../../schema/tables/chat.ts';
import { createDatabase } from '../platform/database.ts';
import { deleteConversations } from './delete-conversations.ts';

/** Deletes a person's conversations: their rows, then the objects, whose sockets close. */
export async function deleteAllOf(env: Env, userId: string): Promise<void> {
  const rows = await createDatabase(env.DB)
    .delete(chatSessions)
    .where(eq(chatSessions.userId, userId))
    .returning({ id: chatSessions.id });
  await deleteConversations(
    env.CHAT_SESSIONS,
    rows.map(({ id }) => id),
  );
}
