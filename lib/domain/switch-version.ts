import { getCachedCatalog } from '@/lib/cache/cached-queries';
import { cacheTags } from '@/lib/cache/server-cache';
import { ApiError } from '@/lib/contract/errors';
import { LockTimeout } from '@/lib/db/database-error';
import {
  isRolledBack,
  type SwitchActivation,
  type SwitchResult,
  type SwitchState,
  trySwitch,
} from '@/lib/db/switches';
import { type AccountCaller, type AccountVersions, toAccountVersions } from './caller';
import { evaluateSwitch } from './evaluate-switch';
import { type Activation, findActivation } from './history';
import { SerialQueue } from './serial-queue';
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
  /** False if the account already had the version. */
  changed: boolean;
  /** True if this is the stored outcome of an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

/** A caller whose account state may be known from the cache. */
type SwitchCaller = AccountCaller & { state?: AccountVersions };

interface AccountKey {
  appId: string;
  accountId: string;
}

/** The outcome of `decide`. `activation` is null if the account already has the version. */
type Decision =
  | { type: 'reject'; error: ApiError }
  | { type: 'replay'; historyId: string; changed: boolean }
  | { type: 'commit'; activation: SwitchActivation | null; historyId: string };

/**
 * Switches the caller's account to a version (spec 3, 4.2), exactly once per idempotency key. Decides on the cached state,
 * and commits only if the database finds that state current; otherwise decides again on the state that it returned. No row
 * is locked while this process computes. Throws the errors of `POST /app/versions`.
 */
export async function switchVersion(
  service: Service,
  caller: SwitchCaller,
  input: SwitchInput,
): Promise<SwitchOutcome> {
  const account = { appId: caller.app.id, accountId: caller.account.id };
  const deadline = performance.now() + service.switchTimeoutMs;
  const acks: Promise<void>[] = [];
  const outcome = await getQueue(service).run(
    `${account.appId} ${account.accountId}`,
    service.switchTimeoutMs / 2,
    () => commitSwitch(service, caller, account, input, deadline, acks),
  );
  await Promise.all(acks);
  return outcome;
}

/**
 * The queue of each pool. Without it, each of n concurrent switches of an account would be tried up to n times, and would
 * occupy a connection while it waits for the row.
 */
const queues = new WeakMap<Service['pool'], SerialQueue>();

function getQueue({ pool }: Service): SerialQueue {
  const queue = queues.get(pool) ?? new SerialQueue();
  queues.set(pool, queue);
  return queue;
}

/** Decides and commits until a decision is based on the current state. Adds what has to be awaited to `acks`. */
async function commitSwitch(
  service: Service,
  caller: SwitchCaller,
  account: AccountKey,
  input: SwitchInput,
  deadline: number,
  acks: Promise<void>[],
): Promise<SwitchOutcome> {
  let state = cachedState(caller);
  let isFresh = false;
  for (;;) {
    const decision = state && (await decide(service, caller, input, state));
    if (decision?.type === 'replay') {
      const activation = await getActivation(service, account, decision.historyId);
      return { activation, changed: decision.changed, replayed: true };
    }
    // An error is not based on the cache alone: the state can be outdated, or the key can have a record.
    if (decision?.type === 'reject' && isFresh) throw decision.error;
    const left = deadline - performance.now();
    if (left <= 0) throw new LockTimeout('Other requests switch the account.');
    const result = await attempt(service, account, input, state, decision, left, acks);
    if (!result) throw new ApiError('account_not_found', 'Account not found.');
    if (result.state === null) {
      if (decision?.type === 'reject') throw decision.error;
      if (decision) return toOutcome(service, account, decision, result);
    }
    state = result.state;
    isFresh = true;
  }
}

/** The caller's state as its credential was resolved, usually from the cache. */
function cachedState({ app, state }: SwitchCaller): SwitchState | null {
  if (!state) return null;
  return {
    catalogRevision: app.catalogRevision,
    accountState: { current: state.current, granted: [...state.granted] },
    idempotencyRecord: null,
  };
}

async function decide(
  service: Service,
  caller: AccountCaller,
  { versionId, reason, channel, ifMatch, idempotency }: SwitchInput,
  { catalogRevision, accountState, idempotencyRecord: record }: SwitchState,
): Promise<Decision> {
  if (record && record.requestHash === idempotency?.requestHash) {
    return { type: 'replay', historyId: record.historyId, changed: record.changed };
  }
  const catalog = await getCachedCatalog(service, { id: caller.app.id, catalogRevision });
  const view = { catalog, state: toAccountVersions(accountState) };
  try {
    const { decision, from, to, revision } = evaluateSwitch(view, caller, versionId);
    if (ifMatch !== null && ifMatch !== revision) {
      throw new ApiError(
        'preview_stale',
        'Your plan or its price has changed. Review the changes and confirm again.',
      );
    }
    if (record) {
      throw new ApiError(
        'idempotency_key_reused',
        'This Idempotency-Key was already used with a different request.',
      );
    }
    const blocker = decision.blockers[0];
    if (blocker) throw new ApiError(blocker.code, blocker.message);
    const { current } = accountState;
    // A switch to the same version returns the existing activation.
    if (current?.versionId === to.versionId) {
      return { type: 'commit', activation: null, historyId: current.id };
    }
    const id = service.makeId('activation');
    const sequence = (current?.sequence ?? 0) + 1;
    const { direction } = decision;
    const activation = { id, sequence, to, from, direction, actor: caller.actor, channel, reason };
    return { type: 'commit', activation, historyId: id };
  } catch (error) {
    if (error instanceof ApiError) return { type: 'reject', error };
    throw error;
  }
}

/** Sends a decision to the database. Adds a promise to `acks` that resolves when every server has invalidated the change. */
async function attempt(
  { pool, cache, listener, recordTime, onEvent }: Service,
  account: AccountKey,
  { idempotency }: SwitchInput,
  state: SwitchState | null,
  decision: Exclude<Decision, { type: 'replay' }> | null,
  leftMs: number,
  acks: Promise<void>[],
): Promise<SwitchResult | null> {
  const commit = decision?.type === 'commit' ? decision : null;
  const client = await pool.connect();
  const expected = listener.expectAcks();
  // The database does not notify this process of its own switch (docs/caching.md).
  const resumeCache =
    commit?.activation && cache.suspend(cacheTags.account(account.appId, account.accountId));
  let result: SwitchResult | null;
  let connectionError: Error | undefined;
  // The pending query rejects when the connection breaks.
  const ignoreError = () => {};
  client.on('error', ignoreError);
  try {
    result = await trySwitch(client, {
      ...account,
      expected: state,
      idempotencyKey: idempotency?.key ?? null,
      activation: commit?.activation ?? null,
      idempotencyRecord: commit && idempotency && toIdempotencyRecord(commit, idempotency.requestHash),
      recordTime: recordTime(),
      timeoutMs: leftMs,
      // A rejection with a key can turn out to be a replay, after which the client may read from another server.
      acks: decision?.type === 'reject' && !idempotency ? null : expected,
    });
    const { activation } = commit ?? {};
    if (activation && state && result?.state === null && result.activatedAt !== null) {
      resumeCache?.({
        current: {
          id: activation.id,
          sequence: activation.sequence,
          versionId: activation.to.versionId,
          activatedAt: result.activatedAt,
          snapshotDigest: activation.to.digest,
        },
        catalogRevision: state.catalogRevision,
      });
      onEvent();
    } else resumeCache?.();
  } catch (error) {
    expected.cancel();
    resumeCache?.();
    if (!isRolledBack(error)) {
      connectionError = error as Error;
      // The switch may have been committed, or may still be under way.
      if (resumeCache) listener.reconnect();
    }
    throw error;
  } finally {
    client.off('error', ignoreError);
    client.release(connectionError);
  }
  // Awaited without the connection and outside the queue, which other requests can use meanwhile.
  if (result) acks.push(expected.waitFor(result));
  else expected.cancel();
  return result;
}

function toIdempotencyRecord(
  { activation, historyId }: Extract<Decision, { type: 'commit' }>,
  requestHash: string,
) {
  return { requestHash, historyId, changed: activation !== null };
}

async function toOutcome(
  service: Service,
  account: AccountKey,
  { activation, historyId }: Extract<Decision, { type: 'commit' }>,
  { activatedAt }: SwitchResult,
): Promise<SwitchOutcome> {
  if (!activation) {
    const current = await getActivation(service, account, historyId);
    return { activation: current, changed: false, replayed: false };
  }
  const { to, from, actor, channel, ...rest } = activation;
  return {
    activation: {
      ...rest,
      activatedAt: new Date(activatedAt ?? Number.NaN),
      version: to,
      previous: from,
      actor: { kind: actor.kind, name: actor.name, channel },
    },
    changed: true,
    replayed: false,
  };
}

async function getActivation(service: Service, account: AccountKey, id: string): Promise<Activation> {
  const activation = await findActivation(service, account, id);
  if (!activation) throw new Error(`Activation ${id} is missing from an append-only table.`);
  return activation;
}
