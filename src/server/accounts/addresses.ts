/** Shortens IP addresses to the part that a rate limit or the activity log needs. */
import ipaddr from 'ipaddr.js';

/** Returns the network of an address, as `203.0.113.0/24`; '' for an invalid address. `v4` and `v6` are prefix lengths. */
function network(address: string, v4: number, v6: number): string {
  if (!ipaddr.isValid(address)) return '';
  const parsed = ipaddr.process(address);
  const cidr = parsed.kind() === 'ipv4' ? v4 : v6;
  const kept = parsed.toByteArray().map((byte, at) => byte & (0xff << Math.max(0, 8 - Math.max(0, cidr - at * 8))));
  return `${ipaddr.fromByteArray(kept).toString()}/${cidr}`;
}

/** Returns the unit that shares a rate limit: one IPv4 address, or the IPv6 /64 of one household. */
export function rateLimitKey(address: string): string {
  return network(address, 32, 64);
}

/** Returns the network that the log stores. It shows where an attack comes from, but not a person's home. */
export function addressForLog(address: string): string {
  return network(address, 24, 48);
}
