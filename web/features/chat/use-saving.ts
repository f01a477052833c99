import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { refusalMessage } from '../../api/refusal.ts';
import { toast } from '../../ui/toasts.ts';
import { saveAnswer } from './calls.ts';
import type { Message } from './conversation-state.ts';
import { savedTextsQuery } from './queries.ts';

/** Saves answers to the library, each only once, also after a reload or in another tab. */
export function useSaving(episodeId: string, messages: readonly Message[], onSaved: () => void) {
  const queryClient = useQueryClient();
  const query = savedTextsQuery(episodeId);
  const { data: savedHashes } = useQuery(query);
  const hashes = useHashes(messages);
  const isSaved = useCallback(
    ({ content }: Message) => savedHashes?.includes(hashes.get(content) ?? '') ?? false,
    [savedHashes, hashes],
  );
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ content }: Message) => saveAnswer(episodeId, content),
    onSuccess: async (_saved, { content }) => {
      const hash = await hashOf(content);
      queryClient.setQueryData(query.queryKey, (known) => [...(known ?? []), hash]);
      toast({ title: 'Success', description: 'Insight saved to your library' });
      onSaved();
    },
    onError: (error) => {
      const description = refusalMessage(error, 'Failed to save insight');
      toast({ title: 'Error', description, variant: 'destructive' });
    },
  });
  const save = useCallback((message: Message) => mutate(message), [mutate]);
  return { isSaved, savingId: isPending ? variables.id : null, save };
}

/** The hashes of finished messages, as they become available. */
function useHashes(messages: readonly Message[]): ReadonlyMap<string, string> {
  const [hashes, setHashes] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    let isCurrent = true;
    const missing = messages.filter(
      ({ role, isStreaming, content }) =>
        role === 'assistant' && !isStreaming && !hashes.has(content),
    );
    if (missing.length === 0) return;
    const work = missing.map(async ({ content }) => [content, await hashOf(content)] as const);
    void Promise.all(work).then((found) => {
      if (isCurrent) setHashes((known) => new Map([...known, ...found]));
    });
    return () => {
      isCurrent = false;
    };
  }, [messages, hashes]);
  return hashes;
}

/** SHA-256 of the trimmed text in hex. The library identifies texts by it. */
async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text.trim()));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
