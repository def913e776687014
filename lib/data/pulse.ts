import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type ConnectionLimits, connectionTo, runtimeSettings } from './client';

/** The database said nothing for as long as anybody waits for it. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent';
}

/** Tells a database that is busy from one that hangs: a frozen machine closes no connection and refuses none. */
export interface Pulse {
  /** Waits for `work` as long as the database gives a sign of life. Rejects with `DatabaseSilent` where it gives none. */
  watch<T>(work: Promise<T>): Promise<T>;
}

/**
 * Watches the database at `url`. Work that waited in a silence is given up before `limits.connectMs` are over; what
 * comes after it is given up at once, until the database is heard again.
 */
export function openPulse(url: string, limits: ConnectionLimits): Pulse {
  const { connectMs } = limits;
  // Most work is done before anybody asks.
  const carefreeMs = connectMs * 0.3;
  const patienceMs = connectMs * 0.6;
  const pool = new pg.Pool({
    ...connectionTo(url, runtimeSettings(limits)),
    application_name: 'app-versions pulse',
    max: 1,
    connectionTimeoutMillis: connectMs,
    query_timeout: connectMs,
    allowExitOnIdle: true,
  });
  pool.on('error', () => {});

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

  async function untilSilent(over: AbortSignal): Promise<never> {
    while (!silent) {
      await sleep(carefreeMs, undefined, { signal: over });
      const patience = sleep(patienceMs, true, { signal: over });
      // It ends with the work at the latest, and then nobody waits for it.
      patience.catch(() => {});
      if (!(await Promise.race([listen(), patience]))) continue;
      // Only as long as somebody listens, who takes it back.
      silent = heard !== null;
      break;
    }
    throw new DatabaseSilent('The database says nothing.');
  }

  return {
    watch: async (work) => {
      const over = new AbortController();
      try {
        return await Promise.race([work, untilSilent(over.signal)]);
      } finally {
        over.abort();
      }
    },
  };
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
