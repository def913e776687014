'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { useOnDemand } from '@/components/ui/use-on-demand';
import { priceSearchParams } from '@/lib/client/page-urls';
import { useSearchParams } from '@/lib/client/use-search-params';
import type { VersionList } from '@/lib/contract/versions';
import type { Billing, PricedList } from './use-billing';

type List = VersionList['data'];

const loadChosenPlans = () => import('./chosen-plans').then((module) => module.ChosenPlans);

/**
 * The list with what switches are called for the chosen numbers and period, and with the add-ons that a plan needs for so many
 * users; and an element that reads both.
 */
export function useChosenPlans(
  list: List,
  users: number,
  { period, accountPeriod }: Billing,
): { list: List; reader: ReactNode } {
  const [{ units }] = useSearchParams(priceSearchParams);
  const [read, setRead] = useState<ChosenList | null>(null);
  const quantity = units ?? list.quantity;
  const isOwn =
    accountPeriod && users === list.users && period === accountPeriod && quantity === list.quantity;
  const isNeeded = accountPeriod
    ? !isOwn
    : list.versions.some(({ max_users }) => users > (max_users ?? users));
  const Reader = useOnDemand(loadChosenPlans, isNeeded);
  return {
    list: isNeeded && read?.of === list ? read.chosen : list,
    reader: isNeeded && Reader && <Reader {...{ list, users, quantity, period }} onData={setRead} />,
  };
}

/** What `of` is for the chosen numbers. */
export interface ChosenList {
  of: List;
  chosen: List;
}

interface ChosenListReaderProps extends PricedList {
  onData: (data: ChosenList) => void;
}

/** The same as an element, for a page that loads it with the controls of its prices. */
export function ChosenListReader({ list, seats, billing, onData }: ChosenListReaderProps) {
  const { list: chosen, reader } = useChosenPlans(list, seats, billing);
  useEffect(() => onData({ of: list, chosen }), [list, chosen, onData]);
  return reader;
}
