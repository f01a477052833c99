import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BookmarkCheck, BookmarkPlus } from 'lucide-react';
import { api, readReply } from '../../api/client.ts';
import { refusalMessage } from '../../api/refusal.ts';
import { reload } from '../../api/reload.ts';
import { buttonClass } from '../../ui/button.ts';
import { SteadyLabel } from '../../ui/SteadyLabel.tsx';
import { toastError } from '../../ui/toasts.ts';
import { entriesQuery, REVIEW_KEY } from './queries.ts';

const LABELS = { add: 'Add to Review', remove: 'Remove from Review' };

export interface ReviewToggleProps {
  kind: 'insight' | 'question' | 'moment';
  /** The id of the saved insight, the question or the moment. */
  sourceId: string;
  /** Asks for details before adding; without this, it is added at once. */
  onAdd?: () => void;
  className?: string;
}

/** Adds something to the daily review, or removes it. */
export function ReviewToggle({ kind, sourceId, onAdd, className }: ReviewToggleProps) {
  const queryClient = useQueryClient();
  const { data: entries, isError, refetch } = useQuery(entriesQuery);
  const itemId = entries?.get(`${kind} ${sourceId}`);
  const isIn = itemId !== undefined;
  const mutation = useMutation({
    mutationFn: async () => {
      if (isIn) await readReply(api.user.reviews[':id'].$delete({ param: { id: itemId } }));
      else await readReply(api.user.reviews.$post({ json: { kind, sourceId } }));
    },
    onError: (error) =>
      toastError(
        refusalMessage(
          error,
          isIn ? 'Failed to remove it from your review' : 'Failed to add it to your review',
        ),
      ),
    onSettled: () => reload(queryClient, REVIEW_KEY),
  });
  const Icon = isIn ? BookmarkCheck : BookmarkPlus;
  return (
    <button
      type="button"
      className={className ?? buttonClass(isIn ? 'soft' : 'outline')}
      aria-disabled={mutation.isPending || (!entries && !isError)}
      onClick={() => {
        if (!entries) {
          if (!isError) return;
          void refetch();
          toastError('Your review did not load. Please try again.');
          return;
        }
        if (mutation.isPending) return;
        if (!isIn && onAdd) onAdd();
        else mutation.mutate();
      }}
    >
      <SteadyLabel
        icon={<Icon size={16} aria-hidden />}
        label={isIn ? LABELS.remove : LABELS.add}
        roomFor={Object.values(LABELS)}
      />
    </button>
  );
}
