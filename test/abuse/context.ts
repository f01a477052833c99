/** The users, podcasts and outside hosts that the cases use. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Podcast } from '../../schema/wire/catalogue.ts';
import { registerOverHttp } from '../support/api-reader.ts';
import { runCatalogue } from '../support/product.ts';
import type { AbuseContext } from './abuse-case.ts';
import type { OutsideHosts } from './outside-hosts.ts';

export function makeContext(
  origin: string,
  stateDir: string,
  hosts: OutsideHosts,
  { rounds, isShort }: Pick<AbuseContext, 'rounds' | 'isShort'>,
): AbuseContext {
  const register = () => registerOverHttp(origin);
  return {
    origin,
    rounds,
    isShort,
    register,
    serve: hosts.serve,
    async episodeIds(count) {
      const reader = await register();
      const podcasts = await reader.call<Podcast[]>('GET', '/api/podcasts');
      const samples = podcasts.filter(({ title }) => title.startsWith('Dripcast Sampler'));
      for (const { id } of samples) await reader.call('POST', `/api/podcasts/${id}/subscribe`);
      const { episodes } = await reader.call<{ episodes: Record<string, { id: string }[]> }>(
        'POST',
        '/api/podcasts/fetch-recent',
      );
      const ids = Object.values(episodes)
        .flat()
        .map(({ id }) => id);
      if (ids.length < count) throw new Error(`the sample podcasts have ${ids.length} episodes`);
      return ids.slice(0, count);
    },
    async addPodcasts(podcasts) {
      const run = crypto.randomUUID().slice(0, 8);
      const entries = podcasts.map((podcast, index) => ({
        title: `Podcast ${run} ${index}`,
        host: 'Nobody',
        description: '',
        category: 'HR',
        ...podcast,
      }));
      const file = join(stateDir, `${run}.json`);
      await writeFile(file, JSON.stringify(entries));
      await runCatalogue(stateDir, 'import', file);
      const known = async () => {
        const reply = await fetch(`${origin}/api/podcasts`);
        return new Map(((await reply.json()) as Podcast[]).map(({ title, id }) => [title, id]));
      };
      let ids = await known();
      // The product caches the catalogue for some seconds.
      while (!entries.every(({ title }) => ids.has(title))) ids = await known();
      return entries.map(({ title }) => ids.get(title) ?? '');
    },
  };
}
