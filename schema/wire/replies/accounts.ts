import { z } from 'zod';
import { OAUTH_PROVIDERS, userSchema } from '../accounts.ts';
import { idSchema } from '../common.ts';
import { TOKEN_SCOPES } from '../tokens.ts';
import { done, inRoom, timeSchema } from './operation.ts';

/** A logged-in session. */
const sessionInfoSchema = z.object({
  id: z.string().describe('SHA-256 of the session’s secret, in hex.'),
  device: z.string().describe("Such as 'Firefox on Linux'."),
  signedInAt: timeSchema,
  lastUsedAt: timeSchema.nullable().describe('Rounded to the hour; null if unknown.'),
  isCurrent: z.boolean().describe('Whether it is the session of this request.'),
});
export type SessionInfo = z.output<typeof sessionInfoSchema>;

const tokenInfoSchema = z.object({
  id: idSchema,
  name: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  createdAt: timeSchema,
  expiresAt: timeSchema.nullable().describe('Null if it lasts until it is revoked.'),
  lastUsedAt: timeSchema.nullable().describe('Rounded to the hour; null if never used.'),
});
export type TokenInfo = z.output<typeof tokenInfoSchema>;

const createdTokenSchema = z.object({
  id: idSchema,
  token: z.string().describe('The token itself, returned only this once.'),
});
export type CreatedToken = z.output<typeof createdTokenSchema>;

const loggedInSchema = z.object({ user: userSchema });

export const ACCOUNT_OPERATIONS = inRoom('accounts', {
  'POST /api/login': {
    summary: 'Log in with a username and password',
    status: 200,
    description: 'The account; the session is in the cookies.',
    schema: loggedInSchema,
  },
  'POST /api/register': {
    summary: 'Create an account',
    status: 201,
    description: 'The new account; the session is in the cookies.',
    schema: loggedInSchema,
  },
  'POST /api/logout': {
    summary: 'Log out',
    ...done('The session has ended, if there was one.'),
  },
  'GET /api/user': {
    summary: 'Read your account',
    status: 200,
    description: 'The account.',
    schema: userSchema,
  },
  'DELETE /api/user': {
    summary: 'Delete your account and all its data',
    ...done('The account is deleted.'),
  },
  'PUT /api/user/profile': {
    summary: 'Change your profile',
    status: 200,
    description: 'The account with the changes.',
    schema: userSchema,
  },
  'PUT /api/user/password': {
    summary: 'Change your password',
    ...done(
      'The password is changed and this session has a new cookie; other sessions and all access tokens have ended.',
    ),
  },
  'GET /api/user/sessions': {
    summary: 'List your sessions',
    status: 200,
    description: 'All sessions, this one included.',
    schema: z.object({ sessions: z.array(sessionInfoSchema) }),
  },
  'DELETE /api/user/sessions': {
    summary: 'Log out everywhere',
    ...done('All sessions have ended, this one included.'),
  },
  'DELETE /api/user/sessions/:id': {
    summary: 'End a session',
    ...done('The session has ended.'),
  },
  'GET /api/user/tokens': {
    summary: 'List your access tokens',
    status: 200,
    description: 'The access tokens without their secrets.',
    schema: z.object({ tokens: z.array(tokenInfoSchema) }),
  },
  'POST /api/user/tokens': {
    summary: 'Create an access token',
    status: 201,
    description: 'The new access token.',
    schema: createdTokenSchema,
  },
  'DELETE /api/user/tokens/:id': {
    summary: 'Revoke an access token',
    ...done('The access token no longer works.'),
  },
  'GET /api/auth/providers': {
    summary: 'List the available login services',
    status: 200,
    description: 'The services configured here.',
    schema: z.object({ providers: z.array(z.enum(OAUTH_PROVIDERS)) }),
  },
  'GET /api/auth/:provider': {
    summary: 'Start logging in with a service',
    status: 302,
    description: 'A redirect to the service’s own page.',
    schema: null,
  },
  'GET /api/auth/:provider/callback': {
    summary: 'Return from a login service',
    status: 302,
    description: 'A redirect into the app, or back to the login screen with an error.',
    schema: null,
  },
});
