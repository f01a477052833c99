import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { EpisodePlace } from '../ui/citations.ts';

/** What the screen that opens next should do, beyond what its address says. */
export type ScreenRequest = ({ kind: 'place' } & EpisodePlace) | { kind: 'quiz' };

/** Held in memory until that screen mounts, so that a reload or a link doesn't repeat it. */
let pending: ScreenRequest | null = null;

/** Requests something from the screen that opens next. */
export function requestFromNextScreen(request: ScreenRequest): void {
  pending = request;
}

/** Hands a screen its pending request once it mounts. `take` returns whether the request was for it. */
export function useScreenRequest(take: (request: ScreenRequest) => boolean): void {
  // Also rerenders if the address stays the same.
  useLocation({ select: ({ state }) => state.__TSR_key });
  useEffect(() => {
    if (pending !== null && take(pending)) pending = null;
  });
}
