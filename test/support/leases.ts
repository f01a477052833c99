import { leases } from '../../schema/tables/jobs.ts';
import { db } from './podcasts.ts';

/** An expired lease of work that has killed this many workers in a row. */
export async function leaveDead(key: string, deaths: number): Promise<void> {
  const died = { holder: 'dead', expiresAt: new Date(1), deaths: deaths - 1 };
  await db
    .insert(leases)
    .values({ key, ...died })
    .onConflictDoUpdate({ target: leases.key, set: died });
}
