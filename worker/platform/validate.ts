import { zValidator } from '@hono/zod-validator';
import type { z } from 'zod';
import { AppError } from './errors.ts';

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Zod's messages don't name the field, so ours do. */
const ZODS_WORDS = /^(Invalid (input|option|UUID)|Too (big|small))/;

/** Returns the first problem, with its field. */
function refusal(issues: readonly Issue[]): AppError {
  const [issue] = issues;
  const field = issue?.path.join('.') || 'body';
  const message = issue?.message ?? 'The request is not valid';
  return new AppError('bad_request', ZODS_WORDS.test(message) ? `${field}: ${message}` : message, {
    details: { field },
  });
}

/** Validates a JSON body; 400 names the invalid field. */
export const validJson = <Schema extends z.ZodType>(schema: Schema) =>
  zValidator('json', schema, (result) => {
    if (!result.success) throw refusal(result.error.issues);
  });

/** Validates the query string; 400 names the invalid field. */
export const validQuery = <Schema extends z.ZodType>(schema: Schema) =>
  zValidator('query', schema, (result) => {
    if (!result.success) throw refusal(result.error.issues);
  });

/** Validates ids in the path. A malformed id is a 404. */
export const validParam = <Schema extends z.ZodType>(schema: Schema) =>
  zValidator('param', schema, (result) => {
    if (!result.success) throw new AppError('not_found', 'Not found');
  });
