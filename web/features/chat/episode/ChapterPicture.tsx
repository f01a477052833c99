import { useEffect, useState } from 'react';
import { Cover } from '../../../ui/Cover.tsx';

/** A picture that is fetched for the first time may only be available a little later. */
const TRIES_AFTER_MS = [2_000, 6_000, 20_000];

/**
 * A chapter's picture, proxied by us. The placeholder stays if there is none or it can't be loaded.
 * Decorative, because the chapter's title is next to it.
 */
export function ChapterPicture({
  episodeId,
  chapter: { start, title, imageUrl },
}: {
  episodeId: string;
  chapter: { start: number; title: string; imageUrl: string | null };
}) {
  const [tries, setTries] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    const wait = TRIES_AFTER_MS[tries];
    if (!hasFailed || wait === undefined) return;
    const timer = setTimeout(() => {
      setHasFailed(false);
      setTries(tries + 1);
    }, wait);
    return () => clearTimeout(timer);
  }, [hasFailed, tries]);
  return (
    <Cover
      key={tries}
      className="chapter-picture"
      title={title}
      imageUrl={imageUrl && `/api/podcasts/episodes/${episodeId}/chapters/${start}/picture`}
      onFailed={() => setHasFailed(true)}
    />
  );
}
