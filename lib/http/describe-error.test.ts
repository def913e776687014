import { expect, test } from 'vitest';
import { makeSecret } from '@/lib/data/secret';
import { describeError, withoutSecrets } from './describe-error';

test('an error is its name, the last line of what it says, and where', () => {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  const error = new TypeError('Invalid `db.account.create()` invocation:\n{ title: "Ada" }\n\nIt failed.', {
    cause,
  });
  const described = describeError(error);
  expect(described).toMatchObject({
    name: 'TypeError',
    message: 'It failed.',
    cause: { name: 'Error', message: 'read ECONNRESET', code: 'ECONNRESET' },
  });
  expect(described.stack?.[0]).toMatch(/^at .*describe-error\.test\.ts/);
  expect(JSON.stringify(described)).not.toContain('Ada');
});

test('whatever is thrown can be told', () => {
  expect(describeError('gone')).toEqual({ name: 'string', message: 'gone' });
  expect(describeError(null)).toEqual({ name: 'object', message: 'null' });
});

test.each(['avk', 'avl', 'avs'] as const)('a secret of kind %s is taken out', (kind) => {
  const secret = makeSecret(kind);
  expect(withoutSecrets(`of ${secret}.`)).toBe(`of ${kind}_….`);
});

test('the password of an address is taken out', () => {
  expect(withoutSecrets('at postgres://owner:s3cret@db.example/plans')).toBe(
    'at postgres://owner:…@db.example/plans',
  );
});
