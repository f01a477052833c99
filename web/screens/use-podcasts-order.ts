import { useEffect, useEffectEvent, useState } from 'react';
import { hadSubscriptions } from '../features/catalogue/subscriptions.ts';

interface Known {
  hasCards: boolean;
  userId: string | undefined;
  /** Undefined until the list has arrived. */
  hasSubscriptions: boolean | undefined;
  /**
   * Whether the cards' code, the started episodes, or the time of the next fetch is still loading.
   */
  isWaiting: boolean;
  /** Whether the list failed to load, at least once. */
  hasFailed: boolean;
}

/** A call that takes longer must not hold back what is there. */
const PATIENCE_MS = 10_000;

/**
 * Which comes first: new users see the catalogue. The order doesn't change until they ask for it, because
 * content that is being read must not move.
 */
export function usePodcastsOrder({
  hasCards,
  userId,
  hasSubscriptions,
  isWaiting,
  hasFailed,
}: Known) {
  const [isFirstVisit] = useState(() => hadSubscriptions(userId) === null);
  const [isShowingCards, setIsShowingCards] = useState(false);
  const [knownAtFirst, setKnownAtFirst] = useState(hasSubscriptions);
  if (knownAtFirst === undefined && hasSubscriptions !== undefined) {
    setKnownAtFirst(hasSubscriptions);
  }
  // A retry resets the failure count, but must not remove what is already shown.
  const [isShownAnyway, setIsShownAnyway] = useState(false);
  const hasAny = knownAtFirst ?? hadSubscriptions(userId);
  // A known list that fails when it is asked for again changes nothing.
  if (hasFailed && hasAny === null && !isShownAnyway) setIsShownAnyway(true);
  const [isLate, setIsLate] = useState(false);
  const isUnknown = hasAny === null || (isFirstVisit && isWaiting && !isLate);
  const isUndecided = hasCards && isUnknown && !isShownAnyway;
  const endWaiting = useEffectEvent(() => {
    if (hasAny === null) setIsShownAnyway(true);
    else setIsLate(true);
  });
  useEffect(() => {
    if (!isUndecided) return;
    const timer = setTimeout(() => endWaiting(), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isUndecided]);
  return {
    /** First visit in this browser: show nothing that might have to move right away. */
    isUndecided,
    isLedByCatalogue:
      hasCards && !isShowingCards && (hasAny !== true || (isFirstVisit && isShownAnyway)),
    /** Not if the list failed to load, because subscribers must not be told to start. */
    isNew: hasAny === false,
    showCards: () => setIsShowingCards(true),
  };
}
