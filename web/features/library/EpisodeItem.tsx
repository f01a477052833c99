import { Badge } from '@radix-ui/themes';
import { memo } from 'react';
import type { EpisodeHistory } from './pages.ts';
import { SessionItem } from './SessionItem.tsx';

/** An episode's conversations, to reread or continue. */
export const EpisodeItem = memo(function EpisodeItem({
  episode: { sessions },
}: {
  episode: EpisodeHistory;
}) {
  const [{ episodeTitle, podcastTitle, isYoutubeShort }] = sessions;
  const items = sessions.map((session) => <SessionItem key={session.id} session={session} />);
  return (
    <li className="library-session panel">
      <h2 className="line-clamp-3 w-fit text-lg/snug font-medium" dir="auto">
        {episodeTitle ?? 'All my podcasts'}
      </h2>
      <p className="library-meta mt-1.5">
        <span dir="auto" className="max-w-full truncate">
          {podcastTitle}
        </span>
        {isYoutubeShort && (
          <Badge color="gray" variant="outline">
            Short
          </Badge>
        )}
        {sessions.length > 1 && <span>{sessions.length} conversations</span>}
      </p>
      {items}
    </li>
  );
});
