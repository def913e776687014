import { getCachedCatalog } from '@/lib/cache/cached-queries';
import {
  runSwitchTransaction,
  type SwitchActivation,
  type SwitchTransaction,
} from '@/lib/cache/switch-transaction';
import { ApiError } from '@/lib/contract/errors';
import { type AccountCaller, toAccountVersions } from './caller';
import type { CatalogView } from './catalog-view';
import { evaluateSwitch, type SwitchEvaluation } from './evaluate-switch';
import { type Activation, findActivation } from './history';
import type { Service } from './service';

export interface SwitchInput {
  versionId: string;
  reason: string | null;
  /** "api" or "portal". */
  channel: string;
  /** Revision of the preview that the user confirmed; null to switch in any case. */
  ifMatch: string | null;
  idempotency: { key: string; requestHash: string } | null;
}

export interface SwitchOutcome {
  activation: Activation;
  /** False where the account already had the version. */
  changed: boolean;
  /** True where this is the stored outcome of an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

const idempotencyTtlMs = 24 * 60 * 60 * 1000;

/**
 * Switches the caller's account to a version (spec 3, 4.2), exactly once per idempotency key. Switches of one account wait
 * for each other; the clock is read after the wait, so that the history is in order of time. Throws the errors of
 * `POST /app/versions`.
 */
export async function switchVersion(
  service: Service,
  caller: AccountCaller,
  input: SwitchInput,
): Promise<SwitchOutcome> {
  const account = { appId: caller.app.id, accountId: caller.account.id };
  const { idempotency } = input;
  return runSwitchTransaction<SwitchOutcome>(
    service,
    account,
    idempotency?.key ?? null,
    async (transaction) => {
      if (!transaction) throw new ApiError('account_not_found', 'Account not found.');
      const now = await service.recordTime(transaction.now);
      const stored = transaction.idempotencyRecord;
      const first = stored && stored.expiresAt > now ? stored : null;
      if (first && first.requestHash === idempotency?.requestHash) {
        const activation = await getActivation(transaction, account, first.historyId);
        // Nothing is written, but the caller may read from another server next, as after the first response.
        return {
          outcome: { activation, changed: first.changed, replayed: true },
          writes: { activation: null, idempotencyRecord: null },
        };
      }

      const view = await getLockedView(transaction, account.appId);
      const evaluation = evaluateSwitch(view, caller, input.versionId);
      if (input.ifMatch !== null && input.ifMatch !== evaluation.revision) {
        throw new ApiError(
          'preview_stale',
          'Your plan or its price has changed. Review the changes and confirm again.',
        );
      }
      if (first) {
        throw new ApiError(
          'idempotency_key_reused',
          'This Idempotency-Key was already used with a different request.',
        );
      }
      const blocker = evaluation.decision.blockers[0];
      if (blocker) throw new ApiError(blocker.code, blocker.message);

      const { current } = view.state;
      const changed = current?.versionId !== evaluation.to.versionId;
      const row = changed ? newActivation(service, caller, input, evaluation, now) : null;
      const activation = row
        ? toActivation(row)
        : await getActivation(transaction, account, current?.id ?? '');
      const idempotencyRecord = idempotency && {
        ...idempotency,
        historyId: activation.id,
        changed,
        createdAt: new Date(now),
        expiresAt: new Date(now + idempotencyTtlMs),
      };
      return {
        outcome: { activation, changed, replayed: false },
        writes: { activation: row, idempotencyRecord },
      };
    },
  );
}

/** The catalog at the revision of the locked account's grants. A catalog change can change both in one transaction. */
async function getLockedView(transaction: SwitchTransaction, appId: string): Promise<CatalogView> {
  const { source, catalogRevision, accountState } = transaction;
  const catalog = await getCachedCatalog(source, { id: appId, catalogRevision });
  if (catalog.app.catalogRevision === catalogRevision) {
    return { catalog, state: toAccountVersions(accountState) };
  }
  return getLockedView(await transaction.reload(), appId);
}

function newActivation(
  service: Service,
  { actor }: AccountCaller,
  { channel, reason }: SwitchInput,
  { state: { current }, decision, from, to }: SwitchEvaluation,
  now: number,
): SwitchActivation {
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

function toActivation({ to, from, actor, channel, activatedAt, ...rest }: SwitchActivation): Activation {
  const { kind, name } = actor;
  return {
    ...rest,
    activatedAt: new Date(activatedAt),
    version: to,
    previous: from,
    actor: { kind, name, channel },
  };
}

async function getActivation(
  { source }: SwitchTransaction,
  account: { appId: string; accountId: string },
  id: string,
): Promise<Activation> {
  const activation = await findActivation(source, account, id);
  if (!activation) throw new Error(`Activation ${id} is missing from an append-only table.`);
  return activation;
}
