import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { formatClock } from '../../../../schema/wire/clock.ts';
import type { Chapter, ChapterSource } from '../../../../schema/wire/episode-page.ts';
import { canPlay } from '../../../../schema/wire/media.ts';
import { PlayMark } from '../../../ui/PlayButton.tsx';
import { play, usePlayback } from '../../../ui/playback.ts';
import { currentSeconds, onTime } from '../../../ui/playback-time.ts';
import { episodePageQuery } from '../queries.ts';
import { ChapterPicture } from './ChapterPicture.tsx';
import { EpisodePageState, InPlace } from './EpisodePageState.tsx';

const SOURCES: Record<ChapterSource, string> = {
  feed: 'Chapters from the podcast',
  notes: 'Chapters from the show notes',
  assistant: 'Derived from the transcript by the assistant',
};

/** The table of contents. A chapter opens the transcript at its start. */
export function ChaptersPanel({
  episodeId,
  hasTranscript,
  onPlace,
}: {
  episodeId: string;
  hasTranscript: boolean;
  /** Null if there is no transcript. */
  onPlace: ((seconds: number) => void) | null;
}) {
  const query = useQuery(episodePageQuery(episodeId, hasTranscript));
  const listed = query.data?.chapters.filter(({ isListed }) => isListed) ?? [];
  const heard = useHeardChapter(episodeId, listed);
  if (!query.data) return <EpisodePageState query={query} name="chapters" />;
  const { chaptersSource } = query.data;
  if (listed.length === 0 || chaptersSource === null) {
    return <InPlace>This episode has no chapters.</InPlace>;
  }
  const hasPictures = listed.some(({ imageUrl }) => imageUrl !== null);
  return (
    <section className="episode-scroll" aria-label="Chapters">
      <p className="chapters-source">{SOURCES[chaptersSource]}</p>
      <ol>
        {listed.map((chapter, index) => (
          <ChapterRow
            key={`${chapter.start} ${chapter.title}`}
            chapter={chapter}
            isHeard={index === heard}
            pictureOf={hasPictures ? episodeId : null}
            playable={canPlay(query.data) ? episodeId : null}
            onPlace={onPlace}
          />
        ))}
      </ol>
    </section>
  );
}

/** The index of the chapter being played; -1 if the player has another episode, or none. */
function useHeardChapter(episodeId: string, chapters: readonly Chapter[]): number {
  const isHeld = usePlayback().episodeId === episodeId;
  const find = () =>
    isHeld ? chapters.findLastIndex(({ start }) => start <= currentSeconds()) : -1;
  return useSyncExternalStore(onTime, find, () => -1);
}

function ChapterRow({
  chapter,
  isHeard,
  pictureOf,
  playable,
  onPlace,
}: {
  chapter: Chapter;
  isHeard: boolean;
  /** The episode whose chapters have pictures; null if none has one. */
  pictureOf: string | null;
  /** The episode to play; null if it can't be played. */
  playable: string | null;
  onPlace: ((seconds: number) => void) | null;
}) {
  const { start, title, url } = chapter;
  const inside = (
    <>
      <span className="chapter-time">{formatClock(start)}</span>
      <span className="min-w-0 wrap-anywhere text-left" dir="auto">
        {title}
      </span>
    </>
  );
  return (
    <li className="chapter-row" aria-current={isHeard || undefined}>
      {pictureOf !== null && <ChapterPicture episodeId={pictureOf} chapter={chapter} />}
      {onPlace === null ? (
        <span className="chapter-name">{inside}</span>
      ) : (
        <button type="button" className="chapter-name" onClick={() => onPlace(Math.floor(start))}>
          {inside}
        </button>
      )}
      {playable !== null && (
        <button
          type="button"
          className="chapter-play"
          aria-label={`Play from ${formatClock(start)}`}
          onClick={() => play({ episodeId: playable, seconds: start })}
        >
          <PlayMark isPlaying={false} />
        </button>
      )}
      {url !== null && (
        <a
          className="chapter-link"
          href={url}
          target="_blank"
          rel="noopener noreferrer nofollow"
          aria-label={`Link for the chapter ${title}`}
        >
          <ExternalLink size={16} aria-hidden />
        </a>
      )}
    </li>
  );
}
