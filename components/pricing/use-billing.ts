'use client';

import { useMemo } from 'react';
import { priceSearchParams } from '@/lib/client/page-urls';
import { useSearchParams } from '@/lib/client/use-search-params';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { VersionList } from '@/lib/contract/versions';
import { hasAnnualPrice, listBillingPeriods } from '@/lib/pricing/price';

type List = VersionList['data'];

export interface Billing {
  /** The chosen period: that of the query string, else the account's. */
  period: BillingPeriod;
  /** Whether anything is sold for two periods at different prices. */
  hasChoice: boolean;
  /** What annual billing can save on, and for how many users. */
  versions: List['versions'];
  users: number;
  /** The value is null for a user without an account. */
  accountPeriod: BillingPeriod | null;
  setPeriod: (period: BillingPeriod) => void;
}

/** Plans, and what their prices are for. */
export interface PricedList {
  list: List;
  /** Number of users. */
  seats: number;
  billing: Billing;
}

/** Whether the host application sets the number of users of the account that the list is for. */
export const areUsersFixed = ({ app, billing_period }: Pick<List, 'app' | 'billing_period'>) =>
  billing_period !== null && app.users_managed_by === 'host';

/** The number of users that prices are for: that of the query string, unless the host application sets it, else the account's. */
export function getSeats(
  list: Pick<List, 'app' | 'billing_period' | 'users'>,
  requested: number | null,
): number {
  return areUsersFixed(list) ? list.users : (requested ?? list.users);
}

/** The search param for a number of users. */
export function toSeatsParam({ users }: Pick<List, 'users'>, seats: number): number | null {
  return seats === users ? null : seats;
}

/** The billing period in the query string. */
export function useBilling(list: List): Billing {
  const [{ period: requested, seats }, setSearchParams] = useSearchParams(priceSearchParams);
  const { billing_period: accountPeriod, versions, matrix, app } = list;
  const prices = useMemo(
    () => [...versions, ...(matrix?.offers ?? []).flatMap((addOn) => Object.values(addOn.versions))],
    [versions, matrix],
  );
  const hasChoice = prices.some(
    (price) => hasAnnualPrice(price) && listBillingPeriods(price, app.billing_period).length > 1,
  );
  const period = (hasChoice && requested) || accountPeriod || app.billing_period;
  return {
    period,
    hasChoice,
    versions,
    users: getSeats(list, seats),
    accountPeriod,
    setPeriod: (next) => setSearchParams({ period: next }),
  };
}

/** The number of users and the billing period in the query string, for links to other pages. */
export function useChosenPrice() {
  return useSearchParams(priceSearchParams)[0];
}
