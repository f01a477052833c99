import { Button } from '@radix-ui/themes';
import { BookmarkCheck, BookmarkPlus } from 'lucide-react';
import { CopyButton } from '../../ui/CopyButton.tsx';

/** The buttons below a finished answer. */
export function AnswerActions({
  text,
  isSaved,
  isSaving,
  onSave,
}: {
  text: string;
  isSaved: boolean;
  isSaving: boolean;
  /** Null if the answer can't be saved. */
  onSave: (() => void) | null;
}) {
  const isLocked = isSaved || isSaving;
  return (
    <div className="mt-4 flex flex-wrap gap-x-4 gap-y-1">
      {onSave !== null && (
        <Button
          size="1"
          variant="ghost"
          color={isSaved ? undefined : 'gray'}
          // As wide with each label, so that what is beside it stays where it is.
          className="min-w-33 justify-start"
          // Stays focusable: a dialog would take the focus of a disabled button for itself.
          aria-disabled={isLocked}
          data-disabled={isLocked || undefined}
          onClick={() => !isLocked && onSave()}
        >
          {isSaved ? (
            <BookmarkCheck size={16} aria-hidden />
          ) : (
            <BookmarkPlus size={16} aria-hidden />
          )}
          {isSaved ? 'Saved' : 'Save to Library'}
        </Button>
      )}
      <CopyButton text={text} size="1" variant="ghost" />
    </div>
  );
}
