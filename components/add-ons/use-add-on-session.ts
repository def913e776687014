'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { publishAccountChange } from '@/lib/client/account-mutations';
import { resolveAddOnOutcome, useAddOnChange } from '@/lib/client/add-ons';
import { ApiRequestError, isOutcomeUnknown } from '@/lib/client/api-request';
import { createIdempotencyKey } from '@/lib/client/idempotency-key';
import { useAddOns } from '@/lib/client/queries';
import type { AddOnEntry } from '@/lib/contract/add-ons';

/**
 * The state of an open dialog:
 * - `ready`: the user can confirm
 * - `changing`: the request is in flight
 * - `checking`: the response was lost, and the list shows whether the change was made. Ends in success or in one of:
 *   - `not_done`: the change was not made, and a retry is safe
 *   - `unknown`: the list could not be read
 * - `failed`: the API rejected the change
 */
type AddOnStep = 'ready' | 'changing' | 'checking' | 'not_done' | 'unknown' | 'failed';

/** What a dialog asks about. `quantity` is what it suggests. Default: the current one, else the smallest. */
export interface RequestedAddOnChange {
  action: 'turn_on' | 'turn_off' | 'change_quantity';
  quantity?: number;
}

interface AddOnSessionInput {
  /** The add-on as the page shows it now. */
  entry: AddOnEntry;
  change: RequestedAddOnChange;
  /** Gets how many there are now. 0 if the add-on is off. */
  onDone: (quantity: number) => void;
}

/** The state of one open dialog. All confirmations share one idempotency key, so that the add-on changes at most once. */
export function useAddOnSession({ entry: latest, change, onDone }: AddOnSessionInput) {
  const queryClient = useQueryClient();
  const { refetch } = useAddOns();
  const { mutateAsync } = useAddOnChange();
  const [idempotencyKey] = useState(createIdempotencyKey);
  // What the user saw and confirms. A newer state replaces it, with a notice.
  const [entry, setAddOn] = useState(latest);
  const { action } = change;
  const active = action !== 'turn_off';
  // Null while the user enters something else.
  const [chosen, setQuantity] = useState<number | null>(
    change.quantity ?? (latest.quantity || latest.min_quantity),
  );
  const quantity = active ? chosen : 0;
  const hasQuantity = entry.max_quantity > 1;
  const [changed, setChanged] = useState(false);
  const [step, setStep] = useState<AddOnStep>('ready');
  const [error, setError] = useState<unknown>(null);
  if (latest.revision !== entry.revision && step === 'ready') {
    setAddOn(latest);
    setChanged(true);
  }
  useEffect(() => {
    void refetch();
  }, [refetch]);

  const sentQuantity = active && hasQuantity && quantity !== null ? { quantity } : {};

  async function checkOutcome() {
    setStep('checking');
    const outcome = await resolveAddOnOutcome({ id: entry.id, active, ...sentQuantity });
    if (outcome !== 'done') return setStep(outcome);
    await publishAccountChange(queryClient);
    onDone(quantity ?? 0);
  }

  async function confirm() {
    if (step === 'changing' || step === 'checking' || quantity === null) return;
    setError(null);
    setChanged(false);
    setStep('changing');
    try {
      await mutateAsync({
        id: entry.id,
        active,
        ...sentQuantity,
        idempotencyKey,
        ...(entry.revision === null ? {} : { revision: entry.revision }),
      });
      onDone(quantity);
    } catch (cause) {
      if (isOutcomeUnknown(cause)) return checkOutcome();
      if (cause instanceof ApiRequestError && cause.code === 'preview_stale') {
        await refetch();
        return setStep('ready');
      }
      setError(cause);
      setStep('failed');
    }
  }

  return {
    entry,
    action,
    active,
    hasQuantity,
    quantity,
    setQuantity,
    changed,
    step,
    error,
    confirm,
    checkOutcome,
  };
}

export type AddOnSession = ReturnType<typeof useAddOnSession>;
