import { Fragment, memo, type ReactNode } from 'react';
import { formatClock, type Match, type Paragraph } from './transcript-layout.ts';

interface TranscriptParagraphProps {
  paragraph: Paragraph;
  /** First and last index of the highlighted passages, where some are this paragraph's. */
  citedFrom: number | null;
  citedTo: number | null;
  /** What a search found in this paragraph, in order. */
  matches: readonly Match[];
  currentMatch: Match | null;
  /** Null where there is no sound to hear. */
  onHear: ((seconds: number) => void) | null;
  youtubeVideoId: string | null;
}

/** A paragraph of a transcript with its time, its speaker, and what is marked in it. */
export const TranscriptParagraph = memo(function TranscriptParagraph(
  props: TranscriptParagraphProps,
) {
  const { paragraph, citedFrom, citedTo } = props;
  const isCited = (index: number) =>
    citedFrom !== null && citedTo !== null && index >= citedFrom && index <= citedTo;
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
          {paragraph.passages.map(({ index, text, offset }) => {
            const content = markMatches(text, offset, props);
            // The space after it belongs to it only where the highlight goes on.
            const space = isCited(index + 1) ? ' ' : null;
            return (
              <Fragment key={index}>
                {isCited(index) ? (
                  <mark className="cited-passage" data-cited>
                    {content}
                    {space}
                  </mark>
                ) : (
                  content
                )}
                {(space === null || !isCited(index)) && ' '}
              </Fragment>
            );
          })}
        </p>
      </div>
    </div>
  );
});

/** The time of a paragraph: to hear it, to see it on YouTube, or just to know it. */
function PlaceLink({
  seconds,
  onHear,
  youtubeVideoId,
}: TranscriptParagraphProps & { seconds: number | null }) {
  if (seconds === null) return null;
  const clock = formatClock(seconds);
  if (onHear) {
    return (
      <button
        type="button"
        className="transcript-time"
        aria-label={`Hear it from ${clock}`}
        onClick={() => onHear(seconds)}
      >
        {clock}
      </button>
    );
  }
  if (youtubeVideoId === null) return <span className="transcript-time">{clock}</span>;
  return (
    <a
      className="transcript-time"
      href={youtubeAt(youtubeVideoId, seconds)}
      target="_blank"
      rel="noreferrer"
      aria-label={`Watch it on YouTube from ${clock}`}
    >
      {clock}
    </a>
  );
}

export function youtubeAt(videoId: string, seconds: number): string {
  const video = encodeURIComponent(videoId);
  return `https://www.youtube.com/watch?v=${video}&t=${Math.floor(seconds)}`;
}

/** The part of the found stretches that lies in this passage; one may begin in the one before. */
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
        className="found-passage"
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
