import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { toast } from '../../ui/toasts.ts';
import { saveAnswer } from './calls.ts';
import type { Message } from './conversation-state.ts';

/** Keeps answers in the library, each once. */
export function useSaving(episodeId: string, onSaved: () => void) {
  const [savedIds, setSavedIds] = useState<ReadonlySet<string>>(new Set());
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ content }: Message) => saveAnswer(episodeId, content),
    onSuccess: (_saved, { id }) => {
      setSavedIds((known) => new Set(known).add(id));
      toast({ title: 'Success', description: 'Insight saved to your library' });
      onSaved();
    },
    onError: () => {
      toast({ title: 'Error', description: 'Failed to save insight', variant: 'destructive' });
    },
  });
  const save = useCallback((message: Message) => mutate(message), [mutate]);
  return { savedIds, savingId: isPending ? variables.id : null, save };
}
