'use client';

import type { AccountChangeBody } from '@/lib/contract/account-changes';
import { useAccountMutation } from './account-mutations';
import { ApiRequestError, requestApi } from './api-request';
import { createIdempotencyKey } from './idempotency-key';

/** A request that changes the account. Sent again as it is, it changes the account once. */
export interface ChangeRequest {
  path: string;
  body?: object;
  /** `revision` of what the user confirmed. The API responds with 412 if anything has changed since. */
  revision: string | null;
  idempotencyKey: string;
}

type NewRequest = Omit<ChangeRequest, 'idempotencyKey'>;

/** The reason is stored in the history. That of an approval is the request's. */
export function createRequest({ body, ...request }: NewRequest, reason: string): ChangeRequest {
  const idempotencyKey = createIdempotencyKey();
  return { ...request, idempotencyKey, ...(body && { body: { ...body, ...(reason && { reason }) } }) };
}

interface ChangeResponse {
  data: AccountChangeBody | object;
}

export function postChange(
  { path, body, idempotencyKey, revision }: ChangeRequest,
  account: string | undefined,
): Promise<ChangeResponse> {
  const headers = { 'Idempotency-Key': idempotencyKey, 'If-Match': revision ? `"${revision}"` : undefined };
  return requestApi(path, { method: 'POST', body, headers, account });
}

/** The change that waits, or null if the account has changed. */
export function getWaitingChange({ data }: ChangeResponse): AccountChangeBody | null {
  return 'waits_for' in data && data.state !== 'applied' ? data : null;
}

export const useSendChange = () => useAccountMutation(postChange);

/** Statuses of a response about the request with its key, which is therefore not processed later. */
const decidedStatuses = [404, 412, 422];

/** Whether the server may have processed a request, or an earlier attempt of it, that failed with this error. */
export function isUndecided(error: unknown, isRepeated: boolean): boolean {
  if (!(error instanceof ApiRequestError) || error.status >= 500) return true;
  return isRepeated && !decidedStatuses.includes(error.status);
}
