import { createContext, type ReactNode, useContext } from 'react';
import type { EpisodePlace } from '../../ui/citations.ts';

/** A chat opened from the library. */
export interface LibraryChat {
  /** Null for a new conversation. */
  sessionId: string | null;
  /** Null, as its title, for a conversation about all podcasts. */
  episodeId: string | null;
  episodeTitle: string | null;
  initialInsight: string | null;
  remainingFollowUps: number | null;
  /** The transcript position to show, in seconds. */
  at?: number;
  /** What that place is cited for. */
  quotation?: string;
  /** A place in one of several episodes. */
  place?: EpisodePlace;
  /** The element that opened it. It gets the focus back. */
  openedBy: HTMLElement;
}

/** The screen's actions for items of the library. A context, because the items are several components deep. */
export interface LibraryActions {
  openChat: (chat: LibraryChat) => void;
  deleteInsight: (insightId: string) => void;
  deleteConversation: (sessionId: string) => void;
  /** What else can be done with an opened insight. */
  insightAction: (insightId: string) => ReactNode;
}

export const LibraryActionsContext = createContext<LibraryActions | null>(null);

export function useLibraryActions(): LibraryActions {
  const actions = useContext(LibraryActionsContext);
  if (!actions) throw new Error('a part of the library is shown outside of it');
  return actions;
}
