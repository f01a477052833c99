import { Button } from '@radix-ui/themes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark, BookmarkCheck, ExternalLink, Play, Share2 } from 'lucide-react';
import type { MouseEvent } from 'react';
import { formatClock, formatParagraph } from '../../../../schema/wire/clock.ts';
import { type SaidPlace, saveMoment, share } from '../../../ui/playback.ts';
import { savedPlacesQuery } from '../queries.ts';

const LOOK = { size: '1', variant: 'soft', color: 'amber' } as const;
/** Pressing a button must not clear the selection that the button is for. */
const KEEPING_SELECTION = { onMouseDown: (event: MouseEvent) => event.preventDefault() };

/** Plays, saves and shares the cited or selected sentences. */
export function TranscriptPlace({
  seconds,
  isText,
  isSelected,
  said,
  onHear,
  youtubeVideoId,
}: {
  seconds: number;
  /** Of a source, whose places are paragraphs. */
  isText: boolean;
  isSelected: boolean;
  /** Null where they have no times. */
  said: SaidPlace | null;
  /** Null where it can't be played. */
  onHear: ((seconds: number) => void) | null;
  youtubeVideoId: string | null;
}) {
  return (
    <div className="transcript-cited">
      <span>
        {isSelected ? 'Selected from ' : 'At '}
        <span className="tabular-nums">
          {isText ? formatParagraph(seconds) : formatClock(seconds)}
        </span>
      </span>
      {onHear !== null && (
        <Button {...LOOK} {...KEEPING_SELECTION} onClick={() => onHear(seconds)}>
          <Play size={16} aria-hidden /> Listen Here
        </Button>
      )}
      {said !== null && (
        <>
          <SaveButton said={said} />
          <Button {...LOOK} {...KEEPING_SELECTION} onClick={() => share(said)}>
            <Share2 size={16} aria-hidden /> Share
          </Button>
        </>
      )}
      {youtubeVideoId !== null && (
        <Button {...LOOK} asChild>
          <a href={youtubeAt(youtubeVideoId, seconds)} target="_blank" rel="noreferrer">
            <ExternalLink size={16} aria-hidden /> Watch on YouTube
          </a>
        </Button>
      )}
    </div>
  );
}

/** Saves a place, but only once. */
function SaveButton({ said }: { said: SaidPlace }) {
  const queryClient = useQueryClient();
  const query = savedPlacesQuery(said.episodeId);
  const { data: saved = [] } = useQuery(query);
  // The server saves whole sentences, so that a moment may be longer than the place.
  const holds = ({ start, end }: { start: number; end: number }) =>
    start <= said.start && said.end <= end;
  const isSaved = saved.some(holds);
  const save = () => {
    // Newer than the last render: the button may be pressed twice before the next one.
    const known = queryClient.getQueryData(query.queryKey) ?? [];
    if (known.some(holds)) return;
    void queryClient.cancelQueries(query);
    queryClient.setQueryData(query.queryKey, [...known, said]);
    saveMoment(said);
  };
  return (
    <Button
      {...LOOK}
      {...KEEPING_SELECTION}
      // Stays focusable: a dialog would take the focus of a disabled button for itself.
      aria-disabled={isSaved}
      data-disabled={isSaved || undefined}
      onClick={save}
    >
      {isSaved ? <BookmarkCheck size={16} aria-hidden /> : <Bookmark size={16} aria-hidden />}
      {isSaved ? 'Saved' : 'Save'}
    </Button>
  );
}

function youtubeAt(videoId: string, seconds: number): string {
  const video = encodeURIComponent(videoId);
  return `https://www.youtube.com/watch?v=${video}&t=${Math.floor(seconds)}`;
}
