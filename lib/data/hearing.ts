/** The channel on which the database tells of changes; those who ask whether they were heard add a number of their own. */
export const channel = 'app_versions';

/** How long after its last sign of life a listener uses what it heard. Whoever waits for all to hear waits no longer. */
export const leaseMs = 3000;

/** A number of which no two are alike, as good as surely. */
export function randomNumber(): number {
  return Math.floor(Math.random() * 2 ** 31);
}

/** A statement that asks all who listen to answer to `number` once they have heard of its transaction. */
export function askAll(number: number, token: string): string {
  return `SELECT pg_notify('${channel}', 'ask ${number} ${token}')`;
}

/** A statement that tells who listens. Asked after the commit: who begins later reads what is there then. */
export const whoListens = 'SELECT unnest(who_listens()) AS number';
