import { TypedSource } from './TypedSource.tsx';
import { useSourceDraft } from './use-source-draft.ts';

/** Adds a text that is typed or pasted. */
export function AddText({ userId }: { userId: string }) {
  const [draft, setDraft] = useSourceDraft(userId, 'text');
  return (
    <TypedSource
      draft={draft}
      onDraft={setDraft}
      placeholder="Paste an article, a passage of a book, or your notes"
    />
  );
}
