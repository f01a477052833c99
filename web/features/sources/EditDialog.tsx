import { Button } from '@radix-ui/themes';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { SourceWithText } from '../../../schema/wire/sources.ts';
import { errorMessage } from '../../api/client.ts';
import { isMissing } from '../../api/missing.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { DraftDialog } from '../../ui/DraftDialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { focusInvalid } from '../../ui/length-limit.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { toastError, toastSuccess } from '../../ui/toasts.ts';
import { changedElsewhere, type SourceFields, sourceQuery, useChangeSource } from './queries.ts';
import { faultsOf, isAnyTooLong, SourceFieldset } from './SourceFieldset.tsx';
import { useSourceChange } from './use-source-draft.ts';

const fieldsOf = ({ title, author, address, publishedAt, text }: SourceWithText): SourceFields => ({
  title,
  author: author ?? '',
  address: address ?? '',
  date: publishedAt?.slice(0, 10) ?? '',
  text,
});

/**
 * Edits a source. `onChanged` is called once it is saved. What was typed outlasts a reload, until it is saved
 * or discarded.
 */
export function EditDialog({
  id,
  title,
  onChanged,
  onClose,
}: {
  id: string;
  title: string;
  onChanged: () => void;
  onClose: () => void;
}) {
  const { data, error, isFetching, refetch } = useQuery(sourceQuery(id));
  const [typed, setTyped] = useSourceChange(id);
  /** The `updatedAt` of a version that was saved elsewhere since this one was opened, if any. */
  const [newer, setNewer] = useState<string | null>(null);
  const { mutate, isPending } = useChangeSource(id, {
    onSaved: () => {
      toastSuccess('Source updated');
      onChanged();
    },
    onError: (error) => {
      const elsewhere = changedElsewhere(error);
      if (elsewhere !== null) return setNewer(elsewhere);
      toastError(errorMessage(error, 'Failed to update this source'));
    },
  });
  const [isTried, setIsTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const shown = typed ?? (data ? { fields: fieldsOf(data), basedOn: data.updatedAt } : null);
  const isChanged = typed !== null && !(data && isSame(typed.fields, fieldsOf(data)));
  const isShown = shown !== null;
  useEffect(() => {
    // Unless the reader has gone on to a button meanwhile.
    if (isShown && document.activeElement?.contains(form.current)) {
      form.current?.querySelector('input')?.focus();
    }
  }, [isShown]);
  const close = () => {
    setTyped(null);
    onClose();
  };
  const save = (basedOn = shown?.basedOn) => {
    if (!shown || basedOn === undefined) return;
    const { fields } = shown;
    const isFaulty = Object.keys(faultsOf(fields)).length > 0;
    // Marks the fields before one of them gets the focus.
    flushSync(() => setIsTried(isFaulty));
    if (isFaulty || isAnyTooLong(fields)) return form.current && focusInvalid(form.current);
    // The first words of a text name it only when it is added.
    const named = fields.title.trim() === '' ? { ...fields, title } : fields;
    mutate({ fields: named, basedOn }, { onSuccess: close });
  };
  const takeNewer = async () => {
    const { isSuccess } = await refetch();
    if (!isSuccess) return;
    setTyped(null);
    setNewer(null);
    text.current?.focus();
  };
  return (
    <DraftDialog
      title="Edit Source"
      isChanged={isChanged}
      isLoading={!isShown}
      field={text}
      onClose={close}
    >
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {shown ? (
          <SourceFieldset
            fields={shown.fields}
            faults={isTried ? faultsOf(shown.fields) : {}}
            onFields={(fields) => setTyped({ fields, basedOn: shown.basedOn })}
            textRef={text}
            titleHint="If empty, the title stays as it is."
          />
        ) : isMissing(error) ? (
          <ErrorState title="This source has been deleted" />
        ) : error && !isFetching ? (
          <ErrorState title="The source did not load" onRetry={() => void refetch()} />
        ) : (
          <div role="status" aria-label="Loading the source">
            <Skeleton className="h-96 rounded-lg" />
          </div>
        )}
        {newer === null ? null : (
          <p role="alert" className="mt-5 text-sm">
            A newer version was saved elsewhere. Which one do you want to keep? If you choose the
            other one, what you changed here is lost.
          </p>
        )}
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <Button type="button" variant="soft" color="gray" onClick={close}>
            Cancel
          </Button>
          {newer === null ? (
            <BusyButton type="submit" isBusy={isPending} disabled={!shown} busyLabel="Saving...">
              Save Changes
            </BusyButton>
          ) : (
            <>
              <BusyButton
                type="button"
                variant="soft"
                isBusy={isFetching}
                onClick={() => void takeNewer()}
              >
                Use the Other
              </BusyButton>
              <BusyButton type="button" isBusy={isPending} onClick={() => save(newer)}>
                Keep Mine
              </BusyButton>
            </>
          )}
        </div>
      </form>
    </DraftDialog>
  );
}

const isSame = (one: SourceFields, other: SourceFields) =>
  JSON.stringify(one) === JSON.stringify(other);
