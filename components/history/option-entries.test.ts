import { expect, test } from 'vitest';
import type { OptionHistoryEntry } from '@/lib/contract/optional-features';
import { groupOptionEntries } from './option-entries';

const option = (history_id: string, timestamp: number, switch_history_id: string | null = null) =>
  ({ history_id, timestamp, switch_history_id }) as OptionHistoryEntry;

test('changes of add-ons belong to the plan that was active, or to the switch that caused them', () => {
  const plans = [
    { history_id: 'avh_2', activated: 200 },
    { history_id: 'avh_1', activated: 100 },
  ];
  const options = [
    option('d', 300),
    option('c', 200, 'avh_2'),
    option('b', 199),
    option('a', 100),
    option('z', 50),
  ];
  const groups = groupOptionEntries(plans, options);
  const ids = (plan: string) => groups.get(plan)?.map(({ history_id }) => history_id);
  expect(ids('avh_2')).toEqual(['d', 'c']);
  expect(ids('avh_1')).toEqual(['b', 'a']);
});
