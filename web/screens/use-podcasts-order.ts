import { useState } from 'react';
import { wasFollowing } from '../features/catalogue/subscriptions.ts';

interface Known {
  hasCards: boolean;
  userId: string | undefined;
  /** Undefined until the list has arrived. */
  isFollowing: boolean | undefined;
  /** Whether the cards' code, what was begun, or when the next fetch is available, is still to come. */
  isWaiting: boolean;
  /** Whether the list failed to load, at least once. */
  hasFailed: boolean;
}

/**
 * Which comes first: new users see the catalogue. The order doesn't change until they ask for it, because
 * content that is being read must not move.
 */
export function usePodcastsOrder({ hasCards, userId, isFollowing, isWaiting, hasFailed }: Known) {
  const [isFirstVisit] = useState(() => wasFollowing(userId) === null);
  const [isShowingCards, setIsShowingCards] = useState(false);
  const [startedFollowing, setStartedFollowing] = useState(isFollowing);
  if (startedFollowing === undefined && isFollowing !== undefined) {
    setStartedFollowing(isFollowing);
  }
  // A retry resets the failure count, but must not remove what is already shown.
  const [isShownAnyway, setIsShownAnyway] = useState(false);
  if (hasFailed && !isShownAnyway) setIsShownAnyway(true);
  const isFollower = startedFollowing ?? wasFollowing(userId);
  const isUnknown = isFollower === null || (isFirstVisit && isWaiting);
  return {
    /** First visit in this browser: show nothing that might have to move right away. */
    isUndecided: hasCards && isUnknown && !isShownAnyway,
    isLedByCatalogue:
      hasCards && !isShowingCards && (isFollower !== true || (isFirstVisit && isShownAnyway)),
    /** Not where the list failed to load: who subscribes to podcasts must not be told to start. */
    isNew: isFollower === false,
    showCards: () => setIsShowingCards(true),
  };
}
