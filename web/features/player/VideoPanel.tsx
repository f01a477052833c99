import { Button } from '@radix-ui/themes';
import { ExternalLink, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { saveVideoPlace, tellVideo } from './engine.ts';
import { changeState, usePlayerState } from './player-state.ts';
import { listenToVideo, VIDEO_ORIGIN } from './video-messages.ts';

/** An episode that is only a video. Nothing is loaded from YouTube before the reader agrees. */
export function VideoPanel({ videoId }: { videoId: string }) {
  const isAllowed = usePlayerState((state) => state.isVideoAllowed);
  const seconds = usePlayerState((state) => Math.floor(state.seconds));
  const video = encodeURIComponent(videoId);
  if (isAllowed) return <Video video={video} />;
  return (
    <div className="player-note">
      <p>
        This episode is a video on YouTube. Playing it here tells YouTube your IP address, your
        browser and what you watch.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => changeState({ isVideoAllowed: true })}>
          <Play size={16} aria-hidden /> Play Video
        </Button>
        <Button variant="soft" color="gray" asChild>
          <a
            href={`https://www.youtube.com/watch?v=${video}&t=${seconds}`}
            target="_blank"
            rel="noreferrer"
          >
            <ExternalLink size={16} aria-hidden /> Watch on YouTube
          </a>
        </Button>
      </div>
    </div>
  );
}

/** The position is part of the frame's address, so a new position reloads it. */
function Video({ video }: { video: string }) {
  const title = usePlayerState(({ episode }) => episode?.title ?? 'Video');
  const from = usePlayerState(({ videoFrom }) => videoFrom);
  const frame = useRef<HTMLIFrameElement>(null);
  const [begins, setBegins] = useState({ from, round: 0 });
  if (begins.from !== from) setBegins({ from, round: begins.round + 1 });
  useEffect(() => {
    const stop = frame.current ? listenToVideo(frame.current, tellVideo) : () => {};
    return () => {
      stop();
      saveVideoPlace();
    };
  }, []);
  const address = new URL(`/embed/${video}`, VIDEO_ORIGIN);
  address.searchParams.set('autoplay', '1');
  address.searchParams.set('start', String(Math.floor(from.seconds)));
  address.searchParams.set('enablejsapi', '1');
  address.searchParams.set('origin', location.origin);
  // A new hash reloads the frame, even at the same second.
  address.hash = String(begins.round);
  return (
    <iframe
      ref={frame}
      className="player-video"
      title={title}
      src={address.href}
      allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}
