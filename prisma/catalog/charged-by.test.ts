import { describe, expect, it } from 'vitest';
import { chargedBy } from './charged-by';

describe('what a price is charged by', () => {
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
    ['500 users/month', 'thing', 'for 500 users', 'month'],
    ['channel/month', 'thing', 'per channel', 'month'],
    ['channel', 'thing', 'per channel', null],
    ['GB/month', 'thing', 'per GB', 'month'],
    ['activeHour', 'thing', 'per active hour', 'use'],
    ['USD/execution', 'thing', 'per execution', 'use'],
    ['GB', 'thing', 'per GB', 'use'],
  ])('%j is by %s %j, %s', (unit, per, what, period) => {
    expect(chargedBy(unit, 'USD')).toEqual({ per, what, period });
  });
});
