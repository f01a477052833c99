import { useEffect, useState } from 'react';
import { Cover } from '../../ui/Cover.tsx';

/** A picture that is read for the first time may be there a little later. */
const TRIES_AFTER_MS = [2_000, 6_000, 20_000];

/**
 * The picture that the podcast gives a chapter, through us; what has none, or one that cannot be had,
 * keeps the placeholder. Decorative: the chapter's title stands beside it.
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
