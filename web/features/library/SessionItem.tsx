import { Badge, Button } from '@radix-ui/themes';
import { ChevronRight, MessageSquareText, Trash2 } from 'lucide-react';
import { memo, useId, useState } from 'react';
import type { ChatHistorySession } from '../../../schema/wire/chat.ts';
import { formatDay, formatTime } from '../../ui/dates.ts';
import { Markdown } from '../../ui/Markdown.tsx';
import type { LibraryChat } from './InsightItem.tsx';

/** A conversation of the past, to read again or to go on with. */
export const SessionItem = memo(function SessionItem({
  session,
  onOpenChat,
  onDelete,
}: {
  session: ChatHistorySession;
  onOpenChat: (chat: LibraryChat) => void;
  onDelete: (sessionId: string) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const { episodeTitle, podcastTitle, followUps, isYoutubeShort } = session;
  const openChat = (openedBy: HTMLElement, at?: number) =>
    onOpenChat({
      sessionId: session.id,
      episodeId: session.episodeId,
      episodeTitle,
      initialInsight: session.initialInsight,
      remainingFollowUps: session.remainingFollowUps,
      ...(at === undefined ? {} : { at }),
      openedBy,
    });

  return (
    <li className="library-session panel">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-[1_1_18rem]">
          <h2 className="line-clamp-3 text-left text-lg/snug font-medium" dir="auto">
            {episodeTitle}
          </h2>
          <p className="library-meta mt-1.5">
            <span dir="auto" className="max-w-full truncate">
              {podcastTitle}
            </span>
            <span>{formatDay(session.createdAt)}</span>
            {isYoutubeShort && (
              <Badge color="gray" variant="outline">
                Short
              </Badge>
            )}
            <Badge className="tabular-nums">{followUps.length * 2} messages</Badge>
          </p>
        </div>
        <div className="flex flex-nowrap items-center gap-2">
          <Button variant="soft" onClick={(event) => openChat(event.currentTarget)}>
            <MessageSquareText size={16} aria-hidden /> Continue Chat
          </Button>
          <button
            type="button"
            className="library-action"
            aria-label={`Delete the conversation about ${episodeTitle}`}
            title="Delete"
            onClick={() => onDelete(session.id)}
          >
            <Trash2 size={15} aria-hidden />
          </button>
        </div>
      </div>
      {followUps.length > 0 && (
        <button
          type="button"
          className="library-expander mt-3 text-sm text-quiet"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          <ChevronRight size={16} aria-hidden className="library-chevron" />
          View Conversation
        </button>
      )}
      {isOpen && (
        <ol id={id} className="library-exchanges">
          {followUps.map(({ id: followUpId, question, answer, createdAt }) => (
            <li key={followUpId}>
              <div className="library-question">
                <p dir="auto">{question}</p>
                <time dateTime={createdAt}>{formatTime(createdAt)}</time>
              </div>
              <p className="mt-3 mb-1 text-sm font-medium text-accent">AI Assistant</p>
              <Markdown
                text={answer}
                onCitation={(seconds) => openChat(document.activeElement as HTMLElement, seconds)}
              />
            </li>
          ))}
        </ol>
      )}
    </li>
  );
});
