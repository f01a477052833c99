import { Moon, Volume2, VolumeX } from 'lucide-react';
import { setSleep, setSpeed, setVolume } from './engine.ts';
import { styleAt } from './PlayerControls.tsx';
import { SLEEP_MINUTES, SPEEDS, usePlayerState } from './player-state.ts';

const MINUTE_MS = 60_000;

/** The browser's own lists: they work the same by touch, keys and screen reader. */
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

export function SleepSelect() {
  const sleep = usePlayerState((state) => state.sleep);
  const value = sleep === null ? '' : sleep === 'end' ? sleep : String(sleep.minutes);
  return (
    <label className="player-sleep" data-on={sleep !== null || undefined} title="Sleep timer">
      <Moon size={16} aria-hidden />
      <select
        className="player-select"
        aria-label="Sleep timer"
        value={value}
        onChange={({ currentTarget: { value: chosen } }) => {
          const minutes = Number(chosen);
          if (chosen === 'end') setSleep('end');
          else if (chosen === '') setSleep(null);
          else setSleep({ at: Date.now() + minutes * MINUTE_MS, minutes });
        }}
      >
        <option value="">Off</option>
        {SLEEP_MINUTES.map((minutes) => (
          <option key={minutes} value={minutes}>
            {minutes} min
          </option>
        ))}
        <option value="end">End</option>
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
        aria-valuetext={`${Math.round(volume * 100)} %`}
        min={0}
        max={1}
        step={0.05}
        value={volume}
        onChange={(event) => setVolume(event.currentTarget.valueAsNumber)}
      />
    </label>
  );
}
