import type { Event } from '@/lib/contract/events';
import type { ObservedEntry, Violation } from './check-history';

/** A request that the receiver got, valid or not. */
export interface ObservedDelivery {
  /** The header `webhook-id`. */
  id: string;
  body: string;
  /** Why the signature is not valid, or null. */
  signatureError: string | null;
  /** Milliseconds of the clock of `SwitchOperation`. */
  receivedAt: number;
}

/** The events and deliveries of an account, and its history after the run. */
export interface AccountDeliveries {
  accountId: string;
  /** The entries of both histories that were created during the run. Those of each are oldest first. */
  entries: Pick<ObservedEntry, 'history_id' | 'sequence'>[];
  /** As `GET /api/events` lists them. */
  events: Event[];
  /** Oldest first. */
  deliveries: ObservedDelivery[];
}

/**
 * Checks that each entry has exactly one event, that the sequences of events have no gap, and that each event was
 * delivered at least once, signed, with the content that is listed, and not before earlier events of the account. It
 * is a pure function.
 */
export function checkWebhooks({ accountId, entries, events, deliveries }: AccountDeliveries): Violation[] {
  const violations: Violation[] = [];
  const report = (invariant: Violation['invariant'], message: string) =>
    violations.push({ accountId, invariant, message });

  const entriesById = new Map(entries.map((entry) => [entry.history_id, entry]));
  const countByEntry = new Map<string, number>();
  /** The last sequence by the prefix of the history. */
  const lastSequences = new Map<string, number>();
  let lastEvent: number | null = null;
  for (const { sequence, data } of events) {
    if (sequence === null || 'change_id' in data || !('history_id' in data)) continue;
    const id = data.history_id;
    const entry = entriesById.get(id);
    countByEntry.set(id, (countByEntry.get(id) ?? 0) + 1);
    if (!entry) report('one event per switch', `an event names ${id}, which is not in the history`);
    if (lastEvent !== null && sequence !== lastEvent + 1) {
      report('one event per switch', `the event of ${id} has the sequence ${sequence} after ${lastEvent}`);
    }
    lastEvent = sequence;
    const prefix = id.slice(0, 3);
    const last = lastSequences.get(prefix);
    if (entry && last !== undefined && entry.sequence !== last + 1) {
      report('one event per switch', `the event of entry ${entry.sequence} follows that of ${last}`);
    }
    if (entry) lastSequences.set(prefix, entry.sequence);
  }
  for (const { history_id, sequence } of entries) {
    const count = countByEntry.get(history_id) ?? 0;
    if (count !== 1) report('one event per switch', `entry ${sequence} (${history_id}) has ${count} events`);
  }

  const eventsById = new Map(events.map((event) => [event.id, event]));
  const receivedIds = new Set<string>();
  let latest = 0;
  for (const { id, body, signatureError } of deliveries) {
    const event = eventsById.get(id);
    if (signatureError !== null) report('valid delivery', `${id}: ${signatureError}`);
    if (!event || JSON.stringify(event) !== body) {
      report('valid delivery', `${id} was delivered as ${body}, the list has ${JSON.stringify(event)}`);
    }
    // Only the first delivery of an event has a place in the order. It may be repeated at any time.
    if (!event || receivedIds.has(id)) continue;
    receivedIds.add(id);
    const sequence = event.sequence ?? 0;
    if (sequence < latest)
      report('deliveries in order', `event ${sequence} (${id}) came after event ${latest}`);
    latest = Math.max(latest, sequence);
  }
  for (const { id, sequence } of events) {
    if (!receivedIds.has(id))
      report('every event is delivered', `event ${sequence} (${id}) was not delivered`);
  }
  return violations;
}
