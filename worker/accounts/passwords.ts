/**
 * Password hashing with scrypt, native in workerd. Parameters travel with the hash, so that they
 * can be raised later without locking anyone out.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { decodeHex, encodeHex } from 'oslo/encoding';

const N = 2 ** 14;
const R = 8;
const P = 5;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

function derive(
  password: string,
  salt: Uint8Array,
  n: number,
  r: number,
  p: number,
  bytes: number,
) {
  return new Promise<Uint8Array>((resolve, reject) => {
    // Twice what the parameters need: Node refuses at exactly 128 * N * r.
    const maxmem = 256 * n * r;
    scrypt(password.normalize('NFKC'), salt, bytes, { N: n, r, p, maxmem }, (error, key) =>
      error ? reject(error) : resolve(new Uint8Array(key)),
    );
  });
}

/** `scrypt$N$r$p$salt$hash`, salt and hash in hex. */
export async function hashPassword(password: string): Promise<string> {
  const salt = new Uint8Array(randomBytes(SALT_BYTES));
  const key = await derive(password, salt, N, R, P, KEY_BYTES);
  return ['scrypt', N, R, P, encodeHex(salt), encodeHex(key)].join('$');
}

/**
 * Whether the password is the one that was hashed. Without a stored hash it does the same work and
 * says no, so that the time of an answer does not tell whether a name exists.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [scheme, n, r, p, salt, hash] = (stored ?? '').split('$');
  if (scheme !== 'scrypt' || !salt || !hash) {
    await derive(password, new Uint8Array(SALT_BYTES), N, R, P, KEY_BYTES);
    return false;
  }
  const expected = decodeHex(hash);
  const actual = await derive(
    password,
    decodeHex(salt),
    Number(n),
    Number(r),
    Number(p),
    expected.length,
  );
  return timingSafeEqual(actual, expected);
}
