/**
 * Hashes passwords with scrypt from node:crypto. Each hash stores its cost, so the cost can grow without a reset. Checking
 * an unknown user takes as long as a known one, even one with a cheaper hash. So the time does not reveal who exists.
 */
import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import PQueue from 'p-queue';
import { Failure } from '../../core/errors/failure.ts';

export interface PasswordCost {
  /** Work factor, a power of two. */
  N: number;
  /** Block size. */
  r: number;
  /** Parallelism. */
  p: number;
}

/**
 * One of the equivalent rows of OWASP's Password Storage Cheat Sheet (N=2^17,p=1 · 2^16,p=2 · 2^15,p=3 · 2^14,p=5). This one
 * needs 32 MiB per hash; the first needs 128 MiB.
 */
export const PASSWORD_COST: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };
const KEY_BYTES = 32;
/** Longer than any passphrase, and short enough to hash quickly. */
export const PASSWORD_LIMIT = 200;

/**
 * Number of hashes at once. Two use at most 64 MiB and leave half of Node's four worker threads free for files. Beyond
 * `MOST_WAITING` waiting callers, further ones are refused, because they would have to wait too long.
 */
const AT_ONCE = 2;
const MOST_WAITING = 60;
const BUSY_SECONDS = 10;
const queue = new PQueue({ concurrency: AT_ONCE });

/** Runs the work in the queue. `first` goes before those waiting and is never refused. Throws rate_limited (429). */
function queued<T>(work: () => Promise<T>, first = false): Promise<T> {
  if (!first && queue.size >= MOST_WAITING)
    return Promise.reject(new Failure('rate_limited', { params: { seconds: BUSY_SECONDS } }));
  return queue.add(work, { priority: first ? 1 : 0 });
}

function derive(password: string, salt: Buffer, { N, r, p }: PasswordCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const maxmem = 128 * N * r + 128 * r * p + 2 ** 20;
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { N, r, p, maxmem }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** Returns `scrypt$N$r$p$salt$key`, with salt and key in base64url. */
export async function hashPassword(password: string, cost: PasswordCost = PASSWORD_COST): Promise<string> {
  const salt = randomBytes(16);
  const key = await queued(() => derive(password, salt, cost), true);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

interface StoredPassword {
  cost: PasswordCost;
  salt: Buffer;
  key: Buffer;
}

function readStored(stored: string | null | undefined): StoredPassword | undefined {
  const [scheme, N, r, p, salt, key] = (stored ?? '').split('$');
  if (scheme !== 'scrypt' || !salt || !key) return undefined;
  return {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  };
}

const workOf = ({ N, r, p }: PasswordCost): number => N * r * p;

/** Returns the extra lanes of `spent`'s size needed to reach the work of `cost`; 0 if it is reached already. */
function missingLanes(spent: PasswordCost, cost: PasswordCost): number {
  return Math.max(0, Math.round((workOf(cost) - workOf(spent)) / (spent.N * spent.r)));
}

const NOBODY = { salt: Buffer.alloc(16, 7), key: Buffer.alloc(KEY_BYTES, 1) };

export interface PasswordCheck {
  right: boolean;
  /** The hash is cheaper than new ones. Make a new one while the password is known. */
  outdated: boolean;
}

/**
 * Checks a password against a stored hash. Without a hash, or with a cheaper one, it still does the work of `cost`. `first`
 * does not wait behind others. Throws rate_limited if too many wait.
 */
export async function verifyPassword(
  password: string,
  stored: string | null | undefined,
  { cost = PASSWORD_COST, first = false }: { cost?: PasswordCost; first?: boolean } = {},
): Promise<PasswordCheck> {
  if (password.length > PASSWORD_LIMIT) return { right: false, outdated: false };
  const known = readStored(stored);
  const { salt, key, cost: spent } = known ?? { ...NOBODY, cost };
  const lanes = missingLanes(spent, cost);
  const made = await queued(async () => {
    const derived = await derive(password, salt, spent);
    if (lanes > 0) await derive(password, salt, { ...spent, p: lanes });
    return derived;
  }, first);
  const right = made.length === key.length && timingSafeEqual(made, key) && known !== undefined;
  return { right, outdated: lanes > 0 };
}

/** Letters and digits that are not confused when read aloud or from paper. */
const READABLE = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Days that a one-time password is valid. */
export const ONE_TIME_DAYS = 7;

/** Returns when a one-time password set at `at` expires. ISO 8601, UTC. */
export function oneTimePasswordExpiry(at: string): string {
  return new Date(Date.parse(at) + ONE_TIME_DAYS * 86_400_000).toISOString();
}

/** Returns a one-time password in groups of four, with about 93 bits. */
export function oneTimePassword(): string {
  const letters = Array.from({ length: 16 }, () => READABLE[randomInt(READABLE.length)] as string).join('');
  return (letters.match(/.{4}/g) as string[]).join('-');
}
