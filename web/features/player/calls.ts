import type { EpisodePage } from '../../../schema/wire/episode-page.ts';
import type { SaidReply } from '../../../schema/wire/listening.ts';
import { api, readReply } from '../../api/client.ts';

/** Fetches what an episode's feed says about it. */
export function fetchEpisode(episodeId: string): Promise<EpisodePage> {
  return readReply(api.podcasts.episodes[':episodeId'].$get({ param: { episodeId } }));
}

/** Fetches the sentence said at a second; without text if there is no transcript. */
export function fetchSaid(episodeId: string, seconds: number): Promise<SaidReply> {
  return readReply(
    api.podcasts.episodes[':episodeId'].said.$get({
      param: { episodeId },
      query: { at: seconds.toFixed(1) },
    }),
  );
}
