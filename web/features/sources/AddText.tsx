import { useRef } from 'react';
import { errorMessage } from '../../api/client.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { toast } from '../../ui/toasts.ts';
import { NO_FIELDS, useAddSource } from './queries.ts';
import { faultOf, SourceFieldset } from './SourceFieldset.tsx';
import { useSourceDraft } from './use-source-draft.ts';

/** Adds a text that is typed or pasted. */
export function AddText({ userId }: { userId: string }) {
  const [fields, setFields] = useSourceDraft(userId, 'text');
  const { mutate, isPending } = useAddSource();
  const text = useRef<HTMLTextAreaElement>(null);
  const fault = faultOf(fields);
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (fault !== null) {
          toast({ title: 'Error', description: fault, variant: 'destructive' });
          text.current?.focus();
          return;
        }
        mutate(
          { kind: 'text', fields },
          {
            onSuccess: () => {
              setFields(NO_FIELDS);
              toast({ title: 'Success', description: 'Source added' });
            },
            onError: (error) =>
              toast({
                title: 'Error',
                description: errorMessage(error, 'Failed to add this source'),
                variant: 'destructive',
              }),
          },
        );
      }}
    >
      <SourceFieldset
        fields={fields}
        onFields={setFields}
        textRef={text}
        textLabel="Text"
        placeholder="Paste an article, a passage of a book, or your notes"
      />
      <div>
        <BusyButton type="submit" size="3" isBusy={isPending}>
          {isPending ? 'Adding...' : 'Add Source'}
        </BusyButton>
      </div>
    </form>
  );
}
