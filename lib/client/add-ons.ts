'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AddOnChangeResult, AddOnList } from '@/lib/contract/add-ons';
import { accountChangeMutationOptions } from './account-mutations';
import { requestApi } from './api-request';

interface AddOnChangeInput {
  id: string;
  active: boolean;
  /** Of an add-on that is sold by quantity, to turn it on or to change how many there are. */
  quantity?: number | undefined;
  /** One per opened dialog, so that repeated clicks and retries change it once. */
  idempotencyKey: string;
  /** Stored in the history. */
  reason?: string;
  /** `revision` of the add-on that the user confirmed. The API responds with 412 if anything has changed since. */
  revision?: string;
}

function postAddOnChange({ id, active, quantity, idempotencyKey, reason, revision }: AddOnChangeInput) {
  return requestApi<AddOnChangeResult>(`/api/account/optional-features/${encodeURIComponent(id)}`, {
    method: 'POST',
    body: { active, ...(quantity !== undefined && { quantity }), ...(reason ? { reason } : {}) },
    headers: { 'Idempotency-Key': idempotencyKey, 'If-Match': revision && `"${revision}"` },
  });
}

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
  quantity,
}: Pick<AddOnChangeInput, 'id' | 'active' | 'quantity'>): Promise<'done' | 'not_done' | 'unknown'> {
  try {
    const { data } = await requestApi<AddOnList>('/api/app/optional-features');
    const option = data.optional_features.find((each) => each.id === id);
    const isDone =
      (option?.active ?? false) === active && (quantity === undefined || option?.quantity === quantity);
    return isDone ? 'done' : 'not_done';
  } catch {
    return 'unknown';
  }
}
