/** Starts, once for all tests inside workerd, what stands in for the outside world. */
import type { TestProject } from 'vitest/node';
import { startModelServer } from './model-server.ts';
import { startOAuthServer } from './oauth-server.ts';
import { startPodcastHost } from './podcast-host.ts';

declare module 'vitest' {
  interface ProvidedContext {
    podcastHost: string;
    modelServer: string;
    oauthServer: string;
  }
}

export default async function setup({ provide }: TestProject) {
  const podcastHost = await startPodcastHost();
  const modelServer = await startModelServer();
  const oauthServer = await startOAuthServer();
  provide('podcastHost', podcastHost.origin);
  provide('modelServer', modelServer.origin);
  provide('oauthServer', oauthServer.origin);
  return async () => {
    await Promise.all([podcastHost.close(), modelServer.close(), oauthServer.close()]);
  };
}
