/** The tests' hands on the host that stands in for the outside world. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { inject } from 'vitest';
import type { Served } from './podcast-host.ts';

export const hostOrigin = () => inject('podcastHost');

/** Says what a path of the host answers. Returns its URL. */
export async function serve(path: string, served: Served): Promise<string> {
  const url = `${hostOrigin()}${path}`;
  await fetch(url, { method: 'PUT', body: JSON.stringify(served) });
  return url;
}

/** The same host by another name: to the product it is another one. */
export const otherName = (url: string) => url.replace('127.0.0.1', 'localhost');

/** How often the path was asked for since it was last filled. */
export async function timesAsked(path: string): Promise<number> {
  const reply = await fetch(`${hostOrigin()}${path}`, { headers: { 'X-Count': '1' } });
  return Number(await reply.text());
}

/** The most requests that were open at once beneath a folder of the host. */
export async function mostAtOnce(folder: string): Promise<number> {
  const reply = await fetch(`${hostOrigin()}${folder}`, { headers: { 'X-Most': '1' } });
  return Number(await reply.text());
}

/** Lets the host be asked again, whatever it wanted before: all paths of the tests are its. */
export async function endHostsRest(): Promise<void> {
  const host = env.HOST_LIMITERS.getByName(new URL(hostOrigin()).hostname);
  await runInDurableObject(host, (instance, { storage }) => {
    instance.wasSlow(0);
    return storage.deleteAll();
  });
}
