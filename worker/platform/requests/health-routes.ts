import { Hono } from 'hono';
import { describeError, log } from '../logging.ts';
import type { AppEnv } from './app-env.ts';

async function works(name: string, check: Promise<unknown>): Promise<'ok' | 'failed'> {
  try {
    await check;
    return 'ok';
  } catch (error) {
    log.error('health_check_failed', { part: name, error: describeError(error) });
    return 'failed';
  }
}

/** Mounted at /api/health: whether the database and the bucket answer. */
export const healthRoutes = new Hono<AppEnv>().get('/', async (c) => {
  const [d1, r2] = await Promise.all([
    works('d1', c.env.DB.prepare('SELECT 1').first()),
    works('r2', c.env.TRANSCRIPTS.head('health')),
  ]);
  const isWell = d1 === 'ok' && r2 === 'ok';
  return c.json({ status: isWell ? 'ok' : 'failed', checks: { d1, r2 } }, isWell ? 200 : 503);
});
