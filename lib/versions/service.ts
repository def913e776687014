import { type MakeId, makeId } from '@/lib/contract/ids';
import { type ConnectionLimits, usualLimits } from '@/lib/data/client';
import { closeStore, openStore, type Store } from '@/lib/data/store';

/** What the rules stand on: the database, two clocks and the maker of ids. */
export interface Service extends Store {
  makeId: MakeId;
  /** The clock of this process, for what expires. */
  now: () => Date;
  /** The time that is recorded, by what the database's clock says (both Unix milliseconds). */
  recordTime: (databaseNow: number) => number | Promise<number>;
}

/** Opens the service on a database, under the role that owns nothing. */
export function openService(databaseUrl: string, limits: ConnectionLimits = usualLimits): Service {
  const store = openStore(databaseUrl, limits);
  return { ...store, makeId, now: () => new Date(), recordTime: (databaseNow) => databaseNow };
}

export function closeService(service: Service): Promise<void> {
  return closeStore(service);
}
