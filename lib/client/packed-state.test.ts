import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pack, unpack } from './packed-state';

it('restores every JSON value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(unpack(pack(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  const confusable = {
    a: ['-1', -1, [-1], [], {}, null, '\0-1', ''],
    b: { a: '' },
    c: { a: '' },
    d: undefined,
  };
  expect(unpack(pack(confusable))).toEqual(JSON.parse(JSON.stringify(confusable)));
});

it('contains a repeated value once', () => {
  const text = pack([
    { id: 'ver_1', title: 'Team' },
    { id: 'ver_2', title: 'Team' },
  ]);
  expect(text.match(/Team|title/g)).toEqual(['title', 'Team']);
});
