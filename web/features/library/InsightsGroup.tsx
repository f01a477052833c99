import { memo, type ReactNode, useId, useState } from 'react';
import type { PodcastGroup, SavedInsight } from '../../../schema/wire/library.ts';
import { FoldChevron } from '../../ui/FoldChevron.tsx';
import { type InsightDialog, InsightItem } from './InsightItem.tsx';

/** The saved insights of one podcast; expanded at first. */
export const InsightsGroup = memo(function InsightsGroup({
  group,
  linkedId,
  onDialog,
  children,
}: {
  group: PodcastGroup;
  linkedId: string | null;
  onDialog: (dialog: InsightDialog, insight: SavedInsight) => void;
  /** What else the reader saved from it. */
  children: ReactNode;
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
            />
          ))}
        </ul>
      )}
      {isOpen && children}
    </section>
  );
});
