import pg from 'pg';
import type { Soon } from '@/lib/contract/soon';
import { type ConnectionLimits, connectionTo, runtimeSettings } from './client';

/** The database said nothing for as long as anybody waits for it. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent';
  /** By which `classifyFailure` knows it: pages and the interface are built apart, and each has a class of its own. */
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('The database says nothing.');
  }
}

/** Tells a database that is busy from one that hangs: a frozen machine closes no connection and refuses none. */
export interface Pulse {
  /**
   * Waits for `work` as long as the database gives a sign of life. Rejects with `DatabaseSilent` where it gives none.
   * What is there already waits for nobody.
   */
  watch<T>(work: Soon<T>): Soon<T>;
}

/** How many steps a question waits for its answer. */
const steps = 10;

/**
 * Watches the database at `url`. Work that waited in a silence is given up before `limits.connectMs` are over; what
 * comes after it is given up at once, until the database is heard again.
 */
export function openPulse(url: string, limits: ConnectionLimits): Pulse {
  const { connectMs } = limits;
  // Most work is done before anybody asks.
  const carefreeMs = connectMs * 0.3;
  const stepMs = connectMs * 0.06;
  const pool = new pg.Pool({
    ...connectionTo(url, runtimeSettings(limits)),
    application_name: 'app-versions pulse',
    max: 1,
    connectionTimeoutMillis: connectMs,
    query_timeout: connectMs,
    // Kept open: under load a new one may take as long as a silence.
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  // What is lost is made again by the next `watch`.
  pool.on('error', () => {});
  let connected = false;
  pool.on('connect', () => {
    connected = true;
  });
  pool.on('remove', () => {
    connected = false;
  });

  let silent = false;
  let heard: Promise<void> | null = null;
  /** Resolves once the database says anything, and be it that it is not to be had. All who wait ask one question. */
  const listen = () => {
    heard ??= untilHeard(pool).finally(() => {
      heard = null;
      silent = false;
    });
    return heard;
  };

  function watch<T>(work: Soon<T>): Soon<T> {
    if (!(work instanceof Promise)) return work;
    if (!connected) listen();
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      const giveUp = () => {
        // Only as long as somebody listens, who takes it back.
        silent = heard !== null;
        reject(new DatabaseSilent());
      };
      const doubt = () => {
        // Where it can't ask, the connections of the work itself have their own patience.
        if (!connected) return doubtLater();
        let answered = false;
        listen().then(() => {
          answered = true;
        });
        // In steps, because after a stall of this process its timers are looked at before its connections.
        const wait = (left: number) => {
          if (answered) doubtLater();
          else if (left === 0) giveUp();
          else timer = setTimeout(wait, stepMs, left - 1);
        };
        wait(steps);
      };
      const doubtLater = () => {
        timer = setTimeout(doubt, carefreeMs);
      };
      if (silent) giveUp();
      else doubtLater();
    });
    return Promise.race([work, silence]).finally(() => clearTimeout(timer));
  }

  return { watch };
}

async function untilHeard(pool: pg.Pool): Promise<void> {
  for (;;) {
    try {
      await pool.query('SELECT');
      return;
    } catch (error) {
      if (!/timeout/i.test(String(error))) return;
    }
  }
}
