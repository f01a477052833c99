import { useState } from 'react';
import { z } from 'zod';
import { readStored, writeStored } from '../../ui/stored-text.ts';
import { NO_FIELDS, type SourceFields, type TypedKind } from './queries.ts';

/** A source before it is added. */
export interface SourceDraft {
  kind: TypedKind;
  fields: SourceFields;
  /** What the reader should know of the text; '' for nothing. */
  note: string;
}

const draftSchema = z.object({
  kind: z.enum(['text', 'file', 'screenshot']),
  note: z.string(),
  fields: z.object({
    title: z.string(),
    author: z.string(),
    address: z.string(),
    date: z.string(),
    text: z.string(),
  }),
});

export const isEmpty = (fields: SourceFields) =>
  Object.values(fields).every((value) => value === '');

/** What is typed before it is added, stored in this tab, so that it survives a reload. */
export function useSourceDraft(userId: string, name: 'text' | 'file') {
  const key = `source:${userId}:${name}`;
  const none: SourceDraft = { kind: name, fields: NO_FIELDS, note: '' };
  const [draft, setDraft] = useState<SourceDraft>(() => read(key) ?? none);
  const write = (next: SourceDraft) => {
    const isGone = isEmpty(next.fields);
    setDraft(isGone ? none : next);
    writeStored(key, isGone ? '' : JSON.stringify(next));
  };
  return [draft, write] as const;
}

function read(key: string): SourceDraft | null {
  try {
    return draftSchema.parse(JSON.parse(readStored(key)));
  } catch {
    return null;
  }
}
