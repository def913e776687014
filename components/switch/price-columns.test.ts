import { describe, expect, it } from 'vitest';
import { buildPriceRows } from './price-columns';

const plan = (fee: number | null, user_fee: number | null) => ({ id: 'ver_a', title: 'A', fee, user_fee });

describe('the prices of a switch', () => {
  it('have only the columns that one of the two plans has', () => {
    expect(buildPriceRows({ from: plan(0, null), to: plan(2000, null) }, 12)).toEqual({
      columns: ['base'],
      from: ['free'],
      to: [2000],
      difference: [2000],
    });
  });

  it('are summed up for more than one user', () => {
    expect(buildPriceRows({ from: plan(null, 800), to: plan(2000, 1650) }, 12)).toEqual({
      columns: ['base', 'per_user', 'total'],
      from: [null, 800, 9600],
      to: [2000, 1650, 21_800],
      difference: [2000, 850, 12_200],
    });
    expect(buildPriceRows({ from: plan(null, 800), to: plan(null, 1650) }, 1).columns).toEqual(['per_user']);
  });

  it('have no difference where one is on request', () => {
    expect(buildPriceRows({ from: plan(2000, null), to: plan(null, null) }, 1)).toEqual({
      columns: ['base'],
      from: [2000],
      to: ['on_request'],
      difference: null,
    });
  });

  it('have nothing to come from for a first plan', () => {
    expect(buildPriceRows({ from: null, to: plan(0, 0) }, 1)).toEqual({
      columns: ['base'],
      from: null,
      to: ['free'],
      difference: null,
    });
  });
});
