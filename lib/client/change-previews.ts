'use client';

import { useEffect, useState } from 'react';
import type { AddOnPreview } from '@/lib/contract/add-ons';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { SwitchPreview } from '@/lib/contract/switch';
import { addQuery } from './api-request';
import { getAddOnPath } from './change-paths';
import { useRead } from './use-read';

// Previews are never cached, because the user confirms what they show.

interface SwitchPreviewInput {
  /** Without it, the account keeps its own if the version is sold for it. */
  billingPeriod: BillingPeriod | null;
  /** Numbers of users and of units of the price to set, or null for the account's. */
  users: number | null;
  quantity: number | null;
  /** The history entry to undo. The version is the one before it. */
  undo: string | null;
  /** The change to approve, if it has several commands. */
  change: string | null;
  /** Whether it starts a trial, or ends the account's. It is null for what the other values say. */
  trial: boolean | null;
  /** That preview, without a request. */
  fixed: SwitchPreview | undefined;
}

/** The preview of a switch to a version. */
export function useSwitchPreview(
  versionId: string,
  { billingPeriod, undo, change, trial, fixed, ...numbers }: SwitchPreviewInput,
) {
  const path = `/api/app/versions/${encodeURIComponent(versionId)}/preview`;
  const [users, quantity] = [useSettled(numbers.users), useSettled(numbers.quantity)];
  const params = { billing_period: billingPeriod, restore: undo, change, users, quantity };
  const url = addQuery(path, { ...params, trial: trial === null ? null : String(trial) });
  const query = useRead<SwitchPreview>(fixed ? null : url);
  return fixed ? { ...query, data: fixed } : query;
}

/** The preview of a quantity of an add-on; 0 turns it off. `users` is what totals are for. Without a quantity, there is none. */
export function useAddOnPreview(id: string, { quantity, users }: { quantity: number | null; users: number }) {
  const settled = useSettled(quantity);
  const params = { active: settled === 0 ? 'false' : null, quantity: settled, users };
  return useRead<AddOnPreview>(settled === null ? null : addQuery(`${getAddOnPath(id)}/preview`, params));
}

/** The value once it has stayed the same for a moment, so that a slider does not send a request for each step. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 250);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
