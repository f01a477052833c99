import { z } from 'zod';
import {
  EMAIL_MAX_CHARS,
  PASSWORD_MAX_CHARS,
  PASSWORD_MIN_CHARS,
  PROFILE_FIELD_MAX_CHARS,
  URL_MAX_CHARS,
  USERNAME_MAX_CHARS,
  USERNAME_MIN_CHARS,
} from '../limits.ts';
import { hasInvisible, textSchema, withoutSpeltJoiners } from './text.ts';

export type { SessionInfo } from './replies/accounts.ts';

const usernameSchema = z
  .string('Username must be at least 3 characters')
  .trim()
  .min(USERNAME_MIN_CHARS, 'Username must be at least 3 characters')
  .max(USERNAME_MAX_CHARS, 'Username must be at most 64 characters');

const passwordSchema = z
  .string('Password must be at least 6 characters')
  .min(PASSWORD_MIN_CHARS, 'Password must be at least 6 characters')
  .max(PASSWORD_MAX_CHARS, 'Password must be at most 256 characters');

/** An empty string counts as absent; both become null. */
const emptyAsNull = (value: unknown) =>
  value === undefined || (typeof value === 'string' && value.trim() === '') ? null : value;

const emailSchema = z.preprocess(
  emptyAsNull,
  z
    .string('Invalid email address')
    .trim()
    .pipe(z.email('Invalid email address').max(EMAIL_MAX_CHARS, 'Invalid email address'))
    .nullable(),
);

/** Only http and https, because the profile links to it. */
const linkedinUrlSchema = z.preprocess(
  emptyAsNull,
  z
    .url({ protocol: /^https?$/, error: 'Invalid LinkedIn URL' })
    .max(URL_MAX_CHARS, 'Invalid LinkedIn URL')
    .nullable(),
);

const profileFieldSchema = z.preprocess(
  emptyAsNull,
  textSchema.trim().max(PROFILE_FIELD_MAX_CHARS, 'At most 500 characters').nullable(),
);

export const loginSchema = z.object({ username: usernameSchema, password: passwordSchema });
export type Login = z.input<typeof loginSchema>;

export const registerSchema = loginSchema.extend({
  username: usernameSchema.refine(
    (name) => !hasInvisible(withoutSpeltJoiners(name)),
    'Username must not contain invisible characters',
  ),
  email: emailSchema,
  linkedinUrl: linkedinUrlSchema,
});
export type Register = z.output<typeof registerSchema>;

/** Absent fields stay unchanged. */
export const profileSchema = z.object({
  email: emailSchema.optional(),
  linkedinUrl: linkedinUrlSchema.optional(),
  industry: profileFieldSchema.optional(),
  role: profileFieldSchema.optional(),
  goals: profileFieldSchema.optional(),
});
export type Profile = z.output<typeof profileSchema>;

const givenPasswordSchema = z.string().max(PASSWORD_MAX_CHARS, 'Wrong password');

/** The password is required if the account has one and its email is changed or removed. */
export const profileUpdateSchema = profileSchema.extend({
  currentPassword: givenPasswordSchema.optional(),
});
export type ProfileUpdate = z.output<typeof profileUpdateSchema>;

/** The password is required if the account has one. */
export const deleteAccountSchema = z.object({ password: givenPasswordSchema.optional() });

/** The old password is required if the account has one. */
export const passwordChangeSchema = z.object({
  currentPassword: givenPasswordSchema.min(1, 'Please enter your password').optional(),
  password: passwordSchema,
});

export const sessionParamSchema = z.object({ id: z.string().regex(/^[0-9a-f]{64}$/) });

export const userSchema = z.object({
  id: z.string(),
  username: z.string(),
  /** False for accounts that only log in with another service. */
  hasPassword: z.boolean(),
  email: z.string().nullable(),
  linkedinUrl: z.string().nullable(),
  industry: z.string().nullable(),
  role: z.string().nullable(),
  goals: z.string().nullable(),
});
export type User = z.infer<typeof userSchema>;

export const OAUTH_PROVIDERS = ['google', 'github', 'linkedin'] as const;
export type OAuthProvider = (typeof OAUTH_PROVIDERS)[number];
export const oauthProviderSchema = z.enum(OAUTH_PROVIDERS);
