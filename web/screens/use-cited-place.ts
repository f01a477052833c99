import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { EpisodePlace } from '../ui/citations.ts';
import { useScreenRequest } from './screen-request.ts';

/**
 * The place in the address, with what it is cited for, which the address doesn't hold: a link or a reload
 * has none.
 */
export function useCitedPlace(): {
  place: EpisodePlace | null;
  /** Notes what the place is cited for that the address is about to get. */
  note: (place: EpisodePlace) => void;
} {
  const { episode, at } = useSearch({ strict: false });
  const [noted, note] = useState<EpisodePlace | null>(null);
  useScreenRequest((asked) => {
    if (asked.kind !== 'place' || asked.episodeId !== episode) return false;
    note(asked);
    return true;
  });
  const place = useMemo(() => {
    if (episode === undefined || at === undefined) return null;
    const isNoted = noted?.episodeId === episode && noted.seconds === at;
    return isNoted ? noted : { episodeId: episode, seconds: at };
  }, [noted, episode, at]);
  return { place, note };
}
