import { Button, IconButton } from '@radix-ui/themes';
import { SendHorizontal, Square } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { CHAT_MESSAGE_MAX_CHARS } from '../../../schema/limits.ts';
import { isBlank } from '../../../schema/wire/text.ts';
import { useLengthLimit } from '../../ui/length-limit.tsx';
import { SteadyLabel } from '../../ui/SteadyLabel.tsx';
import { sizeToCss } from './size-to-css.ts';

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

/** Toasts stay above a question of any length. */
const publishHeight = sizeToCss('--composer-height', ({ offsetHeight }) => offsetHeight);

const SEND_LABELS = ['Send', 'Sending...', 'Preparing...'];

/** The question input. Enter sends, Shift+Enter starts a new line. */
export function Composer(props: ComposerProps) {
  const { text, onText, onSend, onStop, isPreparing, isAnswering, hasQuestionsLeft } = props;
  const isLocked = isPreparing || isAnswering || !hasQuestionsLeft || props.isClosing;
  const inputRef = useRef<HTMLTextAreaElement>(null);
  const limit = useLengthLimit(text.trim(), CHAT_MESSAGE_MAX_CHARS);

  // A disabled field loses the focus, which a dialog around it must keep; give it back when the field is
  // enabled again. Not on phones, where the keyboard would cover the answer.
  useEffect(() => {
    const input = inputRef.current;
    const isAdrift = document.activeElement?.contains(input) ?? true;
    if (!isAdrift) return;
    if (isLocked) input?.closest<HTMLElement>('[role="dialog"]')?.focus({ preventScroll: true });
    else if (matchMedia('(pointer: fine)').matches) input?.focus({ preventScroll: true });
  }, [isLocked]);

  const send = () => {
    const question = text.trim();
    if (isBlank(question) || isLocked) return;
    if (limit.isTooLong) return inputRef.current?.focus();
    onSend(question);
  };

  return (
    <form
      ref={publishHeight}
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
        {...limit.attributes}
      />
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
      <Button type="submit" size="3" className="max-sm:px-2" disabled={isLocked || isBlank(text)}>
        <SteadyLabel
          icon={<SendHorizontal size={16} aria-hidden className="max-sm:hidden" />}
          label={isPreparing ? 'Preparing...' : isAnswering ? 'Sending...' : 'Send'}
          roomFor={SEND_LABELS}
        />
      </Button>
      <div className="basis-full">{limit.hint}</div>
    </form>
  );
}

function placeholderOf({ isPreparing, hasQuestionsLeft }: ComposerProps): string {
  if (isPreparing) return 'Analyzing transcript...';
  return hasQuestionsLeft ? 'Ask a follow-up question...' : 'No more questions remaining';
}
