/** Personal access tokens. */
import { z } from 'zod';
import { TOKEN_NAME_MAX_CHARS } from '../limits.ts';
import { failFast, writeIdSchema } from './common.ts';
import { isBlank, textSchema } from './text.ts';
import { instantSchema } from './time.ts';

export type { CreatedToken, TokenInfo } from './replies/accounts.ts';

export const TOKEN_SCOPES = ['read', 'write'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** `expiresAt` is an ISO 8601 time; without it, the token doesn't expire. */
export const createTokenSchema = z.object({
  id: writeIdSchema.optional(),
  name: textSchema
    .trim()
    .max(TOKEN_NAME_MAX_CHARS, `At most ${TOKEN_NAME_MAX_CHARS} characters`)
    .refine((name) => !isBlank(name), 'Enter a name for the token'),
  scopes: failFast(
    z.array(z.enum(TOKEN_SCOPES)).min(1, 'Choose what the token may do').max(TOKEN_SCOPES.length),
  ).transform((scopes) => TOKEN_SCOPES.filter((scope) => scopes.includes(scope))),
  expiresAt: instantSchema.nullish(),
});
