import { TextArea, TextField } from '@radix-ui/themes';
import { type ReactNode, useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

interface FieldProps {
  label: string;
  registration: UseFormRegisterReturn;
  error?: string | undefined;
  hint?: string | undefined;
}

interface TextInputProps extends FieldProps {
  type?: 'text' | 'password' | 'email' | 'url';
  autoComplete?: string;
  inputMode?: 'email' | 'url';
  autoFocus?: boolean;
}

function Labelled({
  id,
  label,
  hint,
  error,
  children,
}: {
  id: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block text-sm font-medium text-ink">
        {label}
      </label>
      {children}
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-quiet">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}

function described(id: string, { hint, error }: Pick<FieldProps, 'hint' | 'error'>) {
  const ids = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean);
  return {
    id,
    'aria-invalid': error !== undefined,
    'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
    color: error === undefined ? undefined : ('red' as const),
  };
}

/** One line of a form: label, input, what is wrong with it. */
export function TextInput({ registration, label, error, hint, ...input }: TextInputProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <TextField.Root
        size="3"
        spellCheck={false}
        {...described(id, { hint, error })}
        {...input}
        {...registration}
      />
    </Labelled>
  );
}

/** The same for several lines of text. */
export function TextLines({ registration, label, error, hint }: FieldProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <TextArea
        size="3"
        rows={3}
        resize="vertical"
        {...described(id, { hint, error })}
        {...registration}
      />
    </Labelled>
  );
}
