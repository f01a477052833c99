/** Controls the fake outside host. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { inject } from 'vitest';
import type { Served } from './podcast-host.ts';

export const hostOrigin = () => inject('podcastHost');

/** Sets what a path of the host returns. Returns its URL. */
export async function serve(path: string, served: Served): Promise<string> {
  const url = `${hostOrigin()}${path}`;
  await fetch(url, { method: 'PUT', body: JSON.stringify(served) });
  return url;
}

/** The same host by another name, which the product treats as a different host. */
export const otherName = (url: string) => url.replace('127.0.0.1', 'localhost');

/** Counts the requests for a path since it was last set. */
export async function timesAsked(path: string): Promise<number> {
  const reply = await fetch(`${hostOrigin()}${path}`, { headers: { 'X-Count': '1' } });
  return Number(await reply.text());
}

/** Returns the most concurrent requests below a folder of the host. */
export async function mostAtOnce(folder: string): Promise<number> {
  const reply = await fetch(`${hostOrigin()}${folder}`, { headers: { 'X-Most': '1' } });
  return Number(await reply.text());
}

const hostLimiter = () => env.HOST_LIMITERS.getByName(new URL(hostOrigin()).hostname);

/** Shortens the host's pause by this much. */
export async function passHostsRest(ms: number): Promise<void> {
  await runInDurableObject(hostLimiter(), (_, { storage }) => {
    const pausedUntil = storage.kv.get<number>('pausedUntil');
    if (pausedUntil === undefined) throw new Error('the host is not paused');
    storage.kv.put('pausedUntil', pausedUntil - ms);
  });
}

/** Ends the host's pause. All test paths are on this one host. */
export async function endHostsRest(): Promise<void> {
  await runInDurableObject(hostLimiter(), (instance, { storage }) => {
    instance.wasSlow(0);
    return storage.deleteAll();
  });
}
