import { Badge } from '@radix-ui/themes';
import { MessageSquareText, NotebookPen, Tag, Trash2 } from 'lucide-react';
import { memo, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { SavedInsight } from '../../../schema/wire/library.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { formatDay } from '../../ui/dates.ts';
import { FoldChevron } from '../../ui/FoldChevron.tsx';
import { focusNeighbour } from '../../ui/focus-neighbour.ts';
import { PlayButton } from '../../ui/PlayButton.tsx';
import { quotationBefore } from '../../ui/quotation-before.ts';
import { directionOf } from '../../ui/text-direction.ts';
import { excerptOf } from './insight-html.ts';
import { type LibraryChat, useLibraryActions } from './library-actions.ts';
import { OpenedInsight } from './OpenedInsight.tsx';
import { fetchMarkdown } from './queries.ts';

export type InsightDialog = 'notes' | 'tags';

/** How many tags a closed row shows. */
const TAGS_SHOWN = 4;

/** A saved insight: two lines while closed, the whole text when opened. */
export const InsightItem = memo(function InsightItem({
  insight,
  isLinked,
  onDialog,
}: {
  insight: SavedInsight;
  /** Opened through a link: expands and takes the focus. */
  isLinked: boolean;
  onDialog: (dialog: InsightDialog, insight: SavedInsight) => void;
}) {
  const actions = useLibraryActions();
  const [isOpen, setIsOpen] = useState(isLinked);
  const expander = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isLinked) return;
    setIsOpen(true);
    expander.current?.scrollIntoView({ block: 'start' });
    expander.current?.focus({ preventScroll: true });
  }, [isLinked]);
  const id = useId();
  const { episodeId, episodeTitle, userNotes, tags, isYoutubeShort, isPlayable } = insight;
  const { question, point } = useMemo(() => excerptOf(insight.insight), [insight.insight]);
  const shownTags = isOpen ? tags : tags.slice(0, TAGS_SHOWN);
  const openChat = (openedBy: HTMLElement, there: Pick<LibraryChat, 'at' | 'quotation'> = {}) =>
    actions.openChat({
      sessionId: null,
      episodeId,
      episodeTitle,
      initialInsight: null,
      remainingFollowUps: null,
      ...there,
      openedBy,
    });

  return (
    <li className="library-item" data-deletable={insight.id}>
      <div className="library-item-line">
        <div className="min-w-0 grow">
          <h3 className="font-sans text-base font-medium">
            <button
              type="button"
              ref={expander}
              className="library-expander"
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={() => setIsOpen(!isOpen)}
            >
              <FoldChevron />
              <span dir="auto" className={isOpen ? '' : 'line-clamp-2'}>
                {episodeTitle}
              </span>
            </button>
          </h3>
          {!isOpen && question !== null && (
            <p className="library-asked" dir="auto">
              {question}
            </p>
          )}
          <p className="library-meta">
            {isYoutubeShort && (
              <Badge color="gray" variant="outline">
                Short
              </Badge>
            )}
            <span>{formatDay(insight.generatedAt)}</span>
            {shownTags.map((tag) => (
              <Badge key={tag} color="gray" dir="auto">
                {tag}
              </Badge>
            ))}
            {shownTags.length < tags.length && <span>+{tags.length - shownTags.length}</span>}
            {!isOpen && (
              <span className="library-excerpt" dir={directionOf(point)}>
                {point}
              </span>
            )}
          </p>
        </div>
        <fieldset className="library-actions" aria-label={`Actions for ${episodeTitle}`}>
          {isPlayable && <PlayButton episodeId={episodeId} className="library-action" />}
          <RowAction icon={NotebookPen} onClick={() => onDialog('notes', insight)}>
            {userNotes ? 'Edit Notes' : 'Add Notes'}
          </RowAction>
          <RowAction icon={Tag} onClick={() => onDialog('tags', insight)}>
            Add Tag
          </RowAction>
          <RowAction icon={MessageSquareText} onClick={openChat}>
            Chat
          </RowAction>
          <button
            type="button"
            className="library-action"
            aria-label="Delete"
            title="Delete"
            onClick={(event) => {
              focusNeighbour(event.currentTarget);
              actions.deleteInsight(insight.id);
            }}
          >
            <Trash2 size={18} aria-hidden />
          </button>
        </fieldset>
      </div>
      {isOpen && (
        <div id={id} className="library-opened">
          <div>
            <OpenedInsight
              insight={insight}
              onCitation={(at, chip) => openChat(chip, { at, quotation: quotationBefore(chip) })}
            />
            <div className="mt-4 flex flex-wrap items-center gap-4">
              {actions.insightAction(insight.id)}
              <CopyButton text={() => fetchMarkdown(insight.id)} size="2" variant="ghost" />
            </div>
          </div>
          <div className="library-notes">
            <h4 className="text-sm font-medium text-ink">Your Notes</h4>
            <p className="mt-1 whitespace-pre-wrap">{userNotes || 'No notes yet.'}</p>
          </div>
        </div>
      )}
    </li>
  );
});

/** Kept light, because there may be thousands on the page. */
function RowAction({
  icon: Icon,
  onClick,
  children,
}: {
  icon: typeof Tag;
  onClick: (button: HTMLElement) => void;
  children: string;
}) {
  return (
    <button
      type="button"
      className="library-action"
      onClick={(event) => onClick(event.currentTarget)}
    >
      <Icon size={16} aria-hidden />
      <span>{children}</span>
    </button>
  );
}
