import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './client';
import { type Queryable, queryJson } from './query-json';

// Cache invalidation across servers (docs/caching.md). Triggers notify on one channel. A writer that needs every server to
// have invalidated its cache asks for acknowledgements, which arrive on a channel of the writer's own.

/** Channel of invalidation notifications. Acknowledgements arrive on this name followed by `_` and a listener number. */
export const invalidationChannel = 'app_versions';

/**
 * Milliseconds for which a listener may use its cache after its last successful heartbeat. A writer waits no longer than
 * this for an acknowledgement: by then, a listener that is cut off has stopped using its cache.
 */
export const leaseMs = 3000;

/** If the lease of a listener ends this soon after a writer's wait, it is evicted then. */
const maxEvictionDelayMs = 1000;

/** A random number that identifies a listener or a writer. */
export function randomNumber(): number {
  return Math.floor(Math.random() * 2 ** 31);
}

/** Statement that asks every listener to acknowledge to `number` what was notified before it. */
function requestAcksSql(number: number, token: string): string {
  return `SELECT pg_notify('${invalidationChannel}', 'ack ${number} ${token}')`;
}

/** Statement that returns the numbers of all listeners. Run after the commit: later listeners read the committed state. */
const activeListenersSql = 'SELECT unnest(active_listeners()) AS number';

const evictQuery = { name: 'evict_listeners', text: 'SELECT evict_listeners($1, $2)::text AS json' };

interface PendingAcks {
  received: Set<number>;
  onReceive: () => void;
}

/** Acknowledgements that writers of this process wait for. */
export class InvalidationAcks {
  readonly #timeoutMs: number;
  readonly #onTimeout: (missing: number[]) => void;
  readonly #pending = new Map<string, PendingAcks>();
  /** Numbers of evicted listeners, which are not used again. */
  readonly #evicted = new Set<number>();
  #lastToken = 0;

  /** `onTimeout` is called with the listeners that did not acknowledge within `timeoutMs`. */
  constructor(timeoutMs: number, onTimeout: (missing: number[]) => void) {
    this.#timeoutMs = timeoutMs;
    this.#onTimeout = onTimeout;
  }

  /** Starts collecting acknowledgements under a new token. Call either `wait` or `cancel` on the result. */
  expect(): { token: string; wait: (listeners: number[]) => Promise<void>; cancel: () => void } {
    this.#lastToken += 1;
    const token = String(this.#lastToken);
    const acks: PendingAcks = { received: new Set(), onReceive: () => {} };
    this.#pending.set(token, acks);
    const cancel = () => {
      this.#pending.delete(token);
    };
    const wait = async (listeners: number[]) => {
      try {
        await this.#wait(acks, listeners);
      } finally {
        cancel();
      }
    };
    return { token, wait, cancel };
  }

  /** Takes the payload of an acknowledgement: the listener's number and the token. */
  receive(payload: string): void {
    const [number, token = ''] = payload.split(' ');
    const acks = this.#pending.get(token);
    acks?.received.add(Number(number));
    acks?.onReceive();
  }

  /** Ends every wait for these listeners, and does not wait for them again. */
  evict(listeners: number[]): void {
    for (const number of listeners) this.#evicted.add(number);
    for (const { onReceive } of this.#pending.values()) onReceive();
  }

  async #wait(acks: PendingAcks, listeners: number[]): Promise<void> {
    const missing = () =>
      listeners.filter((number) => !acks.received.has(number) && !this.#evicted.has(number));
    if (missing().length === 0) return;
    const timer = new AbortController();
    const complete = new Promise<true>((resolve) => {
      acks.onReceive = () => {
        if (missing().length === 0) resolve(true);
      };
    });
    const timeout = sleep(this.#timeoutMs, false, { signal: timer.signal }).catch(() => false);
    const isComplete = await Promise.race([complete, timeout]);
    timer.abort();
    if (!isComplete) this.#onTimeout(missing());
  }
}

/**
 * Evicts listeners that did not acknowledge, unless they have sent anything during the length of a lease. Returns those
 * that no writer has to wait for any more.
 */
export async function evictListeners(database: Queryable, numbers: number[]): Promise<number[]> {
  const evict = async () =>
    (await queryJson<Record<number, number>>(database, evictQuery, [numbers, leaseMs])) ?? {};
  let remainingMs = await evict();
  const delayMs = Math.min(...Object.values(remainingMs));
  if (delayMs <= maxEvictionDelayMs) {
    await sleep(delayMs);
    remainingMs = await evict();
  }
  return numbers.filter((number) => !(number in remainingMs));
}

/**
 * Returns when every server has invalidated what was committed before this call: when all have acknowledged it, or else when
 * the leases have expired. It never throws, because the change is committed.
 */
export async function waitForInvalidation(db: Database): Promise<void> {
  const acknowledged = new AbortController();
  const expired = sleep(leaseMs, undefined, { signal: acknowledged.signal }).catch(() => {});
  await Promise.race([collectAcks(db).catch(() => expired), expired]);
  acknowledged.abort();
}

/** Returns when every listener has acknowledged what was committed. One that does not is evicted. */
async function collectAcks(db: Database): Promise<void> {
  const client = await (db.sessionPool ?? db.pool).connect();
  const number = randomNumber();
  let missing: number[] = [];
  const acks = new InvalidationAcks(leaseMs, (listeners) => {
    missing = listeners;
  });
  const receive = ({ payload = '' }: { payload?: string }) => acks.receive(payload);
  const ignoreError = () => {};
  client.on('error', ignoreError);
  client.on('notification', receive);
  let connectionError: Error | undefined;
  try {
    const { rows } = await client.query<{ number: number }>(activeListenersSql);
    if (rows.length === 0) return;
    const { token, wait } = acks.expect();
    await client.query(`LISTEN ${invalidationChannel}_${number}`);
    await client.query(requestAcksSql(number, token));
    await wait(rows.map((row) => row.number));
    await client.query(`UNLISTEN ${invalidationChannel}_${number}`);
    if (missing.length > 0) {
      db.onAckTimeout?.(missing);
      await evictListeners(client, missing);
    }
  } catch (error) {
    connectionError = error as Error;
    throw error;
  } finally {
    client.off('notification', receive);
    client.off('error', ignoreError);
    client.release(connectionError);
  }
}
