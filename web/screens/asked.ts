import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { EpisodePlace } from '../ui/citations.ts';

/** What is asked of the screen that is opened, beyond its address. */
export type Asked = ({ kind: 'place' } & EpisodePlace) | { kind: 'quiz' };

/** Held in memory until that screen mounts. A reload or a link asks for nothing. */
let waiting: Asked | null = null;

/** Asks it of the screen that is opened next. */
export function ask(asked: Asked): void {
  waiting = asked;
}

/** Hands a screen its pending request once it mounts. `take` returns whether the request was for it. */
export function useAsked(take: (asked: Asked) => boolean): void {
  // Also rerenders if the address stays the same.
  useLocation({ select: ({ state }) => state.__TSR_key });
  useEffect(() => {
    if (waiting !== null && take(waiting)) waiting = null;
  });
}
