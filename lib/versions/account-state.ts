import type { Queries } from '@/lib/data/client';
import { type CurrentActivation, readCurrent } from '@/lib/data/read-account';
import { type Catalog, readCatalog } from '@/lib/data/read-catalog';

/** What the rules need to know of an account. */
export interface AccountState {
  current: CurrentActivation | null;
  granted: ReadonlySet<string>;
}

/** The state of a caller without an account. */
export const noAccount: AccountState = { current: null, granted: new Set() };

/** The app's catalogue and the state of an account in it, or of a caller without one. */
export async function readStanding(
  queries: Queries,
  appId: string,
  accountId: string | null,
): Promise<{ catalog: Catalog; state: AccountState }> {
  const { granted, ...catalog } = await readCatalog(queries, appId, accountId);
  if (accountId === null) return { catalog, state: noAccount };
  const current = await readCurrent(queries, appId, accountId);
  return { catalog, state: { current, granted: new Set(granted) } };
}
