import { Badge } from '@radix-ui/themes';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { type MouseEvent, useMemo } from 'react';
import type { EpisodePage } from '../../../../schema/wire/episode-page.ts';
import { canPlay } from '../../../../schema/wire/media.ts';
import { formatDay } from '../../../ui/dates.ts';
import { play } from '../../../ui/playback.ts';
import { episodePageQuery } from '../queries.ts';
import { EpisodePageState } from './EpisodePageState.tsx';
import { prepareNotes } from './notes-html.ts';

/** The show notes. A time in them opens the transcript there, and plays from there. */
export function NotesPanel({
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
  if (!query.data) return <EpisodePageState query={query} name="show notes" />;
  return (
    <section className="episode-scroll" aria-label="Show notes">
      <Facts page={query.data} />
      {query.data.notes === '' ? (
        <p className="mt-4 text-sm text-quiet">This episode has no show notes.</p>
      ) : (
        <NotesHtml
          html={query.data.notes}
          playable={canPlay(query.data) ? episodeId : null}
          onPlace={onPlace}
        />
      )}
    </section>
  );
}

/** Smaller images in show notes are icons or tracking pixels. */
const SMALLEST_PICTURE_PX = 32;

function Facts({ page }: { page: EpisodePage }) {
  const { season, number, type, explicit, link, hasPicture, id, podcastTitle } = page;
  const numbers = [
    season === null ? '' : `Season ${season}`,
    number === null ? '' : `Episode ${number}`,
  ].filter(Boolean);
  return (
    <header className="notes-facts">
      {hasPicture && (
        <img
          src={`/api/podcasts/episodes/${id}/picture`}
          alt=""
          width={64}
          height={64}
          loading="lazy"
          decoding="async"
          onLoad={({ currentTarget }) => {
            currentTarget.hidden = currentTarget.naturalWidth < SMALLEST_PICTURE_PX;
          }}
          onError={({ currentTarget }) => {
            currentTarget.hidden = true;
          }}
        />
      )}
      <div className="min-w-0">
        <p className="font-medium text-ink" dir="auto">
          {podcastTitle}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
          {type !== 'full' && <Badge>{type === 'trailer' ? 'Trailer' : 'Bonus'}</Badge>}
          {explicit === true && <Badge color="gray">Explicit</Badge>}
          {numbers.length > 0 && <span>{numbers.join(' · ')}</span>}
          {page.publishedAt !== null && <span>{formatDay(page.publishedAt)}</span>}
        </p>
        {link !== null && (
          <a
            href={link}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="notes-page-link"
          >
            Episode page <ExternalLink size={16} aria-hidden />
          </a>
        )}
      </div>
    </header>
  );
}

function NotesHtml({
  html,
  playable,
  onPlace,
}: {
  html: string;
  /** The episode to play; null if it can't be played. */
  playable: string | null;
  onPlace: ((seconds: number) => void) | null;
}) {
  const places = { open: onPlace !== null, play: playable !== null };
  const content = useMemo(
    () => ({ __html: prepareNotes(html, { open: places.open, play: places.play }) }),
    [html, places.open, places.play],
  );
  const onClick = (event: MouseEvent) => {
    const { target } = event;
    const time = target instanceof Element ? target.closest('[data-open], [data-play]') : null;
    if (!(time instanceof HTMLElement)) return;
    if (time.dataset.open !== undefined) onPlace?.(Number(time.dataset.open));
    else if (playable !== null) play({ episodeId: playable, seconds: Number(time.dataset.play) });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles the clicks of the buttons inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: buttons turn key presses into clicks by themselves
    <div
      dir="auto"
      className="reading notes-text"
      onClick={onClick}
      // Safe: the server has reduced it to a list of plain formatting, and this page only adds buttons with digits and links to addresses that are in the text.
      dangerouslySetInnerHTML={content}
    />
  );
}
