import { and, eq, inArray, ne, notExists } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { generations, insights } from '../../schema/tables/insights.ts';
import { createDatabase } from '../platform/database.ts';
import { profileKeyOf } from './profile-key.ts';

/**
 * Deletes the insights that were written for this user's profile and that nobody else has. Insights for
 * the empty profile stay for other readers.
 */
export async function deleteAllOf(env: Env, userId: string): Promise<void> {
  const db = createDatabase(env.DB);
  const nobodysKey = await profileKeyOf({ industry: null, role: null, goals: null });
  const others = alias(generations, 'others');
  const theirs = db
    .select({ id: generations.insightId })
    .from(generations)
    .where(eq(generations.userId, userId));
  const anothers = db
    .select({ id: others.id })
    .from(others)
    .where(and(eq(others.insightId, insights.id), ne(others.userId, userId)));
  await db
    .delete(insights)
    .where(
      and(inArray(insights.id, theirs), ne(insights.profileKey, nobodysKey), notExists(anothers)),
    );
}
