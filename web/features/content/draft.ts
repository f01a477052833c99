/** Unsaved text, stored in this browser per reader. */
import { z } from 'zod';
import type { Content } from '../../../schema/wire/content.ts';
import { readLocalJson } from '../../ui/local-json.ts';
import { readLocal, writeLocal } from '../../ui/local-storage.ts';

const draftSchema = z.object({
  /** Null if everything is saved. */
  text: z.string().nullable(),
  /** The saved version that the text is based on; -1 if unknown. */
  basedOn: z.number().catch(-1),
  /** A text that was overwritten by a newer version elsewhere. Offered until it is restored or deleted. */
  aside: z.string().nullable(),
});
export type Draft = z.infer<typeof draftSchema>;

const keyOf = (userId: string) => `dripcast.draft.${userId}`;

/** Returns the stored draft. A newer saved version takes precedence over it. */
export function readDraft(userId: string, saved: Content): Draft {
  const { text, basedOn, aside } = readStored(userId);
  const upToDate = { text: null, basedOn: saved.version, aside };
  if (text === null || text === saved.content) return upToDate;
  return basedOn === saved.version ? { text, basedOn, aside } : { ...upToDate, aside: text };
}

function readStored(userId: string): Draft {
  const stored = readLocalJson(keyOf(userId), draftSchema);
  // There is no draft, or one in the old format: the bare text.
  return stored ?? { text: readLocal(keyOf(userId)), basedOn: -1, aside: null };
}

/** Stores a draft. Returns false if storage is full or blocked: it is on screen only. */
export function saveDraft(userId: string, draft: Draft): boolean {
  if (draft.text === null && draft.aside === null) {
    dropDraft(userId);
    return true;
  }
  return writeLocal(keyOf(userId), JSON.stringify(draft));
}

export function dropDraft(userId: string) {
  writeLocal(keyOf(userId), null);
}
