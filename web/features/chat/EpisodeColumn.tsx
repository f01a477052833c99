import { Tabs } from '@radix-ui/themes';
import { type ReactNode, useState } from 'react';
import { ChaptersPanel } from './ChaptersPanel.tsx';
import './episode-column.css';
import { NotesPanel } from './NotesPanel.tsx';
import type { Citation } from './TranscriptPanel.tsx';

const TABS = [
  { value: 'transcript', name: 'Transcript' },
  { value: 'chapters', name: 'Chapters' },
  { value: 'notes', name: 'Notes' },
] as const;

/** Beside the conversation: the transcript, the chapters and the show notes. */
export function EpisodeColumn({
  episodeId,
  citation,
  hasTranscript,
  onPlace,
  children,
}: {
  episodeId: string;
  /** A new object leads back to the transcript. */
  citation: Citation | null;
  /** Whether there is a transcript to open at a time. */
  hasTranscript: boolean;
  /** Opens the transcript at a time. */
  onPlace: (seconds: number) => void;
  /** The transcript. */
  children: ReactNode;
}) {
  const [tab, setTab] = useState<string>('transcript');
  const [lastCitation, setLastCitation] = useState(citation);
  if (citation !== lastCitation) {
    setLastCitation(citation);
    setTab('transcript');
  }
  const open = hasTranscript ? onPlace : null;
  return (
    <Tabs.Root className="episode-column" value={tab} onValueChange={setTab}>
      <Tabs.List className="episode-tabs" aria-label="About this episode">
        {TABS.map(({ value, name }) => (
          <Tabs.Trigger key={value} value={value}>
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
