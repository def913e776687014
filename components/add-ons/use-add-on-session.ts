'use client';

import { useEffect, useState } from 'react';
import { useChangeSession } from '@/components/change-dialog/use-change-session';
import { changesPath, getApprovalPath } from '@/lib/client/changes';
import { useAddOns } from '@/lib/client/queries';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import type { AddOnEntry } from '@/lib/contract/add-ons';

/** What a dialog asks about. `quantity` is what it suggests. Default: the current one, else the smallest. */
export interface RequestedAddOnChange {
  action: 'turn_on' | 'turn_off' | 'change_quantity';
  quantity?: number;
  /** The ID of the change that waits for the owner. */
  approve?: string;
}

interface AddOnSessionInput {
  /** The add-on as the page shows it now. */
  entry: AddOnEntry;
  change: RequestedAddOnChange;
  /** Whether the user is a member, who asks an owner. */
  isMember: boolean;
  /** Gets how many there are now, 0 if the add-on is off, and what waits instead. */
  onDone: (quantity: number, change: AccountChangeBody | null) => void;
}

/** What the user chooses of an add-on, and the session that confirms it. */
export function useAddOnSession({ entry: latest, change, isMember, onDone }: AddOnSessionInput) {
  const { refetch } = useAddOns();
  const { action, approve } = change;
  // Null while the user enters something else.
  const [chosen, setQuantity] = useState<number | null>(
    change.quantity ?? (latest.quantity || latest.min_quantity),
  );
  const quantity = action === 'turn_off' ? 0 : chosen;
  useEffect(() => {
    void refetch();
  }, [refetch]);

  function toRequest({ id, revision, max_quantity }: AddOnEntry) {
    if (approve !== undefined) return { path: getApprovalPath(approve), revision };
    if (isMember || isConfirmedByHost) {
      return { path: changesPath, body: { optional_feature_id: id, quantity }, revision };
    }
    const active = quantity !== 0;
    return {
      path: `/api/account/optional-features/${encodeURIComponent(id)}`,
      body: { active, ...(active && max_quantity > 1 && { quantity }) },
      revision,
    };
  }

  const session = useChangeSession({
    latest,
    compare: (shown, { revision }) => (shown?.revision === revision ? null : ['revision']),
    choice: String(quantity),
    toRequest,
    refetch,
    onDone: (_, waiting) => onDone(quantity ?? 0, waiting),
  });
  const entry = session.shown ?? latest;
  const isConfirmedByHost = entry.confirmation_required && (quantity ?? 0) > entry.quantity;
  const isDone = action === 'turn_on' ? entry.active : !entry.active;
  const blockers = (entry.change?.blockers ?? []).filter(({ code }) => !isMember || code !== 'forbidden');
  // The decision of the API is about turning the add-on on or off. A quantity can be changed by every owner.
  const [blocker] =
    action === 'change_quantity' ? blockers.filter(({ code }) => code === 'forbidden') : blockers;

  return {
    ...session,
    entry,
    action,
    quantity,
    setQuantity,
    hasQuantity: entry.max_quantity > 1 && action !== 'turn_off' && approve === undefined,
    /** Whether the add-on is in the requested state already. */
    isDone,
    blocker: isDone ? undefined : blocker,
    asks: isMember,
    isConfirmedByHost,
  };
}

export type AddOnSession = ReturnType<typeof useAddOnSession>;
