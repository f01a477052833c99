import { expect, test } from 'vitest';
import { z } from 'zod';
import { failFast } from '../../schema/wire/common.ts';
import { startExportSchema } from '../../schema/wire/exports.ts';

const list = failFast(z.array(z.object({ id: z.int(), name: z.string() })).max(3));
const row = (id: number) => ({ id, name: 'a' });

test('a list of faulty elements is read up to the first one', () => {
  const rows = [row(1), ...Array.from({ length: 200_000 }, () => ({}))];
  const { issues } = list.safeParse(rows).error ?? { issues: [] };
  expect(issues.map(({ path }) => path.join('.'))).toEqual(['1.id', '1.name']);
});

test('a list keeps its own rules', () => {
  expect(list.parse([row(1), row(2)])).toEqual([row(1), row(2)]);
  expect(list.safeParse([1, 2, 3, 4].map(row)).success).toBe(false);
  expect(list.safeParse('a').success).toBe(false);
});

test('a request with a list of nonsense has one problem', () => {
  const formats = Array.from({ length: 100_000 }, () => 'none');
  expect(startExportSchema.safeParse({ formats }).error?.issues).toHaveLength(1);
});
