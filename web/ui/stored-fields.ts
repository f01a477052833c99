import { useCallback, useEffect, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { readStored, writeStored } from './stored-text.ts';

const keyOf = (name: string) => `form:${name}`;

/** Whether something that was typed into this form waits to be saved. */
export const hasStoredFields = (name: string): boolean => readStored(keyOf(name)) !== '';

/**
 * Keeps what is typed into a form in this tab, so that a reload or a login in between doesn't lose it.
 *
 * @param name of the form
 * @param fields which are kept; never a password. The same array each time.
 * @returns forgets what is kept, once it is saved or discarded
 */
export function useStoredFields<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues' | 'setValue' | 'subscribe'>,
  name: string,
  fields: readonly Path<Values>[],
): () => void {
  const { getValues, setValue, subscribe } = form;
  const [before] = useState(() => new Map(fields.map((field) => [field, getValues(field)])));
  useEffect(() => {
    const kept = read(name);
    for (const field of fields) {
      const text = kept[field];
      if (typeof text !== 'string') continue;
      setValue(field, text as PathValue<Values, Path<Values>>, { shouldDirty: true });
    }
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const changed = fields.filter((field) => values[field] !== before.get(field));
        const texts = Object.fromEntries(changed.map((field) => [field, values[field]]));
        writeStored(keyOf(name), changed.length === 0 ? '' : JSON.stringify(texts));
      },
    });
  }, [name, fields, before, setValue, subscribe]);
  return useCallback(() => writeStored(keyOf(name), ''), [name]);
}

/** Storage may hold anything. */
function read(name: string): Partial<Record<string, unknown>> {
  try {
    return Object(JSON.parse(readStored(keyOf(name))));
  } catch {
    return {};
  }
}
