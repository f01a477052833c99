/** The tests' hands on the host that stands in for the outside world. */
import { inject } from 'vitest';
import type { Served } from './podcast-host.ts';

export const hostOrigin = () => inject('podcastHost');

/** Says what a path of the host answers. Returns its URL. */
export async function serve(path: string, served: Served): Promise<string> {
  const url = `${hostOrigin()}${path}`;
  await fetch(url, { method: 'PUT', body: JSON.stringify(served) });
  return url;
}

/** How often the path was asked for since it was last filled. */
export async function timesAsked(path: string): Promise<number> {
  const reply = await fetch(`${hostOrigin()}${path}`, { headers: { 'X-Count': '1' } });
  return Number(await reply.text());
}
