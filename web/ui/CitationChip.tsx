import { formatClock } from '../../schema/wire/clock.ts';

/** A transcript position: a button if it can be opened, otherwise text. */
export function CitationChip({
  seconds,
  label = formatClock(seconds),
  onOpen,
}: {
  seconds: number;
  label?: string;
  /** Gets the chip itself too, which takes the focus back. */
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
