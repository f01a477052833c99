import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { refusalMessage } from '../../api/refusal.ts';
import { reload } from '../../api/reload.ts';
import { sha256Hex } from '../../api/sha256.ts';
import { toastError, toastSuccess } from '../../ui/toasts.ts';
import { saveAnswer } from './calls.ts';
import type { Message } from './conversation-state.ts';
import { savedTextsQuery } from './queries.ts';
import { partsByEpisode, type SavedPart, wholeAnswer } from './saved-parts.ts';

/** Two windows side by side are both always visible, so neither refetches by itself. */
const otherTabs = new BroadcastChannel('dripcast.saved-texts');

/**
 * Saves answers to the library, each only once, also after a reload or in another tab. An answer from
 * several episodes is saved in parts, each under its episode.
 */
export function useSaving(
  episodeId: string | null,
  messages: readonly Message[],
  onSaved: () => void,
) {
  const queryClient = useQueryClient();
  const query = savedTextsQuery(episodeId);
  const { data: savedHashes } = useQuery(query);
  useEffect(() => {
    const refetch = () => void reload(queryClient, ['saved-texts']);
    otherTabs.addEventListener('message', refetch);
    return () => otherTabs.removeEventListener('message', refetch);
  }, [queryClient]);
  const partsOf = useCallback(
    (message: Message): SavedPart[] =>
      episodeId === null
        ? partsByEpisode(message, messages)
        : [wholeAnswer(episodeId, message, messages)],
    [episodeId, messages],
  );
  const hashes = useHashes(useMemo(() => textsOf(messages, partsOf), [messages, partsOf]));
  const canSave = useCallback((message: Message) => partsOf(message).length > 0, [partsOf]);
  const isSaved = useCallback(
    (message: Message) => {
      const parts = partsOf(message);
      const isKnown = (part: SavedPart) =>
        formsOf(part).some((text) => savedHashes?.includes(hashes.get(text) ?? ''));
      return parts.length > 0 && parts.every(isKnown);
    },
    [savedHashes, hashes, partsOf],
  );
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (message: Message) =>
      Promise.all(partsOf(message).map((part) => saveAnswer(part.episodeId, part.text))),
    onSuccess: async (_saved, message) => {
      const saved = await Promise.all(partsOf(message).map(({ text }) => hashOf(text)));
      // A list that is on its way may be from before.
      await queryClient.cancelQueries(query);
      queryClient.setQueryData(query.queryKey, (known) => [...(known ?? []), ...saved]);
      void queryClient.invalidateQueries(query);
      otherTabs.postMessage(null);
      toastSuccess('Insight saved to your library');
      onSaved();
    },
    onError: (error) => toastError(refusalMessage(error, 'Failed to save insight')),
  });
  const save = useCallback((message: Message) => mutate(message), [mutate]);
  return { canSave, isSaved, savingId: isPending ? variables.id : null, save };
}

/** The texts that a part may be saved as. */
const formsOf = ({ text, answerOnly }: SavedPart): string[] =>
  answerOnly === undefined ? [text] : [text, answerOnly];

/** The texts that finished answers may be saved as. */
function textsOf(
  messages: readonly Message[],
  partsOf: (message: Message) => SavedPart[],
): string[] {
  return messages
    .filter(({ role, isStreaming }) => role === 'assistant' && !isStreaming)
    .flatMap((message) => partsOf(message).flatMap(formsOf));
}

/** The hashes of texts, as they become available. */
function useHashes(texts: readonly string[]): ReadonlyMap<string, string> {
  const [hashes, setHashes] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    let isCurrent = true;
    const missing = texts.filter((text) => !hashes.has(text));
    if (missing.length === 0) return;
    const work = missing.map(async (text) => [text, await hashOf(text)] as const);
    void Promise.all(work).then((found) => {
      if (isCurrent) setHashes((known) => new Map([...known, ...found]));
    });
    return () => {
      isCurrent = false;
    };
  }, [texts, hashes]);
  return hashes;
}

/** The library identifies texts by it. */
const hashOf = (text: string) => sha256Hex(text.trim());
