/** `754` → `12:34`, `3753` → `1:02:33`. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(whole % 60)}`
    : `${two(minutes)}:${two(whole % 60)}`;
}

/** A place in the transcript: a button where it can be opened, else only the time. */
export function CitationChip({
  seconds,
  label = clockTime(seconds),
  onOpen,
}: {
  seconds: number;
  label?: string;
  onOpen?: ((seconds: number) => void) | undefined;
}) {
  if (!onOpen) return <span className="citation">{label}</span>;
  return (
    <button
      type="button"
      className="citation"
      aria-label={`Open the transcript at ${label}`}
      onClick={() => onOpen(seconds)}
    >
      {label}
    </button>
  );
}
