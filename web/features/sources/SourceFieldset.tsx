import { TextArea, TextField } from '@radix-ui/themes';
import { type ReactNode, type Ref, useId } from 'react';
import {
  SOURCE_AUTHOR_MAX_CHARS,
  SOURCE_MAX_CHARS,
  SOURCE_TITLE_MAX_CHARS,
  URL_MAX_CHARS,
} from '../../../schema/limits.ts';
import type { SourceFields } from './queries.ts';

/** How close to the limit the characters are counted. */
const COUNTED_FROM = SOURCE_MAX_CHARS * 0.9;
const number = (value: number) => value.toLocaleString('en');

/** Why these fields can't be saved yet; null if they can. */
export function faultOf({ text, address }: SourceFields): string | null {
  if (text.trim() === '') return 'Add some text first.';
  if (text.length > SOURCE_MAX_CHARS) {
    return `This text has ${number(text.length)} characters; ${number(SOURCE_MAX_CHARS)} fit.`;
  }
  const url = address.trim();
  if (url !== '' && !/^https?:\/\/./i.test(url)) {
    return 'The address has to start with https:// or http://';
  }
  return null;
}

/** What is known of a source: its title, text, author, address and date. */
export function SourceFieldset({
  fields,
  onFields,
  textLabel,
  placeholder,
  textRef,
}: {
  fields: SourceFields;
  onFields: (fields: SourceFields) => void;
  textLabel: string;
  placeholder?: string;
  textRef?: Ref<HTMLTextAreaElement>;
}) {
  const id = useId();
  const set = (name: keyof SourceFields) => (event: { target: { value: string } }) =>
    onFields({ ...fields, [name]: event.target.value });
  const { length } = fields.text;
  return (
    <div className="flex flex-col gap-4">
      <Labelled id={`${id}-title`} label="Title" hint="Left empty, the first words are used.">
        <TextField.Root
          id={`${id}-title`}
          size="3"
          dir="auto"
          autoComplete="off"
          maxLength={SOURCE_TITLE_MAX_CHARS}
          value={fields.title}
          onChange={set('title')}
        />
      </Labelled>
      <Labelled id={`${id}-text`} label={textLabel} hint="Empty lines separate its paragraphs.">
        <TextArea
          id={`${id}-text`}
          ref={textRef}
          size="3"
          dir="auto"
          rows={10}
          resize="vertical"
          placeholder={placeholder}
          value={fields.text}
          onChange={set('text')}
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
        <Labelled id={`${id}-author`} label="Author">
          <TextField.Root
            id={`${id}-author`}
            size="3"
            dir="auto"
            autoComplete="off"
            maxLength={SOURCE_AUTHOR_MAX_CHARS}
            value={fields.author}
            onChange={set('author')}
          />
        </Labelled>
        <Labelled id={`${id}-date`} label="Published on">
          <TextField.Root
            id={`${id}-date`}
            size="3"
            type="date"
            max="9999-12-31"
            value={fields.date}
            onChange={set('date')}
          />
        </Labelled>
      </div>
      <Labelled id={`${id}-address`} label="Found at">
        <TextField.Root
          id={`${id}-address`}
          size="3"
          type="url"
          autoComplete="off"
          placeholder="https://"
          maxLength={URL_MAX_CHARS}
          value={fields.address}
          onChange={set('address')}
        />
      </Labelled>
    </div>
  );
}

function Labelled({
  id,
  label,
  hint,
  children,
}: {
  id: string;
  label: string;
  hint?: string;
  children: ReactNode;
}) {
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block text-sm font-medium text-ink">
        {label}
        {hint !== undefined && <span className="font-normal text-quiet"> · {hint}</span>}
      </label>
      {children}
    </div>
  );
}
