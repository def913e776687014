import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Acknowledgements } from './acknowledgements';
import { connectionTo, runtimeRole } from './client';
import { channel, leaseMs, randomNumber } from './hearing';

/** What hears of changes. */
export interface Hearer {
  forget(topic: string): void;
  forgetAll(): void;
}

/** Who listens beside who asks, as a switch finds them while it is under way. */
export interface Listeners {
  others: number[];
  /** A number that is another whenever somebody has begun to listen. */
  known: number;
}

const beatMs = 1000;

/**
 * The one connection of a process on which it hears what changed in the database (decision 15). It takes a lock as long as
 * it listens, so that others know whom they wait for; and it asks something every second, so that a connection which died
 * without a word is found out within the lease.
 */
export class Listener {
  readonly #url: string;
  readonly #connectMs: number;
  readonly #hearers: Hearer[] = [];
  readonly #acknowledgements = new Acknowledgements(leaseMs);
  readonly #closing = new AbortController();
  #number = 0;
  /** What was known of listeners when there was none but this one. */
  #alone: number | null = null;
  #heardUntil = 0;
  #giveUp: (why: Error) => void = () => {};

  constructor(url: string, { connectMs }: { connectMs: number }) {
    this.#url = url;
    this.#connectMs = connectMs;
    this.#stayConnected();
  }

  /** Whether whatever changed until now was heard of. */
  hears = (): boolean => performance.now() < this.#heardUntil;

  tell(hearer: Hearer): void {
    this.#hearers.push(hearer);
  }

  /** What a switch has to name for whoever listens, and with what it found them to wait for them. */
  expect() {
    const number = this.#number;
    const { token, heard, giveUp } = this.#acknowledgements.expect();
    const found = ({ others, known }: Listeners) => {
      if (number === this.#number) this.#alone = others.length === 0 ? known : null;
      // By now it may be one of them, by another number.
      return heard(others.filter((other) => other !== this.#number));
    };
    return { number, alone: this.#alone, token, found, giveUp };
  }

  /**
   * Forgets everything, and listens on another connection before anything is remembered again. By then each switch is over
   * that was under way, also one whose end nobody here was told.
   */
  beginAnew(): void {
    this.#lose();
    this.#giveUp(new Error('It begins anew.'));
  }

  close(): void {
    this.#closing.abort();
    this.beginAnew();
  }

  async #stayConnected(): Promise<void> {
    for (let pause = 50; !this.#closing.signal.aborted; pause = Math.min(pause * 2, beatMs)) {
      await this.#listen(() => {
        pause = 50;
      }).catch(() => {});
      this.#lose();
      await sleep(pause, undefined, { ref: false });
    }
  }

  async #listen(began: () => void): Promise<void> {
    const client = new pg.Client({
      ...connectionTo(this.#url, { role: runtimeRole }),
      application_name: 'app-versions listener',
      connectionTimeoutMillis: this.#connectMs,
      query_timeout: leaseMs - beatMs,
      keepAlive: true,
    });
    // Another with each connection: what is still under way for the last one is not taken for this one's own.
    this.#number = randomNumber();
    this.#alone = null;
    let isBroken = false;
    const broken = new Promise<never>((_, reject) => {
      this.#giveUp = (why) => {
        isBroken = true;
        reject(why);
      };
      client.on('error', reject);
      client.on('end', () => reject(new Error('The connection ended.')));
    });
    broken.catch(() => {});
    const query = inTurn(client);
    client.on('notification', ({ channel: from, payload = '' }) => this.#hear(query, from, payload));
    try {
      await Promise.race([client.connect(), broken]);
      unref(client);
      let asked = performance.now();
      // What is said here is of this moment alone, and waits for no disk.
      await query(`SET synchronous_commit = off; SET lock_timeout = ${beatMs};
        LISTEN ${channel}; LISTEN ${channel}_${this.#number}`);
      // Only once the above is committed: whoever sees the number counts on being heard.
      await Promise.race([query(`SELECT begin_to_listen(${this.#number})`), broken]);
      // What was remembered before may have changed while nobody listened.
      for (const hearer of this.#hearers) hearer.forgetAll();
      began();
      while (!isBroken) {
        this.#heardUntil = asked + leaseMs;
        await Promise.race([sleep(beatMs, undefined, { ref: false }), broken]);
        asked = performance.now();
        await Promise.race([query('SELECT 1'), broken]);
      }
    } finally {
      client.end().catch(() => {});
    }
  }

  #hear(query: Query, from: string, payload: string): void {
    if (from !== channel) {
      this.#acknowledgements.hear(payload);
      return;
    }
    const [topic, asker, token] = payload.split(' ');
    if (topic === 'ask') {
      if (Number(asker) === this.#number) return;
      const answer = [`${channel}_${asker}`, `${this.#number} ${token}`];
      query('SELECT pg_notify($1, $2)', answer).catch(() => {});
      return;
    }
    for (const hearer of this.#hearers) {
      if (topic === 'everything') hearer.forgetAll();
      else hearer.forget(payload);
    }
  }

  #lose(): void {
    this.#heardUntil = 0;
    for (const hearer of this.#hearers) hearer.forgetAll();
  }
}

type Query = (text: string, values?: string[]) => Promise<pg.QueryResult>;

/** Asks one thing after the other on a connection: an answer to others can fall due while the beat is under way. */
function inTurn(client: pg.Client): Query {
  let last: Promise<unknown> = Promise.resolve();
  return (text, values) => {
    const asked = last.then(() => client.query(text, values));
    last = asked.catch(() => {});
    return asked;
  };
}

/** A connection that only listens keeps no process alive. The types do not know of it. */
function unref(client: pg.Client): void {
  (client as pg.Client & { unref(): void }).unref();
}
