import { describe, expect, it } from 'vitest';
import { parseBillingUnit } from './billing-unit';

describe('parseBillingUnit', () => {
  it.each([
    ['user/month', 'user', null, 'month'],
    ['member/month', 'user', 'member', 'month'],
    ['editors/month', 'user', 'editor', 'month'],
    ['seat/month', 'user', 'seat', 'month'],
    ['person/month', 'user', 'person', 'month'],
    ['users', 'user', null, null],
    ['USD/user', 'user', null, null],
    ['User / Year', 'user', null, 'year'],
    ['per kiosk user/month', 'unit', 'kiosk user', 'month'],
    ['activeCommiter/month', 'unit', 'active commiter', 'month'],
    ['/month', 'account', null, 'month'],
    ['month', 'account', null, 'month'],
    ['', 'account', null, null],
    ['account', 'account', null, null],
    ['account/month', 'account', null, 'month'],
    ['per workspace per year', 'unit', 'workspace', 'year'],
    ['organizations/month', 'unit', 'organization', 'month'],
    ['team/month', 'unit', 'team', 'month'],
    ['subscription/month', 'account', null, 'month'],
    ['attendee', 'unit', 'attendee', 'usage'],
    ['attendee/month', 'unit', 'attendee', 'month'],
    ['500 users/month', 'unit', '500 users', 'month'],
    ['site/month', 'unit', 'site', 'month'],
    ['channels/month', 'unit', 'channel', 'month'],
    ['channel', 'unit', 'channel', null],
    ['GB/month', 'unit', 'GB', 'month'],
    ['GB per user/month', 'unit', 'GB per user', 'month'],
    ['activeHour', 'unit', 'active hour', 'usage'],
    ['USD/execution', 'unit', 'execution', 'usage'],
    ['GB', 'unit', 'GB', 'usage'],
    ['user per month per workspace', 'unit', 'user per workspace', 'month'],
    ['month per market', 'unit', 'market', 'month'],
    ['oneTimePayment', 'unit', 'one time payment', 'once'],
    ['one-time purchase', 'unit', 'one-time purchase', 'once'],
  ])('parses %j as per %s %j, period %s', (text, per, unit, period) => {
    expect(parseBillingUnit(text, 'USD')).toEqual({ per, unit, period });
  });
});
