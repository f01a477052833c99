/** Takes generations without queue messages: the test is the queue. */
import { eq } from 'drizzle-orm';
import { users } from '../../../schema/tables/accounts.ts';
import { profileKeyOf } from '../../../worker/insights/profile-key.ts';
import { takeGeneration } from '../../../worker/insights/store.ts';
import { db, type TestReader } from '../chat/people.ts';

export async function take({ id: userId }: TestReader, episodeId: string): Promise<string> {
  const [profile] = await db.select().from(users).where(eq(users.id, userId));
  if (!profile) throw new Error('there is no such reader');
  const shared = { episodeId, profileKey: await profileKeyOf(profile) };
  const id = await takeGeneration(db, userId, shared, { since: new Date(0), perWindow: 10 });
  if (id === null) throw new Error('none was left');
  return id;
}
