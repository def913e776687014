import { Problem } from '@/lib/contract/errors';
import { type Activation, findActivation } from '@/lib/data/read-history';
import { recallCatalog } from '@/lib/data/recall-catalog';
import { type BegunSwitch, type SwitchRecord, withinSwitch } from '@/lib/data/within-switch';
import { stateOf } from './account-state';
import type { AccountCaller } from './caller';
import type { Moment } from './moment';
import type { Service } from './service';
import { type WeighedSwitch, weighSwitch } from './weigh-switch';

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

const day = 24 * 60 * 60 * 1000;

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
  const { idempotency } = order;
  return withinSwitch<SwitchOutcome>(service, tenant, idempotency?.key ?? null, async (begun) => {
    if (!begun) throw new Problem('account_not_found', 'There is no such account.');
    const now = await service.recordTime(begun.now);
    const first = begun.kept && begun.kept.expiresAt > now ? begun.kept : null;
    if (first && first.requestHash === idempotency?.requestHash) {
      const activation = await activationOf(begun, tenant, first.historyId);
      // Nothing is written, but whoever gets this answer may ask another server next, as after the first.
      return {
        outcome: { activation, changed: first.changed, replayed: true },
        writes: { record: null, kept: null },
      };
    }

    const moment = await momentOf(begun, tenant.appId);
    const weighed = weighSwitch(moment, caller, order.versionId);
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

    const { current } = moment.state;
    const changed = current?.versionId !== weighed.to.versionId;
    const record = changed ? recordOf(service, caller, order, weighed, now) : null;
    const activation = record ? toActivation(record) : await activationOf(begun, tenant, current?.id ?? '');
    const kept = idempotency && {
      ...idempotency,
      historyId: activation.id,
      changed,
      createdAt: now,
      expiresAt: now + day,
    };
    return { outcome: { activation, changed, replayed: false }, writes: { record, kept } };
  });
}

/** The catalogue of the very moment that the grants are of: another transaction can change both at once. */
async function momentOf(begun: BegunSwitch, appId: string): Promise<Moment> {
  const { source, catalogRevision, standing } = begun;
  const catalog = await recallCatalog(source.memory, source.pool, { id: appId, catalogRevision });
  if (catalog.app.catalogRevision === catalogRevision) return { catalog, state: stateOf(standing) };
  return momentOf(await begun.again(), appId);
}

function recordOf(
  service: Service,
  { actor }: AccountCaller,
  { channel, reason }: SwitchOrder,
  { state: { current }, decision, from, to }: WeighedSwitch,
  now: number,
): SwitchRecord {
  return {
    id: service.makeId('activation'),
    sequence: (current?.sequence ?? 0) + 1,
    to,
    from,
    direction: decision.direction,
    actor,
    channel,
    reason,
    activatedAt: Math.max(now, current?.activatedAt ?? 0),
  };
}

function toActivation({ to, from, actor, channel, activatedAt, ...rest }: SwitchRecord): Activation {
  const { kind, name } = actor;
  return {
    ...rest,
    activatedAt: new Date(activatedAt),
    version: to,
    previous: from,
    actor: { kind, name, channel },
  };
}

async function activationOf(
  { source }: BegunSwitch,
  tenant: { appId: string; accountId: string },
  id: string,
): Promise<Activation> {
  const activation = await findActivation(source, tenant, id);
  if (!activation) throw new Error(`Activation ${id} is gone from an append-only table.`);
  return activation;
}
