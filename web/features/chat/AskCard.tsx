import { TextField } from '@radix-ui/themes';
import { MessagesSquare } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { CHAT_MESSAGE_MAX_CHARS } from '../../../schema/limits.ts';
import { isBlank } from '../../../schema/wire/text.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { focusInvalid, useLengthLimit } from '../../ui/length-limit.tsx';
import { toastError } from '../../ui/toasts.ts';
import { subjectKey, useDraft } from './use-draft.ts';

/** Takes a question to all of the reader's podcasts. */
export function AskCard({
  firstSteps,
  ...props
}: {
  userId: string;
  /** What to do first if there is nothing to ask; null if there is. No higher than the form, whose place it takes. */
  firstSteps: ReactNode;
  onAsk: (question: string) => Promise<void>;
}) {
  return (
    <section aria-labelledby="ask-card" className="panel p-5 sm:p-8">
      <h2 id="ask-card" className="text-xl">
        Ask All My Podcasts
      </h2>
      <p className="mt-1 text-sm text-quiet">
        Ask every podcast you subscribe to at once. Each statement names its podcast, date and
        minute. If speakers disagree, you see both sides.
      </p>
      <div className="relative mt-4">
        {/* Keeps its room, so that what is below stays. */}
        <div className={firstSteps === null ? '' : 'invisible'}>
          <AskForm {...props} />
        </div>
        {firstSteps !== null && <div className="absolute inset-x-0 top-0">{firstSteps}</div>}
      </div>
    </section>
  );
}

function AskForm({ userId, onAsk }: Pick<Parameters<typeof AskCard>[0], 'userId' | 'onAsk'>) {
  const [question, setQuestion] = useDraft(`${subjectKey(userId, null)}:card`);
  const [isOpening, setIsOpening] = useState(false);
  const limit = useLengthLimit(question.trim(), CHAT_MESSAGE_MAX_CHARS);
  return (
    <form
      className="flex flex-wrap items-start gap-3"
      aria-labelledby="ask-card"
      tabIndex={-1}
      onSubmit={async (event) => {
        event.preventDefault();
        if (isBlank(question) || isOpening) return;
        if (limit.isTooLong) return focusInvalid(event.currentTarget);
        // Closing the conversation gives the focus back, but not to a button that is disabled by then.
        if (document.activeElement?.matches('button')) event.currentTarget.focus();
        setIsOpening(true);
        try {
          await onAsk(question.trim());
          setQuestion('');
        } catch {
          toastError('The conversation did not load. Please check your network and try again.');
        }
        setIsOpening(false);
      }}
    >
      <div className="min-w-0 grow basis-64">
        <TextField.Root
          size="3"
          aria-label="Your question"
          placeholder="What do they say about…"
          dir="auto"
          enterKeyHint="send"
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
          {...limit.attributes}
        />
        {limit.hint}
      </div>
      <BusyButton
        type="submit"
        size="3"
        variant="soft"
        icon={<MessagesSquare size={16} aria-hidden />}
        isBusy={isOpening}
        disabled={isBlank(question)}
      >
        Ask
      </BusyButton>
    </form>
  );
}
