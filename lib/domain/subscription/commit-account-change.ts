import { getCachedCatalog } from '@/lib/cache/cached-queries';
import { cacheTags } from '@/lib/cache/server-cache';
import { ApiError } from '@/lib/contract/errors';
import type { ResolvedCredential } from '@/lib/db/access';
import {
  type AccountChange,
  type DecisionState,
  getStateAfter,
  type IdempotencyRecord,
  tryAccountChange,
} from '@/lib/db/account-changes';
import { type AccountKey, findAccountState } from '@/lib/db/accounts';
import { LockTimeout } from '@/lib/db/connection/database-error';
import { findUsage } from '@/lib/db/usage';
import { type AccountCaller, type CallerState, toCallerState } from '../caller';
import { type CatalogView, createView } from '../catalog/catalog-view';
import type { Service } from '../service';
import { SerialQueue } from './serial-queue';

/** What all requests that change an account have. */
export interface ChangeInput {
  reason: string | null;
  /** "api" or "portal". */
  channel: string;
  /** Revision of what the user confirmed; null to make the change in any case. */
  ifMatch: string | null;
  idempotency: { key: string; requestHash: string } | null;
}

/** A caller whose account state may be known from the cache. */
export type ChangeCaller = AccountCaller & { state?: CallerState };

/** A caller for what the worker does to an account. */
export async function createDueCaller(
  service: Service,
  { appId, accountId }: AccountKey,
): Promise<ChangeCaller> {
  const { app } = await getCachedCatalog(service, { id: appId, catalogRevision: 0 });
  // Without it, the first attempt would lock and write the row of the account to read it.
  const state = await findAccountState(service.pool, { appId, accountId });
  return {
    via: 'key',
    app,
    account: { id: accountId, title: '' },
    role: 'owner',
    actor: { kind: 'operator', id: null, name: '' },
    appKey: false,
    ...(state && { state: toCallerState(state) }),
  };
}

/** What to commit. `change` is null if the account already is in the requested state. */
export interface ChangeDecision {
  change: AccountChange | null;
  /** What the response shows: a new or existing history entry, or a change that waits. Empty if there is none. */
  resultId: string;
}

/** A committed change, or the stored outcome of an earlier request with the same Idempotency-Key. */
export type CommittedChange =
  | { type: 'replay'; resultId: string; changed: boolean }
  /** `changedAt` is in Unix milliseconds. */
  | ({ type: 'commit'; changedAt: number | null } & ChangeDecision);

/** What is decided on, and the check of the request's headers that belongs to the decision. */
interface DecisionInput {
  view: CatalogView;
  /** Throws for an outdated revision, a reused Idempotency-Key, and the first blocker. */
  assertAllowed(getRevision: () => string, blockers: { code: ApiError['code']; message: string }[]): void;
}

/** Throws `ApiError` to reject the change. */
type Decide = (input: DecisionInput) => ChangeDecision | Promise<ChangeDecision>;

type Attempt =
  /** `record` is what to store of the rejection. It is null without a key, or if the key has a record already. */
  | { type: 'reject'; error: ApiError; record: IdempotencyRecord | null }
  | { type: 'replay'; resultId: string; changed: boolean }
  | ({ type: 'commit' } & ChangeDecision);

/**
 * Changes the caller's account exactly once per idempotency key. Decides on the cached state, and commits only if the
 * database finds that state current; otherwise decides again on the state that it returned. No row is locked while this
 * process computes. Throws what `decide` throws, and `LockTimeout` after the service's time for a switch.
 */
export async function commitAccountChange(
  service: Service,
  caller: ChangeCaller,
  input: ChangeInput,
  decide: Decide,
): Promise<CommittedChange> {
  const { pool, cache, listener, recordTime, switchTimeoutMs, onEvent } = service;
  const { idempotency } = input;
  const account = { appId: caller.app.id, accountId: caller.account.id };
  const tag = cacheTags.account(account.appId, account.accountId);
  const deadline = performance.now() + switchTimeoutMs;
  const committed = await getQueue(service).run(tag, switchTimeoutMs / 2, async () => {
    let state = cachedState(caller);
    let isFresh = false;
    for (;;) {
      const decision = state && (await decideOn(service, caller, input, decide, state));
      if (decision?.type === 'replay') return decision;
      // An error is not based on the cache alone: the state can be outdated, or the key can have a record. With a key, it is
      // stored: an attempt of the same request that is still under way must not be committed after it.
      if (decision?.type === 'reject' && isFresh && !decision.record) throw decision.error;
      const commit = decision?.type === 'commit' ? decision : null;
      const rejected = decision?.type === 'reject' ? decision : null;
      const timeoutMs = deadline - performance.now();
      if (timeoutMs <= 0) throw new LockTimeout('Other requests change the account.');
      const attempt = {
        ...account,
        expected: state,
        idempotencyKey: idempotency?.key ?? null,
        change: commit?.change ?? null,
        idempotencyRecord: rejected
          ? rejected.record
          : commit && idempotency && toRecord(idempotency, commit),
        recordTime: recordTime(),
        timeoutMs,
      };
      const result = await tryAccountChange(pool, attempt, () => listener.publishUncertain(tag));
      if (state && commit?.change && result?.state === null) {
        // Only the other servers are notified.
        const before = state;
        const after = getStateAfter(before.accountState, commit.change, result.changedAt);
        cache.updateAccount(tag, (known) => after && updateCredential(known, before, after));
        onEvent();
      }
      // An account without its external ID was anonymized. To commit now would store the name of the caller again.
      const isAnonymized = state && result?.state && getExternalId(state) !== getExternalId(result.state);
      if (!result || isAnonymized) throw new ApiError('account_not_found', 'Account not found.');
      if (result.state === null) {
        if (rejected) throw rejected.error;
        if (commit) return { ...commit, changedAt: result.changedAt };
      }
      state = result.state;
      isFresh = true;
    }
  });
  // This is done without the connection, and outside the queue. It includes changes that another server may have committed
  // without notice: a replay, or one that left nothing to change.
  await listener.publish(tag);
  return committed;
}

/**
 * The queue of each pool. Without it, each of n concurrent changes of an account would be tried up to n times, and would
 * occupy a connection while it waits for the row.
 */
const queues = new WeakMap<Service['pool'], SerialQueue>();

function getQueue({ pool }: Service): SerialQueue {
  const queue = queues.get(pool) ?? new SerialQueue();
  queues.set(pool, queue);
  return queue;
}

const getExternalId = ({ accountState }: DecisionState) => accountState.account.externalId;

/** The caller's state as its credential was resolved, usually from the cache. */
function cachedState({ app, state }: ChangeCaller): DecisionState | null {
  if (!state) return null;
  return {
    catalogRevision: app.catalogRevision,
    accountState: { ...state, granted: [...state.granted], account: { externalId: state.externalId } },
    idempotencyRecord: null,
  };
}

async function decideOn(
  service: Service,
  { app, account, role }: ChangeCaller,
  { ifMatch, idempotency }: ChangeInput,
  decide: Decide,
  { catalogRevision, accountState, idempotencyRecord: stored }: DecisionState,
): Promise<Attempt> {
  const isSameRequest = stored?.requestHash === idempotency?.requestHash;
  if (stored && isSameRequest && !stored.rejection) {
    return { type: 'replay', resultId: stored.resultId, changed: stored.changed };
  }
  const rejection = isSameRequest ? stored?.rejection : null;
  if (rejection && rejection.role === role && rejection.ifMatch === ifMatch) {
    return { type: 'reject', error: new ApiError(rejection.code, rejection.message), record: null };
  }
  // A rejection does not use up the key for other requests.
  const isKeyUsed = stored !== null && !stored.rejection;
  const catalog = await getCachedCatalog(service, { id: app.id, catalogRevision });
  // The newest report. One that is stored between this and the commit is not decided on.
  const key = { appId: app.id, accountId: account.id };
  const usage = accountState.hasUsage ? await findUsage(service.pool, key) : null;
  const view = createView(catalog, toCallerState(accountState), usage);
  const assertAllowed: DecisionInput['assertAllowed'] = (getRevision, [blocker]) => {
    if (ifMatch !== null && ifMatch !== getRevision()) {
      throw new ApiError(
        'preview_stale',
        'Your plan or its price has changed. Review the changes and confirm again.',
      );
    }
    if (isKeyUsed) {
      throw new ApiError(
        'idempotency_key_reused',
        'This Idempotency-Key was already used with a different request.',
      );
    }
    if (blocker) throw new ApiError(blocker.code, blocker.message);
  };
  try {
    return { type: 'commit', ...(await decide({ view, assertAllowed })) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, message } = error;
    const record = idempotency && {
      ...toRecord(idempotency, null),
      rejection: { code, message, role, ifMatch },
    };
    return { type: 'reject', error, record: isKeyUsed ? null : record };
  }
}

/** The credential after a change that was decided on a state, or null if it has another one. */
function updateCredential(
  known: ResolvedCredential,
  { catalogRevision, accountState: before }: DecisionState,
  after: DecisionState['accountState'],
): ResolvedCredential | null {
  const { app, accountState } = known;
  const isSame =
    app.catalogRevision === catalogRevision && accountState?.historySequence === before.historySequence;
  return isSame ? { ...known, accountState: { ...after, account: accountState.account } } : null;
}

/** What to store under the key of a request. The decision is null for a rejection. */
function toRecord(
  { requestHash }: { requestHash: string },
  decision: ChangeDecision | null,
): IdempotencyRecord {
  const { change = null, resultId = '' } = decision ?? {};
  return { requestHash, resultId, changed: change !== null, rejection: null };
}
