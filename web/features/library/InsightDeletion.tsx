import type { SavedInsight } from '../../../schema/wire/library.ts';
import { DeletionDialog } from '../../ui/DeletionDialog.tsx';
import { useInsightDeletion } from './use-insight-changes.ts';

export function InsightDeletion({
  insight,
  onClose,
}: {
  insight: SavedInsight;
  onClose: () => void;
}) {
  const { mutate, isPending } = useInsightDeletion(insight.id, onClose);
  return (
    <DeletionDialog
      title="Delete this insight?"
      isPending={isPending}
      onDelete={() => mutate()}
      onClose={onClose}
    >
      It leaves your library for good
      {insight.userNotes ? ', and your notes with it' : ''}. The conversation it came from stays.
    </DeletionDialog>
  );
}
