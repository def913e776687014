import type { AccountRun, Report } from './account-run';

/** Something that happened at one moment between two times, and where in the order of the end that moment lies. */
interface Event {
  name: string;
  /** Record n is made at 2n; who sees n records and no more is at 2n + 1. */
  place: number;
  invoked: number;
  completed: number;
}

/** What was done before something else began stands before it: switches, reads and answers that nothing changed. */
export function checkRealTimeOrder(run: AccountRun, report: Report): void {
  const byPlace = new Map<number, Event[]>();
  for (const event of eventsOf(run)) {
    byPlace.set(event.place, [...(byPlace.get(event.place) ?? []), event]);
  }
  /** Of everything that stands later, what was done first. */
  let firstDone: Event | null = null;
  for (const place of [...byPlace.keys()].toSorted((a, b) => b - a)) {
    const events = byPlace.get(place) ?? [];
    for (const event of events) {
      if (!firstDone || firstDone.completed >= event.invoked) continue;
      const [done, began] = [firstDone.completed.toFixed(1), event.invoked.toFixed(1)];
      const message = `${firstDone.name} was done at ${done} ms and stands after ${event.name}, begun at ${began} ms`;
      report('real-time order', message);
    }
    for (const event of events) {
      if (!firstDone || event.completed < firstDone.completed) firstDone = event;
    }
  }
}

function eventsOf({ operations, reads, end }: AccountRun): Event[] {
  const madeBy = new Map(end.map((record) => [record.reason, record]));
  const byHistoryId = new Map(end.map((record) => [record.history_id, record]));
  const events: Event[] = reads.map(({ entries, invoked, completed }) => {
    const sequence = entries[0]?.sequence ?? 0;
    return { name: `a read of ${sequence} records`, place: 2 * sequence + 1, invoked, completed };
  });
  for (const { id, invoked, completed, outcome } of operations) {
    const own = madeBy.get(id);
    if (own) events.push({ name: id, place: 2 * own.sequence, invoked, completed });
    else if (outcome.kind === 'acknowledged') {
      const found = byHistoryId.get(outcome.historyId);
      const name = `${id}, which changed nothing,`;
      if (found) events.push({ name, place: 2 * found.sequence + 1, invoked, completed });
    }
  }
  return events;
}
