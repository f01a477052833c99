import { type MouseEvent, memo, type ReactNode, useEffect, useState } from 'react';
import { formatClock, formatParagraph } from '../../../../schema/wire/clock.ts';
import type { SaidSentence } from './said-sentence.ts';
import type { Match, Paragraph } from './transcript-layout.ts';
import type { SaidListeners } from './use-following.ts';

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
  /** Null if the episode can't be played. */
  onHear: ((seconds: number) => void) | null;
  /** Called with the sentence being spoken. */
  listeners: SaidListeners;
  /** Called when the character at `offset` is clicked; null if the episode can't be played. */
  onSentence: ((paragraph: Paragraph, offset: number) => void) | null;
}

/** A transcript paragraph with its time, speaker and highlights. */
export const TranscriptParagraph = memo(function TranscriptParagraph(
  props: TranscriptParagraphProps,
) {
  const { paragraph, place, listeners, onSentence } = props;
  const { text } = paragraph;
  const [said, setSaid] = useState<SaidSentence | null>(null);
  useEffect(() => {
    listeners.set(place, setSaid);
    return () => {
      listeners.delete(place);
    };
  }, [listeners, place]);
  const cited = citedRange(props);
  const piece = (from: number, to: number) => markCited(text, { from, to }, cited, props);
  return (
    <div className="transcript-paragraph">
      <div className="transcript-margin">
        {paragraph.number === null ? (
          <PlaceLink {...props} seconds={paragraph.start} />
        ) : (
          <span className="transcript-time">{formatParagraph(paragraph.number)}</span>
        )}
      </div>
      <div className="min-w-0">
        {paragraph.isNewSpeaker && paragraph.speaker !== null && (
          <p className="transcript-speaker">{paragraph.speaker}</p>
        )}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard its time is pressed */}
        <p
          className="transcript-text"
          data-heard={onSentence !== null || undefined}
          dir="auto"
          onClick={
            onSentence === null
              ? undefined
              : (event) => {
                  const offset = offsetOf(event);
                  if (offset !== null) onSentence(paragraph, offset);
                }
          }
        >
          {said === null ? (
            piece(0, text.length)
          ) : (
            <>
              {piece(0, said.from)}
              <span className="said-text" data-said>
                {piece(said.from, said.to)}
              </span>
              {piece(said.to, text.length)}
            </>
          )}
        </p>
      </div>
    </div>
  );
});

/** Which character of the paragraph was clicked; null where text was selected instead. */
function offsetOf({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>): number | null {
  if (getSelection()?.isCollapsed === false) return null;
  const caret = document.caretPositionFromPoint?.(clientX, clientY);
  if (!caret || !currentTarget.contains(caret.offsetNode)) return null;
  const before = document.createRange();
  before.setStart(currentTarget, 0);
  before.setEnd(caret.offsetNode, caret.offset);
  return before.toString().length;
}

/** Renders part of the text, with the highlighted range marked. */
function markCited(
  text: string,
  { from, to }: { from: number; to: number },
  cited: { from: number; to: number },
  props: TranscriptParagraphProps,
): ReactNode {
  const start = Math.min(Math.max(cited.from, from), to);
  const end = Math.min(Math.max(cited.to, start), to);
  return (
    <>
      {markMatches(text.slice(from, start), from, props)}
      {start < end && (
        <mark className="cited-text" data-cited>
          {markMatches(text.slice(start, end), start, props)}
        </mark>
      )}
      {markMatches(text.slice(end, to), end, props)}
    </>
  );
}

/** Returns the highlighted range of the paragraph's text; an empty range at its end if there is none. */
function citedRange({ paragraph, citedFrom, citedTo }: TranscriptParagraphProps) {
  const end = paragraph.text.length;
  if (citedFrom === null || citedTo === null) return { from: end, to: end };
  const cited = paragraph.lines.filter(({ index }) => index >= citedFrom && index <= citedTo);
  const [first, last] = [cited[0], cited.at(-1)];
  if (!first || !last) return { from: end, to: end };
  return { from: first.offset, to: last.offset + last.text.length };
}

/** The paragraph's time: plays it, or is plain text. */
function PlaceLink({
  seconds,
  place,
  isTabStop,
  onHear,
}: TranscriptParagraphProps & { seconds: number | null }) {
  if (seconds === null) return null;
  const clock = formatClock(seconds);
  if (!onHear) return <span className="transcript-time">{clock}</span>;
  return (
    <button
      data-place={place}
      tabIndex={isTabStop ? 0 : -1}
      type="button"
      className="transcript-time"
      aria-label={`Play from ${clock}`}
      onClick={() => onHear(seconds)}
    >
      {clock}
    </button>
  );
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
