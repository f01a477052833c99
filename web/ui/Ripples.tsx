const RADII = [10, 20, 30, 40, 52, 64, 78, 92, 108, 124];

/** Concentric rings around a falling drop, the only ornament. Uses the text colour. */
export function Ripples({
  x = 50,
  y = 50,
  rings = RADII.length,
  hasDrop = true,
  isFlat = false,
  className,
}: {
  /** Where the drop fell, in percent. */
  x?: number;
  y?: number;
  /** Four fit into the box; further ones are cut off at its edges. */
  rings?: number;
  hasDrop?: boolean;
  /** Seen from the side: as wide and flat as the box. */
  isFlat?: boolean;
  className?: string;
}) {
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio={isFlat ? 'none' : 'xMidYMid slice'}
      className={className}
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
    >
      {RADII.slice(0, rings).map((radius, index) => (
        <circle
          key={radius}
          cx={x}
          cy={y}
          r={radius}
          vectorEffect="non-scaling-stroke"
          opacity={(100 - 9 * index) / 100}
        />
      ))}
      {hasDrop ? <circle cx={x} cy={y} r="2.5" fill="currentColor" stroke="none" /> : null}
    </svg>
  );
}
