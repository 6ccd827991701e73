/** Callers' addresses: as much of one as a limit or the activity log needs. */
import ipaddr from 'ipaddr.js';

/** The network an address is in, as `203.0.113.0/24`; '' for what is no address. Bits that count, of IPv4 and of IPv6. */
function network(address: string, v4: number, v6: number): string {
  if (!ipaddr.isValid(address)) return '';
  const parsed = ipaddr.process(address);
  const cidr = parsed.kind() === 'ipv4' ? v4 : v6;
  const kept = parsed.toByteArray().map((byte, at) => byte & (0xff << Math.max(0, 8 - Math.max(0, cidr - at * 8))));
  return `${ipaddr.fromByteArray(kept).toString()}/${cidr}`;
}

/** Who is limited together: one address, or the /64 that one household has in IPv6. */
export function limitedAddress(address: string): string {
  return network(address, 32, 64);
}

/** What the log keeps: where an attack comes from, not which house a person lives in. */
export function loggedAddress(address: string): string {
  return network(address, 24, 48);
}
