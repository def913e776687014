import { expect, it } from 'vitest';
import { resolveTimeZone } from './time-zone';

it.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['europe/berlin', 'Europe/Berlin'],
  ['UTC', 'UTC'],
  ['Europe/Atlantis', null],
  ['+01:00', null],
  ['', null],
  [undefined, null],
])('resolveTimeZone(%j) is %j', (zone, name) => {
  expect(resolveTimeZone(zone)).toBe(name);
});
