import { expect, test } from 'vitest';
import type { AddOnHistoryEntry } from '@/lib/contract/add-ons';
import type { CatalogChange } from '@/lib/contract/history';
import { createPrice } from '@/tools/testing/contract-fixtures';
import { groupAddOnRows, listAddOnRows } from './add-on-entries';

const addOn = (
  history_id: string,
  timestamp: number,
  switch_history_id: string | null = null,
  catalog_changes: CatalogChange[] = [],
) => ({ history_id, timestamp, switch_history_id, catalog_changes }) as AddOnHistoryEntry;

const plans = [
  { history_id: 'avh_2', activated: 200 },
  { history_id: 'avh_1', activated: 100 },
];
const none = { gained: [], lost: [], raised: [], lowered: [], changed: [] };

test('changes of add-ons belong to the plan that was active, or to the switch that caused them', () => {
  const options = [
    addOn('d', 300),
    addOn('c', 200, 'avh_2'),
    addOn('b', 199),
    addOn('a', 100),
    addOn('z', 50),
  ];
  const groups = groupAddOnRows(plans, listAddOnRows(options));
  const ids = (plan: string) => groups.get(plan)?.map(({ entry }) => entry.history_id);
  expect(ids('avh_2')).toEqual(['d', 'c']);
  expect(ids('avh_1')).toEqual(['b', 'a']);
});

test('changes of add-ons by the provider are in the order of time, with the plan that was active', () => {
  const change = (changed_at: number, previous: number | null): CatalogChange => ({
    changed_at,
    ...none,
    price: createPrice({ fee: 600 }),
    previous_price: previous === null ? null : createPrice({ fee: previous }),
  });
  const rows = listAddOnRows([
    addOn('b', 250),
    addOn('a', 200, 'avh_2', [change(240, 400), change(245, null), change(300, 500)]),
  ]);
  const toText = ({ entry, change, at }: (typeof rows)[number]) =>
    `${entry.history_id} ${change !== null} ${at}`;
  expect(rows.map(toText)).toEqual(['a true 300', 'b false 250', 'a true 240', 'a false 200']);
  const kept = listAddOnRows([addOn('a', 150, null, [change(180, 400), change(210, 500)])]);
  expect([...groupAddOnRows(plans, kept)].map(([plan, group]) => [plan, group.map(toText)])).toEqual([
    ['avh_2', ['a true 210']],
    ['avh_1', ['a true 180', 'a false 150']],
  ]);
});
