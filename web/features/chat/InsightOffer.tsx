import { Button, Text } from '@radix-ui/themes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { refusalMessage } from '../../api/refusal.ts';
import { reload } from '../../api/reload.ts';
import { remainingGenerationsQuery } from '../../api/remaining-generations.ts';
import { SteadyLabel } from '../../ui/SteadyLabel.tsx';
import { toastError } from '../../ui/toasts.ts';
import type { ConversationHandle } from './use-conversation.ts';

/** Whether nothing has been asked yet and a transcript could answer. */
export function canBegin({ state, isPreparing, ended, transcript }: ConversationHandle): boolean {
  const hasQuestions =
    state.pendingQuestion !== null || state.messages.some(({ role }) => role === 'user');
  return !isPreparing && ended === null && !hasQuestions && transcript.data?.status === 'ready';
}

/** Whether an insight could still open this conversation. */
export const canOfferInsight = (chat: ConversationHandle): boolean =>
  canBegin(chat) && chat.state.insight?.status === 'none' && chat.state.insightText === null;

/** Offers the insight that opening a place or a source doesn't generate, and says what is left. */
export function InsightOffer({ onGenerate }: { onGenerate: () => Promise<void> }) {
  const queryClient = useQueryClient();
  const remaining = useQuery(remainingGenerationsQuery).data?.remaining ?? null;
  const { mutate, isPending } = useMutation({
    mutationFn: onGenerate,
    onError: (error) => toastError(refusalMessage(error, 'Failed to generate insights')),
    onSettled: () => reload(queryClient, remainingGenerationsQuery.queryKey),
  });
  const isSpent = remaining === 0;
  return (
    <div className="mx-auto mt-6 flex max-w-184 flex-wrap items-center gap-3">
      <Button
        variant="soft"
        disabled={isSpent || isPending}
        onClick={(event) => {
          // The button disappears once the insight is queued, so the focus moves to the conversation.
          event.currentTarget.closest<HTMLElement>('[tabindex]')?.focus();
          mutate();
        }}
      >
        <SteadyLabel
          icon={<Sparkles size={16} aria-hidden />}
          label={
            isPending ? 'Generating...' : isSpent ? 'No generations left' : 'Generate Insights'
          }
          roomFor={['Generate Insights', 'Generating...']}
        />
      </Button>
      {remaining !== null && (
        <Text size="2" color="gray">
          {remaining} insights remaining
        </Text>
      )}
    </div>
  );
}
