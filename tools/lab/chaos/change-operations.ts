import { z } from 'zod';
import {
  type ChaosClient,
  type ChaosResult,
  findUnexpectedStatus,
  parseOutcome,
  sendWithRetries,
} from './chaos-client';
import type { ChangeDecision, ChangeOperation, ObservedChange } from './check-changes';

const changeResponseSchema = z.object({
  data: z.object({ id: z.string(), state: z.string(), version: z.object({ fee: z.number().nullable() }) }),
});
export const changeListSchema = z.object({
  payload: z.array(z.custom<ObservedChange>((change) => typeof change === 'object' && change !== null)),
  next_cursor: z.string().optional(),
});

interface ChaosChange {
  id: string;
  accountId: string;
  versionId: string;
  /** The key of an owner of the account. The app has a `checkout_url`: what an owner wants waits for the host. */
  ownerKey: string;
}

export interface SentChange extends ChaosResult<ChangeOperation> {
  decisions: ChangeDecision[];
}

/**
 * Schedules a switch as the host for some seconds later, and cancels some, or creates one as the owner and decides
 * about it as the host.
 */
export async function sendChange(client: ChaosClient, input: ChaosChange): Promise<SentChange> {
  const { id, accountId, versionId, ownerKey } = input;
  const { random } = client;
  const isOwner = random.chance(0.4);
  const effective = isOwner ? 'now' : Math.floor(Date.now() / 1000) + 2 + Math.floor(2 * random.next());
  const invokedAt = performance.now();
  const { response, attempts } = await sendWithRetries(isOwner ? { ...client, appKey: ownerKey } : client, {
    accountId: isOwner ? null : accountId,
    path: '/account/changes',
    headers: { 'Idempotency-Key': id },
    body: { version_id: versionId, effective, reason: id },
  });
  const outcome = parseOutcome(response, attempts, (body) => {
    const { id: changeId, version } = changeResponseSchema.parse(body).data;
    return { changeId, fee: version.fee };
  });
  const sent: SentChange = {
    operation: { id, versionId, invokedAt, outcome },
    attempts,
    recovered: response?.replayed ?? false,
    // 400: the time has passed while it was sent again. 422: the account is on the version.
    violations: findUnexpectedStatus(response, [200, 201, 400, 422]),
    decisions: [],
  };
  if (outcome.kind !== 'acknowledged' || (!isOwner && random.chance(0.6))) return sent;
  const target = `/account/changes/${outcome.changeId}`;
  const decision = isOwner ? random.pick(['/approve', '/approve', '/decline']) : '';
  const decided = await sendWithRetries(client, {
    accountId,
    path: `${target}${decision}`,
    method: isOwner ? 'POST' : 'DELETE',
    ...(decision === '/decline' && { body: { message: 'Declined.' } }),
  });
  sent.attempts += decided.attempts;
  // 412: the price has changed. 422: the change has ended.
  sent.violations.push(...findUnexpectedStatus(decided.response, [200, 412, 422]));
  const state =
    decided.response?.status === 200 && changeResponseSchema.parse(decided.response.body).data.state;
  if (state === 'applied' || state === 'canceled' || state === 'declined') {
    sent.decisions.push({ changeId: outcome.changeId, state });
  }
  return sent;
}
