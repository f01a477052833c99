import { and, eq, inArray, ne, notExists } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { generations, insights } from '../../schema/tables/insights.ts';
import type { Database } from '../platform/database.ts';
import { profileKeyOf } from './profile-key.ts';

/**
 * Returns a function that builds the statement to delete the insights written for a user's profile that
 * nobody else has. Insights for the empty profile stay for other readers. It reads the user's rows,
 * so it goes into the batch that deletes them: an insight written between the two would be left behind.
 */
export async function prepareDeleting() {
  const nobodysKey = await profileKeyOf({ industry: null, role: null, goals: null });
  return (db: Database, userId: string) => {
    const others = alias(generations, 'others');
    const theirs = db
      .select({ id: generations.insightId })
      .from(generations)
      .where(eq(generations.userId, userId));
    const anothers = db
      .select({ id: others.id })
      .from(others)
      .where(and(eq(others.insightId, insights.id), ne(others.userId, userId)));
    return db
      .delete(insights)
      .where(
        and(inArray(insights.id, theirs), ne(insights.profileKey, nobodysKey), notExists(anothers)),
      );
  };
}
