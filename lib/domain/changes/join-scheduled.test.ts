import { expect, test } from 'vitest';
import type { WaitingChange } from '@/lib/db/waiting-changes';
import {
  createAddOn,
  createAddOnState,
  createApp,
  createCallerState,
  createVersion,
} from '@/tools/testing/catalog-fixtures';
import { createView } from '../catalog/catalog-view';
import type { Command } from '../subscription/apply-command';
import { computeRevision } from '../subscription/change-revision';
import { evaluateChange } from '../subscription/evaluate-change';
import { previewChange } from '../subscription/preview-change';
import { joinScheduled } from './join-scheduled';
import { toStoredCommand } from './write-waiting-change';

// What waits for the end of the billing period joins what an owner has scheduled for then.

type Scheduled = Partial<WaitingChange>;

/** An account on Pro with ten users, which has Pack and three Boosts. */
function createAccount(scheduled: Scheduled | null) {
  const prices = { ver_basic: { fee: 100 }, ver_pro: { fee: 100 } };
  const catalog = {
    app: createApp({ downgrades: 'period_end' }),
    features: [],
    versions: [
      createVersion('ver_basic', { fee: 1000, userFee: 10 }),
      createVersion('ver_pro', { fee: 2000, userFee: 10 }),
    ],
    addOns: [
      createAddOn('pack', { prices }),
      createAddOn('boost', { prices, minQuantity: 1, maxQuantity: 9 }),
      createAddOn('extra', { prices, minQuantity: 1, maxQuantity: 9 }),
    ],
  };
  const own = { ...noCommand, versionId: 'ver_pro', ...scheduled } as WaitingChange;
  return createView(catalog, {
    ...createCallerState('ver_pro'),
    users: 10,
    addOnStates: [createAddOnState('pack'), createAddOnState('boost', true, { quantity: 3, sequence: 2 })],
    changes: scheduled ? [own] : [],
  });
}

const noCommand = {
  ...{ id: 'chg_1', billingPeriod: 'month', users: null, addOnId: null, quantity: null, addOns: null },
  ...{ trial: null, effectiveAt: 1, atPeriodEnd: true, waitsFor: null, origin: 'owner' },
};

const join = (scheduled: Scheduled | null, command: Command) => {
  const view = createAccount(scheduled);
  return previewChange(joinScheduled(evaluateChange(view, { role: 'owner' }, command)), view);
};

const users: Command = { type: 'switch', versionId: 'ver_pro', users: 5 };
const basic: Command = { type: 'switch', versionId: 'ver_basic' };
const turnOff = (addOnId: string): Command => ({ type: 'set_add_on', addOnId, quantity: 0 });
const set = (addOnId: string, quantity: number) => ({ addOnId, quantity });

test.each<[string, Scheduled, Command, object, [users: number, plan: string, addOns: string]]>([
  [
    'an add-on joins fewer users',
    { users: 5 },
    turnOff('pack'),
    { users: 5, addOns: [set('pack', 0)] },
    [5, 'ver_pro', 'boost 3'],
  ],
  [
    'fewer users join a lower plan',
    { versionId: 'ver_basic' },
    users,
    { users: 5, addOns: null },
    [5, 'ver_basic', 'pack 1 boost 3'],
  ],
  [
    'a lower plan joins fewer users',
    { users: 5 },
    basic,
    { users: 5, addOns: null },
    [5, 'ver_basic', 'pack 1 boost 3'],
  ],
  [
    'a lower plan joins an add-on',
    { addOnId: 'pack', quantity: 0 },
    basic,
    { addOnId: null, addOns: [set('pack', 0)] },
    [10, 'ver_basic', 'boost 3'],
  ],
  [
    'an add-on joins another',
    { addOnId: 'boost', quantity: 1 },
    turnOff('pack'),
    { addOnId: 'boost', quantity: 1, addOns: [set('pack', 0)] },
    [10, 'ver_pro', 'boost 1'],
  ],
  [
    'an add-on replaces itself',
    { addOnId: 'boost', quantity: 1 },
    { type: 'set_add_on', addOnId: 'boost', quantity: 2 },
    { addOnId: 'boost', quantity: 2, addOns: null },
    [10, 'ver_pro', 'pack 1 boost 2'],
  ],
  [
    'users replace users',
    { users: 5, addOns: [set('boost', 1)] },
    { ...users, users: 8 },
    { users: 8, addOns: [set('boost', 1)] },
    [8, 'ver_pro', 'pack 1 boost 1'],
  ],
])('%s', (_, scheduled, command, stored, [usersAfter, plan, addOns]) => {
  const joined = join(scheduled, command);
  const { after, isPeriodEndOnly, superseded, blockers, pays } = joined;
  expect([isPeriodEndOnly, superseded, blockers, pays]).toEqual([true, null, [], 'less']);
  expect(joined.joined?.id).toBe('chg_1');
  expect(toStoredCommand(joined)).toMatchObject(stored);
  const on = after.addOns.map(({ id, quantity }) => `${id} ${quantity}`).join(' ');
  expect([after.users, after.version?.id, on]).toEqual([usersAfter, plan, addOns]);
});

test.each([
  ['more of an add-on', 'boost', 4, 'pack 1 boost 4'],
  ['an add-on that is turned on', 'extra', 2, 'pack 1 boost 3 extra 2'],
])('fewer users join %s', (_, addOnId, quantity, addOns) => {
  const { after, blockers, command } = join({ addOnId, quantity }, users);
  expect([command.type, blockers, after.users]).toEqual(['list', [], 5]);
  expect(after.addOns.map((each) => `${each.id} ${each.quantity}`).join(' ')).toBe(addOns);
});

test('an add-on in a list has the revision that the list of add-ons has', () => {
  const view = createAccount({ users: 5 });
  const toggle = evaluateChange(view, { role: 'owner' }, turnOff('boost'));
  expect(computeRevision(joinScheduled(toggle))).toBe(computeRevision(toggle));
});

test.each<[string, Scheduled | null, Command]>([
  ['nothing', null, users],
  ['what is for a date', { users: 5, atPeriodEnd: false }, turnOff('pack')],
  ['what the provider has scheduled', { users: 5, origin: 'host' }, turnOff('pack')],
  ['the end of a trial', { trial: 'end' }, turnOff('pack')],
  ['what is scheduled, with a raise', { versionId: 'ver_basic' }, { ...users, users: 12 }],
])('joins not: %s', (_, scheduled, command) => {
  const { joined, command: evaluated } = join(scheduled, command);
  expect([joined, evaluated]).toEqual([null, command]);
});

test.each<[string, Scheduled, Command, string | null]>([
  [
    'more of an add-on in it',
    { users: 5, addOns: [set('boost', 1)] },
    { type: 'set_add_on', addOnId: 'boost', quantity: 4 },
    'chg_1',
  ],
  ['more users of the same plan', { users: 5, addOns: [set('boost', 1)] }, { ...users, users: 12 }, 'chg_1'],
  [
    'more users, of a lower plan',
    { versionId: 'ver_basic', addOns: [set('boost', 1)] },
    { ...users, users: 12 },
    null,
  ],
  [
    'another add-on',
    { addOnId: 'pack', quantity: 0 },
    { type: 'set_add_on', addOnId: 'boost', quantity: 4 },
    null,
  ],
])('a raise ends a list: %s', (_, scheduled, command, ended) => {
  expect(join(scheduled, command).superseded?.id ?? null).toBe(ended);
});
