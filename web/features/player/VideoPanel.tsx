import { Button } from '@radix-ui/themes';
import { ExternalLink, Play } from 'lucide-react';
import { useState } from 'react';
import { usePlayerState } from './player-state.ts';

/** An episode that is a video only. Nothing of YouTube's is loaded before the reader says so. */
export function VideoPanel({ videoId }: { videoId: string }) {
  const start = usePlayerState(({ seconds }) => Math.floor(seconds));
  const title = usePlayerState(({ episode }) => episode?.title ?? 'Video');
  const [isLoaded, setIsLoaded] = useState(false);
  const video = encodeURIComponent(videoId);
  if (isLoaded) {
    return (
      <iframe
        className="player-video"
        title={title}
        src={`https://www.youtube-nocookie.com/embed/${video}?autoplay=1&start=${start}`}
        allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    );
  }
  return (
    <div className="player-note">
      <p>
        This episode is a video on YouTube. Playing it here tells YouTube your network address, your
        browser and what you watch.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setIsLoaded(true)}>
          <Play size={16} aria-hidden /> Play the video
        </Button>
        <Button variant="soft" color="gray" asChild>
          <a
            href={`https://www.youtube.com/watch?v=${video}&t=${start}`}
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
