import { useState } from 'react';
import { z } from 'zod';
import { readStored, writeStored } from '../../ui/stored-text.ts';
import { NO_FIELDS, type SourceFields } from './queries.ts';

const fieldsSchema = z.object({
  title: z.string(),
  author: z.string(),
  address: z.string(),
  date: z.string(),
  text: z.string(),
});

/** What is typed before it is added, stored in this tab, so that it survives a reload. */
export function useSourceDraft(userId: string, name: string) {
  const key = `source:${userId}:${name}`;
  const [fields, setFields] = useState<SourceFields>(() => read(key));
  const write = (next: SourceFields) => {
    setFields(next);
    const isEmpty = Object.values(next).every((value) => value === '');
    writeStored(key, isEmpty ? '' : JSON.stringify(next));
  };
  return [fields, write] as const;
}

function read(key: string): SourceFields {
  try {
    return fieldsSchema.parse(JSON.parse(readStored(key)));
  } catch {
    return NO_FIELDS;
  }
}
