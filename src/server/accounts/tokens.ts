/** Session tokens: 256 random bits. The server stores only the hash. */
import { createHash, randomBytes } from 'node:crypto';

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Returns the token of an Authorization header, or undefined. */
export function bearerToken(header: string | undefined): string | undefined {
  const hit = /^Bearer +([A-Za-z0-9._~+/=-]{20,200})$/i.exec(header ?? '');
  return hit?.[1];
}
