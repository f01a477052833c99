import { Button } from '@radix-ui/themes';
import { useQueryClient } from '@tanstack/react-query';
import { format } from 'date-fns';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { CONTENT_MAX_CHARS, DATE_FORMAT, TIME_FORMAT } from '../../../schema/limits.ts';
import type { Content } from '../../../schema/wire/content.ts';
import { putReply } from '../../api/put-reply.ts';
import { refusalMessage } from '../../api/refusal.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { useLengthLimit } from '../../ui/length-limit.tsx';
import { toastError, toastSuccess } from '../../ui/toasts.ts';
import { contentQuery, savedElsewhere, useSaveContent } from './content.ts';
import { readDraft, saveDraft } from './draft.ts';
import { SavedElsewhereDialog } from './SavedElsewhereDialog.tsx';

/** The text editor with saving. `guard` renders the question before leaving with unsaved text. */
export function ContentEditor({
  userId,
  saved,
  guard,
}: {
  userId: string;
  /** The version on the server. */
  saved: Content;
  guard: (isUnsaved: boolean) => ReactNode;
}) {
  const [draft, setDraft] = useState(() => readDraft(userId, saved));
  const save = useSaveContent();
  const queryClient = useQueryClient();
  /** The version that another tab or device saved since this text was started, if any. */
  const [elsewhere, setElsewhere] = useState<Content | null>(null);
  const text = draft.text ?? saved.content;
  const isUnsaved = text !== saved.content;
  /** False if this browser can't store the draft, for example because it is far too long. */
  const [isStored, setIsStored] = useState(true);
  useEffect(() => setIsStored(saveDraft(userId, draft)), [userId, draft]);
  const field = useRef<HTMLTextAreaElement>(null);
  const limit = useLengthLimit(text, CONTENT_MAX_CHARS);

  // The version that the text on screen is based on. A cached newer version is not it.
  const basedOn = draft.text === null ? saved.version : draft.basedOn;

  const write = (next: string) =>
    setDraft({ ...draft, basedOn, text: next === saved.content ? null : next });
  // Swaps the unsaved text on screen with the one set aside, so that neither is lost.
  const restore = () =>
    setDraft({
      text: draft.aside,
      aside: isUnsaved ? text : null,
      basedOn: saved.version,
    });

  const submit = async (onVersion = basedOn) => {
    if (limit.isTooLong) return field.current?.focus();
    try {
      const { saved: now, isStored } = await save.mutateAsync({
        content: text,
        basedOn: onVersion,
      });
      setElsewhere(null);
      // What the server doesn't have stays a draft: text typed while saving, or all of it if a proxy
      // answered instead.
      setDraft((before) => ({
        ...before,
        text: before.text === text && isStored ? null : before.text,
        basedOn: now.version,
      }));
    } catch (error) {
      const other = savedElsewhere(error);
      if (other) return setElsewhere(other);
      toastError(refusalMessage(error, 'Failed to save content. Please try again.'));
      return;
    }
    toastSuccess('Your content has been saved.');
  };

  const takeOther = async (other: Content) => {
    setElsewhere(null);
    setDraft({ text: null, basedOn: other.version, aside: text });
    await putReply(queryClient, contentQuery, other);
  };

  const saveByKey = (event: KeyboardEvent) => {
    // An upper-case letter with Caps Lock on.
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
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
        ref={field}
        aria-label="Your content"
        dir="auto"
        value={text}
        placeholder="Start writing your content here..."
        onChange={(event) => write(event.target.value)}
        className="editor-text panel reading"
        {...limit.attributes}
      />
      {limit.hint}
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <BusyButton type="submit" size="3" isBusy={save.isPending}>
          Save Content
        </BusyButton>
        <Button
          type="button"
          variant="ghost"
          color="gray"
          className={isUnsaved ? '' : 'invisible'}
          onClick={() => {
            write(saved.content);
            field.current?.focus();
          }}
        >
          Discard Changes
        </Button>
        {/* Has room for its longer text, so that the text area and the buttons stay. */}
        <p role="status" className="min-h-10 basis-full text-sm text-quiet sm:min-h-0">
          {isUnsaved ? notSaved(isStored) : savedWhen(saved)}
        </p>
      </div>
      {draft.aside === null ? null : (
        <DraftAside onRestore={restore} onDelete={() => setDraft({ ...draft, aside: null })} />
      )}
      {elsewhere ? (
        <SavedElsewhereDialog
          mine={text}
          other={elsewhere}
          isSaving={save.isPending}
          onKeepMine={() => void submit(elsewhere.version)}
          onTakeOther={() => void takeOther(elsewhere)}
          onClose={() => setElsewhere(null)}
          onReturnFocus={() => field.current?.focus({ preventScroll: true })}
        />
      ) : null}
      {guard(isUnsaved)}
    </form>
  );
}

/** Offers the text that a newer version replaced. */
function DraftAside({ onRestore, onDelete }: { onRestore: () => void; onDelete: () => void }) {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="text-sm text-quiet">
        A newer version was saved elsewhere. Your earlier draft is stored in this browser.
      </p>
      <Button type="button" variant="ghost" onClick={onRestore}>
        Restore Draft
      </Button>
      <Button type="button" variant="ghost" color="gray" onClick={onDelete}>
        Delete Draft
      </Button>
    </div>
  );
}

function notSaved(isStored: boolean): string {
  return isStored
    ? 'Not saved yet. Your draft is stored in this browser.'
    : "Not saved yet. This browser can't store your draft, so keep this page open.";
}

function savedWhen({ updatedAt }: Content): string {
  if (updatedAt === null) return 'Nothing saved yet.';
  return `All saved, ${format(new Date(updatedAt), `${DATE_FORMAT}, ${TIME_FORMAT}`)}.`;
}
