import { IconButton } from '@radix-ui/themes';
import { LoaderCircle } from 'lucide-react';
import type { CSSProperties, MouseEvent, ReactNode } from 'react';
import { formatClock } from '../../../schema/wire/clock.ts';
import { PlayMark } from '../../ui/PlayButton.tsx';
import { BACK_SECONDS, FORWARD_SECONDS, seek, seekBy, togglePlaying } from './engine.ts';
import { type PlayerState, usePlayerState } from './player-state.ts';

export function PlayControl() {
  const status = usePlayerState((state) => state.status);
  const isBuffering = usePlayerState((state) => state.isBuffering);
  const isPlaying = status === 'playing';
  return (
    <IconButton
      radius="full"
      size="3"
      aria-label={isPlaying ? 'Pause' : 'Play'}
      aria-busy={isBuffering}
      disabled={status === 'loading'}
      onClick={togglePlaying}
    >
      {isBuffering ? (
        <LoaderCircle size={18} aria-hidden className="animate-spin" />
      ) : (
        <PlayMark isPlaying={isPlaying} size={20} />
      )}
    </IconButton>
  );
}

export function Control({
  label,
  className = '',
  onClick,
  children,
}: {
  label: string;
  className?: string;
  onClick: (event: MouseEvent<HTMLElement>) => void;
  children: ReactNode;
}) {
  return (
    <IconButton
      variant="ghost"
      color="gray"
      className={className}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {children}
    </IconButton>
  );
}

const ARROWS = {
  back: 'M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8M3 3v5h5',
  forward: 'M21 12a9 9 0 1 1-9-9c2.52 0 4.93 1 6.74 2.74L21 8M21 3v5h-5',
};

/** An arrow around the number of seconds that it skips. */
export function SkipControl({ way }: { way: 'back' | 'forward' }) {
  const seconds = way === 'back' ? BACK_SECONDS : FORWARD_SECONDS;
  return (
    <Control
      label={way === 'back' ? `Back ${seconds} seconds` : `Forward ${seconds} seconds`}
      className="player-skip"
      onClick={() => seekBy(way === 'back' ? -seconds : seconds)}
    >
      <svg viewBox="0 0 24 24" className="size-6" aria-hidden="true" fill="currentColor">
        <path
          d={ARROWS[way]}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.75}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <text x={12} y={15} textAnchor="middle" fontSize={8} fontWeight={700}>
          {seconds}
        </text>
      </svg>
    </Control>
  );
}

/** The fraction of the whole, 0 to 1, for the style sheet. */
export const styleAt = (share: number) =>
  ({ '--at': Math.max(0, Math.min(1, share || 0)) }) as CSSProperties;

const shareHeard = ({ seconds, duration }: PlayerState) =>
  duration === null || duration === 0 ? 0 : Math.floor(seconds) / duration;

export function Progress() {
  const seconds = usePlayerState((state) => Math.floor(state.seconds));
  const duration = usePlayerState((state) => state.duration);
  const share = usePlayerState(shareHeard);
  const chapters = usePlayerState(({ episode }) => episode?.chapters);
  return (
    <div className="player-progress">
      <span>{formatClock(seconds)}</span>
      <span className="player-track">
        <input
          type="range"
          className="player-range"
          style={styleAt(share)}
          aria-label="Position"
          aria-valuetext={`${formatClock(seconds)}${duration === null ? '' : ` of ${formatClock(duration)}`}`}
          min={0}
          max={Math.max(1, Math.floor(duration ?? seconds))}
          step={1}
          value={Math.min(seconds, duration ?? seconds)}
          disabled={duration === null}
          onChange={(event) => seek(event.currentTarget.valueAsNumber)}
        />
        {duration !== null &&
          chapters
            ?.filter(({ isListed, start }) => isListed && start > 0 && start < duration)
            .map(({ start }) => (
              <span
                key={start}
                className="player-chapter"
                style={styleAt(start / duration)}
                aria-hidden
              />
            ))}
      </span>
      <span>{duration === null ? '–:––' : formatClock(duration)}</span>
    </div>
  );
}

/** Shows the progress where there is no room for the slider. */
export function ProgressLine() {
  const share = usePlayerState(shareHeard);
  return <span className="player-line" style={styleAt(share)} aria-hidden />;
}
