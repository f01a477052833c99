import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  AccountDocument,
  AccountImport,
  DocumentList,
} from '../../../schema/wire/account-document.ts';
import { ApiError, api, readReply } from '../../api/client.ts';

/** Of a minute with too many requests. */
const WAIT_MS = 15_000;
const WAITS = 8;

export interface ImportProgress {
  done: number;
  total: number;
}

const isImport = ({ added, left }: AccountImport) =>
  typeof added === 'object' && typeof left === 'number';

async function sendPart(part: AccountDocument): Promise<AccountImport> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await readReply(api.user.imports.$post({ json: part }), isImport);
    } catch (error) {
      const isBusy = error instanceof ApiError && error.status === 429;
      if (!isBusy || waits === WAITS) throw error;
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
  }
}

/**
 * Sends an account in parts, one after the other. A part that fails ends it; the same file again goes on
 * from there, since what is there already is not added twice.
 */
export function useImportAccount() {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const sending = useMutation({
    mutationFn: async (file: File): Promise<AccountImport> => {
      setProgress({ done: 0, total: 1 });
      const { readAccountFile } = await import('./read-account-file.ts');
      const parts = await readAccountFile(file);
      const added: Partial<Record<DocumentList, number>> = {};
      let left = 0;
      for (const [at, part] of parts.entries()) {
        setProgress({ done: at, total: parts.length });
        const result = await sendPart(part);
        left += result.left;
        for (const [list, count] of Object.entries(result.added) as [DocumentList, number][]) {
          added[list] = (added[list] ?? 0) + count;
        }
      }
      return { added: added as Record<DocumentList, number>, left };
    },
    onSettled: () => {
      setProgress(null);
      // An account is in every list.
      return queryClient.invalidateQueries();
    },
  });
  return { ...sending, progress };
}
