/**
 * Password hashing with scrypt, which is native in workerd. The parameters are stored with the hash, so
 * that they can be raised later.
 *
 * workerd runs scrypt on the thread that serves all requests, even in its async form. The work is
 * therefore split into rounds of p = 1, each on the previous round's result: as costly for an attacker
 * as one call with p = 5, but other requests run between rounds.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { decodeHex, encodeHex } from '../platform/encoding.ts';
import { inHashQueue } from './hash-queue.ts';

const N = 2 ** 14;
const R = 8;
const ROUNDS = 5;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

interface Parameters {
  n: number;
  r: number;
  /** Per call of scrypt. */
  p: number;
  rounds: number;
  salt: Uint8Array;
  keyBytes: number;
}

function runScrypt(secret: string | Uint8Array, { n, r, p, salt, keyBytes }: Parameters) {
  return new Promise<Uint8Array>((resolve, reject) => {
    // Twice what the parameters need, because Node refuses exactly 128 * N * r.
    const maxmem = 256 * n * r;
    scrypt(secret, salt, keyBytes, { N: n, r, p, maxmem }, (error, key) =>
      error ? reject(error) : resolve(new Uint8Array(key)),
    );
  });
}

function derive(password: string, parameters: Parameters): Promise<Uint8Array> {
  return inHashQueue(async (giveWay) => {
    let secret: string | Uint8Array = password.normalize('NFKC');
    for (let round = 1; round < parameters.rounds; round++) {
      secret = await runScrypt(secret, parameters);
      await giveWay();
    }
    const key = await runScrypt(secret, parameters);
    await giveWay();
    return key;
  });
}

const withSalt = (salt: Uint8Array): Parameters => ({
  n: N,
  r: R,
  p: 1,
  rounds: ROUNDS,
  salt,
  keyBytes: KEY_BYTES,
});

/** Returns `scrypt-rounds$N$r$rounds$salt$hash`, with salt and hash in hex. */
export async function hashPassword(password: string): Promise<string> {
  const salt = new Uint8Array(randomBytes(SALT_BYTES));
  const key = await derive(password, withSalt(salt));
  return ['scrypt-rounds', N, R, ROUNDS, encodeHex(salt), encodeHex(key)].join('$');
}

/**
 * Checks a password. Without a stored hash it does the same work and returns false, so that the
 * response time doesn't reveal whether a username exists.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [scheme, n, r, times, saltHex, hashHex] = (stored ?? '').split('$');
  // `scrypt` is the original scheme: a single call.
  const isSingleCall = scheme === 'scrypt';
  if (!(isSingleCall || scheme === 'scrypt-rounds') || !saltHex || !hashHex) {
    await derive(password, withSalt(new Uint8Array(SALT_BYTES)));
    return false;
  }
  const expected = decodeHex(hashHex);
  const actual = await derive(password, {
    n: Number(n),
    r: Number(r),
    p: isSingleCall ? Number(times) : 1,
    rounds: isSingleCall ? 1 : Number(times),
    salt: decodeHex(saltHex),
    keyBytes: expected.length,
  });
  return timingSafeEqual(actual, expected);
}
