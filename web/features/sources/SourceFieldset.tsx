import { TextArea, TextField } from '@radix-ui/themes';
import { type ComponentProps, type Ref, useId } from 'react';
import {
  SOURCE_AUTHOR_MAX_CHARS,
  SOURCE_MAX_CHARS,
  SOURCE_TITLE_MAX_CHARS,
  URL_MAX_CHARS,
} from '../../../schema/limits.ts';
import { Labelled } from '../../ui/Field.tsx';
import type { SourceFields } from './queries.ts';

/** How close to the limit the characters are counted. */
const COUNTED_FROM = SOURCE_MAX_CHARS * 0.9;
const number = (value: number) => value.toLocaleString('en');

/** Why these fields can't be saved yet; null if they can. */
export function faultOf({ text, address }: SourceFields): string | null {
  if (text.trim() === '') return 'Add some text first.';
  if (text.length > SOURCE_MAX_CHARS) {
    return `This text has ${number(text.length)} characters. The limit is ${number(SOURCE_MAX_CHARS)}.`;
  }
  const url = address.trim();
  if (url !== '' && !/^https?:\/\/./i.test(url)) {
    return 'The address must start with https:// or http://';
  }
  return null;
}

/** What is known of a source: its title, text, author, address and date. */
export function SourceFieldset({
  fields,
  onFields,
  textLabel,
  placeholder,
  titleHint,
  textRef,
}: {
  fields: SourceFields;
  onFields: (fields: SourceFields) => void;
  textLabel: string;
  /** What becomes of a source without a title. */
  titleHint: string;
  placeholder?: string;
  textRef?: Ref<HTMLTextAreaElement>;
}) {
  const id = useId();
  const set = (name: keyof SourceFields) => (value: string) =>
    onFields({ ...fields, [name]: value });
  const row = (name: keyof SourceFields) => ({ value: fields[name], onValue: set(name) });
  const { length } = fields.text;
  return (
    <div className="flex flex-col gap-4">
      <FieldRow
        label="Title"
        hint={titleHint}
        dir="auto"
        maxLength={SOURCE_TITLE_MAX_CHARS}
        {...row('title')}
      />
      <Labelled id={`${id}-text`} label={textLabel} hint="Separate paragraphs with empty lines.">
        <TextArea
          id={`${id}-text`}
          ref={textRef}
          size="3"
          dir="auto"
          rows={10}
          resize="vertical"
          placeholder={placeholder}
          value={fields.text}
          onChange={({ target }) => set('text')(target.value)}
        />
      </Labelled>
      {length > COUNTED_FROM && (
        <p
          role="status"
          className={`text-sm tabular-nums ${length > SOURCE_MAX_CHARS ? 'text-danger' : 'text-quiet'}`}
        >
          {number(length)} of {number(SOURCE_MAX_CHARS)} characters
        </p>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <FieldRow
          label="Author"
          dir="auto"
          maxLength={SOURCE_AUTHOR_MAX_CHARS}
          {...row('author')}
        />
        <FieldRow label="Published on" type="date" max="9999-12-31" {...row('date')} />
      </div>
      <FieldRow
        label="Found at"
        type="url"
        placeholder="https://"
        maxLength={URL_MAX_CHARS}
        {...row('address')}
      />
    </div>
  );
}

/** A labelled field of one line. */
function FieldRow({
  label,
  hint,
  onValue,
  ...props
}: Omit<ComponentProps<typeof TextField.Root>, 'id' | 'size' | 'onChange'> & {
  label: string;
  hint?: string;
  onValue: (value: string) => void;
}) {
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint}>
      <TextField.Root
        id={id}
        size="3"
        autoComplete="off"
        onChange={({ target }) => onValue(target.value)}
        {...props}
      />
    </Labelled>
  );
}
