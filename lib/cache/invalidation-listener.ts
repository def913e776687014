import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { lockClasses } from '@/lib/db/connection/advisory-locks';
import { connectionConfig } from '@/lib/db/connection/client';
import { type Queryable, queryJson } from '@/lib/db/connection/query-json';
import { verifySession } from '@/lib/db/connection/verify-connection';
import {
  evictListeners,
  InvalidationAcks,
  invalidationChannel,
  leaseMs,
  randomNumber,
} from '@/lib/db/connection/wait-for-invalidation';

export interface InvalidationSubscriber {
  invalidate(tag: string): void;
  invalidateAll(): void;
}

export interface InvalidationSource {
  isConnected(): boolean;
  subscribe(subscriber: InvalidationSubscriber): void;
}

/** What happened to the listener's connection, for the log. */
export type ListenerEvent =
  | { type: 'connected'; afterMs: number }
  | { type: 'disconnected'; error: unknown; retryMs: number }
  | { type: 'lease_expired' }
  | { type: 'ack_timeout'; listeners: number[]; timeoutMs: number };

interface ListenerOptions {
  /** Runs the queries that this process makes as a writer. */
  pool: Queryable;
  role: string;
  connectTimeoutMs: number;
  /** What a process without a connection of its own follows. */
  source?: InvalidationSource;
  onEvent?: (event: ListenerEvent) => void;
}

const heartbeatMs = 1000;
const minRetryMs = 50;
/** Time for which a listener that is not registered any more still acknowledges. */
const finalAckMs = 200;

const heartbeatSql = 'SELECT unnest(active_listeners()) AS number';
const publishQuery = { name: 'publish_notices', text: 'SELECT publish_notices($1, $2, $3)::text AS json' };
/** The time after which a notice is sent again that could not be sent, or whose change may still be committed. */
const repeatMs = 250;
/** After this time, no transaction is committed whose statement has lost its connection. */
const uncertainMs = 2 * leaseMs;

/** Ends the registration (prisma/sql/listeners.sql). The notice says that all changes of this server are notified. */
const unregisterSql = (number: number) =>
  `SELECT pg_notify('${invalidationChannel}', 'bye ${number}'); SELECT pg_advisory_unlock(${lockClasses.listener}, ${number})`;

/** Notices that are sent with one statement. */
class Batch {
  readonly payloads = new Set<string>();
  resolve!: (acknowledged: Promise<void>) => void;
  reject!: (error: unknown) => void;
  /** Settles when the others have acknowledged. */
  readonly done = new Promise<void>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });
}

/**
 * The connection on which a server process receives cache invalidations (docs/caching.md). It holds an advisory lock on its
 * number, by which writers find the listeners to wait for. A heartbeat each second extends a lease of three seconds; without
 * the lease, `isConnected` returns false and the cache is not used. A lease that has expired is never extended: the listener
 * reconnects under another number, because writers may no longer wait for this one.
 */
export class InvalidationListener {
  readonly #url: string;
  readonly #options: ListenerOptions;
  readonly #subscribers: InvalidationSubscriber[] = [];
  readonly #acks: InvalidationAcks;
  readonly #evicting = new Set<number>();
  readonly #closing = new AbortController();
  #number = 0;
  #lease = expiredLease;
  #disconnectedAt = performance.now();
  #expiryReported = true;
  #peers = new Set<number>();
  /** What is sent after the present statement. */
  #nextBatch: Batch | null = null;
  /** Notices that are sent again, each until it was sent once after its time, which is one of `performance.now()`. */
  readonly #repeated = new Map<string, number>();
  #repeating: Promise<void> | null = null;
  /** Resolves when all notices are sent, or null if there are none. */
  #publishing: Promise<void> | null = null;
  #abortConnection: (reason: Error) => void = () => {};
  #unregister: () => Promise<void> = async () => {};
  /** What has happened since the start of the process. */
  readonly counts = {
    connections: 0,
    /** Changes that waited for acknowledgements of other servers, and their seconds together. */
    waits: 0,
    waitSeconds: 0,
    /** Waits that ended without all acknowledgements. */
    timeouts: 0,
  };

  constructor(url: string, options: ListenerOptions) {
    this.#url = url;
    this.#options = options;
    this.#acks = new InvalidationAcks(leaseMs, (listeners) => {
      this.reportAckTimeout(listeners);
      this.#evict(listeners);
    });
    if (!options.source) this.#run();
  }

  /** Whether the lease is valid. If so, all invalidations committed more than `leaseMs` ago have been received. */
  isConnected = (): boolean => {
    if (this.#options.source) return this.#options.source.isConnected();
    if (isValid(this.#lease)) return true;
    if (!this.#expiryReported) {
      this.#expiryReported = true;
      this.#options.onEvent?.({ type: 'lease_expired' });
    }
    return false;
  };

  /** The numbers of the other servers' listeners, as of the last heartbeat. */
  get peers(): number[] {
    return [...this.#peers];
  }

  subscribe(subscriber: InvalidationSubscriber): void {
    this.#subscribers.push(subscriber);
    this.#options.source?.subscribe(subscriber);
  }

  /**
   * Notifies the other servers of what was committed before this call, and returns when each has acknowledged it or has lost its
   * lease. Calls during a statement share the next one. Rejects if the notice could not be sent: what was committed must not be
   * acknowledged then. It is sent later.
   */
  publish(tag: string): Promise<void> {
    this.#nextBatch ??= new Batch();
    this.#nextBatch.payloads.add(tag);
    const { done } = this.#nextBatch;
    this.#publishing ??= this.#publishBatches();
    return done;
  }

  /** Notifies all servers, for some seconds, of a change whose connection was lost, and which may be committed at any time. */
  publishUncertain(tag: string): void {
    this.#repeat(tag, performance.now() + uncertainMs);
  }

  /** Sends a notice again until it was sent once after `until`. */
  #repeat(tag: string, until: number): void {
    this.#repeated.set(tag, Math.max(until, this.#repeated.get(tag) ?? 0));
    this.#repeating ??= this.#repeatNotices();
  }

  async #repeatNotices(): Promise<void> {
    while (this.#repeated.size > 0 && !this.#closing.signal.aborted) {
      await sleep(repeatMs, undefined, { ref: false });
      const startedAt = performance.now();
      const notices = [...this.#repeated];
      for (const [tag] of notices) for (const subscriber of this.#subscribers) subscriber.invalidate(tag);
      const results = await Promise.allSettled(notices.map(([tag]) => this.publish(tag)));
      const isSent = results.every(({ status }) => status === 'fulfilled');
      for (const [tag, until] of notices) {
        if (isSent && until <= startedAt && this.#repeated.get(tag) === until) this.#repeated.delete(tag);
      }
    }
    this.#repeating = null;
  }

  async #publishBatches(): Promise<void> {
    // Changes that are committed at the same time share a statement.
    await Promise.resolve();
    for (let batch = this.#nextBatch; batch; batch = this.#nextBatch) {
      this.#nextBatch = null;
      const { token, wait, cancel } = this.#acks.expect();
      try {
        const values = [[...batch.payloads], this.#number, token];
        const listeners = (await queryJson<number[]>(this.#options.pool, publishQuery, values)) ?? [];
        // This process may have reconnected under another number. The next statement does not wait for acknowledgements.
        const others = listeners.filter((listener) => listener !== this.#number);
        batch.resolve(others.length === 0 ? wait([]) : this.#countWait(wait(others)));
      } catch (error) {
        cancel();
        batch.reject(error);
        for (const payload of batch.payloads) this.#repeat(payload, 0);
      }
    }
    this.#publishing = null;
  }

  reportAckTimeout = (listeners: number[]): void => {
    this.counts.timeouts += 1;
    this.#options.onEvent?.({ type: 'ack_timeout', listeners, timeoutMs: leaseMs });
  };

  async #countWait(waiting: Promise<void>): Promise<void> {
    const startedAt = performance.now();
    await waiting;
    this.counts.waits += 1;
    this.counts.waitSeconds += (performance.now() - startedAt) / 1000;
  }

  close(): void {
    this.#closing.abort();
    this.#dropLease();
    this.#abortConnection(new Error('The listener was closed.'));
  }

  /**
   * Closes the listener before its process exits. The cache is not used from now on, and changes that have already found this
   * listener are acknowledged, so that their writers do not wait for the length of a lease.
   */
  async stop(): Promise<void> {
    this.#closing.abort();
    this.#dropLease();
    await this.#unregister().catch(() => {});
    this.close();
  }

  async #run(): Promise<void> {
    let retryMs = minRetryMs;
    while (!this.#closing.signal.aborted) {
      const onConnect = () => {
        retryMs = minRetryMs;
        this.counts.connections += 1;
        this.#options.onEvent?.({
          type: 'connected',
          afterMs: Math.round(performance.now() - this.#disconnectedAt),
        });
      };
      const error = await this.#listen(onConnect).catch((reason: unknown) => reason);
      if (isValid(this.#lease)) this.#disconnectedAt = performance.now();
      this.#dropLease();
      if (!this.#closing.signal.aborted) this.#options.onEvent?.({ type: 'disconnected', error, retryMs });
      await sleep(retryMs, undefined, { ref: false });
      retryMs = Math.min(retryMs * 2, heartbeatMs);
    }
  }

  /** Listens until the connection ends. Always rejects. */
  async #listen(onConnect: () => void): Promise<never> {
    const createClient = () =>
      new pg.Client({
        ...connectionConfig(this.#url, { role: this.#options.role }),
        application_name: 'app-versions listener',
        connectionTimeoutMillis: this.#options.connectTimeoutMs,
        query_timeout: leaseMs - heartbeatMs,
        keepAlive: true,
      });
    const client = createClient();
    // A new number for each connection: acknowledgements of the previous one do not count for this one.
    this.#number = randomNumber();
    let abort: (reason: Error) => void = () => {};
    const broken = new Promise<never>((_, reject) => {
      abort = reject;
      client.on('error', reject);
      client.on('end', () => reject(new Error('The connection ended.')));
    });
    broken.catch(() => {});
    this.#abortConnection = abort;
    const query = serializeQueries(client);
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === invalidationChannel) this.#receive(payload, (ack) => query(...ack).catch(abort));
      else this.#acks.receive(payload);
    });
    try {
      await Promise.race([client.connect(), broken]);
      unref(client);
      await Promise.race([verifySession(client, createClient), broken]);
      // This session writes nothing that has to survive a crash.
      await query(`SET synchronous_commit = off; SET lock_timeout = ${heartbeatMs};
        LISTEN ${invalidationChannel}; LISTEN ${invalidationChannel}_${this.#number}`);
      let lease = createLease();
      // LISTEN is committed before: writers that find the number expect this listener to receive their notifications.
      await Promise.race([query(`SELECT register_listener(${this.#number})`), broken]);
      this.#peers = new Set();
      // Entries from before may have changed while nothing was received.
      for (const subscriber of this.#subscribers) subscriber.invalidateAll();
      this.#lease = lease;
      this.#unregister = async () => {
        await Promise.race([this.#publishing, broken]);
        await Promise.race([query(unregisterSql(this.#number)), broken]);
        // Writers that have found this listener before still ask it.
        await Promise.race([sleep(finalAckMs), broken]);
        await Promise.race([query('SELECT 1'), broken]);
      };
      onConnect();
      for (;;) {
        this.#expiryReported = false;
        await Promise.race([sleep(heartbeatMs, undefined, { ref: false }), broken]);
        lease = createLease();
        const { rows } = await Promise.race([query(heartbeatSql), broken]);
        if (this.#closing.signal.aborted) continue;
        if (!isValid(this.#lease)) throw new Error('The lease expired.');
        this.#checkPeers(rows.map(({ number }) => number));
        this.#lease = lease;
      }
    } finally {
      client.end().catch(() => {});
    }
  }

  /** Takes a notification. `acknowledge` sends a query. */
  #receive(payload: string, acknowledge: (query: Parameters<Query>) => void): void {
    const [kind, number, token] = payload.split(' ');
    if (kind === 'bye') {
      this.#peers.delete(Number(number));
      return;
    }
    if (kind === 'ack') {
      if (Number(number) === this.#number) return;
      const values = [`${invalidationChannel}_${number}`, `${this.#number} ${token}`];
      acknowledge(['SELECT pg_notify($1, $2)', values]);
      return;
    }
    // `publish_notices` adds the number of the sender, which has changed its cache before.
    const [, tag = payload, sender] = /^(account \S+ \S+) (\d+)$/.exec(payload) ?? [];
    if (sender === String(this.#number)) return;
    for (const subscriber of this.#subscribers) {
      if (kind === 'all') subscriber.invalidateAll();
      else subscriber.invalidate(tag);
    }
  }

  /** A server that has ended without notice may have committed changes of accounts that it has not notified. */
  #checkPeers(numbers: number[]): void {
    const present = new Set(numbers.filter((number) => number !== this.#number));
    const hasEnded = [...this.#peers].some((peer) => !present.has(peer));
    this.#peers = present;
    if (hasEnded) for (const subscriber of this.#subscribers) subscriber.invalidateAll();
  }

  /** Evicts listeners that did not acknowledge, so that later switches do not wait for them. */
  async #evict(listeners: number[]): Promise<void> {
    const unhandled = listeners.filter((number) => !this.#evicting.has(number));
    if (unhandled.length === 0) return;
    for (const number of unhandled) this.#evicting.add(number);
    try {
      this.#acks.evict(await evictListeners(this.#options.pool, unhandled));
    } catch {
      // The database is not available. The next switch tries again.
    }
    for (const number of unhandled) this.#evicting.delete(number);
  }

  #dropLease(): void {
    this.#lease = expiredLease;
    this.#expiryReported = true;
    for (const subscriber of this.#subscribers) subscriber.invalidateAll();
  }
}

/** The end of a lease on both clocks of this process. */
interface Lease {
  monotonic: number;
  wall: number;
}

const expiredLease: Lease = { monotonic: 0, wall: 0 };

function createLease(): Lease {
  return { monotonic: performance.now() + leaseMs, wall: Date.now() + leaseMs };
}

/**
 * Whether a lease has not expired on either clock. The monotonic clock can stop while the machine is suspended, and the
 * wall clock can be set back.
 */
function isValid({ monotonic, wall }: Lease): boolean {
  return performance.now() < monotonic && Date.now() < wall;
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
