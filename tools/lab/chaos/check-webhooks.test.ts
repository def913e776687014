import { expect, test } from 'vitest';
import type { Event } from '@/lib/contract/events';
import type { ObservedEntry } from './check-history';
import { type AccountDeliveries, checkWebhooks, type ObservedDelivery } from './check-webhooks';

const createEntry = (sequence: number) => ({ history_id: `avh_${sequence}`, sequence }) as ObservedEntry;
const createEvent = (sequence: number, id = `evt_${sequence}`) =>
  ({ id, type: 'account.version_switched', sequence, data: { history_id: `avh_${sequence}` } }) as Event;
const deliver = (event: Event, changes: Partial<ObservedDelivery> = {}): ObservedDelivery => ({
  id: event.id,
  body: JSON.stringify(event),
  signatureError: null,
  receivedAt: 0,
  ...changes,
});

const [second, third] = [createEvent(2), createEvent(3)];
const valid: AccountDeliveries = {
  accountId: 'acc',
  entries: [createEntry(2), createEntry(3)],
  events: [second, third],
  deliveries: [deliver(second), deliver(second), deliver(third), deliver(second)],
};
const findInvariants = (changes: Partial<AccountDeliveries>) =>
  checkWebhooks({ ...valid, ...changes }).map(({ invariant }) => invariant);

test('accepts deliveries in order, of which some are repeated at any time', () => {
  expect(checkWebhooks(valid)).toEqual([]);
});

test.each<[string, string, Partial<AccountDeliveries>]>([
  ['a switch without an event', 'one event per switch', { events: [second], deliveries: [deliver(second)] }],
  ['a switch with two events', 'one event per switch', { events: [second, third, createEvent(3, 'evt_4')] }],
  ['an event without a switch', 'one event per switch', { entries: [createEntry(2)] }],
  [
    'an event with the sequence of another switch',
    'one event per switch',
    { entries: [createEntry(2), { ...createEntry(4), history_id: 'avh_3' }] },
  ],
  ['an event that was not delivered', 'every event is delivered', { deliveries: [deliver(second)] }],
  [
    'a delivery before an earlier event',
    'deliveries in order',
    { deliveries: [deliver(third), deliver(second)] },
  ],
  [
    'an invalid signature',
    'valid delivery',
    { deliveries: [deliver(second, { signatureError: 'No matching signature found' }), deliver(third)] },
  ],
  [
    'other content than the list',
    'valid delivery',
    { deliveries: [deliver(second, { body: '{}' }), deliver(third)] },
  ],
  ['an unknown event', 'valid delivery', { deliveries: [...valid.deliveries, deliver(createEvent(9))] }],
])('reports %s', (_, invariant, changes) => {
  expect(findInvariants(changes)).toContain(invariant);
});
