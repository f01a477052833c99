import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

/** What the search asks of the screen it leads to, beyond its address. */
export type Asked =
  | { kind: 'place'; episodeId: string; seconds: number; isHeard: boolean }
  | { kind: 'quiz' };

/** Kept here until that screen is there; a reload or a link asks for nothing. */
let waiting: Asked | null = null;

export function ask(asked: Asked): void {
  waiting = asked;
}

/** Takes what is asked of this screen once it is there. `take` says whether it was meant. */
export function useAsked(take: (asked: Asked) => boolean): void {
  // Also drawn anew where the address stays the same.
  useLocation({ select: ({ state }) => state.__TSR_key });
  useEffect(() => {
    if (waiting !== null && take(waiting)) waiting = null;
  });
}
