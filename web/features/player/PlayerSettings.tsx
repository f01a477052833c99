import { Moon, Volume2, VolumeX } from 'lucide-react';
import { currentTime, setSleep } from './engine.ts';
import { styleAt } from './PlayerControls.tsx';
import { SPEEDS, usePlayerState } from './player-state.ts';
import {
  hasChapters,
  minutesLeft,
  SLEEP_MINUTES,
  sleepAfterChapter,
  sleepIn,
} from './sleep-timer.ts';
import { setSpeed, setVolume } from './sound.ts';

/** Native selects, because they work with touch, keyboard and screen readers alike. */
export function SpeedSelect() {
  const speed = usePlayerState((state) => state.speed);
  return (
    <select
      className="player-select tabular-nums"
      aria-label="Speed"
      title="Speed"
      value={speed}
      onChange={(event) => setSpeed(Number(event.currentTarget.value))}
    >
      {SPEEDS.map((one) => (
        <option key={one} value={one}>
          {one}×
        </option>
      ))}
    </select>
  );
}

/**
 * The remaining time is an option of its own, so that the same number of minutes can be chosen again. It is in its place
 * among them, so that arrow keys lead from it to both sides.
 */
const LEFT = 'left';

export function SleepSelect() {
  const kind = usePlayerState(({ sleep }) => sleep?.kind ?? '');
  const left = usePlayerState(({ sleep }) => minutesLeft(sleep));
  const episode = usePlayerState((state) => state.episode);
  const minutes = [...new Set([...SLEEP_MINUTES, ...(left === null ? [] : [left])])];
  const choose = (chosen: string) => {
    if (chosen === 'chapter') setSleep(sleepAfterChapter(episode, currentTime()));
    else if (chosen === 'episode') setSleep({ kind: 'episode' });
    else setSleep(chosen === '' ? null : sleepIn(Number(chosen)));
  };
  return (
    <label className="player-sleep" data-on={kind !== '' || undefined} title="Sleep timer">
      <Moon size={16} aria-hidden />
      <select
        className="player-select"
        aria-label="Sleep timer"
        value={left === null ? kind : LEFT}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value="">Off</option>
        {minutes
          .sort((a, b) => a - b)
          .map((one) =>
            one === left ? (
              <option key={one} value={LEFT} disabled>
                {one} min left
              </option>
            ) : (
              <option key={one} value={one}>
                {one} min
              </option>
            ),
          )}
        {hasChapters(episode) && <option value="chapter">End of chapter</option>}
        <option value="episode">End of episode</option>
      </select>
    </label>
  );
}

export function VolumeSlider() {
  const volume = usePlayerState((state) => (state.isMuted ? 0 : state.volume));
  const Icon = volume === 0 ? VolumeX : Volume2;
  return (
    <label className="player-volume" title="Volume">
      <Icon size={16} aria-hidden />
      <input
        type="range"
        className="player-range"
        style={styleAt(volume)}
        aria-label="Volume"
        aria-valuetext={`${Math.round(volume * 100)}%`}
        min={0}
        max={1}
        step={0.05}
        value={volume}
        onChange={(event) => setVolume(event.currentTarget.valueAsNumber)}
      />
    </label>
  );
}
