import type { Allowance, Count, Counter } from '@/lib/data/rate-count';
import { countInDatabase, countInMemory, openCountPool } from '@/lib/data/rate-count';
import type { Caller } from './caller';

export type { Count } from '@/lib/data/rate-count';

interface Rate {
  most: number;
  seconds: number;
}

export interface RateSettings {
  address: Rate;
  account: Rate;
  /** Switches of one account, tighter than the rest. */
  switches: Rate;
}

export interface RateLimits {
  countAddress(address: string): Promise<Count>;
  /** For a caller of an account; each count that is used up is the last one taken. */
  countCaller(caller: Caller, asked: { switches: boolean }): Promise<Count[]>;
}

/** Opens the limits with their counts in this process, or in the database at `sharedUrl`. */
export function openRateLimits(
  { address, account, switches }: RateSettings,
  sharedUrl: string | null,
): RateLimits {
  const pool = sharedUrl === null ? null : openCountPool(sharedUrl);
  const open = (name: string, rate: Rate): Counter => {
    const allowance: Allowance = { name, ...rate };
    return pool ? countInDatabase(pool, allowance) : countInMemory(allowance);
  };
  const ofAddress = open('address', address);
  const ofAccount = open('account', account);
  const ofSwitches = open('switches', switches);
  return {
    countAddress: ofAddress,
    countCaller: async ({ app, account: known }, asked) => {
      if (!app || !known) return [];
      const key = `${app.id} ${known.id}`;
      const count = await ofAccount(key);
      return asked.switches && !count.exceeded ? [count, await ofSwitches(key)] : [count];
    },
  };
}
