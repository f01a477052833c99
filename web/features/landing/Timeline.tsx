const BARS = 84;
const STEP = 5;
const HEIGHT = 28;

/** Varies like speech; not taken from a real recording. */
function loudness(bar: number): number {
  return 0.22 + 0.78 * Math.abs(Math.sin(bar * 1.31) * Math.cos(bar * 0.37 + 0.6));
}

function draw(bars: number[]): string {
  return bars
    .map((bar) => {
      const half = (loudness(bar) * (HEIGHT - 4)) / 2;
      return `M${bar * STEP + 2} ${(HEIGHT / 2 - half).toFixed(1)}v${(half * 2).toFixed(1)}`;
    })
    .join('');
}

/** An episode as a waveform with the cited positions. */
export function Timeline({ places }: { places: readonly number[] }) {
  const all = Array.from({ length: BARS }, (_, bar) => bar);
  const cited = new Set(places.map((place) => Math.round(place * BARS)));
  return (
    <svg
      viewBox={`0 0 ${BARS * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="live-timeline"
    >
      <path d={draw(all.filter((bar) => !cited.has(bar)))} />
      <path d={draw([...cited])} className="is-cited" />
    </svg>
  );
}
