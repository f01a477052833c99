import { Button } from '@radix-ui/themes';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { CONTENT_MAX_CHARS } from '../../../schema/limits.ts';
import { toast } from '../../ui/toasts.ts';
import { useSaveContent } from './content.ts';
import { dropDraft, keepDraft, readDraft } from './draft.ts';

/**
 * The text and its saving. `guard` draws what asks before leaving with something unsaved.
 */
export function ContentEditor({
  userId,
  savedContent,
  guard,
}: {
  userId: string;
  /** What the server has. */
  savedContent: string;
  guard: (isUnsaved: boolean) => ReactNode;
}) {
  const [text, setText] = useState(() => readDraft(userId) ?? savedContent);
  const save = useSaveContent();
  const isUnsaved = text !== savedContent;

  const write = (next: string) => {
    setText(next);
    if (next === savedContent) dropDraft(userId);
    else keepDraft(userId, next);
  };

  const submit = async () => {
    try {
      await save.mutateAsync(text);
    } catch {
      const description = 'Failed to save content. Please try again.';
      toast({ title: 'Error', description, variant: 'destructive' });
      return;
    }
    if (readDraft(userId) === text) dropDraft(userId);
    toast({ title: 'Success', description: 'Your content has been saved.' });
  };

  const saveByKey = (event: KeyboardEvent) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!save.isPending) void submit();
  };

  return (
    <form
      className="flex grow flex-col"
      onKeyDown={saveByKey}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <textarea
        aria-label="Your content"
        dir="auto"
        value={text}
        maxLength={CONTENT_MAX_CHARS}
        placeholder="Start writing your content here..."
        onChange={(event) => write(event.target.value)}
        className="editor-text panel reading"
      />
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" size="3" disabled={save.isPending}>
          Save Content
        </Button>
        <p role="status" className="text-sm text-quiet">
          {isUnsaved ? 'Not saved yet. A draft is kept in this browser.' : 'All saved.'}
        </p>
        {isUnsaved ? (
          <Button type="button" variant="ghost" color="gray" onClick={() => write(savedContent)}>
            Discard changes
          </Button>
        ) : null}
      </div>
      {guard(isUnsaved)}
    </form>
  );
}
