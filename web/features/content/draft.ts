/** Unsaved text, stored in this browser per reader. */
import { z } from 'zod';
import type { Content } from '../../../schema/wire/content.ts';

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
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(keyOf(userId));
    return draftSchema.parse(JSON.parse(stored ?? ''));
  } catch {
    // There is no draft, or one in the old format: the bare text.
    return { text: stored, basedOn: -1, aside: null };
  }
}

/** Stores a draft. Returns false if storage is full or blocked: it is on screen only. */
export function saveDraft(userId: string, draft: Draft): boolean {
  if (draft.text === null && draft.aside === null) {
    dropDraft(userId);
    return true;
  }
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(userId: string) {
  try {
    localStorage.removeItem(keyOf(userId));
  } catch {
    // Then nothing was stored.
  }
}
