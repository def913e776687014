'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OptionalFeatures, OptionChangeResult } from '@/lib/contract/optional-features';
import { accountChangeMutationOptions } from './account-mutations';
import { requestApi } from './api-request';

interface OptionChangeInput {
  id: string;
  active: boolean;
  /** One per opened dialog, so that repeated clicks and retries change it once. */
  idempotencyKey: string;
  /** Stored in the history. */
  reason?: string;
  /** `revision` of the optional feature that the user confirmed. The API responds with 412 if anything has changed since. */
  revision?: string;
}

function postOptionChange({ id, active, idempotencyKey, reason, revision }: OptionChangeInput) {
  return requestApi<OptionChangeResult>(`/api/account/optional-features/${encodeURIComponent(id)}`, {
    method: 'POST',
    body: { active, ...(reason ? { reason } : {}) },
    headers: { 'Idempotency-Key': idempotencyKey, 'If-Match': revision && `"${revision}"` },
  });
}

/** Turns an optional feature on or off. */
export function useOptionChange() {
  return useMutation(accountChangeMutationOptions(useQueryClient(), postOptionChange));
}

/**
 * Reads whether a change was made although its response was lost. The request may still be in flight, so after `not_done`
 * only a retry with the same idempotency key is safe.
 */
export async function resolveOptionOutcome({
  id,
  active,
}: Pick<OptionChangeInput, 'id' | 'active'>): Promise<'done' | 'not_done' | 'unknown'> {
  try {
    const { data } = await requestApi<OptionalFeatures>('/api/app/optional-features');
    const option = data.optional_features.find((each) => each.id === id);
    return (option?.active ?? false) === active ? 'done' : 'not_done';
  } catch {
    return 'unknown';
  }
}
