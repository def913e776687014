'use client';

import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import type { BillingPeriod } from '@/lib/contract/fields';
import { accountChangeMutationOptions } from './account-mutations';
import { ApiRequestError, isOutcomeUnknown, requestData } from './api-request';

/** A request that changes the account. Sent again as it is, it changes the account once. */
export interface ChangeRequest {
  path: string;
  body?: object;
  idempotencyKey: string;
  /** `revision` of what the user confirmed. The API responds with 412 if anything has changed since. */
  revision: string | null;
}

type RequestContent = Omit<ChangeRequest, 'idempotencyKey' | 'revision'>;

/** When a change takes effect: at once, at the end of the billing period, or at a time in Unix seconds. */
export type Effective = 'now' | 'period_end' | number;

interface SwitchContent {
  versionId: string;
  billingPeriod: BillingPeriod;
  /** Null: it stays. */
  users: number | null;
  reason: string;
}

const changesPath = '/api/account/changes';

const withReason = (reason: string) => (reason ? { reason } : {});

/** Switches at once, or undoes the switch of a history entry. */
export function toSwitchRequest(content: SwitchContent & { undo: string | null }): RequestContent {
  const body = content.undo ? { restore: content.undo, ...withReason(content.reason) } : toTarget(content);
  return { path: '/api/app/versions', body };
}

/** Schedules a switch, or asks an owner or the host application for it. */
export function toSwitchChange(content: SwitchContent & { effective: Effective }): RequestContent {
  return { path: changesPath, body: { ...toTarget(content), effective: content.effective } };
}

function toTarget({ versionId, billingPeriod, users, reason }: SwitchContent) {
  return {
    version_id: versionId,
    billing_period: billingPeriod,
    ...(users !== null && { users }),
    ...withReason(reason),
  };
}

interface AddOnContent {
  id: string;
  /** How many there are then. 0 turns it off. */
  quantity: number;
  /** Whether it is sold by quantity. */
  hasQuantity: boolean;
}

/** Turns an add-on on or off, or changes how many there are. */
export function toAddOnRequest({ id, quantity, hasQuantity }: AddOnContent): RequestContent {
  const active = quantity > 0;
  return {
    path: `/api/account/optional-features/${encodeURIComponent(id)}`,
    body: { active, ...(active && hasQuantity && { quantity }) },
  };
}

/** Asks an owner or the host application for an add-on. */
export function toAddOnChange({ id, quantity, reason }: AddOnContent & { reason: string }): RequestContent {
  return { path: changesPath, body: { optional_feature_id: id, quantity, ...withReason(reason) } };
}

/** Approves a change that waits for the owner. */
export function toApproval(id: string): RequestContent {
  return { path: `${changesPath}/${encodeURIComponent(id)}/approve` };
}

/** Returns the change that waits. Null if the account has changed. */
async function postChange(
  { path, body, idempotencyKey, revision }: ChangeRequest,
  account: string | undefined,
): Promise<AccountChangeBody | null> {
  const headers = { 'Idempotency-Key': idempotencyKey, 'If-Match': revision ? `"${revision}"` : undefined };
  const data = await requestData<AccountChangeBody | object>(path, {
    method: 'POST',
    body,
    headers,
    account,
  });
  return 'waits_for' in data && data.state !== 'applied' ? data : null;
}

export function changeMutationOptions(queryClient: QueryClient) {
  return accountChangeMutationOptions(queryClient, postChange);
}

export function useSendChange() {
  return useMutation(changeMutationOptions(useQueryClient()));
}

/** Statuses of a response about the request with its key, which is therefore not processed later. */
const decidedStatuses = [404, 412, 422];

/** Whether the server may have processed a request, or an earlier attempt of it, that failed with this error. */
export function isUndecided(error: unknown, isRepeated: boolean): boolean {
  if (isOutcomeUnknown(error)) return true;
  return isRepeated && !(error instanceof ApiRequestError && decidedStatuses.includes(error.status));
}
