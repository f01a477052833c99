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
export function canBegin(chat: ConversationHandle): boolean {
  const { state, isPreparing, ended, transcript } = chat;
  const hasQuestions =
    state.pendingQuestion !== null || state.messages.some(({ role }) => role === 'user');
  return (
    !isPreparing &&
    ended === null &&
    !hasQuestions &&
    isGreeted(chat) &&
    transcript.data?.status === 'ready'
  );
}

/**
 * Whether the server's greeting is there, or won't be soon. It may be longer than ours, and would move what is
 * below it.
 */
const isGreeted = ({ state, socketStatus }: ConversationHandle): boolean =>
  state.messages.length > 0 || (socketStatus !== 'connecting' && socketStatus !== 'open');

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
      {/* Narrow screens have it below the button: its place is kept until it is known. */}
      <Text size="2" color="gray" className={remaining === null ? 'invisible' : ''}>
        {remaining ?? 0} insights remaining
      </Text>
    </div>
  );
}
