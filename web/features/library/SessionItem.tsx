import { Badge, Button } from '@radix-ui/themes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MessageSquareText, Trash2 } from 'lucide-react';
import { memo, useId, useRef, useState } from 'react';
import type { ChatHistorySession } from '../../../schema/wire/chat.ts';
import { formatDay } from '../../ui/dates.ts';
import { FoldChevron } from '../../ui/FoldChevron.tsx';
import { focusNeighbour } from '../../ui/focus-neighbour.ts';
import { quotationBefore } from '../../ui/quotation-before.ts';
import { Exchanges } from './Exchanges.tsx';
import { type LibraryChat, useLibraryActions } from './library-actions.ts';
import { conversationQuery } from './queries.ts';

/** A past conversation, identified by its first question. */
export const SessionItem = memo(function SessionItem({ session }: { session: ChatHistorySession }) {
  const actions = useLibraryActions();
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const openButton = useRef<HTMLButtonElement>(null);
  const { episodeTitle, followUps } = session;
  const [first] = followUps;
  // The list only has an excerpt of a long insight. If fetching the rest fails, the chat loads it itself.
  const { mutate: loadInsight, isPending: isOpening } = useMutation({
    mutationFn: async () => {
      if (!session.isExcerpt) return session.initialInsight;
      const whole = queryClient.fetchQuery(conversationQuery(session.id)).catch(() => null);
      return (await whole)?.initialInsight ?? null;
    },
  });
  const openChat = (
    openedBy: HTMLElement,
    there: Pick<LibraryChat, 'at' | 'quotation' | 'place'> = {},
  ) =>
    loadInsight(undefined, {
      // Not if the reader has left meanwhile.
      onSuccess: (initialInsight) =>
        actions.openChat({
          sessionId: session.id,
          episodeId: session.episodeId,
          episodeTitle,
          initialInsight,
          remainingFollowUps: session.remainingFollowUps,
          ...there,
          openedBy,
        }),
    });

  return (
    <article
      className="library-conversation"
      aria-labelledby={`${id}-first`}
      data-deletable={session.id}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-[1_1_18rem]">
          <h3 id={`${id}-first`} className="line-clamp-2 w-fit font-medium" dir="auto">
            {first ? first.question : 'Insight'}
          </h3>
          <p className="library-meta mt-1">
            <span>{formatDay(session.createdAt)}</span>
            <Badge className="tabular-nums">{followUps.length * 2} messages</Badge>
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Button
            ref={openButton}
            variant="soft"
            disabled={isOpening}
            onClick={(event) => openChat(event.currentTarget)}
          >
            <MessageSquareText size={16} aria-hidden /> Continue Chat
          </Button>
          <button
            type="button"
            className="library-action"
            aria-label={`Delete the conversation about ${episodeTitle ?? 'all my podcasts'}`}
            title="Delete"
            onClick={(event) => {
              focusNeighbour(event.currentTarget);
              actions.deleteConversation(session.id);
            }}
          >
            <Trash2 size={18} aria-hidden />
          </button>
        </div>
      </div>
      {followUps.length > 0 && (
        <button
          type="button"
          className="library-expander mt-2 text-sm text-quiet"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          <FoldChevron size={16} />
          View Conversation
        </button>
      )}
      {isOpen && (
        <div id={id}>
          <Exchanges
            session={session}
            onCitation={(at, chip) => openChat(chip, { at, quotation: quotationBefore(chip) })}
            onPlace={(place) => openButton.current && openChat(openButton.current, { place })}
          />
        </div>
      )}
    </article>
  );
});
