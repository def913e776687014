import { type Soon, soon } from '@/lib/contract/soon';
import { readStanding } from '@/lib/data/read-account';
import { type AppCatalog, readCatalog } from '@/lib/data/read-catalog';
import { recallCatalog } from '@/lib/data/recall-catalog';

import { readTenant } from '@/lib/data/tenant';
import { type AccountState, noAccount, stateOf } from './account-state';
import type { AppCaller } from './caller';
import type { Service } from './service';

export type { AppCatalog } from '@/lib/data/read-catalog';

/** An account's state, and the catalogue at that moment. */
export interface Moment {
  catalog: AppCatalog;
  state: AccountState;
}

/** What the caller is to be answered from: out of memory, if that is of one moment. */
export function recallMoment(service: Service, { app, account, state }: AppCaller): Soon<Moment> {
  return soon(recallCatalog(service.memory, service.pool, app), (catalog) => {
    // A change of the catalogue can change grants in the same stroke.
    if (catalog.app.catalogRevision === app.catalogRevision) return { catalog, state };
    return readMoment(service, app.id, account?.id ?? null);
  });
}

/** What an account, or a visitor, is to be answered from: out of the database. */
export function readMoment({ db }: Service, appId: string, accountId: string | null): Promise<Moment> {
  return readTenant(db, { appId, accountId }, async (queries) => {
    const catalog = await readCatalog(queries, appId);
    const standing = accountId === null ? null : await readStanding(queries, appId, accountId);
    return { catalog, state: standing ? stateOf(standing) : noAccount };
  });
}
