'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AddOnChangeResult, AddOnList } from '@/lib/contract/add-ons';
import { accountChangeMutationOptions } from './account-mutations';
import { requestApi } from './api-request';

interface AddOnChangeInput {
  id: string;
  active: boolean;
  /** One per opened dialog, so that repeated clicks and retries change it once. */
  idempotencyKey: string;
  /** Stored in the history. */
  reason?: string;
  /** `revision` of the add-on that the user confirmed. The API responds with 412 if anything has changed since. */
  revision?: string;
}

function postAddOnChange({ id, active, idempotencyKey, reason, revision }: AddOnChangeInput) {
  return requestApi<AddOnChangeResult>(`/api/account/optional-features/${encodeURIComponent(id)}`, {
    method: 'POST',
    body: { active, ...(reason ? { reason } : {}) },
    headers: { 'Idempotency-Key': idempotencyKey, 'If-Match': revision && `"${revision}"` },
  });
}

/** Turns an add-on on or off. */
export function useAddOnChange() {
  return useMutation(accountChangeMutationOptions(useQueryClient(), postAddOnChange));
}

/**
 * Reads whether a change was made although its response was lost. The request may still be in flight, so after `not_done`
 * only a retry with the same idempotency key is safe.
 */
export async function resolveAddOnOutcome({
  id,
  active,
}: Pick<AddOnChangeInput, 'id' | 'active'>): Promise<'done' | 'not_done' | 'unknown'> {
  try {
    const { data } = await requestApi<AddOnList>('/api/app/optional-features');
    const option = data.optional_features.find((each) => each.id === id);
    return (option?.active ?? false) === active ? 'done' : 'not_done';
  } catch {
    return 'unknown';
  }
}
