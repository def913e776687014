import pg from 'pg';
import { type ConnectionLimits, type QueryTarget, queryConfig } from './client';
import type { Queryable } from './query-json';
import type { SchemaVersion } from './schema-files';

/** The database did not respond for longer than a request may wait. */
class DatabaseUnresponsive extends Error {
  override readonly name = 'DatabaseUnresponsive';
  /** `classifyDatabaseError` checks this code: pages and API are separate bundles, each with its own class. */
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('The database does not respond.');
  }
}

/** Distinguishes a busy database from a frozen one, which neither closes nor refuses connections. */
export interface DatabaseHealth {
  /** Returns the result of `work`. Rejects with `DatabaseUnresponsive` once the database does not answer probes. */
  guard<T>(work: T | Promise<T>): Promise<T>;
}

/** A probe is awaited in steps: after a stall of this process, timers fire before sockets are read. */
const probeSteps = 10;

/**
 * Opens the health check of the database at `target`. Work is rejected before `limits.connectTimeoutMs` once the database
 * does not respond, and at once from then until it responds again, unless it needs no database.
 */
export function openDatabaseHealth(target: QueryTarget, limits: ConnectionLimits): DatabaseHealth {
  const { connectTimeoutMs } = limits;
  // Most work finishes before the first probe.
  const firstProbeMs = connectTimeoutMs * 0.3;
  const probeStepMs = connectTimeoutMs * 0.06;
  const pool = new pg.Pool({
    ...queryConfig(target, limits),
    application_name: 'app-versions health',
    max: 1,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: connectTimeoutMs,
    // Kept open: under load, connecting can take as long as the timeout.
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  // The next call of `guard` connects again.
  pool.on('error', () => {});
  let isConnected = false;
  pool.on('connect', () => {
    isConnected = true;
  });
  pool.on('remove', () => {
    isConnected = false;
  });

  let isUnresponsive = false;
  let running: Promise<void> | null = null;
  /** Resolves once the database responds, also with an error. Concurrent calls share one probe. */
  const startProbe = () => {
    running ??= probe(pool).finally(() => {
      running = null;
      isUnresponsive = false;
    });
    return running;
  };

  function guard<T>(work: T | Promise<T>): Promise<T> {
    if (!isConnected) startProbe();
    let timer: NodeJS.Timeout | undefined;
    const unresponsive = new Promise<never>((_, reject) => {
      const fail = () => {
        // A running probe resets this. Without one, nothing would.
        isUnresponsive = running !== null;
        reject(new DatabaseUnresponsive());
      };
      const check = () => {
        // Without a connection to probe on, the timeouts of the work's own connections apply.
        if (!isConnected) return checkLater();
        let responded = false;
        startProbe().then(() => {
          responded = true;
        });
        const wait = (stepsLeft: number) => {
          if (responded) checkLater();
          else if (stepsLeft === 0) fail();
          else timer = setTimeout(wait, probeStepMs, stepsLeft - 1);
        };
        wait(probeSteps);
      };
      const checkLater = () => {
        timer = setTimeout(check, firstProbeMs);
      };
      // Work that needs no database, such as a cached read, settles before the next turn of the event loop.
      if (isUnresponsive) setImmediate(fail);
      else checkLater();
    });
    return Promise.race([work, unresponsive]).finally(() => clearTimeout(timer));
  }

  return { guard };
}

async function probe(pool: pg.Pool): Promise<void> {
  for (;;) {
    try {
      await pool.query('SELECT');
      return;
    } catch (error) {
      if (!/timeout/i.test(String(error))) return;
    }
  }
}

/** Whether a commit of this connection waits until a standby has it. */
export async function isReplicatedSynchronously(pool: Queryable): Promise<boolean> {
  const { rows } = await pool.query<{ synchronous: boolean }>(
    `SELECT current_setting('synchronous_standby_names') <> ''
       AND current_setting('synchronous_commit') IN ('on', 'remote_apply') AS synchronous`,
  );
  return rows[0]?.synchronous ?? false;
}

/** Whether the migrations and functions of a version, or later ones, were applied. */
export async function isMigrated(pool: Queryable, { migration, functions }: SchemaVersion): Promise<boolean> {
  const { rows } = await pool.query<{ migrated: boolean }>('SELECT is_migrated($1, $2) AS migrated', [
    migration,
    functions,
  ]);
  return rows[0]?.migrated ?? false;
}
