import { TextArea, TextField } from '@radix-ui/themes';
import { type ReactNode, useId } from 'react';
import { type FieldValues, type Path, type UseFormReturn, useWatch } from 'react-hook-form';
import { type LengthLimit, tooLong, useLengthLimit } from './length-limit.tsx';

interface FieldProps<Values extends FieldValues> {
  form: Pick<UseFormReturn<Values>, 'register' | 'getFieldState' | 'formState' | 'control'>;
  name: Path<Values>;
  label: string;
  /** An error found outside the form's own validation. */
  error?: string | undefined;
  /** Longer text can be typed but not submitted, and a hint says so. */
  maxChars?: number;
}

interface TextInputProps<Values extends FieldValues> extends FieldProps<Values> {
  type?: 'text' | 'password' | 'email' | 'url';
  autoComplete?: string;
  errorRoom?: ErrorRoom;
}

/** Room reserved for an error, so that nothing moves when it comes: one line, or two on phones. */
type ErrorRoom = 'none' | 'short' | 'long';
const ERROR_ROOM = { none: '', short: 'min-h-7', long: 'min-h-12 sm:min-h-7' };

/** The id of a field's error, for `aria-describedby`. */
export const errorIdOf = (id: string) => `${id}-error`;

/** A field with its label, hint and error. */
export function Labelled({
  id,
  label,
  hint,
  limit,
  error,
  errorRoom = 'none',
  children,
}: {
  /** Of the field. */
  id: string;
  label: string;
  hint?: string | undefined;
  limit?: LengthLimit;
  error?: string | undefined;
  errorRoom?: ErrorRoom | undefined;
  children: ReactNode;
}) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium text-ink">
        {label}
        {hint !== undefined && <span className="font-normal text-quiet"> · {hint}</span>}
      </label>
      {children}
      {limit?.hint}
      <div className={ERROR_ROOM[errorRoom]}>
        {error ? (
          <p id={errorIdOf(id)} role="alert" className="pt-1.5 text-sm text-danger">
            {error}
          </p>
        ) : null}
      </div>
    </div>
  );
}

/** Returns a field's error and the attributes that all inputs share. */
function useField<Values extends FieldValues>(props: FieldProps<Values>) {
  const { form, name, error, maxChars = Number.POSITIVE_INFINITY } = props;
  const id = useId();
  const text: string = useWatch({ control: form.control, name }) ?? '';
  const limit = useLengthLimit(text, maxChars);
  // The limit's own hint already says this.
  const found = limit.isTooLong
    ? undefined
    : (form.getFieldState(name, form.formState).error?.message ?? error);
  const isInvalid = limit.isTooLong || found !== undefined;
  const attributes = {
    id,
    size: '3',
    'aria-invalid': isInvalid,
    'aria-describedby': found === undefined ? limit.attributes['aria-describedby'] : errorIdOf(id),
    color: isInvalid ? 'red' : undefined,
    ...form.register(name, { validate: (value) => tooLong(value ?? '', maxChars) ?? true }),
  } as const;
  return { labelled: { id, limit, error: found }, attributes };
}

/** A form field: label, input and error. */
export function TextInput<Values extends FieldValues>(props: TextInputProps<Values>) {
  const { labelled, attributes } = useField(props);
  const { label, type = 'text', autoComplete, errorRoom } = props;
  return (
    <Labelled label={label} errorRoom={errorRoom} {...labelled}>
      <TextField.Root
        type={type}
        // Addresses are written from left to right in every language.
        dir={type === 'text' ? 'auto' : 'ltr'}
        autoComplete={autoComplete}
        spellCheck={false}
        {...attributes}
      />
    </Labelled>
  );
}

/** The same with a text area. */
export function TextLines<Values extends FieldValues>(props: FieldProps<Values>) {
  const { labelled, attributes } = useField(props);
  return (
    <Labelled label={props.label} {...labelled}>
      <TextArea rows={3} resize="vertical" dir="auto" {...attributes} />
    </Labelled>
  );
}
