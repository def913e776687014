import { expect, test } from 'vitest';
import type { AppInfo } from '@/lib/contract/versions';
import { createVersionEntry } from '@/tools/testing/contract-fixtures';
import { getPlanLink } from './plan-action';

const app = {
  billing_period: 'month',
  contact_url: 'https://example.com/contact',
  sign_up_url: 'https://example.com/sign-up',
} as AppInfo;

const getLink = (billing_periods: ('month' | 'year')[]) =>
  getPlanLink({
    version: createVersionEntry('ver_a', { billing_periods }),
    app,
    seats: 1,
    billing: { period: 'month', accountPeriod: null },
    user: { signedIn: false, demo: false },
  });

test('a plan that is sold for a year only is signed up for with annual billing', () => {
  expect(getLink(['year'])).toMatchObject({ isContact: false, href: expect.stringContaining('year') });
});

test('a plan without a price has a contact', () => {
  expect(getLink([])).toEqual({ isContact: true, href: app.contact_url });
});
