import { expect, test } from 'vitest';
import { z } from 'zod';
import { schemaText } from '../../../web/features/programs/schema-text.ts';

const textOf = (schema: z.ZodType) => schemaText(z.toJSONSchema(schema));

test.each([
  ['string', z.string()],
  ['number', z.int()],
  ['string | null', z.string().nullable()],
  ['"read" | "write"', z.enum(['read', 'write'])],
  ['("read" | "write")[]', z.array(z.enum(['read', 'write']))],
  ['[number, string]', z.tuple([z.number(), z.string()])],
  ['Record<string, boolean>', z.record(z.string(), z.boolean())],
  ['true', z.literal(true)],
  ['unknown', z.unknown()],
  ['{}', z.object({})],
])('a schema is shown as %s', (text, schema) => {
  expect(textOf(schema)).toBe(text);
});

test('an object has a line per field, with its description', () => {
  const schema = z.object({
    id: z.string().describe('Of the episode.'),
    chapters: z.array(z.object({ start: z.number() })).optional(),
  });
  expect(textOf(schema)).toBe(
    '{\n  id: string  // Of the episode.\n  chapters?: {\n    start: number\n  }[]\n}',
  );
});
