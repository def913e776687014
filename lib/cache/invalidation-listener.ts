import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connectionConfig, runtimeRole } from '@/lib/db/client';
import { InvalidationAcks, invalidationChannel, leaseMs, randomNumber } from '@/lib/db/wait-for-invalidation';

/** Receives invalidations. */
export interface InvalidationSubscriber {
  invalidate(tag: string): void;
  invalidateAll(): void;
}

/** The other listeners that a switch found during its transaction. */
interface ActiveListeners {
  listeners: number[];
  /** Changes whenever a listener registers. */
  epoch: number;
}

/** What happened to the listener's connection, for the log. */
export type ListenerEvent =
  | { type: 'connected'; afterMs: number }
  | { type: 'disconnected'; error: unknown; retryMs: number }
  | { type: 'lease_expired' }
  | { type: 'ack_timeout'; listeners: number[]; timeoutMs: number };

interface ListenerOptions {
  connectTimeoutMs: number;
  onEvent?: (event: ListenerEvent) => void;
}

const heartbeatMs = 1000;
const minRetryMs = 50;

/**
 * The connection on which a server process receives cache invalidations (docs/caching.md). It holds an advisory lock on its
 * number, by which writers find the listeners to wait for. A heartbeat each second extends a lease of three seconds; without
 * the lease, `isConnected` returns false and the cache is not used.
 */
export class InvalidationListener {
  readonly #url: string;
  readonly #connectTimeoutMs: number;
  readonly #onEvent: (event: ListenerEvent) => void;
  readonly #subscribers: InvalidationSubscriber[] = [];
  readonly #acks: InvalidationAcks;
  readonly #closing = new AbortController();
  #number = 0;
  /** The listener epoch at which a switch of this process found no other listener. */
  #aloneEpoch: number | null = null;
  #leaseExpiresAt = 0;
  #disconnectedAt = performance.now();
  #expiryReported = true;
  #abortConnection: (reason: Error) => void = () => {};

  constructor(url: string, { connectTimeoutMs, onEvent = () => {} }: ListenerOptions) {
    this.#url = url;
    this.#connectTimeoutMs = connectTimeoutMs;
    this.#onEvent = onEvent;
    this.#acks = new InvalidationAcks(leaseMs, (listeners) =>
      onEvent({ type: 'ack_timeout', listeners, timeoutMs: leaseMs }),
    );
    this.#run();
  }

  /** Whether the lease is valid. If so, all invalidations committed more than `leaseMs` ago have been received. */
  isConnected = (): boolean => {
    if (performance.now() < this.#leaseExpiresAt) return true;
    if (!this.#expiryReported) {
      this.#expiryReported = true;
      this.#onEvent({ type: 'lease_expired' });
    }
    return false;
  };

  subscribe(subscriber: InvalidationSubscriber): void {
    this.#subscribers.push(subscriber);
  }

  /** The arguments with which a switch requests acknowledgements, and `waitFor`, which waits for them after the commit. */
  expectAcks() {
    const number = this.#number;
    const { token, wait, cancel } = this.#acks.expect();
    const waitFor = ({ listeners, epoch }: ActiveListeners) => {
      if (number === this.#number) this.#aloneEpoch = listeners.length === 0 ? epoch : null;
      // This process may have reconnected under another number.
      return wait(listeners.filter((listener) => listener !== this.#number));
    };
    return { number, aloneEpoch: this.#aloneEpoch, token, waitFor, cancel };
  }

  /**
   * Invalidates everything and registers again before anything is cached. Registration waits for every switch that is
   * under way, including one whose result did not reach this process.
   */
  reconnect(): void {
    this.#dropLease();
    this.#abortConnection(new Error('Reconnect requested.'));
  }

  close(): void {
    this.#closing.abort();
    this.reconnect();
  }

  async #run(): Promise<void> {
    let retryMs = minRetryMs;
    while (!this.#closing.signal.aborted) {
      const onConnect = () => {
        retryMs = minRetryMs;
        this.#onEvent({ type: 'connected', afterMs: Math.round(performance.now() - this.#disconnectedAt) });
      };
      const error = await this.#listen(onConnect).catch((reason: unknown) => reason);
      if (performance.now() < this.#leaseExpiresAt) this.#disconnectedAt = performance.now();
      this.#dropLease();
      if (!this.#closing.signal.aborted) this.#onEvent({ type: 'disconnected', error, retryMs });
      await sleep(retryMs, undefined, { ref: false });
      retryMs = Math.min(retryMs * 2, heartbeatMs);
    }
  }

  /** Listens until the connection ends. Always rejects. */
  async #listen(onConnect: () => void): Promise<never> {
    const client = new pg.Client({
      ...connectionConfig(this.#url, { role: runtimeRole }),
      application_name: 'app-versions listener',
      connectionTimeoutMillis: this.#connectTimeoutMs,
      query_timeout: leaseMs - heartbeatMs,
      keepAlive: true,
    });
    // A new number for each connection: acknowledgements of the previous one do not count for this one.
    this.#number = randomNumber();
    this.#aloneEpoch = null;
    const broken = new Promise<never>((_, reject) => {
      this.#abortConnection = reject;
      client.on('error', reject);
      client.on('end', () => reject(new Error('The connection ended.')));
    });
    broken.catch(() => {});
    const query = serializeQueries(client);
    client.on('notification', ({ channel, payload = '' }) => this.#receive(query, channel, payload));
    try {
      await Promise.race([client.connect(), broken]);
      unref(client);
      let sentAt = performance.now();
      // This session writes nothing that has to survive a crash.
      await query(`SET synchronous_commit = off; SET lock_timeout = ${heartbeatMs};
        LISTEN ${invalidationChannel}; LISTEN ${invalidationChannel}_${this.#number}`);
      // Only after LISTEN is committed: writers that find the number expect this listener to receive their notifications.
      await Promise.race([query(`SELECT register_listener(${this.#number})`), broken]);
      // Entries from before may have changed while nothing was received.
      for (const subscriber of this.#subscribers) subscriber.invalidateAll();
      onConnect();
      for (;;) {
        this.#leaseExpiresAt = sentAt + leaseMs;
        this.#expiryReported = false;
        await Promise.race([sleep(heartbeatMs, undefined, { ref: false }), broken]);
        sentAt = performance.now();
        await Promise.race([query('SELECT 1'), broken]);
      }
    } finally {
      client.end().catch(() => {});
    }
  }

  #receive(query: Query, channel: string, payload: string): void {
    if (channel !== invalidationChannel) {
      this.#acks.receive(payload);
      return;
    }
    const [kind, number, token] = payload.split(' ');
    if (kind === 'ack') {
      if (Number(number) === this.#number) return;
      const values = [`${invalidationChannel}_${number}`, `${this.#number} ${token}`];
      // A lost connection ends #listen, which reports it.
      query('SELECT pg_notify($1, $2)', values).catch(() => {});
      return;
    }
    for (const subscriber of this.#subscribers) {
      if (kind === 'all') subscriber.invalidateAll();
      else subscriber.invalidate(payload);
    }
  }

  #dropLease(): void {
    this.#leaseExpiresAt = 0;
    this.#expiryReported = true;
    for (const subscriber of this.#subscribers) subscriber.invalidateAll();
  }
}

type Query = (text: string, values?: string[]) => Promise<pg.QueryResult>;

/** Runs queries one after the other: an acknowledgement can become due during a heartbeat. */
function serializeQueries(client: pg.Client): Query {
  let last: Promise<unknown> = Promise.resolve();
  return (text, values) => {
    const result = last.then(() => client.query(text, values));
    last = result.catch(() => {});
    return result;
  };
}

/** Lets the process exit while the connection is open. `@types/pg` lacks the method. */
function unref(client: pg.Client): void {
  (client as pg.Client & { unref(): void }).unref();
}
