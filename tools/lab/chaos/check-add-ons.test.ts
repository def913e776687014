import { expect, test } from 'vitest';
import { type AddOnRun, checkAddOns, type ObservedAddOn, type ToggleOperation } from './check-add-ons';
import type { ObservedEntry } from './check-history';

const createAddOnEntry = (sequence: number, status: ObservedAddOn['status'], fields = {}): ObservedAddOn => ({
  history_id: `aoh_${sequence}`,
  sequence,
  id: 'off_1',
  status,
  timestamp: sequence,
  cause: 'toggle',
  reason: `op${sequence}`,
  switch_history_id: null,
  ...fields,
});
const createToggle = (
  number: number,
  active: boolean,
  fields: Partial<ToggleOperation> = {},
): ToggleOperation => ({
  id: `op${number}`,
  addOnId: 'off_1',
  active,
  invokedAt: number,
  completedAt: number,
  outcome: { kind: 'acknowledged', historyId: `aoh_${number}` },
  ...fields,
});

const switched = { history_id: 'avh_2', activated: 3, reason: 'switch' } as ObservedEntry;
const bySwitch = createAddOnEntry(3, 'inactive', {
  cause: 'switch',
  reason: 'switch',
  switch_history_id: 'avh_2',
});
const valid: AddOnRun = {
  accountId: 'acc',
  toggles: [
    createToggle(1, true),
    createToggle(4, true, { outcome: { kind: 'unknown' } }),
    createToggle(9, false, { addOnId: 'off_2', outcome: { kind: 'acknowledged', historyId: '' } }),
    createToggle(8, true, { outcome: { kind: 'rejected', code: 'option_included' } }),
  ],
  options: [
    createAddOnEntry(1, 'active'),
    createAddOnEntry(2, 'active', {
      cause: 'switch',
      reason: 'switch',
      switch_history_id: 'avh_2',
      timestamp: 3,
    }),
    bySwitch,
    createAddOnEntry(4, 'active'),
  ],
  history: [switched],
};
const [first, repriced, , last] = valid.options as [
  ObservedAddOn,
  ObservedAddOn,
  ObservedAddOn,
  ObservedAddOn,
];

test('accepts toggles, and the changes of switches', () => {
  expect(checkAddOns(valid)).toEqual([]);
});

test.each<[string, string, Partial<AddOnRun>]>([
  ['a gap', 'gapless sequence', { options: [first, bySwitch] }],
  ['an earlier time', 'monotonic time', { options: [first, repriced, bySwitch, { ...last, timestamp: 2 }] }],
  [
    'a change to the same state',
    'single chain',
    { options: [first, createAddOnEntry(2, 'active', { reason: 'op4' })] },
  ],
  ['a switch that turns off what is off', 'single chain', { options: [{ ...bySwitch, sequence: 1 }] }],
  ['a change of another switch', 'no phantom entry', { history: [{ ...switched, reason: 'other' }] }],
  ['a change of no operation', 'no phantom entry', { toggles: [createToggle(1, true)] }],
  [
    'another change than requested',
    'response matches history',
    { toggles: [createToggle(1, false), createToggle(4, true)] },
  ],
  [
    'a toggle applied twice',
    'no duplicate switch',
    {
      options: [
        first,
        createAddOnEntry(2, 'inactive', { reason: 'op4' }),
        createAddOnEntry(3, 'active', { reason: 'op4' }),
      ],
    },
  ],
  [
    'a rejected toggle that was applied',
    'no effect of a rejected switch',
    {
      toggles: [createToggle(1, true, { outcome: { kind: 'rejected', code: 'x' } }), createToggle(4, true)],
    },
  ],
  ['a lost toggle', 'no lost switch', { options: [] }],
  [
    'a response that names another entry',
    'response matches history',
    {
      toggles: [
        createToggle(1, true, { outcome: { kind: 'acknowledged', historyId: 'aoh_4' } }),
        createToggle(4, true),
      ],
    },
  ],
])('reports %s', (_, invariant, changes) => {
  expect(checkAddOns({ ...valid, ...changes }).map((violation) => violation.invariant)).toContain(invariant);
});
