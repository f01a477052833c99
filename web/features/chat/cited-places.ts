import { createContext } from 'react';
import type { MarkdownProps } from '../../ui/Markdown.tsx';

/** Where a conversation's citations lead. A context, because its answers are several components deep. */
export interface CitedPlacesValue extends Pick<MarkdownProps, 'onCitation' | 'onPlace'> {
  /** Null in a conversation about several episodes. */
  episodeId: string | null;
  /** False if the episode has no audio or video: its places can be opened but not played. */
  isPlayable: boolean;
}

export const CitedPlaces = createContext<CitedPlacesValue>({ episodeId: null, isPlayable: false });
