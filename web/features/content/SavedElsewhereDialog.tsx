import { AlertDialog, Button } from '@radix-ui/themes';
import { format } from 'date-fns';
import { useState } from 'react';
import { DATE_FORMAT, TIME_FORMAT } from '../../../schema/limits.ts';
import type { Content } from '../../../schema/wire/content.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';

function Version({ title, text }: { title: string; text: string }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="text-sm font-medium">{title}</h3>
      <textarea
        readOnly
        aria-label={title}
        dir="auto"
        value={text}
        className="mt-1.5 h-48 w-full resize-y rounded-lg border border-hairline bg-transparent p-3 text-sm"
      />
    </section>
  );
}

/** Another tab or device saved after this text was started. Asks which version to keep. */
export function SavedElsewhereDialog({
  mine,
  other,
  isSaving,
  onKeepMine,
  onTakeOther,
  onClose,
  onReturnFocus,
}: {
  mine: string;
  other: Content;
  isSaving: boolean;
  onKeepMine: () => void;
  onTakeOther: () => void;
  /** Returns to the text without a decision. */
  onClose: () => void;
  /** Gives the focus to the text. */
  onReturnFocus: () => void;
}) {
  const [showsBoth, setShowsBoth] = useState(false);
  const when =
    other.updatedAt && format(new Date(other.updatedAt), `${DATE_FORMAT}, ${TIME_FORMAT}`);
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <AlertDialog.Content
        className={showsBoth ? 'max-w-192' : 'max-w-108'}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          onReturnFocus();
        }}
      >
        <AlertDialog.Title as="h2">A newer version was saved elsewhere</AlertDialog.Title>
        <AlertDialog.Description size="3">
          Another tab or device saved a different text{when ? ` on ${when}` : ''}. Which one do you
          want to keep? If you choose the other one, yours stays in this browser as a draft.
        </AlertDialog.Description>
        {showsBoth ? (
          <div className="mt-4 grid gap-4 md:grid-cols-2">
            <Version title="Yours" text={mine} />
            <Version title="The other one" text={other.content} />
          </div>
        ) : null}
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          {showsBoth ? null : (
            <Button
              type="button"
              variant="ghost"
              className="m-0 mr-auto"
              onClick={() => setShowsBoth(true)}
            >
              See Both
            </Button>
          )}
          <AlertDialog.Cancel>
            <Button type="button" variant="soft" color="gray" disabled={isSaving}>
              Cancel
            </Button>
          </AlertDialog.Cancel>
          <Button type="button" variant="soft" disabled={isSaving} onClick={onTakeOther}>
            Use the Other
          </Button>
          <BusyButton type="button" isBusy={isSaving} onClick={onKeepMine}>
            Keep Mine
          </BusyButton>
        </div>
      </AlertDialog.Content>
    </AlertDialog.Root>
  );
}
