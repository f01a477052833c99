import { type PlayRequest, pause, play, useIsPlaying } from './playback.ts';
import { SteadyLabel } from './SteadyLabel.tsx';

const PATHS = { play: 'M7 4.5v15l12.5-7.5Z', pause: 'M8 5v14M16 5v14' };

/** The triangle, or the two bars; drawn here, since it stands in texts and rows by the hundred. */
export function PlayMark({ isPlaying, size = 16 }: { isPlaying: boolean; size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
      fill={isPlaying ? 'none' : 'currentColor'}
      stroke="currentColor"
      strokeWidth={isPlaying ? 3 : 2}
      strokeLinecap="round"
      strokeLinejoin="round"
      className="shrink-0"
    >
      <path d={isPlaying ? PATHS.pause : PATHS.play} />
    </svg>
  );
}

/** Plays a few seconds of an episode, and pauses it. */
export function ExcerptButton({
  episodeId,
  seconds,
  lasts,
  className,
}: Required<Omit<PlayRequest, 'seconds'>> & { seconds: number; className: string }) {
  const isPlaying = useIsPlaying(episodeId);
  const hear = `Hear ${lasts} Seconds`;
  return (
    <button
      type="button"
      className={className}
      onClick={() => (isPlaying ? pause() : play({ episodeId, seconds, lasts }))}
    >
      <SteadyLabel
        icon={<PlayMark isPlaying={isPlaying} />}
        label={isPlaying ? 'Pause' : hear}
        roomFor={[hear, 'Pause']}
      />
    </button>
  );
}

const PLAY_LABELS = ['Play', 'Pause'];

/** Plays an episode where the reader left off, and pauses it. */
export function PlayButton({ episodeId, className }: { episodeId: string; className: string }) {
  const isPlaying = useIsPlaying(episodeId);
  return (
    <button
      type="button"
      className={className}
      onClick={() => (isPlaying ? pause() : play({ episodeId, seconds: null }))}
    >
      <PlayMark isPlaying={isPlaying} />
      <SteadyLabel label={isPlaying ? 'Pause' : 'Play'} roomFor={PLAY_LABELS} />
    </button>
  );
}
