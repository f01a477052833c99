import { useState } from 'react';
import { flushSync } from 'react-dom';
import { errorMessage } from '../../api/client.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { focusInvalid } from '../../ui/length-limit.tsx';
import { toastError, toastSuccess } from '../../ui/toasts.ts';
import { NO_FIELDS, useAddSource } from './queries.ts';
import { faultsOf, isAnyTooLong, SourceFieldset } from './SourceFieldset.tsx';
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
      toastSuccess('Source added');
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to add this source')),
  });
  const [isTried, setIsTried] = useState(false);
  const faults = faultsOf(fields);
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        const isFaulty = Object.keys(faults).length > 0;
        // Marks the fields before one of them gets the focus.
        flushSync(() => setIsTried(isFaulty));
        if (isFaulty || isAnyTooLong(fields)) return focusInvalid(event.currentTarget);
        mutate({ kind, fields });
      }}
    >
      {/* What is typed while it is added would be cleared with it. */}
      <div inert={isPending}>
        <SourceFieldset
          fields={fields}
          faults={isTried ? faults : {}}
          onFields={(next) => onDraft({ ...draft, fields: next })}
          titleHint="If empty, the first words are used."
          placeholder={placeholder}
        />
      </div>
      <div>
        <BusyButton type="submit" size="3" isBusy={isPending} busyLabel="Adding...">
          Add Source
        </BusyButton>
      </div>
    </form>
  );
}
