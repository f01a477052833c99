import { Tabs } from '@radix-ui/themes';
import { type ReactNode, useRef } from 'react';
import { useFocusOnChange } from '../../../ui/kept-focus.ts';
import { ChaptersPanel } from './ChaptersPanel.tsx';
import './episode-column.css';
import { NotesPanel } from './NotesPanel.tsx';

export type EpisodeTab = 'transcript' | 'chapters' | 'notes';

export const EPISODE_TABS = [
  { value: 'transcript', name: 'Transcript' },
  { value: 'chapters', name: 'Chapters' },
  { value: 'notes', name: 'Notes' },
] as const satisfies { value: EpisodeTab; name: string }[];

/** Beside the conversation: the transcript, the chapters and the show notes. */
export function EpisodeColumn({
  episodeId,
  tab,
  onTab,
  hasTranscript,
  onPlace,
  children,
}: {
  episodeId: string;
  tab: EpisodeTab;
  onTab: (tab: EpisodeTab) => void;
  /** Whether there is a transcript to open at a time. */
  hasTranscript: boolean;
  /** Opens the transcript at a time. */
  onPlace: (seconds: number) => void;
  /** The transcript. */
  children: ReactNode;
}) {
  const open = hasTranscript ? onPlace : null;
  const shown = useRef<HTMLButtonElement>(null);
  // A chapter opens the transcript, and its panel is gone.
  useFocusOnChange(shown, tab);
  return (
    <Tabs.Root
      className="episode-column"
      value={tab}
      onValueChange={(chosen) => {
        const next = EPISODE_TABS.find(({ value }) => value === chosen);
        if (next) onTab(next.value);
      }}
    >
      <Tabs.List className="episode-tabs" aria-label="About this episode">
        {EPISODE_TABS.map(({ value, name }) => (
          <Tabs.Trigger key={value} ref={value === tab ? shown : undefined} value={value}>
            {name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {/* Stays mounted, so that it keeps its place, its search and its sound. */}
      <Tabs.Content className="episode-panel" value="transcript" tabIndex={-1} forceMount>
        {children}
      </Tabs.Content>
      <Tabs.Content className="episode-panel" value="chapters" tabIndex={-1}>
        <ChaptersPanel episodeId={episodeId} hasTranscript={hasTranscript} onPlace={open} />
      </Tabs.Content>
      <Tabs.Content className="episode-panel" value="notes" tabIndex={-1}>
        <NotesPanel episodeId={episodeId} hasTranscript={hasTranscript} onPlace={open} />
      </Tabs.Content>
    </Tabs.Root>
  );
}
