import { zValidator } from '@hono/zod-validator';
import type { z } from 'zod';
import { AppError } from './errors.ts';

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Zod's own words do not say which field they are about; ours do. */
const ZODS_WORDS = /^(Invalid (input|option|UUID)|Too (big|small))/;

/** The first problem, with the field it is about. */
function refusal(issues: readonly Issue[]): AppError {
  const [issue] = issues;
  const field = issue?.path.join('.') || 'body';
  const message = issue?.message ?? 'The request is not valid';
  return new AppError('bad_request', ZODS_WORDS.test(message) ? `${field}: ${message}` : message, {
    details: { field },
  });
}

/** A JSON body of this shape; otherwise 400 that names the field. */
export const validJson = <Schema extends z.ZodType>(schema: Schema) =>
  zValidator('json', schema, (result) => {
    if (!result.success) throw refusal(result.error.issues);
  });

/** What a URL's search part says; otherwise 400 that names the field. */
export const validQuery = <Schema extends z.ZodType>(schema: Schema) =>
  zValidator('query', schema, (result) => {
    if (!result.success) throw refusal(result.error.issues);
  });

/** Ids in the path: what is not an id names nothing, so it is 404. */
export const validParam = <Schema extends z.ZodType>(schema: Schema) =>
  zValidator('param', schema, (result) => {
    if (!result.success) throw new AppError('not_found', 'Not found');
  });
