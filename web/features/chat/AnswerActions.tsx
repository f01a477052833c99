import { Button } from '@radix-ui/themes';
import { BookmarkCheck, BookmarkPlus } from 'lucide-react';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { SteadyLabel } from '../../ui/SteadyLabel.tsx';

const LABELS = ['Save to Library', 'Saved'];

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
  const Icon = isSaved ? BookmarkCheck : BookmarkPlus;
  return (
    <div className="mt-4 flex flex-wrap gap-x-4 gap-y-1">
      {onSave !== null && (
        <Button
          size="1"
          variant="ghost"
          color={isSaved ? undefined : 'gray'}
          // Stays focusable: a dialog would take the focus of a disabled button for itself.
          aria-disabled={isLocked}
          data-disabled={isLocked || undefined}
          onClick={() => !isLocked && onSave()}
        >
          <SteadyLabel
            icon={<Icon size={16} aria-hidden />}
            label={isSaved ? 'Saved' : 'Save to Library'}
            roomFor={LABELS}
          />
        </Button>
      )}
      <CopyButton text={text} size="1" variant="ghost" />
    </div>
  );
}
