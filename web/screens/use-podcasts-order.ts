import { useState } from 'react';
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
  if (hasFailed && !isShownAnyway) setIsShownAnyway(true);
  const hasAny = knownAtFirst ?? hadSubscriptions(userId);
  const isUnknown = hasAny === null || (isFirstVisit && isWaiting);
  return {
    /** First visit in this browser: show nothing that might have to move right away. */
    isUndecided: hasCards && isUnknown && !isShownAnyway,
    isLedByCatalogue:
      hasCards && !isShowingCards && (hasAny !== true || (isFirstVisit && isShownAnyway)),
    /** Not if the list failed to load, because subscribers must not be told to start. */
    isNew: hasAny === false,
    showCards: () => setIsShowingCards(true),
  };
}
