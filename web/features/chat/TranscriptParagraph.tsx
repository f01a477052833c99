import { memo, type ReactNode } from 'react';
import { formatClock } from '../../../schema/wire/clock.ts';
import type { Match, Paragraph } from './transcript-layout.ts';

interface TranscriptParagraphProps {
  paragraph: Paragraph;
  /** Index of the paragraph in the transcript. */
  place: number;
  /** Whether Tab stops here. The arrow keys reach every paragraph. */
  isTabStop: boolean;
  /** First and last index of this paragraph's highlighted lines, if it has any. */
  citedFrom: number | null;
  citedTo: number | null;
  /** Search matches in this paragraph, in order. */
  matches: readonly Match[];
  currentMatch: Match | null;
  /** Null if the episode has no audio. */
  onHear: ((seconds: number) => void) | null;
  youtubeVideoId: string | null;
}

/** A transcript paragraph with its time, speaker and highlights. */
export const TranscriptParagraph = memo(function TranscriptParagraph(
  props: TranscriptParagraphProps,
) {
  const { paragraph } = props;
  const { text } = paragraph;
  const cited = citedStretch(props);
  return (
    <div className="transcript-paragraph">
      <div className="transcript-margin">
        <PlaceLink {...props} seconds={paragraph.start} />
      </div>
      <div className="min-w-0">
        {paragraph.isNewSpeaker && paragraph.speaker !== null && (
          <p className="transcript-speaker">{paragraph.speaker}</p>
        )}
        <p className="transcript-text" dir="auto">
          {markMatches(text.slice(0, cited.from), 0, props)}
          {cited.from < cited.to && (
            <mark className="cited-text" data-cited>
              {markMatches(text.slice(cited.from, cited.to), cited.from, props)}
            </mark>
          )}
          {markMatches(text.slice(cited.to), cited.to, props)}
        </p>
      </div>
    </div>
  );
});

/** Returns the highlighted range of the paragraph's text; an empty range at its end if there is none. */
function citedStretch({ paragraph, citedFrom, citedTo }: TranscriptParagraphProps) {
  const end = paragraph.text.length;
  if (citedFrom === null || citedTo === null) return { from: end, to: end };
  const cited = paragraph.lines.filter(({ index }) => index >= citedFrom && index <= citedTo);
  const [first, last] = [cited[0], cited.at(-1)];
  if (!first || !last) return { from: end, to: end };
  return { from: first.offset, to: last.offset + last.text.length };
}

/** The paragraph's time: plays it, opens it on YouTube, or is plain text. */
function PlaceLink({
  seconds,
  place,
  isTabStop,
  onHear,
  youtubeVideoId,
}: TranscriptParagraphProps & { seconds: number | null }) {
  if (seconds === null) return null;
  const clock = formatClock(seconds);
  const stop = { 'data-place': place, tabIndex: isTabStop ? 0 : -1 };
  if (onHear) {
    return (
      <button
        {...stop}
        type="button"
        className="transcript-time"
        aria-label={`Play from ${clock}`}
        onClick={() => onHear(seconds)}
      >
        {clock}
      </button>
    );
  }
  if (youtubeVideoId === null) return <span className="transcript-time">{clock}</span>;
  return (
    <a
      {...stop}
      className="transcript-time"
      href={youtubeAt(youtubeVideoId, seconds)}
      target="_blank"
      rel="noreferrer"
      aria-label={`Watch on YouTube from ${clock}`}
    >
      {clock}
    </a>
  );
}

export function youtubeAt(videoId: string, seconds: number): string {
  const video = encodeURIComponent(videoId);
  return `https://www.youtube.com/watch?v=${video}&t=${Math.floor(seconds)}`;
}

/** Renders part of the paragraph's text, starting at `offset`, with its search matches marked. */
function markMatches(
  text: string,
  offset: number,
  { matches, currentMatch }: TranscriptParagraphProps,
): ReactNode {
  const pieces: ReactNode[] = [];
  let done = 0;
  for (const match of matches) {
    const from = Math.max(match.from - offset, done);
    const to = Math.min(match.to - offset, text.length);
    if (from >= to) continue;
    pieces.push(text.slice(done, from));
    pieces.push(
      <mark
        key={match.from}
        className="found-text"
        data-current={match === currentMatch || undefined}
      >
        {text.slice(from, to)}
      </mark>,
    );
    done = to;
  }
  if (pieces.length === 0) return text;
  return [...pieces, text.slice(done)];
}
