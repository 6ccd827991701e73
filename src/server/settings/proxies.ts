/**
 * Whose word about a caller's address is believed. A proxy appends the address it was called from to X-Forwarded-For, so
 * only its right end is written by our own proxies: everything left of it may be invented by the caller.
 */
import { isIP } from 'node:net';

/** How many proxies stand in front of the server, or their addresses and subnets; 0 when there is none. */
export type TrustedProxies = number | string[];

const MOST_HOPS = 10;
/** Subnets with a name; Fastify knows them too. */
const NAMED = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** What `TRUST_PROXY` says; undefined when it cannot be read. */
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
  // A prefix of 0 would believe everybody.
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= (version === 4 ? 32 : 128);
}

/** In the words of Fastify, which takes a bare number for nobody. */
export function trustProxyOption(
  proxies: TrustedProxies,
): false | string[] | ((address: string, hop: number) => boolean) {
  if (Array.isArray(proxies)) return proxies;
  return proxies > 0 && ((_address, hop) => hop < proxies);
}
