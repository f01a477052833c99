import { Button, Text } from '@radix-ui/themes';
import { Link } from '@tanstack/react-router';
import { LogIn, MessageSquarePlus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { buttonClass } from '../../ui/button.ts';
import { usePageMark } from '../../ui/use-page-mark.ts';
import { CONVERSATION_GONE } from './texts.ts';
import type { EndedBy } from './use-conversation.ts';

/** Explains why no more questions can be asked, and offers a way on. */
export function EndedNotice({
  ended,
  onLogin,
  onStartNew,
}: {
  /** 'answered-out': no questions are left. */
  ended: EndedBy | 'answered-out';
  onLogin: () => void;
  onStartNew: () => void;
}) {
  const notice = useRef<HTMLDivElement>(null);
  usePageMark('data-chat-ended');
  // A conversation that is ended elsewhere disables the field that the reader was in.
  useEffect(() => {
    const focused = document.activeElement;
    const isAdrift = focused?.contains(notice.current) || focused?.matches('textarea:disabled');
    if (ended === 'answered-out' || !isAdrift) return;
    notice.current?.querySelector<HTMLElement>('button, a')?.focus({ preventScroll: true });
  }, [ended]);
  return (
    <div ref={notice} className="ended-notice" role="status" data-ended={ended}>
      {ended === 'logged-out' ? (
        // The conversation says why.
        <Button onClick={onLogin}>
          <LogIn size={16} aria-hidden /> Log In
        </Button>
      ) : (
        <>
          <Text as="p" size="2">
            {TEXTS[ended]}
          </Text>
          {ended === 'no-episode' ? (
            <Link to="/podcasts" className={buttonClass('solid')}>
              Browse Podcasts
            </Link>
          ) : (
            <Button variant={ended === 'gone' ? 'solid' : 'soft'} onClick={onStartNew}>
              <MessageSquarePlus size={16} aria-hidden /> Start a New Conversation
            </Button>
          )}
        </>
      )}
    </div>
  );
}

const TEXTS = {
  gone: CONVERSATION_GONE,
  'no-episode': 'This episode no longer exists.',
  'answered-out': "You've used all the questions in this conversation.",
};
