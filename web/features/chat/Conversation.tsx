import { Button } from '@radix-ui/themes';
import { ArrowDown } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CITATION } from '../../ui/citations.ts';
import type { Message, Question } from './conversation-state.ts';
import { MessageView } from './MessageView.tsx';
import { withoutPlaces } from './saved-parts.ts';
import { useReadingScroll } from './use-reading-scroll.ts';
import type { useSaving } from './use-saving.ts';

/** The message list, and its announcements to screen readers. */
export function Conversation({
  messages,
  ownQuestion,
  isLoggedOut,
  below,
  saving,
}: {
  messages: Message[];
  ownQuestion: Question | null;
  /** Only the last message tells the reader. */
  isLoggedOut: boolean;
  /** Shown below the messages. */
  below: ReactNode;
  saving: ReturnType<typeof useSaving>;
}) {
  const questions = messages.filter(({ role }) => role === 'user').length;
  const { scrollRef, onScroll, isBelow, toEnd } = useReadingScroll(
    messages,
    useAskedCount(ownQuestion),
  );

  // Also scrolls when that message is added.
  useEffect(() => {
    if (isLoggedOut) toEnd();
  }, [isLoggedOut, messages, toEnd]);

  return (
    <div className="conversation">
      <section
        className="conversation-scroll"
        ref={scrollRef}
        onScroll={onScroll}
        aria-label="Conversation"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard
        tabIndex={0}
      >
        <ol className="message-list" data-questions={questions}>
          {messages.map((message) => (
            <MessageView
              key={message.id}
              message={message}
              isSaved={saving.isSaved(message)}
              isSaving={saving.savingId === message.id}
              onSave={saving.canSave(message) ? saving.save : null}
            />
          ))}
        </ol>
        {below}
      </section>
      {isBelow && (
        <div className="conversation-to-end">
          <Button size="1" variant="surface" color="gray" radius="full" onClick={toEnd}>
            <ArrowDown size={16} aria-hidden /> Latest
          </Button>
        </div>
      )}
      <Announcer messages={messages} />
    </div>
  );
}

/** Counts the questions asked on this screen. */
function useAskedCount(ownQuestion: Question | null): number {
  const [asked, setAsked] = useState({ count: 0, question: ownQuestion });
  if (asked.question !== ownQuestion) {
    const count = asked.count + (ownQuestion === null ? 0 : 1);
    setAsked({ count, question: ownQuestion });
  }
  return asked.count;
}

/** Announces an answer to screen readers once it is complete. Announcing each piece would be unusable. */
function Announcer({ messages }: { messages: Message[] }) {
  const [announced, setAnnounced] = useState('');
  const wasAnswering = useRef(false);
  const last = messages.at(-1);
  useEffect(() => {
    const isAnswering = last?.isStreaming === true;
    // Existing messages are not announced, and errors are alerts already.
    if (wasAnswering.current && !isAnswering && last?.role === 'assistant') {
      setAnnounced(asSpoken(last));
    }
    // The same answer again would otherwise be no change.
    if (isAnswering) setAnnounced('');
    wasAnswering.current = isAnswering;
  }, [last]);
  return (
    <div className="sr-only" role="status" aria-live="polite">
      {announced}
    </div>
  );
}

/** Markdown as spoken text, without markup and citations. */
function asSpoken({ content }: Message): string {
  return withoutPlaces(content)
    .replace(CITATION, '')
    .replace(/^\s*- /gm, '')
    .replace(/[#*_`>|\\]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
