import { expect, test } from 'vitest';
import { findAccounts } from './find-accounts';

const accounts = [
  { id: 'acc_1', title: 'Northwind' },
  { id: 'acc_2', title: 'Südwind' },
  { id: 'acc_3', title: 'Contoso' },
];
const findIds = (query: string, selected = 'visitor') =>
  findAccounts(accounts, query, selected).map(({ id }) => id);

test('finds accounts by a part of their title, and keeps the selected one', () => {
  expect(findIds('')).toEqual(['acc_1', 'acc_2', 'acc_3']);
  expect(findIds(' WIND ')).toEqual(['acc_1', 'acc_2']);
  expect(findIds('wind', 'acc_3')).toEqual(['acc_1', 'acc_2', 'acc_3']);
  expect(findIds('unknown')).toEqual([]);
});

test('finds an account by its full id, even outside the list', () => {
  expect(findIds('acc_2')).toEqual(['acc_2']);
  expect(findIds('acc_999')).toEqual(['acc_999']);
});
