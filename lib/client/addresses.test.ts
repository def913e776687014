import { expect, test } from 'vitest';
import { addresses } from './addresses';

test('addresses carry only what differs from the default', () => {
  expect(addresses.plans()).toBe('/');
  expect(addresses.plans({ switch: 'ver_1', seats: 5 })).toBe('/?switch=ver_1&seats=5');
  expect(addresses.plans({ seats: 1 })).toBe('/');
  expect(addresses.compare({ differences: false, plans: [] })).toBe('/compare');
  expect(addresses.compare({ q: 'export & import', differences: true, plans: ['v1', 'v3'] })).toBe(
    '/compare?q=export+%26+import&differences=true&plans=v1,v3',
  );
  expect(addresses.preview({ as: 'acc_1', width: '320' })).toBe('/preview?as=acc_1&width=320');
});
