import { expect, test } from 'vitest';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import { listRequests } from './list-requests';

const request = {
  origin: 'member',
  waits_for: 'owner',
  ended_at: null,
  version: { id: 'ver_pro' },
  billing_period: 'month',
  users: null,
  optional_feature: null,
  quantity: null,
};
const addOn = { ...request, optional_feature: { id: 'off_seats' }, quantity: 1 };

test.each([
  ['for the same plan', request, 1],
  ['for another number of users', { ...request, users: 2 }, 2],
  ['for an add-on', addOn, 2],
])('a request %s beside one for a plan counts apart unless it is the same', (_, other, count) => {
  expect(listRequests([request, other] as AccountChangeBody[])).toHaveLength(count);
});

test('requests for another quantity or add-on are not identical', () => {
  const others = [
    { ...addOn, quantity: 2 },
    { ...addOn, optional_feature: { id: 'off_sso' } },
  ];
  expect(listRequests([addOn, ...others] as AccountChangeBody[])).toHaveLength(3);
});
