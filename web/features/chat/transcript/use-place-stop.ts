import { type FocusEvent, type KeyboardEvent, useState } from 'react';

/** The next index for each key, among `count` items. */
const MOVES: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => Math.min(index + 1, count - 1),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Makes a long list a single tab stop (roving tabindex). Items carry `data-place`; the arrow keys move
 * between them, Home and End jump to the ends.
 *
 * @param first the initial item; a new value resets the position
 */
export function usePlaceStop(first: number) {
  const [stop, setStop] = useState({ first, place: first });
  if (stop.first !== first) setStop({ first, place: first });

  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const { place } = target.dataset;
    if (place !== undefined) setStop({ first, place: Number(place) });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const move = MOVES[event.key];
    const places = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-place]')];
    const { target } = event;
    const index = target instanceof HTMLElement ? places.indexOf(target) : -1;
    if (!move || index === -1) return;
    event.preventDefault();
    const next = places[move(index, places.length)];
    next?.focus({ preventScroll: true });
    keepInView(next);
  };
  return { stop: stop.place, onFocus, onKeyDown };
}

/** Items outside the viewport have estimated heights. After their layout the item may have moved. */
function keepInView(place: HTMLElement | undefined, tries = 3): void {
  place?.scrollIntoView({ block: 'nearest' });
  if (tries > 0) requestAnimationFrame(() => keepInView(place, tries - 1));
}
