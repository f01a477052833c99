import { AlertDialog, Button } from '@radix-ui/themes';
import type { SavedInsight } from '../../../schema/wire/library.ts';
import { useReturnFocus } from '../../ui/return-focus.ts';
import { useInsightDeletion } from './use-insight-changes.ts';

/** Asks once more before an insight and its notes are gone. */
export function DeleteDialog({ insight, onClose }: { insight: SavedInsight; onClose: () => void }) {
  const returnFocus = useReturnFocus();
  const { mutate, isPending } = useInsightDeletion(insight.id, onClose);
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <AlertDialog.Content className="max-w-108" onCloseAutoFocus={returnFocus}>
        <AlertDialog.Title as="h2" className="mb-2">
          Delete this insight?
        </AlertDialog.Title>
        <AlertDialog.Description size="2">
          It leaves your library for good
          {insight.userNotes ? ', and your notes with it' : ''}. The conversation it came from
          stays.
        </AlertDialog.Description>
        <div className="mt-5 flex justify-end gap-3">
          <AlertDialog.Cancel>
            <Button variant="soft" color="gray">
              Cancel
            </Button>
          </AlertDialog.Cancel>
          <Button color="red" disabled={isPending} onClick={() => mutate()}>
            {isPending ? 'Deleting...' : 'Delete'}
          </Button>
        </div>
      </AlertDialog.Content>
    </AlertDialog.Root>
  );
}
