import { Button, TextField } from '@radix-ui/themes';
import { MessagesSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { CHAT_MESSAGE_MAX_CHARS } from '../../../schema/limits.ts';
import { isBlank } from '../../../schema/wire/text.ts';
import { focusInvalid, useLengthLimit } from '../../ui/length-limit.tsx';
import { subjectKey, useDraft } from './use-draft.ts';

/** Takes a question to all of the reader's podcasts. */
export function AskCard({
  firstSteps,
  ...props
}: {
  userId: string;
  /** What to do first if there is nothing to ask; null if there is. */
  firstSteps: ReactNode;
  onAsk: (question: string) => void;
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
      <div className="mt-4">{firstSteps ?? <AskForm {...props} />}</div>
    </section>
  );
}

function AskForm({ userId, onAsk }: { userId: string; onAsk: (question: string) => void }) {
  const [question, setQuestion] = useDraft(`${subjectKey(userId, null)}:card`);
  const limit = useLengthLimit(question.trim(), CHAT_MESSAGE_MAX_CHARS);
  return (
    <form
      className="flex flex-wrap items-start gap-3"
      aria-labelledby="ask-card"
      tabIndex={-1}
      onSubmit={(event) => {
        event.preventDefault();
        if (isBlank(question)) return;
        if (limit.isTooLong) return focusInvalid(event.currentTarget);
        setQuestion('');
        // Closing the conversation gives the focus back, but not to a button that is disabled by then.
        if (document.activeElement?.matches('button')) event.currentTarget.focus();
        onAsk(question.trim());
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
      <Button type="submit" size="3" variant="soft" disabled={isBlank(question)}>
        <MessagesSquare size={16} aria-hidden /> Ask
      </Button>
    </form>
  );
}
