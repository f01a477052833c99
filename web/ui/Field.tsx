import { TextArea, TextField } from '@radix-ui/themes';
import { type ReactNode, useId } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

interface FieldProps<Values extends FieldValues> {
  form: Pick<UseFormReturn<Values>, 'register' | 'getFieldState' | 'formState'>;
  name: Path<Values>;
  label: string;
  /** An error found outside the form's own validation. */
  error?: string | undefined;
}

interface TextInputProps<Values extends FieldValues> extends FieldProps<Values> {
  type?: 'text' | 'password' | 'email' | 'url';
  autoComplete?: string;
  maxLength?: number;
}

/** The id of a field's error, for `aria-describedby`. */
export const errorIdOf = (id: string) => `${id}-error`;

/** A field with its label, hint and error. */
export function Labelled({
  id,
  label,
  hint,
  error,
  children,
}: {
  /** Of the field. */
  id: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className="min-w-0 space-y-1.5">
      <label htmlFor={id} className="block text-sm font-medium text-ink">
        {label}
        {hint !== undefined && <span className="font-normal text-quiet"> · {hint}</span>}
      </label>
      {children}
      {error ? (
        <p id={errorIdOf(id)} role="alert" className="text-sm text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** Returns a field's error and the attributes that all inputs share. */
function useField<Values extends FieldValues>({ form, name, error }: FieldProps<Values>) {
  const id = useId();
  const wrong = form.getFieldState(name, form.formState).error?.message ?? error;
  const attributes = {
    id,
    size: '3',
    'aria-invalid': wrong !== undefined,
    'aria-describedby': wrong === undefined ? undefined : errorIdOf(id),
    color: wrong === undefined ? undefined : 'red',
    ...form.register(name),
  } as const;
  return { id, wrong, attributes };
}

/** A form field: label, input and error. */
export function TextInput<Values extends FieldValues>(props: TextInputProps<Values>) {
  const { id, wrong, attributes } = useField(props);
  const { label, type, autoComplete, maxLength } = props;
  return (
    <Labelled id={id} label={label} error={wrong}>
      <TextField.Root
        type={type}
        autoComplete={autoComplete}
        maxLength={maxLength}
        spellCheck={false}
        {...attributes}
      />
    </Labelled>
  );
}

/** The same with a text area. */
export function TextLines<Values extends FieldValues>(props: FieldProps<Values>) {
  const { id, wrong, attributes } = useField(props);
  return (
    <Labelled id={id} label={props.label} error={wrong}>
      <TextArea rows={3} resize="vertical" {...attributes} />
    </Labelled>
  );
}
