import type { CurrentActivation, Standing } from '@/lib/data/read-account';

/** What the rules need to know of an account. */
export interface AccountState {
  current: CurrentActivation | null;
  granted: ReadonlySet<string>;
}

/** The state of a caller without an account. */
export const noAccount: AccountState = { current: null, granted: new Set() };

export function stateOf({ current, granted }: Standing): AccountState {
  return { current, granted: new Set(granted) };
}
