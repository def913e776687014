'use client';

import { mutationOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { SwitchResult } from '@/lib/contract/switch';
import { announceSwitch, refreshAfterSwitch } from './follow-switches';
import { request } from './request';

export interface SwitchOrder {
  versionId: string;
  reason?: string;
  /** One for each opened dialog: however often the button is pressed, the switch happens once. */
  idempotencyKey: string;
  /** `revision` of the preview that was said yes to; the service refuses when anything changed since. */
  revision?: string;
}

export function switchVersion({ versionId, reason, idempotencyKey, revision }: SwitchOrder) {
  return request<SwitchResult>('/api/app/versions', {
    method: 'POST',
    body: { version_id: versionId, ...(reason ? { reason } : {}) },
    headers: { 'Idempotency-Key': idempotencyKey, 'If-Match': revision && `"${revision}"` },
  });
}

/**
 * Switches the account. Never optimistic, and sent at once or not at all: a mutation that React Query paused while
 * offline would fire by itself on reconnect.
 */
export function switchVersionOptions(queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: switchVersion,
    networkMode: 'always',
    retry: false,
    gcTime: 0,
    onSuccess: async () => {
      announceSwitch();
      await refreshAfterSwitch(queryClient);
    },
  });
}

export function useSwitchVersion() {
  return useMutation(switchVersionOptions(useQueryClient()));
}
