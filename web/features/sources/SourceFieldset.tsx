import { TextArea, TextField } from '@radix-ui/themes';
import { type ComponentProps, type Ref, useId } from 'react';
import {
  SOURCE_AUTHOR_MAX_CHARS,
  SOURCE_MAX_CHARS,
  SOURCE_TITLE_MAX_CHARS,
  URL_MAX_CHARS,
} from '../../../schema/limits.ts';
import { maxCharsOf } from '../../../schema/wire/captions.ts';
import { errorIdOf, Labelled } from '../../ui/Field.tsx';
import { type LengthLimit, useLengthLimit } from '../../ui/length-limit.tsx';
import type { SourceFields } from './queries.ts';

const LIMITS = {
  title: SOURCE_TITLE_MAX_CHARS,
  author: SOURCE_AUTHOR_MAX_CHARS,
  address: URL_MAX_CHARS,
};

/** Whether a field is too long, as its hint says. */
export function isAnyTooLong(fields: SourceFields): boolean {
  return Object.entries({ ...LIMITS, text: maxCharsOf(fields.text) }).some(
    ([name, max]) => fields[name as keyof SourceFields].length > max,
  );
}

/** Why these fields can't be saved yet, apart from their lengths; empty if they can. */
export function faultsOf({ text, address }: SourceFields): { text?: string; address?: string } {
  const url = address.trim();
  const isAddress = url === '' || /^https?:\/\/./i.test(url);
  return {
    ...(text.trim() === '' ? { text: 'Please add some text' } : {}),
    ...(isAddress ? {} : { address: 'The address must start with https:// or http://' }),
  };
}

/** What is known of a source: its title, text, author, address and date. */
export function SourceFieldset({
  fields,
  faults,
  onFields,
  placeholder,
  titleHint,
  textRef,
}: {
  fields: SourceFields;
  /** Shown at their fields. */
  faults: ReturnType<typeof faultsOf>;
  onFields: (fields: SourceFields) => void;
  /** What becomes of a source without a title. */
  titleHint: string;
  placeholder?: string | undefined;
  textRef?: Ref<HTMLTextAreaElement>;
}) {
  const id = useId();
  const set = (name: keyof SourceFields) => (value: string) =>
    onFields({ ...fields, [name]: value });
  const row = (name: keyof SourceFields) => ({ value: fields[name], onValue: set(name) });
  const limit = useLengthLimit(fields.text, maxCharsOf(fields.text));
  return (
    <div className="flex flex-col gap-4">
      <FieldRow
        label="Title"
        hint={titleHint}
        dir="auto"
        maxChars={LIMITS.title}
        {...row('title')}
      />
      <Labelled
        id={`${id}-text`}
        label="Text"
        hint="Separate paragraphs with empty lines."
        limit={limit}
        error={faults.text}
      >
        <TextArea
          id={`${id}-text`}
          ref={textRef}
          size="3"
          // With `auto`, a browser takes seconds for captions that are several times as long.
          dir={fields.text.length > SOURCE_MAX_CHARS ? undefined : 'auto'}
          rows={10}
          resize="vertical"
          placeholder={placeholder}
          value={fields.text}
          onChange={({ target }) => set('text')(target.value)}
          {...fieldAttributes(`${id}-text`, limit, faults.text)}
        />
      </Labelled>
      <div className="grid gap-4 sm:grid-cols-2">
        <FieldRow label="Author" dir="auto" maxChars={LIMITS.author} {...row('author')} />
        <FieldRow label="Published on" type="date" max="9999-12-31" {...row('date')} />
      </div>
      <FieldRow
        label="Found at"
        type="url"
        placeholder="https://"
        maxChars={LIMITS.address}
        error={faults.address}
        {...row('address')}
      />
    </div>
  );
}

/** A labelled field of one line. */
function FieldRow({
  label,
  hint,
  value,
  onValue,
  maxChars,
  error,
  ...props
}: Omit<ComponentProps<typeof TextField.Root>, 'id' | 'size' | 'value' | 'onChange'> & {
  label: string;
  hint?: string;
  value: string;
  maxChars?: number;
  error?: string | undefined;
  onValue: (value: string) => void;
}) {
  const id = useId();
  const limit = useLengthLimit(value, maxChars);
  return (
    <Labelled id={id} label={label} hint={hint} limit={limit} error={error}>
      <TextField.Root
        id={id}
        size="3"
        autoComplete="off"
        value={value}
        onChange={({ target }) => onValue(target.value)}
        {...fieldAttributes(id, limit, error)}
        {...props}
      />
    </Labelled>
  );
}

/** What a field with an error or a limit tells assistive technology. */
const fieldAttributes = (id: string, { attributes }: LengthLimit, error: string | undefined) =>
  error === undefined
    ? attributes
    : ({ 'aria-invalid': true, 'aria-describedby': errorIdOf(id), color: 'red' } as const);
