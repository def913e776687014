import { Problem } from '@/lib/contract/errors';
import type { Queries } from '@/lib/data/client';
import { findAnswer, rememberAnswer } from '@/lib/data/idempotency';
import { lockAccount } from '@/lib/data/read-account';
import { type Activation, findActivation } from '@/lib/data/read-history';
import { recordActivation } from '@/lib/data/record-activation';
import { withTenant } from '@/lib/data/tenant';
import type { AccountCaller } from './caller';
import type { Service } from './service';
import { weighSwitch } from './weigh-switch';

export interface SwitchOrder {
  versionId: string;
  reason: string | null;
  /** What it came through: "api" or "portal". */
  channel: string;
  /** Revision of the preview it was agreed on. */
  ifMatch: string | null;
  idempotency: { key: string; requestHash: string } | null;
}

export interface SwitchOutcome {
  activation: Activation;
  /** False where the account had the version already. */
  changed: boolean;
  /** True where this is the first answer to the same key again. */
  replayed: boolean;
}

/**
 * Sets the version of the caller's account (spec 3, 4.2) and records it, exactly once for each idempotency key.
 * Switches of one account queue on its row; the clock is read after the wait, so that history never runs backwards.
 */
export async function switchVersion(
  service: Service,
  caller: AccountCaller,
  order: SwitchOrder,
): Promise<SwitchOutcome> {
  const tenant = { appId: caller.app.id, accountId: caller.account.id };
  return withTenant(service.db, tenant, async (queries) => {
    const locked = await lockAccount(queries, tenant.appId, tenant.accountId);
    if (!locked) throw new Problem('account_not_found', 'There is no such account.');
    const now = await service.readClock(queries);
    const key = order.idempotency && { ...tenant, key: order.idempotency.key };
    const first = key && (await findAnswer(queries, key, now));
    if (first && first.requestHash === order.idempotency?.requestHash) {
      const activation = await activationOf(queries, tenant, first.historyId);
      return { activation, changed: first.changed, replayed: true };
    }

    const weighed = await weighSwitch(queries, caller, order.versionId);
    if (order.ifMatch !== null && order.ifMatch !== weighed.revision) {
      throw new Problem(
        'preview_stale',
        'Your plan or its price changed meanwhile. Look again before you switch.',
      );
    }
    if (first) {
      throw new Problem('idempotency_key_reused', 'This Idempotency-Key was used for another request.');
    }
    const blocker = weighed.decision.blockers[0];
    if (blocker) throw new Problem(blocker.code, blocker.message);

    const { current } = weighed.state;
    const changed = current?.versionId !== weighed.to.versionId;
    const historyId = changed
      ? (
          await recordActivation(queries, {
            id: service.makeId('activation'),
            accountId: tenant.accountId,
            to: weighed.to,
            from: weighed.from,
            direction: weighed.decision.direction,
            actor: caller.actor,
            channel: order.channel,
            reason: order.reason,
            at: now,
          })
        ).id
      : current.id;
    if (key && order.idempotency) {
      const answer = { requestHash: order.idempotency.requestHash, historyId, changed };
      await rememberAnswer(queries, key, answer, now);
    }
    return { activation: await activationOf(queries, tenant, historyId), changed, replayed: false };
  });
}

async function activationOf(
  queries: Queries,
  tenant: { appId: string; accountId: string },
  id: string,
): Promise<Activation> {
  const activation = await findActivation(queries, tenant, id);
  if (!activation) throw new Error(`Activation ${id} is gone from an append-only table.`);
  return activation;
}
