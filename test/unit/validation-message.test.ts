import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { validationMessage } from '../../worker/platform/requests/validation-message.ts';

function problem(schema: z.ZodType, value: unknown): { code: string | undefined; text: string } {
  const [issue] = schema.safeParse(value, { error: validationMessage }).error?.issues ?? [];
  return { code: issue?.code, text: issue?.message ?? '' };
}

const of = (schema: z.ZodType) => z.strictObject({ it: schema });
const day = new Date('2026-10-31T00:00:00Z');

/** Each case: a field's schema, a value that it refuses, and what is said of which field. */
const CASES: Record<
  z.core.$ZodIssueCode,
  [schema: z.ZodType, value: unknown, said: string, field?: string][]
> = {
  invalid_type: [
    [z.string(), undefined, 'is missing'],
    [z.string(), null, 'must be text'],
    [z.number(), '5', 'must be a number'],
    [z.number(), Number.NaN, 'must be a number'],
    [z.int(), 1.5, 'must be a whole number'],
    [z.boolean(), 'yes', 'must be true or false'],
    [z.array(z.string()), {}, 'must be a list'],
    [z.object({}), 'x', 'must be an object'],
    [z.date(), 'x', 'must be a date'],
    [z.null(), 1, 'must be null'],
    [z.never(), 1, 'must be left out'],
  ],
  too_big: [
    [z.string().max(2_000), 'x'.repeat(2_001), 'must have at most 2,000 characters'],
    [z.string().max(1), 'xx', 'must have at most 1 character'],
    [z.string().length(3), 'xxxx', 'must have exactly 3 characters'],
    [z.array(z.int()).max(2), [1, 2, 3], 'must have at most 2 entries'],
    [z.number().max(5), 6, 'must be at most 5'],
    [z.number().lt(5), 5, 'must be less than 5'],
    [z.date().max(day), new Date(day.getTime() + 1), 'must not be after 2026-10-31T00:00:00.000Z'],
  ],
  too_small: [
    [z.string().min(1), '', 'must not be empty'],
    [z.string().min(3), 'x', 'must have at least 3 characters'],
    [z.string().length(1), '', 'must have exactly 1 character'],
    [z.array(z.int()).min(1), [], 'must not be empty'],
    [z.number().min(1), 0, 'must be at least 1'],
    [z.number().positive(), 0, 'must be more than 0'],
    [z.date().min(day), new Date(0), 'must not be before 2026-10-31T00:00:00.000Z'],
  ],
  invalid_format: [
    [z.email(), 'x', 'must be an email address'],
    [z.url(), 'x', 'must be a web address'],
    [z.uuid(), 'x', 'must be an id'],
    [z.iso.date(), 'x', 'must be a date such as 2026-10-31'],
    [z.iso.datetime(), 'x', 'must be a time such as 2026-10-31T09:30:00Z'],
    [z.string().regex(/^\d$/), 'x', 'is not written as it should be'],
  ],
  not_multiple_of: [[z.number().multipleOf(5), 6, 'must be a multiple of 5']],
  unrecognized_keys: [
    [z.strictObject({}), { a: 1 }, "must not contain 'a'"],
    [z.strictObject({}), { a: 1, b: 1 }, "must not contain 'a' and 'b'"],
    [
      z.strictObject({}),
      Object.fromEntries([...'abcdefgh'].map((name) => [name.repeat(1_000), 1])),
      `must not contain ${[...'abcde'].map((name) => `'${name.repeat(60)}…'`).join(', ')} and others`,
    ],
  ],
  invalid_value: [
    [z.literal('a'), 'b', "must be 'a'"],
    [z.enum(['a', 'b', 'c']), 'd', "must be 'a', 'b' or 'c'"],
  ],
  invalid_union: [
    [z.union([z.string(), z.number()]), true, 'has none of the forms that it may have'],
  ],
  invalid_key: [
    [z.record(z.uuid(), z.int()), { x: 1 }, 'has a name in it that is not valid', 'it.x'],
  ],
  invalid_element: [
    [z.map(z.unknown(), z.int()), new Map([[{}, 'y']]), 'has an entry that is not valid'],
  ],
  custom: [[z.string().refine(() => false), 'x', 'is not valid']],
};

describe.each(Object.entries(CASES))('%s', (code, cases) => {
  test.each(cases)('case %#', (schema, value, said, field = 'it') => {
    const found = problem(of(schema), { it: value });
    expect(found.text).toBe(`The field '${field}' ${said}.`);
    expect(found.code).toBe(code);
  });
});

test('the whole body has no field, and a nested field is named with its place', () => {
  expect(problem(z.object({}), undefined).text).toBe('The request is missing.');
  expect(problem(z.object({}), []).text).toBe('The request must be an object.');
  expect(problem(of(z.array(z.object({ id: z.int() }))), { it: [{ id: 1.5 }] }).text).toBe(
    "The field 'it.0.id' must be a whole number.",
  );
});

test('a message of the schema comes first', () => {
  expect(problem(of(z.string().min(3, 'Longer, please')), { it: '' }).text).toBe('Longer, please');
});
