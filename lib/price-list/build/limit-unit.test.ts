import { describe, expect, it } from 'vitest';
import { amountContent, isUnlimited, parseLimitUnit } from './limit-unit';

describe('parseLimitUnit', () => {
  it.each([
    ['GB', 'GB', null],
    ['', null, null],
    ['calls/month', 'call', 'month'],
    ['call / minute', 'call', 'minute'],
    ['email/day', 'email', 'day'],
    ['requests per month', 'request', 'month'],
    ['/month', null, 'month'],
    ['month', 'month', null],
    ['days', 'day', null],
    ['minute/month', 'minute', 'month'],
    ['coreHours/month', 'core hour', 'month'],
    ['document/user/month', 'document/user', 'month'],
    ['workspace/run/month', 'workspace/run', 'month'],
    ['GB/transfer', 'GB/transfer', null],
    ['GB/month/user', 'GB/user', 'month'],
    ['month/user', 'month/user', null],
    ['people', 'person', null],
    ['thread at a time', 'thread at a time', null],
    ['GiB/seat', 'GiB/seat', null],
    ['kWh/day', 'kWh', 'day'],
  ])('splits %j into %j and %j', (unit, noun, period) => {
    expect(parseLimitUnit({ unit, period: null })).toEqual({ unit: noun, period });
  });

  it('prefers the period of the limit', () => {
    expect(parseLimitUnit({ unit: 'call', period: '3 months' })).toEqual({
      unit: 'call',
      period: '3 months',
    });
    expect(parseLimitUnit({ unit: 'call/day', period: 'month' })).toEqual({ unit: 'call', period: 'month' });
  });
});

it('makes unlimited explicit', () => {
  const unit = { unit: 'GB', period: null };
  const unlimited = { value: 'Unlimited', amount: null, unlimited: true };
  expect(amountContent(Number.POSITIVE_INFINITY, unit)).toEqual(unlimited);
  expect(amountContent(100_000_000, unit)).toEqual(unlimited);
  expect(amountContent(99_999_999, unit)).toMatchObject({ amount: 99_999_999, unlimited: false });
  expect(amountContent(0, unit)).toEqual({ value: '0 GB', amount: 0, unlimited: false });
  expect(isUnlimited('Unlimited')).toBe(false);
});
