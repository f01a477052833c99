/** Starts the fake outside world, once for all tests inside workerd. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { hostileTexts } from './hostile-texts.ts';
import { startModelServer } from './model-server.ts';
import { startOAuthServer } from './oauth-server.ts';
import { startPodcastHost } from './podcast-host.ts';

declare module 'vitest' {
  interface ProvidedContext {
    podcastHost: string;
    modelServer: string;
    oauthServer: string;
    /** `GET /{prefix}`: the hostile texts of the collections with this prefix, as JSON. */
    hostileTexts: string;
    /** How many hostile texts to use; workerd has no environment variables. */
    hostileSettings: Record<'HOSTILE' | 'HOSTILE_SEED', string | undefined>;
  }
}

export default async function setup({ provide }: TestProject) {
  const podcastHost = await startPodcastHost();
  const modelServer = await startModelServer();
  const oauthServer = await startOAuthServer();
  const texts = createServer((request, response) => {
    response.end(JSON.stringify(hostileTexts(request.url?.slice(1) ?? '')));
  });
  await new Promise<void>((resolve) => texts.listen(0, '127.0.0.1', resolve));
  provide('hostileTexts', `http://127.0.0.1:${(texts.address() as AddressInfo).port}`);
  const { HOSTILE, HOSTILE_SEED } = process.env;
  provide('hostileSettings', { HOSTILE, HOSTILE_SEED });
  provide('podcastHost', podcastHost.origin);
  provide('modelServer', modelServer.origin);
  provide('oauthServer', oauthServer.origin);
  return async () => {
    texts.close();
    texts.closeAllConnections();
    await Promise.all([podcastHost.close(), modelServer.close(), oauthServer.close()]);
  };
}
