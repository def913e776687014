import { expect, test } from 'vitest';
import { ApiError } from '@/lib/contract/errors';
import { operations } from '@/lib/contract/operations';
import { countLargeBody, parseBody } from './read-body';

const { body = {} } = operations.checkCatalog;
const sizeOf = (bytes: number) => new Headers({ 'Content-Length': String(bytes) });

test('two requests of an app have a large body at once, and any number a small one', () => {
  const count = (headers: Headers, appId = 'a') => countLargeBody(headers, body, appId);
  const ends = [count(sizeOf(4e6)), count(new Headers())];
  expect(() => count(sizeOf(100_000))).toThrow(ApiError);
  expect(() => count(new Headers())).toThrow('2 requests with large bodies');
  for (let number = 0; number < 10; number += 1) count(sizeOf(10_000));
  count(sizeOf(4e6), 'b')();
  ends[0]?.();
  count(sizeOf(4e6))();
  ends[1]?.();
});

test('the thread returns a body, or the errors of its fields', async () => {
  const parse = (text: string) => parseBody({ type: 'checkCatalog', bytes: new TextEncoder().encode(text) });
  expect(await parse('{"source": "a"}')).toEqual({ value: { source: 'a' } });
  const invalid = await parse('{"file": "a"}');
  expect(invalid).toMatchObject({ errors: [{ field: 'source' }, { field: 'file' }] });
  await expect(parse('{"source":')).rejects.toMatchObject({ code: 'invalid_json' });
});
