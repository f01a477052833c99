import { Button } from '@radix-ui/themes';
import { BookmarkCheck, BookmarkPlus, Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

const COPIED_MS = 2_000;

/** What can be done with a finished answer. */
export function AnswerActions({
  text,
  isSaved,
  isSaving,
  onSave,
}: {
  text: string;
  isSaved: boolean;
  isSaving: boolean;
  /** Null for what cannot be saved. */
  onSave: (() => void) | null;
}) {
  return (
    <div className="mt-4 flex flex-wrap gap-x-4 gap-y-1">
      {onSave !== null && (
        <Button
          size="1"
          variant="ghost"
          color={isSaved ? undefined : 'gray'}
          disabled={isSaved || isSaving}
          onClick={onSave}
        >
          {isSaved ? (
            <BookmarkCheck size={14} aria-hidden />
          ) : (
            <BookmarkPlus size={14} aria-hidden />
          )}
          {isSaved ? 'Saved' : 'Save to Library'}
        </Button>
      )}
      <CopyButton text={text} />
    </div>
  );
}

function CopyButton({ text }: { text: string }) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <Button
      size="1"
      variant="ghost"
      color="gray"
      onClick={() => {
        navigator.clipboard.writeText(text).then(
          () => setIsCopied(true),
          () => undefined,
        );
      }}
    >
      {isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
    </Button>
  );
}
