import { memo, type ReactNode, useId, useState } from 'react';
import type { PodcastGroup, SavedInsight } from '../../../schema/wire/library.ts';
import { FoldChevron } from '../../ui/FoldChevron.tsx';
import { type InsightDialog, InsightItem, type LibraryChat } from './InsightItem.tsx';

/** The saved insights of one podcast; expanded at first. */
export const InsightsGroup = memo(function InsightsGroup({
  group,
  linkedId,
  onDialog,
  onOpenChat,
  onDelete,
  children,
  action,
}: {
  group: PodcastGroup;
  linkedId: string | null;
  onDelete: (insightId: string) => void;
  onDialog: (dialog: InsightDialog, insight: SavedInsight) => void;
  onOpenChat: (chat: LibraryChat) => void;
  /** What else the reader saved from it. */
  children: ReactNode;
  action: (insightId: string) => ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(true);
  const id = useId();
  const holdsLinked = group.insights.some((insight) => insight.id === linkedId);
  const [heldLinked, setHeldLinked] = useState(holdsLinked);
  if (holdsLinked !== heldLinked) {
    setHeldLinked(holdsLinked);
    if (holdsLinked) setIsOpen(true);
  }
  return (
    <section className="panel" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="font-serif">
        <button
          type="button"
          className="library-group-header"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className="line-clamp-2 w-fit" dir="auto">
            {group.podcastTitle}
          </span>
          <span className="library-group-count">{group.total} insight(s) saved</span>
          <FoldChevron />
        </button>
      </h2>
      {isOpen && (
        <ul id={id}>
          {group.insights.map((insight) => (
            <InsightItem
              key={insight.id}
              insight={insight}
              isLinked={insight.id === linkedId}
              onDialog={onDialog}
              onOpenChat={onOpenChat}
              onDelete={onDelete}
              action={action}
            />
          ))}
        </ul>
      )}
      {isOpen && children}
    </section>
  );
});
