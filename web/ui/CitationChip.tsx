import { formatClock } from '../../schema/wire/clock.ts';
import { isTimeLabel, openingLabel } from './citations.ts';
import { PlayMark } from './PlayButton.tsx';
import { play } from './playback.ts';

/**
 * A position in a transcript or source: a button if it can be opened, and one to play what was said;
 * otherwise text.
 */
export function CitationChip({
  seconds,
  label = formatClock(seconds),
  onOpen,
  episodeId,
}: {
  seconds: number;
  label?: string;
  /** Gets the chip itself too, which takes the focus back. */
  onOpen?: ((seconds: number, chip: HTMLElement) => void) | undefined;
  /** Where it can be played, too. */
  episodeId?: string | undefined;
}) {
  if (!onOpen) return <span className="citation">{label}</span>;
  const opener = (
    <button
      type="button"
      className="citation"
      aria-label={openingLabel(label)}
      onClick={(event) => onOpen(seconds, event.currentTarget)}
    >
      {label}
    </button>
  );
  if (episodeId === undefined || !isTimeLabel(label)) return opener;
  return (
    // Keeps both on one line.
    <span className="cited">
      {opener}
      <button
        type="button"
        className="citation-play"
        aria-label={`Play from ${label}`}
        onClick={() => play({ episodeId, seconds })}
      >
        <PlayMark isPlaying={false} size={12} />
      </button>
    </span>
  );
}
