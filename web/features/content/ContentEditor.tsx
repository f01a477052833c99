import { Button } from '@radix-ui/themes';
import { format } from 'date-fns';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { CONTENT_MAX_CHARS, DATE_FORMAT, TIME_FORMAT } from '../../../schema/limits.ts';
import type { Content } from '../../../schema/wire/content.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { toast } from '../../ui/toasts.ts';
import { useSaveContent } from './content.ts';
import { keepDraft, readDraft } from './draft.ts';

/**
 * The text and its saving. `guard` draws what asks before leaving with something unsaved.
 */
export function ContentEditor({
  userId,
  saved,
  guard,
}: {
  userId: string;
  /** What the server has. */
  saved: Content;
  guard: (isUnsaved: boolean) => ReactNode;
}) {
  const [draft, setDraft] = useState(() => readDraft(userId, saved));
  const save = useSaveContent();
  const text = draft.text ?? saved.content;
  const isUnsaved = text !== saved.content;
  useEffect(() => keepDraft(userId, draft), [userId, draft]);

  const write = (next: string) =>
    setDraft({ ...draft, text: next === saved.content ? null : next });
  // What is on the screen and not saved changes places with it, so that neither is lost.
  const restore = () => setDraft({ ...draft, text: draft.aside, aside: isUnsaved ? text : null });

  const submit = async () => {
    try {
      const { updatedAt } = await save.mutateAsync(text);
      // What was written meanwhile stays a draft, of what is saved now.
      setDraft((now) => ({
        ...now,
        text: now.text === text ? null : now.text,
        basedOn: updatedAt,
      }));
    } catch {
      const description = 'Failed to save content. Please try again.';
      toast({ title: 'Error', description, variant: 'destructive' });
      return;
    }
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
        <BusyButton type="submit" size="3" isBusy={save.isPending}>
          Save Content
        </BusyButton>
        <p role="status" className="text-sm text-quiet">
          {isUnsaved ? 'Not saved yet. Your draft is stored in this browser.' : savedWhen(saved)}
        </p>
        {isUnsaved ? (
          <Button type="button" variant="ghost" color="gray" onClick={() => write(saved.content)}>
            Discard changes
          </Button>
        ) : null}
      </div>
      {draft.aside === null ? null : (
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-sm text-quiet">
            A newer version was saved elsewhere. Your earlier draft is stored in this browser.
          </p>
          <Button type="button" variant="ghost" onClick={restore}>
            Restore draft
          </Button>
          <Button
            type="button"
            variant="ghost"
            color="gray"
            onClick={() => setDraft({ ...draft, aside: null })}
          >
            Delete draft
          </Button>
        </div>
      )}
      {guard(isUnsaved)}
    </form>
  );
}

function savedWhen({ updatedAt }: Content): string {
  if (updatedAt === null) return 'All saved.';
  return `All saved, ${format(new Date(updatedAt), `${DATE_FORMAT}, ${TIME_FORMAT}`)}.`;
}
