import { formatClock } from '../../schema/wire/clock.ts';

/** A place in the transcript: a button where it can be opened, else only the time. */
export function CitationChip({
  seconds,
  label = formatClock(seconds),
  onOpen,
}: {
  seconds: number;
  label?: string;
  /** Also told the chip itself: the focus comes back to it. */
  onOpen?: ((seconds: number, chip: HTMLElement) => void) | undefined;
}) {
  if (!onOpen) return <span className="citation">{label}</span>;
  return (
    <button
      type="button"
      className="citation"
      aria-label={`Open the transcript at ${label}`}
      onClick={(event) => onOpen(seconds, event.currentTarget)}
    >
      {label}
    </button>
  );
}
