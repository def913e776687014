import { describe, expect, it } from 'vitest';
import { parseBillingUnit } from './billing-unit';

describe('parseBillingUnit', () => {
  it.each([
    ['user/month', 'user', '', 'month'],
    ['member/month', 'user', '', 'month'],
    ['editor/month', 'user', '', 'month'],
    ['seat/month', 'user', '', 'month'],
    ['per kiosk user/month', 'user', '', 'month'],
    ['activeCommiter/month', 'user', '', 'month'],
    ['users', 'user', '', null],
    ['USD/user', 'user', '', null],
    ['User / Year', 'user', '', 'year'],
    ['/month', 'account', '', 'month'],
    ['month', 'account', '', 'month'],
    ['', 'account', '', null],
    ['account', 'account', '', null],
    ['account/month', 'account', '', 'month'],
    ['per workspace per year', 'account', '', 'year'],
    ['500 users/month', 'unit', 'for 500 users', 'month'],
    ['channel/month', 'unit', 'per channel', 'month'],
    ['channel', 'unit', 'per channel', null],
    ['GB/month', 'unit', 'per GB', 'month'],
    ['activeHour', 'unit', 'per active hour', 'usage'],
    ['USD/execution', 'unit', 'per execution', 'usage'],
    ['GB', 'unit', 'per GB', 'usage'],
  ])('parses %j as per %s %j, period %s', (unit, per, label, period) => {
    expect(parseBillingUnit(unit, 'USD')).toEqual({ per, label, period });
  });
});
