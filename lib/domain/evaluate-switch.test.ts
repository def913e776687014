import { describe, expect, test } from 'vitest';
import type { Role } from '@/lib/contract/current-user';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { CatalogVersion } from '@/lib/db/catalog';
import { createApp, createVersion } from '@/tools/testing/catalog-fixtures';
import { decideSwitch as decideSwitchOfApp } from './evaluate-switch';

const decideSwitch = (...[role, current, target, period]: DecideInput) =>
  decideSwitchOfApp({
    role,
    appKey: false,
    current,
    target,
    app: createApp(),
    requestedPeriod: period ?? null,
    users: { before: 1, after: 1, limit: null },
  });
type DecideInput = [
  role: Role | null,
  current: CatalogVersion | null,
  target: CatalogVersion,
  period?: BillingPeriod,
];

const free = createVersion('ver_1', { fee: 0 });
const team = createVersion('ver_2', { fee: 2000 });
const perUser = createVersion('ver_3', { fee: null, userFee: 2500 });
const onRequest = createVersion('ver_4', { fee: null, userFee: null });
const blockerCodes = (...input: DecideInput) => decideSwitch(...input).blockers.map(({ code }) => code);

describe('direction', () => {
  test.each([
    ['to a higher price', free, team, 'upgrade'],
    ['to a lower price', team, free, 'downgrade'],
    ['to a higher price for one user', team, perUser, 'upgrade'],
    ['from a price on request to a price', onRequest, team, 'downgrade'],
    ['to a price on request', team, onRequest, 'upgrade'],
    ['to the current version', team, team, 'none'],
    ['to the first version', null, team, 'none'],
    [
      'to a version of the same price, later in the list',
      team,
      createVersion('ver_9', { fee: 2000 }),
      'upgrade',
    ],
    [
      'to a version of the same price, earlier in the list',
      team,
      createVersion('ver_0', { fee: 2000 }),
      'downgrade',
    ],
    [
      'from a user fee of null to 0, with the same fee',
      createVersion('ver_1', { userFee: null }),
      createVersion('ver_2', { userFee: 0 }),
      'upgrade',
    ],
  ] as const)('of a switch %s', (_, from, to, direction) => {
    expect(decideSwitch('owner', from, to).direction).toBe(direction);
  });
});

describe('blockers', () => {
  test('an owner can switch between active versions with a price', () => {
    expect(decideSwitch('owner', free, team)).toEqual({ direction: 'upgrade', allowed: true, blockers: [] });
  });

  test.each(['member', 'product', null] as const)('role %s cannot switch', (role) => {
    expect(blockerCodes(role, free, team)).toEqual(['forbidden']);
    expect(blockerCodes(role, team, team)).toEqual(['forbidden']);
  });

  test('a switch to an inactive version is blocked', () => {
    expect(blockerCodes('owner', free, createVersion('ver_2', { active: false }))).toEqual([
      'version_inactive',
    ]);
  });

  test('a switch to a price on request is blocked, a switch to a price of 0 is not', () => {
    expect(blockerCodes('owner', free, onRequest)).toEqual(['price_on_request']);
    expect(blockerCodes('owner', team, createVersion('ver_5', { fee: null, userFee: 0 }))).toEqual([]);
  });

  test('a switch to a price in words is blocked, with the words in the message', () => {
    const fees = { fee: null, userFee: null, priceText: '1% of sales' };
    const metered = createVersion('ver_5', { title: 'Metered', ...fees });
    expect(decideSwitch('owner', team, metered).blockers).toEqual([
      {
        code: 'price_on_request',
        message: 'The price of Metered is 1% of sales. Contact us to switch to it.',
      },
    ]);
  });

  test('exit and entry blockers have the messages of their versions', () => {
    const from = createVersion('ver_1', { exitBlocker: 'Your contract runs until May.' });
    const to = createVersion('ver_2', { entryBlocker: 'Talk to us first.' });
    expect(decideSwitch('owner', from, to).blockers).toEqual([
      { code: 'exit_restricted', message: 'Your contract runs until May.' },
      { code: 'entry_restricted', message: 'Talk to us first.' },
    ]);
  });

  test('an owner can always stay on the current version, even if it is inactive and has an exit blocker', () => {
    const current = createVersion('ver_1', { active: false, exitBlocker: 'No.', fee: null });
    expect(decideSwitch('owner', current, current)).toEqual({
      direction: 'none',
      allowed: true,
      blockers: [],
    });
  });
});

describe('between versions of one plan', () => {
  const plan = { title: 'Kitchen', exitBlocker: 'Your contract runs until May.' };
  const present = createVersion('ver_5', { ...plan, fee: 1100, entryBlocker: 'Talk to us first.' });
  const kept = { ...plan, active: false, replacedBy: present.id };
  const earlier = createVersion('ver_8', { ...kept, fee: 900 });
  const first = createVersion('ver_9', { ...kept, fee: 700 });

  test('the exit rule does not apply, the entry rule does', () => {
    expect(blockerCodes('owner', earlier, present)).toEqual(['entry_restricted']);
    expect(blockerCodes('owner', earlier, { ...present, entryBlocker: null })).toEqual([]);
    expect(blockerCodes('owner', earlier, team)).toEqual(['exit_restricted']);
    expect(blockerCodes('owner', earlier, { ...present, fee: null })).toEqual([
      'entry_restricted',
      'price_on_request',
    ]);
  });

  test.each([
    ['present', present],
    ['later', earlier],
  ] as const)('a switch from the %s one to an earlier one is not possible', (_, current) => {
    expect(decideSwitch('owner', current, first).blockers).toEqual([
      { code: 'version_inactive', message: 'This earlier Kitchen is no longer offered.' },
    ]);
  });

  test('the direction is that of the price, and equal prices have none', () => {
    expect(decideSwitch('owner', earlier, present).direction).toBe('upgrade');
    expect(decideSwitch('owner', earlier, { ...present, fee: 500 }).direction).toBe('downgrade');
    expect(decideSwitch('owner', earlier, { ...present, fee: 900 }).direction).toBe('none');
  });
});

test('a period that a version is not sold for is a blocker, also for the current version', () => {
  const annual = createVersion('ver_5', { fee: 1000, annualFee: 9000 });
  expect(blockerCodes('owner', free, annual, 'year')).toEqual([]);
  expect(decideSwitch('owner', free, team, 'year').blockers).toEqual([
    { code: 'billing_period_unavailable', message: '2 is not sold with annual billing.' },
  ]);
  expect(blockerCodes('owner', team, team, 'year')).toEqual(['billing_period_unavailable']);
  expect(blockerCodes('owner', team, onRequest, 'year')).toEqual(['price_on_request']);
  expect(blockerCodes('owner', team, free, 'year')).toEqual([]);
});
