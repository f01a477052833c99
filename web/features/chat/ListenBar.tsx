import { IconButton, Text } from '@radix-ui/themes';
import { Pause, Play, RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatClock } from '../../../schema/wire/clock.ts';

const BACK_SECONDS = 15;

/** True if playback stopped because of a pause, a seek while loading, or the browser's autoplay policy. */
function isNoFailure(error: unknown): boolean {
  return error instanceof DOMException && ['AbortError', 'NotAllowedError'].includes(error.name);
}

/** A small audio player for the episode. A new `from` object starts playback there. */
export function ListenBar({
  audioUrl,
  from,
}: {
  audioUrl: string;
  from: { seconds: number } | null;
}) {
  const audioRef = useRef<HTMLAudioElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  /** Once started, the player stays visible even if the transcript is hidden. */
  const [hasBegun, setHasBegun] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const [position, setPosition] = useState(0);
  const [duration, setDuration] = useState<number | null>(null);

  const play = () => {
    setHasFailed(false);
    audioRef.current?.play().catch((error: unknown) => {
      if (!isNoFailure(error)) setHasFailed(true);
    });
  };

  useEffect(() => {
    const audio = audioRef.current;
    if (from === null || audio === null) return;
    audio.currentTime = from.seconds;
    setPosition(from.seconds);
    setHasFailed(false);
    audio.play().catch((error: unknown) => {
      if (!isNoFailure(error)) setHasFailed(true);
    });
  }, [from]);

  const seek = (seconds: number) => {
    if (!audioRef.current) return;
    audioRef.current.currentTime = seconds;
    setPosition(seconds);
  };

  return (
    <section className="listen-bar" aria-label="Audio player" data-begun={hasBegun || undefined}>
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript above is its caption */}
      <audio
        ref={audioRef}
        src={audioUrl}
        preload="none"
        onPlay={() => {
          setIsPlaying(true);
          setHasBegun(true);
        }}
        onPause={() => setIsPlaying(false)}
        onEnded={() => {
          setIsPlaying(false);
          setHasBegun(false);
        }}
        onTimeUpdate={(event) => setPosition(event.currentTarget.currentTime)}
        onDurationChange={(event) => {
          const seconds = event.currentTarget.duration;
          setDuration(Number.isFinite(seconds) ? seconds : null);
        }}
        onError={() => setHasFailed(true)}
      />
      <div className="flex items-center gap-3">
        <IconButton
          variant="soft"
          radius="full"
          aria-label={isPlaying ? 'Pause' : 'Play'}
          onClick={() => (isPlaying ? audioRef.current?.pause() : play())}
        >
          {isPlaying ? <Pause size={18} aria-hidden /> : <Play size={18} aria-hidden />}
        </IconButton>
        <IconButton
          variant="ghost"
          color="gray"
          radius="full"
          aria-label={`Back ${BACK_SECONDS} seconds`}
          onClick={() => seek(Math.max(0, position - BACK_SECONDS))}
        >
          <RotateCcw size={18} aria-hidden />
        </IconButton>
        <Text size="1" color="gray" className="tabular-nums">
          {formatClock(position)}
        </Text>
        <input
          type="range"
          className="listen-range"
          aria-label="Position"
          aria-valuetext={formatClock(position)}
          min={0}
          max={Math.max(1, duration ?? position)}
          step={1}
          value={Math.min(position, duration ?? position)}
          disabled={duration === null}
          onChange={(event) => seek(event.currentTarget.valueAsNumber)}
        />
        <Text size="1" color="gray" className="tabular-nums">
          {duration === null ? '–:––' : formatClock(duration)}
        </Text>
      </div>
      {hasFailed && (
        <Text className="mt-2" as="p" size="1" color="red" role="status">
          The audio cannot be played here.{' '}
          <a href={audioUrl} target="_blank" rel="noreferrer" className="underline">
            Open it in a new tab
          </a>
        </Text>
      )}
    </section>
  );
}
