import { expect, test } from 'vitest';
import { findAccounts } from './find-accounts';

const accounts = [
  { id: 'acc_1', title: 'Northwind' },
  { id: 'acc_2', title: 'Südwind' },
  { id: 'acc_3', title: 'Contoso' },
];
const ids = (query: string, chosen = 'visitor') => findAccounts(accounts, query, chosen).map(({ id }) => id);

test('accounts are found by a part of their title, and the chosen one stays', () => {
  expect(ids('')).toEqual(['acc_1', 'acc_2', 'acc_3']);
  expect(ids(' WIND ')).toEqual(['acc_1', 'acc_2']);
  expect(ids('wind', 'acc_3')).toEqual(['acc_1', 'acc_2', 'acc_3']);
  expect(ids('nobody')).toEqual([]);
});

test('an id typed whole is offered though the list ends before it', () => {
  expect(ids('acc_2')).toEqual(['acc_2']);
  expect(ids('acc_999')).toEqual(['acc_999']);
});
