import { zValidator } from '@hono/zod-validator';
import type { z } from 'zod';
import { AppError } from '../errors.ts';
import { validationMessage } from './validation-message.ts';

/** Returns the first problem of a value that its schema refused, with its field. */
function firstProblem(schema: z.ZodType, value: unknown): AppError {
  const [issue] = schema.safeParse(value, { error: validationMessage }).error?.issues ?? [];
  const field = issue?.path.join('.') || 'body';
  return new AppError('bad_request', issue?.message ?? 'The request is not valid.', {
    details: { field },
  });
}

export interface Contract {
  target: 'json' | 'query' | 'param' | 'header';
  schema: z.ZodType;
}

const contracts = new WeakMap<object, Contract>();

/** What a middleware of this file validates, for the description of the API; undefined for others. */
export const contractOf = (middleware: object): Contract | undefined => contracts.get(middleware);

function withContract<Middleware extends object>(
  middleware: Middleware,
  target: Contract['target'],
  schema: z.ZodType,
): Middleware {
  contracts.set(middleware, { target, schema });
  return middleware;
}

/** Validates a JSON body; 400 names the invalid field. */
export const validJson = <Schema extends z.ZodType>(schema: Schema) =>
  withContract(
    zValidator('json', schema, (result) => {
      if (!result.success) throw firstProblem(schema, result.data);
    }),
    'json',
    schema,
  );

/** Validates the query string; 400 names the invalid field. */
export const validQuery = <Schema extends z.ZodType>(schema: Schema) =>
  withContract(
    zValidator('query', schema, (result) => {
      if (!result.success) throw firstProblem(schema, result.data);
    }),
    'query',
    schema,
  );

/** Validates headers, which are named as they are usually written; 400 names the invalid one. */
export const validHeaders = <Schema extends z.ZodObject>(schema: Schema) =>
  withContract(
    zValidator('header', schema, (result) => {
      if (!result.success) throw firstProblem(schema, result.data);
    }),
    'header',
    schema,
  );

/** Validates ids in the path. A malformed id is a 404. */
export const validParam = <Schema extends z.ZodType>(schema: Schema) =>
  withContract(
    zValidator('param', schema, (result) => {
      if (!result.success) throw new AppError('not_found', 'Not found');
    }),
    'param',
    schema,
  );
