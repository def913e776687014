import { expect, test } from 'vitest';
import { rescue, soon } from './soon';

const later = (value: number) => Promise.resolve(value);
const fault = new Error('at fault');

test('what is there is gone on with at once, and what will be once it is', async () => {
  expect(soon(1, (one) => one + 1)).toBe(2);
  expect(await soon(later(1), (one) => one + 1)).toBe(2);
  expect(await soon(1, later)).toBe(1);
});

test('what throws and what rejects is made good alike', async () => {
  const throws = () => {
    throw fault;
  };
  expect(rescue<unknown>(throws, (error) => error)).toBe(fault);
  expect(await rescue<unknown>(() => later(1).then(throws), later.bind(null, 2))).toBe(2);
  expect(rescue(() => 1, throws)).toBe(1);
  await expect(rescue(() => later(1).then(throws), throws)).rejects.toBe(fault);
});
