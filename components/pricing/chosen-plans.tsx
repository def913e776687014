'use client';

import { useEffect } from 'react';
import { addQuery } from '@/lib/client/api-request';
import { useSettled } from '@/lib/client/change-previews';
import { useRead } from '@/lib/client/use-read';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { VersionList } from '@/lib/contract/versions';

type List = VersionList['data'];

interface ChosenPlansProps {
  /** The list for the account's numbers. */
  list: List;
  users: number;
  quantity: number | null;
  period: BillingPeriod;
  onData: (data: { of: List; chosen: List }) => void;
}

/** Reads the list for other numbers than those of the account. It is loaded on demand. */
export function ChosenPlans({ list, users, quantity, period, onData }: ChosenPlansProps) {
  const chosen = { exclude_matrix: 'true', fits: 'usage', users, quantity, billing_period: period };
  const { data } = useRead<VersionList>(useSettled(addQuery('/api/app/versions', chosen)));
  useEffect(() => {
    if (data) onData({ of: list, chosen: combine(list, data.data, users) });
  }, [list, data, users, onData]);
  return null;
}

/** Whether a switch is allowed stays that of the account's numbers: the dialog says why the chosen ones are not. */
function combine(list: List, read: List, users: number): List {
  const decisions = new Map(read.versions.map((version) => [version.id, version.switch]));
  return {
    ...list,
    ...(read.users === users && { usage_fit: read.usage_fit }),
    versions: list.versions.map((version) => {
      const decision = decisions.get(version.id);
      if (!decision || !version.switch) return version;
      const { allowed, blockers } = version.switch;
      return { ...version, switch: { ...decision, allowed, blockers } };
    }),
  };
}
