/** What is written and not saved yet, kept in this browser for each reader. */
import { z } from 'zod';
import type { Content } from '../../../schema/wire/content.ts';

const draftSchema = z.object({
  /** Null where all is saved. */
  text: z.string().nullable(),
  /** The saved version that the text goes on from; -1 where that is not known any more. */
  basedOn: z.number().catch(-1),
  /** A text that something newer was saved over elsewhere: offered until it is taken or deleted. */
  aside: z.string().nullable(),
});
export type Draft = z.infer<typeof draftSchema>;

const keyOf = (userId: string) => `dripcast.draft.${userId}`;

/** The draft as it stands beside what is saved now: what was saved since goes before it. */
export function readDraft(userId: string, saved: Content): Draft {
  const { text, basedOn, aside } = readKept(userId);
  const upToDate = { text: null, basedOn: saved.version, aside };
  if (text === null || text === saved.content) return upToDate;
  return basedOn === saved.version ? { text, basedOn, aside } : { ...upToDate, aside: text };
}

function readKept(userId: string): Draft {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(keyOf(userId));
    return draftSchema.parse(JSON.parse(kept ?? ''));
  } catch {
    // There is none, or one from when drafts were the bare text.
    return { text: kept, basedOn: -1, aside: null };
  }
}

export function keepDraft(userId: string, draft: Draft) {
  if (draft.text === null && draft.aside === null) return dropDraft(userId);
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(draft));
  } catch {
    // Storage is full or forbidden: the warning before leaving still holds.
  }
}

export function dropDraft(userId: string) {
  try {
    localStorage.removeItem(keyOf(userId));
  } catch {
    // Nothing was kept, then.
  }
}
