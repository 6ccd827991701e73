/**
 * Decides whose X-Forwarded-For is trusted. A proxy appends the address it was called from, so our own proxies write only
 * the right end. The caller may have invented everything left of it.
 */
import { isIP } from 'node:net';

/** The number of proxies in front of the server, or their addresses and subnets; 0 if there are none. */
export type TrustedProxies = number | string[];

const MOST_HOPS = 10;
/** Subnets with a name, which Fastify also knows. */
const NAMED = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Reads `TRUST_PROXY`; undefined if it is invalid. */
export function readTrustedProxies(text: string): TrustedProxies | undefined {
  const given = text.trim();
  if (/^\d+$/.test(given)) return Number(given) <= MOST_HOPS ? Number(given) : undefined;
  const list = given.split(',').map((one) => one.trim());
  return list.every((one) => NAMED.has(one) || isSubnet(one)) ? list : undefined;
}

function isSubnet(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  if (prefix === undefined) return true;
  // A prefix of 0 would trust everybody.
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= (version === 4 ? 32 : 128);
}

/** Converts to Fastify's option. Fastify trusts nobody for a bare number, so a number becomes a function. */
export function trustProxyOption(
  proxies: TrustedProxies,
): false | string[] | ((address: string, hop: number) => boolean) {
  if (Array.isArray(proxies)) return proxies;
  return proxies > 0 && ((_address, hop) => hop < proxies);
}
