'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createIdempotencyKey } from '@/components/switch/use-switch-session';
import { publishAccountChange } from '@/lib/client/account-mutations';
import { ApiRequestError, isOutcomeUnknown } from '@/lib/client/api-request';
import { resolveOptionOutcome, useOptionChange } from '@/lib/client/optional-features';
import { useOptionalFeatures } from '@/lib/client/queries';
import type { OptionalFeature } from '@/lib/contract/optional-features';

/**
 * The state of an open dialog:
 * - `ready`: the user can confirm
 * - `changing`: the request is in flight
 * - `checking`: the response was lost, and the list shows whether the change was made. Ends in success or in one of:
 *   - `not_done`: the change was not made, and a retry is safe
 *   - `unknown`: the list could not be read
 * - `failed`: the API rejected the change
 */
type OptionStep = 'ready' | 'changing' | 'checking' | 'not_done' | 'unknown' | 'failed';

interface OptionSessionInput {
  /** The offer as the page shows it now. */
  option: OptionalFeature;
  onDone: (active: boolean) => void;
}

/** The state of one open dialog. All confirmations share one idempotency key, so that the offer changes at most once. */
export function useOptionSession({ option: latest, onDone }: OptionSessionInput) {
  const queryClient = useQueryClient();
  const { refetch } = useOptionalFeatures();
  const { mutateAsync } = useOptionChange();
  const [idempotencyKey] = useState(createIdempotencyKey);
  // What the user saw and confirms. A newer state replaces it, with a notice.
  const [option, setOption] = useState(latest);
  const [active] = useState(!latest.active);
  const [changed, setChanged] = useState(false);
  const [step, setStep] = useState<OptionStep>('ready');
  const [error, setError] = useState<unknown>(null);
  if (latest.revision !== option.revision && step === 'ready') {
    setOption(latest);
    setChanged(true);
  }
  useEffect(() => {
    void refetch();
  }, [refetch]);

  async function checkOutcome() {
    setStep('checking');
    const outcome = await resolveOptionOutcome({ id: option.id, active });
    if (outcome !== 'done') return setStep(outcome);
    await publishAccountChange(queryClient);
    onDone(active);
  }

  async function confirm() {
    if (step === 'changing' || step === 'checking') return;
    setError(null);
    setChanged(false);
    setStep('changing');
    try {
      await mutateAsync({
        id: option.id,
        active,
        idempotencyKey,
        ...(option.revision === null ? {} : { revision: option.revision }),
      });
      onDone(active);
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

  return { option, active, changed, step, error, confirm, checkOutcome };
}

export type OptionSession = ReturnType<typeof useOptionSession>;
