import { Button, IconButton, Text } from '@radix-ui/themes';
import { SendHorizontal, Square } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { CHAT_MESSAGE_MAX_CHARS } from '../../../schema/limits.ts';
import { isBlank } from '../../../schema/wire/text.ts';

interface ComposerProps {
  text: string;
  onText: (text: string) => void;
  onSend: (question: string) => void;
  onStop: () => void;
  isPreparing: boolean;
  isAnswering: boolean;
  hasQuestionsLeft: boolean;
  isClosing: boolean;
}

/** From here on the remaining characters are shown. */
const NEARLY_FULL_CHARS = CHAT_MESSAGE_MAX_CHARS - 200;

/** The question input. Enter sends, Shift+Enter starts a new line. */
export function Composer(props: ComposerProps) {
  const { text, onText, onSend, onStop, isPreparing, isAnswering, hasQuestionsLeft } = props;
  const isLocked = isPreparing || isAnswering || !hasQuestionsLeft || props.isClosing;
  const inputRef = useRef<HTMLTextAreaElement>(null);

  // A disabled field loses the focus; give it back when the field is enabled again. Not on phones,
  // where the keyboard would cover the answer.
  useEffect(() => {
    const input = inputRef.current;
    const isAdrift = document.activeElement?.contains(input) ?? true;
    if (!isLocked && isAdrift && matchMedia('(pointer: fine)').matches) {
      input?.focus({ preventScroll: true });
    }
  }, [isLocked]);

  const send = () => {
    const question = text.trim();
    if (isBlank(question) || isLocked) return;
    onSend(question);
  };

  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={inputRef}
        className="composer-input"
        aria-label="Your question"
        rows={1}
        dir="auto"
        maxLength={CHAT_MESSAGE_MAX_CHARS}
        placeholder={placeholderOf(props)}
        value={text}
        disabled={isLocked}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          // Enter also confirms an IME composition, which must not send.
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      {text.length >= NEARLY_FULL_CHARS && (
        <Text size="1" color="gray" className="shrink-0 self-center tabular-nums" role="status">
          {CHAT_MESSAGE_MAX_CHARS - text.length} left
        </Text>
      )}
      {isAnswering && !isPreparing && (
        <IconButton
          type="button"
          size="3"
          variant="soft"
          color="gray"
          aria-label="Stop the answer"
          onClick={onStop}
        >
          <Square size={18} fill="currentColor" aria-hidden />
        </IconButton>
      )}
      <Button type="submit" size="3" disabled={isLocked || isBlank(text)}>
        <SendHorizontal size={16} aria-hidden className="max-sm:hidden" />
        {isPreparing ? 'Preparing...' : isAnswering ? 'Sending...' : 'Send'}
      </Button>
    </form>
  );
}

function placeholderOf({ isPreparing, hasQuestionsLeft }: ComposerProps): string {
  if (isPreparing) return 'Analyzing transcript...';
  return hasQuestionsLeft ? 'Ask a follow-up question...' : 'No more questions remaining';
}
