import { Cover } from '../../ui/Cover.tsx';
import { currentTime } from './engine.ts';
import { type PlayerState, usePlayerState } from './player-state.ts';

/** What is playing. The title opens the transcript. */
export function PlayerTitle() {
  const episode = usePlayerState((state) => state.episode);
  const openEpisode = usePlayerState((state) => state.openEpisode);
  const chapter = usePlayerState(currentChapter);
  if (episode === null) {
    return (
      <p className="player-title text-sm text-quiet" role="status">
        Loading the episode…
      </p>
    );
  }
  const { id, title, podcastId, podcastTitle } = episode;
  return (
    <div className="player-title">
      <Cover
        title={podcastTitle}
        imageUrl={`/api/podcasts/${podcastId}/cover`}
        className="player-cover"
      />
      <div className="min-w-0">
        <button
          type="button"
          className="player-name"
          title={title}
          onClick={() => openEpisode(id, Math.floor(currentTime()))}
        >
          <span className="sr-only">Open </span>
          <bdi className="block truncate">{title}</bdi>
        </button>
        <p className="truncate text-xs text-quiet" dir="auto">
          {chapter ?? podcastTitle}
        </p>
      </div>
    </div>
  );
}

/** The current chapter's title; null if there is none. */
function currentChapter({ episode, seconds }: PlayerState): string | null {
  const chapter = episode?.chapters.findLast(({ start, isListed }) => isListed && start <= seconds);
  return chapter?.title || null;
}
