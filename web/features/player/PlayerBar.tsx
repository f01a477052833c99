import { IconButton } from '@radix-ui/themes';
import { Bookmark, ChevronDown, ChevronUp, Keyboard, Share2, X } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useCallback, useRef } from 'react';
import { notePressOnToast } from '../../ui/toasts.ts';
import { usePageMark } from '../../ui/use-page-mark.ts';
import { closePlayer, currentTime } from './engine.ts';
import { saveMomentNow } from './moments.ts';
import { Control, PlayControl, Progress, ProgressLine, SkipControl } from './PlayerControls.tsx';
import { PlayerFailure } from './PlayerFailure.tsx';
import { SleepSelect, SpeedSelect, VolumeSlider } from './PlayerSettings.tsx';
import { PlayerTitle } from './PlayerTitle.tsx';
import './player.css';
import { changeState, isVideo, readState, usePlayerState } from './player-state.ts';
import { VideoPanel } from './VideoPanel.tsx';

/** What is playing, docked at the bottom of the page or of a dialog above it. */
export function PlayerBar() {
  const episodeId = usePlayerState((state) => state.episodeId);
  const episode = usePlayerState((state) => state.episode);
  const isMore = usePlayerState((state) => state.isMore);
  const more = useRef<HTMLButtonElement>(null);
  const bar = useCallback(tellHeight, []);
  usePageMark('data-player', episodeId !== null);
  if (episodeId === null) return null;
  const hasSound = episode === null || episode.audioUrl !== null;
  const video = isVideo(episode) ? (episode?.youtubeVideoId ?? null) : null;
  const foldByEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isMore) return;
    changeState({ isMore: false });
    // The element that had it may be folded away.
    more.current?.focus();
  };
  return (
    <section
      ref={bar}
      className="player"
      aria-label="Audio player"
      data-more={isMore || undefined}
      data-video={!hasSound || undefined}
      onPointerDownCapture={notePressOnToast}
      onKeyDown={foldByEscape}
    >
      <PlayerFailure />
      {video !== null && <VideoPanel key={episodeId} videoId={video} />}
      {hasSound && <ProgressLine />}
      <div className="player-row">
        <PlayerTitle />
        {hasSound && (
          <>
            <div className="player-controls">
              <SkipControl way="back" />
              <PlayControl />
              <SkipControl way="forward" />
            </div>
            <Progress />
            <span className="player-more">
              <IconButton
                ref={more}
                variant="ghost"
                color="gray"
                aria-label="More controls"
                aria-expanded={isMore}
                onClick={() => changeState({ isMore: !isMore })}
              >
                {isMore ? (
                  <ChevronDown size={18} aria-hidden />
                ) : (
                  <ChevronUp size={18} aria-hidden />
                )}
              </IconButton>
            </span>
            <div className="player-settings">
              <SpeedSelect />
              <SleepSelect />
              <VolumeSlider />
              <MomentControls />
              <Control
                label="Keyboard shortcuts"
                className="player-keys"
                onClick={() => changeState({ shown: 'shortcuts' })}
              >
                <Keyboard size={18} aria-hidden />
              </Control>
            </div>
          </>
        )}
        {video !== null && (
          <div className="player-controls player-video-actions">
            <MomentControls />
          </div>
        )}
        <Control label="Close the player" className="player-close" onClick={closeBar}>
          <X size={18} aria-hidden />
        </Control>
      </div>
    </section>
  );
}

/** The clicked button disappears with the bar. */
function closeBar({ currentTarget }: MouseEvent<HTMLElement>) {
  const around =
    currentTarget.closest<HTMLElement>('[role="dialog"]') ?? document.querySelector('main');
  closePlayer();
  around?.focus({ preventScroll: true });
}

function MomentControls() {
  return (
    <>
      <Control label="Save this moment" onClick={saveMomentNow}>
        <Bookmark size={18} aria-hidden />
      </Control>
      <Control label="Share this moment" onClick={shareNow}>
        <Share2 size={18} aria-hidden />
      </Control>
    </>
  );
}

/** Tells the style sheet the bar's height, so that the page leaves room for it. */
function tellHeight(bar: HTMLElement): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() =>
    style.setProperty('--player-height', `${bar.offsetHeight}px`),
  );
  observer.observe(bar);
  // Not removed on unmount: it may already belong to the bar of a dialog that has opened.
  return () => observer.disconnect();
}

/** The current position; its words are looked up where they are needed. */
function shareNow(): void {
  const { episode } = readState();
  if (episode === null) return;
  const { id: episodeId, title: episodeTitle } = episode;
  const [start, end] = [currentTime(), currentTime()];
  const place = { episodeId, episodeTitle, start, end, text: '', speaker: null };
  changeState({ shown: { shared: place } });
}
