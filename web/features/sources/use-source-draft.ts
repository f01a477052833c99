import { useState } from 'react';
import { z } from 'zod';
import { readStored, writeStored } from '../../ui/stored-text.ts';
import { type ChangedSource, NO_FIELDS, type SourceFields, type TypedKind } from './queries.ts';

/** A source before it is added. */
export interface SourceDraft {
  kind: TypedKind;
  fields: SourceFields;
  /** What the reader should know of the text; '' for nothing. */
  note: string;
}

const fieldsSchema = z.object({
  title: z.string(),
  author: z.string(),
  address: z.string(),
  date: z.string(),
  text: z.string(),
});
const draftSchema = z.object({
  kind: z.enum(['text', 'file', 'screenshot']),
  note: z.string(),
  fields: fieldsSchema,
});
const changeSchema = z.object({ fields: fieldsSchema, basedOn: z.string() });

export const isEmpty = (fields: SourceFields) =>
  Object.values(fields).every((value) => value === '');

/** What is typed before it is added, stored in this tab, so that it survives a reload. */
export function useSourceDraft(userId: string, name: 'text' | 'file') {
  const key = `source:${userId}:${name}`;
  const none: SourceDraft = { kind: name, fields: NO_FIELDS, note: '' };
  const [draft, setDraft] = useState<SourceDraft>(() => read(key, draftSchema) ?? none);
  const write = (next: SourceDraft) => {
    const isGone = isEmpty(next.fields);
    setDraft(isGone ? none : next);
    writeStored(key, isGone ? '' : JSON.stringify(next));
  };
  return [draft, write] as const;
}

/** Unsaved changes to a source, stored in the same way; null if there are none. */
export function useSourceChange(id: string) {
  const key = `source-change:${id}`;
  const [change, setChange] = useState<ChangedSource | null>(() => read(key, changeSchema));
  const write = (next: ChangedSource | null) => {
    setChange(next);
    writeStored(key, next === null ? '' : JSON.stringify(next));
  };
  return [change, write] as const;
}

function read<Stored>(key: string, schema: z.ZodType<Stored>): Stored | null {
  try {
    return schema.parse(JSON.parse(readStored(key)));
  } catch {
    return null;
  }
}
