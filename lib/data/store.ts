import type pg from 'pg';
import { type ConnectionLimits, clientOf, type Database, openPool } from './client';
import { Listener } from './listener';
import { Memory } from './memory';
import { openPulse, type Pulse } from './pulse';

/** The database as the server has it. */
export interface Store {
  /** For what is asked most; see decision 16. */
  pool: pg.Pool;
  /** Prisma on the same connections, for everything else. */
  db: Database;
  memory: Memory;
  listener: Listener;
  pulse: Pulse;
}

/** Opens a database under the role of the server. What it remembers is forgotten as soon as it changes. */
export function openStore(url: string, limits: ConnectionLimits): Store {
  const pool = openPool(url, { as: 'runtime', limits });
  const listener = new Listener(url, limits);
  const memory = new Memory(listener);
  listener.tell(memory);
  return { pool, db: clientOf(pool), memory, listener, pulse: openPulse(url, limits) };
}

export async function closeStore({ db, listener }: Store): Promise<void> {
  listener.close();
  await db.$disconnect();
}
