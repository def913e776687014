import { expect, it, test } from 'vitest';
import type { Blocker, SwitchDecision } from '@/lib/contract/fields';
import type { AppInfo } from '@/lib/contract/versions';
import { createVersionEntry } from '@/tools/testing/contract-fixtures';
import { findPrimaryPlan, findSharedBlocker, getPlanLink, getSwitchName } from './plan-action';

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

const decide = (
  direction: SwitchDecision['direction'],
  gets: SwitchDecision['gets'],
  allowed = true,
): SwitchDecision => ({ direction, gets, pays: 'unknown', allowed, blockers: [] });

test.each([
  ['upgrade', 'more', 'upgrade'],
  ['upgrade', 'same', 'upgrade'],
  ['upgrade', 'less', 'none'],
  ['upgrade', 'mixed', 'none'],
  ['downgrade', 'less', 'downgrade'],
  ['downgrade', 'same', 'downgrade'],
  ['downgrade', 'more', 'none'],
  ['downgrade', 'mixed', 'none'],
  ['none', 'same', 'none'],
] as const)('a switch with the direction %s to %s is called %s', (direction, gets, name) => {
  expect(getSwitchName(decide(direction, gets))).toBe(name);
});

test('one plan is emphasized: the recommended one, or the first upgrade of an account', () => {
  const versions = [
    createVersionEntry('free', { switch: decide('downgrade', 'less') }),
    createVersionEntry('team', { current: true, switch: decide('none', 'same') }),
    createVersionEntry('shop', { switch: decide('upgrade', 'mixed') }),
    createVersionEntry('big', { switch: decide('upgrade', 'more', false) }),
    createVersionEntry('pro', { switch: decide('upgrade', 'more') }),
    createVersionEntry('max', { switch: decide('upgrade', 'more') }),
  ];
  expect(findPrimaryPlan(versions)).toBe('pro');
  const recommend = (tag: string) =>
    versions.map((version) => ({ ...version, recommended: version.tag === tag }));
  expect(findPrimaryPlan(recommend('max'))).toBe('max');
  expect(findPrimaryPlan(recommend('shop'))).toBe('pro');
  const forVisitor = versions.map((version) => ({ ...version, current: false, switch: null }));
  expect(findPrimaryPlan(forVisitor)).toBeNull();
});

const plan = (...codes: Blocker['code'][]) => {
  const blockers = codes.map((code) => ({ code, message: code }));
  return createVersionEntry('plan', {
    switch: {
      allowed: codes.length === 0,
      blockers,
      direction: 'none' as const,
      pays: 'same' as const,
      gets: 'same' as const,
    },
  });
};
const current = { ...plan(), current: true };

it('finds the blocker of the account that all other plans have', () => {
  const list = [current, plan('forbidden'), plan('price_on_request', 'forbidden')];
  expect(findSharedBlocker(list)?.code).toBe('forbidden');
  expect(findSharedBlocker([current, plan('exit_restricted'), plan('exit_restricted')])?.code).toBe(
    'exit_restricted',
  );
});

it('finds none if a plan lacks it, if it concerns the plans, or if there is one other plan', () => {
  expect(findSharedBlocker([current, plan('forbidden'), plan()])).toBeNull();
  expect(findSharedBlocker([current, plan('price_on_request'), plan('price_on_request')])).toBeNull();
  expect(findSharedBlocker([current, plan('forbidden')])).toBeNull();
});
