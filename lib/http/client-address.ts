import { isIP } from 'node:net';

/**
 * Whose request it is, for counting: an IPv4 address, the first half of an IPv6 one (a customer is given that much), or
 * "unknown". Each proxy adds the address that it was asked from at the end of `X-Forwarded-For`, and so does the server
 * itself; whatever stands before what the trusted ones added, anybody could have written.
 */
export function clientAddress(headers: Headers, trustedProxies: number): string {
  const hops = (headers.get('x-forwarded-for') ?? '').split(',');
  const hop = hops.at(-1 - trustedProxies) ?? hops[0] ?? '';
  const address = withoutPort(hop.trim()).replace(/^::ffff:(?=\d+\.)/i, '');
  switch (isIP(address)) {
    case 4:
      return address;
    case 6:
      return network(address);
    default:
      return 'unknown';
  }
}

/** Some proxies write `203.0.113.7:4711` and `[2001:db8::7]:4711`. */
function withoutPort(hop: string): string {
  return /^\[(.+)\](:\d+)?$/.exec(hop)?.[1] ?? /^(\d+(\.\d+){3}):\d+$/.exec(hop)?.[1] ?? hop;
}

function network(address: string): string {
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const missing = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  const groups = [...before, ...missing, ...after].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}
