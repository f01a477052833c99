import { createContext, type ReactNode, useContext } from 'react';
import type { LibraryChat } from './InsightItem.tsx';

/** What the screen does for the items of the library, which are several lists deep. */
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
