/**
 * Stands in for the login services Google, GitHub and LinkedIn, each below its name. `as=<profile JSON>` on
 * the authorization URL says who logs in; the profile of `{"refused":true}` is withheld. It is as strict as
 * the services: codes work once, PKCE must match, and credentials must come where each service reads them.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  type LoopbackServer,
  listenOnLoopback,
} from '../../worker/operator/samples/loopback-server.ts';
import { OAUTH_CLIENT_ID, OAUTH_CLIENT_SECRET } from './oauth-credentials.ts';

interface Grant {
  provider: string;
  profile: string;
  challenge: string | null;
  redirectUri: string;
}

export async function startOAuthServer(): Promise<LoopbackServer> {
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, Grant>();

  function authorize(url: URL, provider: string, response: ServerResponse) {
    const { as, state, redirect_uri, code_challenge, code_challenge_method } = Object.fromEntries(
      url.searchParams,
    );
    const isPkce = code_challenge !== undefined && code_challenge_method === 'S256';
    if (!as || !state || !redirect_uri || url.searchParams.get('response_type') !== 'code') {
      response.writeHead(400).end('invalid_request');
      return;
    }
    const code = randomUUID();
    const challenge = isPkce ? code_challenge : null;
    codes.set(code, { provider, profile: as, challenge, redirectUri: redirect_uri });
    const target = new URL(redirect_uri);
    target.search = new URLSearchParams({ code, state }).toString();
    response.writeHead(302, { Location: target.href }).end();
  }

  async function trade(request: IncomingMessage, provider: string, response: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
    const code = form.get('code') ?? '';
    const grant = codes.get(code);
    codes.delete(code);
    const refusal = grantError(grant, form, request.headers.authorization, provider);
    response.setHeader('Content-Type', 'application/json');
    if (refusal || !grant) {
      // GitHub answers 200 even when it refuses.
      response.writeHead(provider === 'github' ? 200 : 400);
      response.end(JSON.stringify({ error: refusal ?? 'invalid_grant' }));
      return;
    }
    const token = randomUUID();
    tokens.set(token, grant);
    response.end(JSON.stringify({ access_token: token, token_type: 'bearer', expires_in: 60 }));
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://oauth');
    const provider = url.pathname.split('/')[1] ?? '';
    const bearer = request.headers.authorization?.replace(/^Bearer /, '');
    if (request.method === 'POST') return await trade(request, provider, response);
    if (bearer === undefined) return authorize(url, provider, response);
    const grant = tokens.get(bearer);
    // GitHub rejects requests without a User-Agent.
    const isRefused = grant?.profile === '{"refused":true}';
    const isAllowed = grant?.provider === provider && request.headers['user-agent'] && !isRefused;
    response.writeHead(isAllowed ? 200 : 403, { 'Content-Type': 'application/json' });
    response.end(isAllowed ? grant.profile : '{}');
  });
  return listenOnLoopback(server);
}

function grantError(
  grant: Grant | undefined,
  form: URLSearchParams,
  authorization: string | undefined,
  provider: string,
): string | null {
  const inHeader = `Basic ${Buffer.from(`${OAUTH_CLIENT_ID}:${OAUTH_CLIENT_SECRET}`).toString('base64')}`;
  const isInBody =
    form.get('client_id') === OAUTH_CLIENT_ID && form.get('client_secret') === OAUTH_CLIENT_SECRET;
  // LinkedIn reads credentials from the body only.
  const isInHeader = provider !== 'linkedin' && authorization === inHeader;
  if (!isInBody && !isInHeader) return 'invalid_client';
  if (grant?.provider !== provider) return 'invalid_grant';
  if (form.get('redirect_uri') !== grant.redirectUri) return 'redirect_uri_mismatch';
  const verifier = form.get('code_verifier');
  const challenge =
    verifier === null ? null : createHash('sha256').update(verifier).digest('base64url');
  return challenge === grant.challenge ? null : 'invalid_grant';
}
