import { Button } from '@radix-ui/themes';
import { Bookmark, ExternalLink, Play, Share2 } from 'lucide-react';
import type { MouseEvent } from 'react';
import { formatClock, formatParagraph } from '../../../schema/wire/clock.ts';
import { keepMoment, type SaidPlace, share } from '../../ui/playback.ts';

const LOOK = { size: '1', variant: 'soft', color: 'amber' } as const;
/** A press on a button does not take the selection away that it is about. */
const KEEPING_SELECTION = { onMouseDown: (event: MouseEvent) => event.preventDefault() };

/** The cited or selected sentences: to hear, keep and share. */
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
    <div className="transcript-cited" role="status">
      <span>
        {isSelected ? 'Selected from ' : 'At '}
        <span className="tabular-nums">
          {isText ? formatParagraph(seconds) : formatClock(seconds)}
        </span>
      </span>
      {onHear !== null && (
        <Button {...LOOK} {...KEEPING_SELECTION} onClick={() => onHear(seconds)}>
          <Play size={16} aria-hidden /> Listen here
        </Button>
      )}
      {said !== null && (
        <>
          <Button {...LOOK} {...KEEPING_SELECTION} onClick={() => keepMoment(said)}>
            <Bookmark size={16} aria-hidden /> Keep
          </Button>
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

function youtubeAt(videoId: string, seconds: number): string {
  const video = encodeURIComponent(videoId);
  return `https://www.youtube.com/watch?v=${video}&t=${Math.floor(seconds)}`;
}
