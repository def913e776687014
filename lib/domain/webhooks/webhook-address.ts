import dns from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The block that global IPv6 addresses are assigned from. */
const globalIPv6 = ipaddr.parseCIDR('2000::/3');

/** Whether an address is global, and not of a range for a special purpose. */
export function isPublicAddress(text: string): boolean {
  const address = ipaddr.parse(text);
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(globalIPv6));
}

/** Whether an address is in one of `ranges` (CIDR). */
export function isInRanges(text: string, ranges: string[]): boolean {
  const address = ipaddr.parse(text);
  return ranges.some((range) => {
    const cidr = ipaddr.parseCIDR(range);
    return cidr[0].kind() === address.kind() && address.match(cidr);
  });
}

/** The address that is the host of a URL, or null if the host is a name. */
export function getHostAddress({ hostname }: URL): string | null {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? null : host;
}

/** A `dns.lookup` that fails if one of the addresses is neither public nor in `allowedRanges`. */
export function createLookup(allowedRanges: string[]): LookupFunction {
  return (host, options, callback) =>
    dns.lookup(host, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address);
      const isAllowed = addresses.every(
        (address) => isInRanges(address, allowedRanges) || isPublicAddress(address),
      );
      callback(error ?? (isAllowed ? null : new AddressError()), found, family);
    });
}

/** The message has no details of the network. */
export class AddressError extends Error {
  constructor() {
    super('The address is not public.');
  }
}
