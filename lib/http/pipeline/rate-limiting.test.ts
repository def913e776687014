import { expect, test } from 'vitest';
import { findPageClient, getClientAddress } from './rate-limiting';

const address = (forwardedFor: string, trustedProxies = 0) => getClientAddress(forwardedFor, trustedProxies);

test('without trusted proxies, only the address that the server appended counts', () => {
  expect(address('203.0.113.7')).toBe('203.0.113.7');
  expect(address('1.1.1.1, 2.2.2.2, 203.0.113.7')).toBe('203.0.113.7');
});

test('each trusted proxy moves the client one entry to the left', () => {
  expect(address('6.6.6.6, 203.0.113.7, 10.0.0.1', 1)).toBe('203.0.113.7');
  expect(address('6.6.6.6, 203.0.113.7, 10.0.0.2, 10.0.0.1', 2)).toBe('203.0.113.7');
  expect(address('10.0.0.1', 2)).toBe('10.0.0.1');
});

test.each([
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::6', '2001:db8:1:2::/64'],
  ['[2001:db8::7]:4711', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['2001:db8:1::203.0.113.7', '2001:db8:1:0::/64'],
  ['unknown', 'unknown'],
  ['x'.repeat(5000), 'unknown'],
  ['', 'unknown'],
])('%s counts as %s', (hop, counted) => {
  expect(address(hop)).toBe(counted);
});

test('the client of a page is the address that its request came from, without trusted proxies', () => {
  expect(findPageClient({ headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' } })).toBe('203.0.113.7');
});
