/** What users add themselves: texts, web pages, files, screenshots. */
import { z } from 'zod';
import { SOURCE_KINDS } from '../kinds.ts';
import { SOURCE_AUTHOR_MAX_CHARS, SOURCE_TITLE_MAX_CHARS, URL_MAX_CHARS } from '../limits.ts';
import { isCaptions, maxCharsOf } from './captions.ts';
import { rowCursorSchema } from './common.ts';
import { isBlank, textSchema } from './text.ts';
import { instantSchema } from './time.ts';

export type { Source, SourcesPage, SourceWithText } from './replies/sources.ts';

/** An empty field counts as absent. */
const emptyAsNull = (value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? null : value;
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(emptyAsNull, schema.nullable().optional());

const titleSchema = textSchema
  .trim()
  .max(SOURCE_TITLE_MAX_CHARS, 'A title can have at most 300 characters');
const authorSchema = textSchema
  .trim()
  .max(SOURCE_AUTHOR_MAX_CHARS, 'An author can have at most 200 characters');
const addressSchema = textSchema
  .trim()
  .max(URL_MAX_CHARS, 'This address is too long')
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'The address must start with https:// or http://',
  );
const dateSchema = z
  .union([z.iso.date(), instantSchema], 'Write the date as 2026-10-31')
  .transform((text) => new Date(text));
const mostOf = (text: string) => {
  const characters = `${maxCharsOf(text).toLocaleString('en')} characters`;
  return isCaptions(text) ? `${characters} of captions` : characters;
};
const sourceTextSchema = textSchema
  .refine((text) => !isBlank(text), 'This source has no text')
  .refine((text) => text.length <= maxCharsOf(text), {
    error: ({ input }) => `A source can have at most ${mostOf(String(input))}`,
  })
  .describe(
    'At most 200,000 characters. Of captions (WebVTT or SubRip), only what is said counts.',
  );

const factsSchema = z.object({
  author: optional(authorSchema),
  address: optional(addressSchema),
  publishedAt: optional(dateSchema),
});

/** The title defaults to the text's first words. */
const addTextSchema = factsSchema.extend({
  kind: z.enum(SOURCE_KINDS).exclude(['page']),
  title: optional(titleSchema),
  text: sourceTextSchema,
});
export type AddText = z.output<typeof addTextSchema>;

/** A page is fetched from its address; other kinds contain their text. */
export const addSourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('page'), address: addressSchema }),
  addTextSchema,
]);

/** At least one of the fields. Refused if the source has changed since `basedOn`, its `updatedAt`. */
export const changeSourceSchema = factsSchema
  .extend({
    title: titleSchema.refine((text) => !isBlank(text), 'A title cannot be empty').optional(),
    text: sourceTextSchema.optional(),
    basedOn: z.iso
      .datetime()
      .transform((text) => new Date(text))
      .optional(),
  })
  .refine(
    ({ basedOn: _, ...fields }) => Object.values(fields).some((field) => field !== undefined),
    {
      error: 'Send at least one field',
      path: ['title'],
    },
  );
export type ChangeSource = z.output<typeof changeSourceSchema>;

export const sourcesQuerySchema = z.object({ cursor: rowCursorSchema.optional() });
