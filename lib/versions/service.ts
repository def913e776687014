import { type MakeId, makeId } from '@/lib/contract/ids';
import {
  type ConnectionLimits,
  type Database,
  openClient,
  type Queries,
  usualLimits,
} from '@/lib/data/client';
import { openPulse, type Pulse } from '@/lib/data/pulse';
import { readClock } from '@/lib/data/read-account';

/** What the rules stand on: the database, two clocks and the maker of ids. */
export interface Service {
  db: Database;
  pulse: Pulse;
  makeId: MakeId;
  /** The clock of this process, for what expires. */
  now: () => Date;
  /** The clock of the database, read in the transaction, for what is recorded. */
  readClock: (queries: Queries) => Promise<Date>;
}

/** Opens the service on a database, under the role that owns nothing. */
export function openService(databaseUrl: string, limits: ConnectionLimits = usualLimits): Service {
  return {
    db: openClient(databaseUrl, { as: 'runtime', limits }),
    pulse: openPulse(databaseUrl, limits),
    makeId,
    now: () => new Date(),
    readClock,
  };
}
