/**
 * Logging in with Google, GitHub and LinkedIn. Each is available if its client id and secret are set.
 * Endpoints: developers.google.com/identity/openid-connect, docs.github.com/apps/oauth-apps,
 * learn.microsoft.com/linkedin (Sign In with LinkedIn using OpenID Connect). The only file that imports
 * arctic; docs/decisions/2026-11-deprecated-libraries.md says how to replace it.
 */
import {
  ArcticFetchError,
  CodeChallengeMethod,
  generateCodeVerifier,
  generateState,
  OAuth2Client,
  OAuth2RequestError,
  OAuth2Tokens,
} from 'arctic';
import { z } from 'zod';
import { OAUTH_PROVIDERS, type OAuthProvider } from '../../schema/wire/accounts.ts';
import { AppError } from '../platform/errors.ts';
import { settingsOf } from '../platform/settings.ts';
import { withTimeout } from '../platform/with-timeout.ts';

interface ProviderFacts {
  authorizeUrl: string;
  tokenUrl: string;
  profileUrl: string;
  scopes: string[];
  hasPkce: boolean;
  /** Whether credentials go into the Authorization header. LinkedIn only reads them from the body. */
  takesBasicAuth: boolean;
  idSecret: (env: Env) => [string | undefined, string | undefined];
}

const PROVIDERS: Record<OAuthProvider, ProviderFacts> = {
  google: {
    authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    profileUrl: 'https://openidconnect.googleapis.com/v1/userinfo',
    scopes: ['openid', 'profile', 'email'],
    hasPkce: true,
    takesBasicAuth: true,
    idSecret: (env) => [env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET],
  },
  github: {
    authorizeUrl: 'https://github.com/login/oauth/authorize',
    tokenUrl: 'https://github.com/login/oauth/access_token',
    profileUrl: 'https://api.github.com/user',
    scopes: ['read:user'],
    hasPkce: true,
    takesBasicAuth: true,
    idSecret: (env) => [env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET],
  },
  linkedin: {
    authorizeUrl: 'https://www.linkedin.com/oauth/v2/authorization',
    tokenUrl: 'https://www.linkedin.com/oauth/v2/accessToken',
    profileUrl: 'https://api.linkedin.com/v2/userinfo',
    scopes: ['openid', 'profile', 'email'],
    hasPkce: false,
    takesBasicAuth: false,
    idSecret: (env) => [env.LINKEDIN_CLIENT_ID, env.LINKEDIN_CLIENT_SECRET],
  },
};

/** Google and LinkedIn use OpenID Connect's names, GitHub its own. */
const profileReplySchema = z
  .object({
    sub: z.string().optional(),
    id: z.union([z.string(), z.number()]).optional(),
    name: z.string().nullish(),
    login: z.string().nullish(),
    email: z.email().nullish().catch(null),
  })
  .transform((reply, context) => {
    const id = reply.sub ?? reply.id?.toString();
    if (!id) {
      context.addIssue({ code: 'custom', message: 'The profile has no id' });
      return z.NEVER;
    }
    return { id, name: reply.login ?? reply.name ?? null, email: reply.email ?? null };
  });
export type OAuthProfile = z.output<typeof profileReplySchema>;

/** The services that have credentials in this deployment. */
export function configuredProviders(env: Env): OAuthProvider[] {
  return OAUTH_PROVIDERS.filter((provider) => PROVIDERS[provider].idSecret(env).every(Boolean));
}

/** Returns the credentials of a service; throws 404 if there are none. */
function registrationOf(env: Env, provider: OAuthProvider, origin: string) {
  const [id, secret] = PROVIDERS[provider].idSecret(env);
  if (!id || !secret) throw new AppError('not_found', 'Not found');
  return { id, secret, redirectUri: `${origin}/api/auth/${provider}/callback` };
}

function clientOf(env: Env, provider: OAuthProvider, origin: string): OAuth2Client {
  const { id, secret, redirectUri } = registrationOf(env, provider, origin);
  return new OAuth2Client(id, secret, redirectUri);
}

/**
 * Tests replace all three services with one server; its paths start with the service's name. Only works
 * where loopback is allowed, so never in production, where it would send authorization codes elsewhere.
 */
function endpoint(env: Env, provider: OAuthProvider, url: string): string {
  const isTest = env.OAUTH_ORIGIN && settingsOf(env).ALLOW_LOOPBACK;
  return isTest ? `${env.OAUTH_ORIGIN}/${provider}${new URL(url).pathname}` : url;
}

/** Returns where to send the browser, and what to remember until the callback. */
export function beginOAuth(env: Env, provider: OAuthProvider, origin: string) {
  const { authorizeUrl, scopes, hasPkce } = PROVIDERS[provider];
  const client = clientOf(env, provider, origin);
  const state = generateState();
  const verifier = generateCodeVerifier();
  const authorizationUrl = endpoint(env, provider, authorizeUrl);
  const url = hasPkce
    ? client.createAuthorizationURLWithPKCE(
        authorizationUrl,
        state,
        CodeChallengeMethod.S256,
        verifier,
        scopes,
      )
    : client.createAuthorizationURL(authorizationUrl, state, scopes);
  return { url, state, verifier };
}

/** Exchanges a code for tokens, with the credentials in the body. */
async function exchangeWithSecretInBody(
  env: Env,
  provider: OAuthProvider,
  origin: string,
  code: string,
): Promise<OAuth2Tokens> {
  const { id, secret, redirectUri } = registrationOf(env, provider, origin);
  const reply = await fetch(endpoint(env, provider, PROVIDERS[provider].tokenUrl), {
    method: 'POST',
    headers: { Accept: 'application/json', 'User-Agent': 'Dripcast' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      client_id: id,
      client_secret: secret,
    }),
  });
  if (!reply.ok) throw new Error(`token: ${reply.status}`);
  return new OAuth2Tokens(
    z
      .object({})
      .loose()
      .parse(await reply.json()),
  );
}

/** What a provider sends back with the user, and what the request began with. */
export interface OAuthGrant {
  provider: OAuthProvider;
  origin: string;
  code: string;
  verifier: string;
}

/**
 * Exchanges a code for the user's profile.
 *
 * @throws AppError bad_gateway if the service refuses, fails or exceeds OUTBOUND_TOTAL_MS
 */
export async function completeOAuth(env: Env, grant: OAuthGrant): Promise<OAuthProfile> {
  const { OUTBOUND_TOTAL_MS } = settingsOf(env);
  try {
    return await withTimeout(OUTBOUND_TOTAL_MS, fetchProfile(env, grant), () => {
      throw new Error(`no answer within ${OUTBOUND_TOTAL_MS} ms`);
    });
  } catch (error) {
    const refused = error instanceof OAuth2RequestError || error instanceof ArcticFetchError;
    throw new AppError('bad_gateway', `Logging in with ${grant.provider} did not work`, {
      cause: error,
      details: refused ? { reason: error.message } : {},
    });
  }
}

async function fetchProfile(
  env: Env,
  { provider, origin, code, verifier }: OAuthGrant,
): Promise<OAuthProfile> {
  const { tokenUrl, profileUrl, hasPkce, takesBasicAuth } = PROVIDERS[provider];
  const tokens = takesBasicAuth
    ? await clientOf(env, provider, origin).validateAuthorizationCode(
        endpoint(env, provider, tokenUrl),
        code,
        hasPkce ? verifier : null,
      )
    : await exchangeWithSecretInBody(env, provider, origin, code);
  const reply = await fetch(endpoint(env, provider, profileUrl), {
    headers: {
      Authorization: `Bearer ${tokens.accessToken()}`,
      Accept: 'application/json',
      'User-Agent': 'Dripcast',
    },
  });
  if (!reply.ok) throw new Error(`profile: ${reply.status}`);
  return profileReplySchema.parse(await reply.json());
}
