import { zValidator } from '@hono/zod-validator';
import type { z } from 'zod';
import { AppError } from './errors.ts';

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Zod's messages don't name the field, so ours do. */
const DEFAULT_ZOD_MESSAGE = /^(Invalid (input|option|UUID)|Too (big|small))/;

/** Returns the first problem, with its field. */
function firstProblem(issues: readonly Issue[]): AppError {
  const [issue] = issues;
  const field = issue?.path.join('.') || 'body';
  const message = issue?.message ?? 'The request is not valid';
  return new AppError(
    'bad_request',
    DEFAULT_ZOD_MESSAGE.test(message) ? `${field}: ${message}` : message,
    {
      details: { field },
    },
  );
}

export interface Contract {
  target: 'json' | 'query' | 'param';
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
      if (!result.success) throw firstProblem(result.error.issues);
    }),
    'json',
    schema,
  );

/** Validates the query string; 400 names the invalid field. */
export const validQuery = <Schema extends z.ZodType>(schema: Schema) =>
  withContract(
    zValidator('query', schema, (result) => {
      if (!result.success) throw firstProblem(result.error.issues);
    }),
    'query',
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
