import type { EpisodePage } from '../../../schema/wire/episode-page.ts';
import { api, readReply } from '../../api/client.ts';

/** What an episode's feed says of it. */
export function fetchEpisode(episodeId: string): Promise<EpisodePage> {
  return readReply(api.podcasts.episodes[':episodeId'].$get({ param: { episodeId } }));
}
