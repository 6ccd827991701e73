/**
 * Passwords: scrypt from node:crypto, the cost stored beside each hash so that it can grow without a reset.
 * Checking an unknown person costs the same time as a known one, so that answers do not tell who exists.
 */
import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';

export interface PasswordCost {
  /** Work factor, a power of two. */
  N: number;
  /** Block size. */
  r: number;
  /** Lanes. */
  p: number;
}

const COST: PasswordCost = { N: 2 ** 15, r: 8, p: 1 };
const KEY_BYTES = 32;
/** Longer than any pass phrase, short enough that hashing it is no burden. */
export const PASSWORD_LIMIT = 200;

function derive(password: string, salt: Buffer, cost: PasswordCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { ...cost, maxmem: 256 * cost.N * cost.r }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** `scrypt$N$r$p$salt$key`, base64url. */
export async function hashPassword(password: string, cost: PasswordCost = COST): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

const nobody = `scrypt$${COST.N}$${COST.r}$${COST.p}$${Buffer.alloc(16, 7).toString('base64url')}$${Buffer.alloc(KEY_BYTES, 1).toString('base64url')}`;

/** true when the password made this hash; without a hash the work is done all the same and the answer is false. */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = (stored || nobody).split('$');
  if (scheme !== 'scrypt' || !salt || !key) return false;
  const expected = Buffer.from(key, 'base64url');
  const made = await derive(password.slice(0, PASSWORD_LIMIT), Buffer.from(salt, 'base64url'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return expected.length === made.length && timingSafeEqual(expected, made) && Boolean(stored);
}

/** Letters and digits that are not mistaken for one another when read aloud or from paper. */
const READABLE = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A password for one login, in groups of four: about 93 bits. */
export function oneTimePassword(): string {
  const letters = Array.from({ length: 16 }, () => READABLE[randomInt(READABLE.length)] as string).join('');
  return (letters.match(/.{4}/g) as string[]).join('-');
}

/** Why a new password is refused, or null: at least 10 characters, not the name, not one letter over and over. */
export function passwordWeakness(password: string, username: string): 'too_short' | 'too_long' | 'too_plain' | null {
  if ([...password].length < 10) return 'too_short';
  if (password.length > PASSWORD_LIMIT) return 'too_long';
  const plain = password.toLowerCase();
  if (username && plain.includes(username.toLowerCase())) return 'too_plain';
  return new Set(plain).size < 5 ? 'too_plain' : null;
}
