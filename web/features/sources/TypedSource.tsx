import { useRef } from 'react';
import { errorMessage } from '../../api/client.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { focusInvalid } from '../../ui/length-limit.tsx';
import { toast } from '../../ui/toasts.ts';
import { NO_FIELDS, useAddSource } from './queries.ts';
import { faultOf, isAnyTooLong, SourceFieldset } from './SourceFieldset.tsx';
import type { SourceDraft } from './use-source-draft.ts';

/** The fields of a new source, and the button that adds it. */
export function TypedSource({
  draft,
  onDraft,
  placeholder,
}: {
  draft: SourceDraft;
  onDraft: (draft: SourceDraft) => void;
  placeholder?: string;
}) {
  const { kind, fields } = draft;
  const { mutate, isPending } = useAddSource({
    onSaved: () => {
      onDraft({ ...draft, fields: NO_FIELDS });
      toast({ title: 'Success', description: 'Source added' });
    },
    onError: (error) => {
      const description = errorMessage(error, 'Failed to add this source');
      toast({ title: 'Error', description, variant: 'destructive' });
    },
  });
  const text = useRef<HTMLTextAreaElement>(null);
  const fault = faultOf(fields);
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (isAnyTooLong(fields)) return focusInvalid(event.currentTarget);
        if (fault !== null) {
          toast({ title: 'Error', description: fault, variant: 'destructive' });
          text.current?.focus();
          return;
        }
        mutate({ kind, fields });
      }}
    >
      {/* What is typed while it is added would be cleared with it. */}
      <div inert={isPending}>
        <SourceFieldset
          fields={fields}
          onFields={(next) => onDraft({ ...draft, fields: next })}
          textRef={text}
          textLabel="Text"
          titleHint="If empty, the first words are used."
          {...(placeholder === undefined ? {} : { placeholder })}
        />
      </div>
      <div>
        <BusyButton type="submit" size="3" isBusy={isPending}>
          {isPending ? 'Adding...' : 'Add Source'}
        </BusyButton>
      </div>
    </form>
  );
}
