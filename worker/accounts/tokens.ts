/** Personal access tokens: shown once, their SHA-256 in D1, revoked by deleting the row. */
import { differenceInHours } from 'date-fns';
import type { z } from 'zod';
import { TOKENS_MAX } from '../../schema/limits.ts';
import type { User } from '../../schema/wire/accounts.ts';
import type {
  CreatedToken,
  createTokenSchema,
  TokenInfo,
  TokenScope,
} from '../../schema/wire/tokens.ts';
import type { Database } from '../platform/database.ts';
import { randomToken } from '../platform/encoding.ts';
import { AppError } from '../platform/errors.ts';
import { ownedId, sha256Hex } from '../platform/sha256.ts';
import { findSession } from './session-store.ts';
import { publicUser } from './store.ts';
import { findToken, insertToken, type TokenRow, updateTokenUse } from './token-store.ts';

/** Lets people and secret scanners recognise a token. */
const PREFIX = 'dripcast_';
/** Longer than any of our tokens; longer ones are not even hashed. */
const TOKEN_MAX_CHARS = 128;
const NOTE_USE_AFTER_HOURS = 1;

/**
 * Creates a token. This is the only time it is returned.
 *
 * @throws AppError 400 for a time in the past, 409 if the user has too many; Error if the session has ended
 */
export async function createToken(
  db: Database,
  { userId, sessionId }: { userId: string; sessionId: string },
  { id: writeId = crypto.randomUUID(), ...wanted }: z.output<typeof createTokenSchema>,
): Promise<CreatedToken> {
  const { name, scopes, expiresAt } = wanted;
  const expires = expiresAt ? new Date(expiresAt) : null;
  if (expires && expires <= new Date()) {
    const details = { field: 'expiresAt' };
    throw new AppError('bad_request', 'Choose a time in the future', { details });
  }
  const token = `${PREFIX}${randomToken()}`;
  const tokenHash = await sha256Hex(token);
  const id = await insertToken(db, sessionId, {
    id: await ownedId('token', userId, writeId),
    userId,
    name,
    scopes,
    tokenHash,
    expiresAt: expires,
  });
  if (id === null) {
    if (!(await findSession(db, sessionId))) throw new Error('the session has ended');
    const message = `You have ${TOKENS_MAX} access tokens. Revoke one first.`;
    throw new AppError('conflict', message);
  }
  return { id, token };
}

/**
 * Returns a token's user and scopes; null if it is unknown, revoked or expired. Its use is recorded
 * after the reply.
 */
export async function readToken(
  db: Database,
  token: string,
  later: (work: Promise<unknown>) => void,
): Promise<{ id: string; scopes: TokenScope[]; user: User } | null> {
  if (!token.startsWith(PREFIX) || token.length > TOKEN_MAX_CHARS) return null;
  const row = await findToken(db, await sha256Hex(token));
  const now = new Date();
  if (!row || (row.expiresAt && row.expiresAt <= now)) return null;
  const { id, scopes, lastUsedAt } = row;
  if (!lastUsedAt || differenceInHours(now, lastUsedAt) >= NOTE_USE_AFTER_HOURS) {
    later(updateTokenUse(db, id, now));
  }
  return { id, scopes, user: publicUser(row.user) };
}

/** The fields of a token that its owner may see. */
export function tokenInfo({ id, name, scopes, ...times }: TokenRow): TokenInfo {
  return {
    id,
    name,
    scopes,
    createdAt: times.createdAt.toISOString(),
    expiresAt: times.expiresAt?.toISOString() ?? null,
    lastUsedAt: times.lastUsedAt?.toISOString() ?? null,
  };
}
