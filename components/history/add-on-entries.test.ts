import { expect, test } from 'vitest';
import type { AddOnHistoryEntry } from '@/lib/contract/add-ons';
import { groupAddOnEntries } from './add-on-entries';

const addOn = (history_id: string, timestamp: number, switch_history_id: string | null = null) =>
  ({ history_id, timestamp, switch_history_id }) as AddOnHistoryEntry;

test('changes of add-ons belong to the plan that was active, or to the switch that caused them', () => {
  const plans = [
    { history_id: 'avh_2', activated: 200 },
    { history_id: 'avh_1', activated: 100 },
  ];
  const options = [
    addOn('d', 300),
    addOn('c', 200, 'avh_2'),
    addOn('b', 199),
    addOn('a', 100),
    addOn('z', 50),
  ];
  const groups = groupAddOnEntries(plans, options);
  const ids = (plan: string) => groups.get(plan)?.map(({ history_id }) => history_id);
  expect(ids('avh_2')).toEqual(['d', 'c']);
  expect(ids('avh_1')).toEqual(['b', 'a']);
});
