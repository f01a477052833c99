import { Button } from '@radix-ui/themes';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { SourceWithText } from '../../../schema/wire/sources.ts';
import { errorMessage } from '../../api/client.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { DraftDialog } from '../../ui/DraftDialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { toast } from '../../ui/toasts.ts';
import { type SourceFields, sourceQuery, useChangeSource } from './queries.ts';
import { faultOf, SourceFieldset } from './SourceFieldset.tsx';

const fieldsOf = ({ title, author, address, publishedAt, text }: SourceWithText): SourceFields => ({
  title,
  author: author ?? '',
  address: address ?? '',
  date: publishedAt?.slice(0, 10) ?? '',
  text,
});

/** Edits a source. `onChanged` is called once it is saved. */
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
  const { data, isError, isFetching, refetch } = useQuery(sourceQuery(id));
  const [typed, setTyped] = useState<SourceFields | null>(null);
  const { mutate, isPending } = useChangeSource(id, {
    onSaved: () => {
      toast({ title: 'Success', description: 'Source updated' });
      onChanged();
    },
    onError: (error) => {
      const description = errorMessage(error, 'Failed to update this source');
      toast({ title: 'Error', description, variant: 'destructive' });
    },
  });
  const text = useRef<HTMLTextAreaElement>(null);
  const fields = typed ?? (data ? fieldsOf(data) : null);
  const isChanged = typed !== null && !(data && isSame(typed, fieldsOf(data)));
  const save = () => {
    if (fields === null) return;
    const fault = faultOf(fields);
    if (fault !== null) {
      toast({ title: 'Error', description: fault, variant: 'destructive' });
      return;
    }
    // The first words of a text name it only when it is added.
    mutate(fields.title.trim() === '' ? { ...fields, title } : fields, { onSuccess: onClose });
  };
  return (
    <DraftDialog title="Edit Source" isChanged={isChanged} field={text} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {fields !== null ? (
          <SourceFieldset
            fields={fields}
            onFields={setTyped}
            textRef={text}
            textLabel="Text"
            titleHint="If empty, the title stays as it is."
          />
        ) : isError && !isFetching ? (
          <ErrorState title="The source did not load" onRetry={() => void refetch()} />
        ) : (
          <div role="status" aria-label="Loading the source">
            <Skeleton className="h-96 rounded-lg" />
          </div>
        )}
        <div className="mt-5 flex justify-end gap-3">
          <Button type="button" variant="soft" color="gray" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton type="submit" isBusy={isPending} disabled={fields === null}>
            {isPending ? 'Saving...' : 'Save Changes'}
          </BusyButton>
        </div>
      </form>
    </DraftDialog>
  );
}

const isSame = (one: SourceFields, other: SourceFields) =>
  JSON.stringify(one) === JSON.stringify(other);
