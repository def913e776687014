import type { Queries } from '@/lib/data/client';
import { type CurrentActivation, readCurrent, readGrants } from '@/lib/data/read-account';

/** What the rules need to know of an account. */
export interface AccountState {
  current: CurrentActivation | null;
  granted: ReadonlySet<string>;
}

/** The state of a caller without an account. */
export const noAccount: AccountState = { current: null, granted: new Set() };

export async function readAccountState(
  queries: Queries,
  appId: string,
  accountId: string,
): Promise<AccountState> {
  const current = await readCurrent(queries, appId, accountId);
  return { current, granted: new Set(await readGrants(queries, appId, accountId)) };
}
