import { getCachedSnapshots } from '@/lib/cache/cached-queries';
import { ApiError } from '@/lib/contract/errors';
import type { Actor } from '@/lib/db/activations';
import type { EditionActor } from '@/lib/db/catalog-editions';
import {
  type ClaimedFollow,
  claimCatalogFollow,
  claimRenewal,
  releaseCatalogFollow,
} from '@/lib/db/catalog-follows';
import { findMoveCancelation } from '@/lib/db/moves';
import {
  claimDueTerms,
  claimWaitingChange,
  listDueApps,
  type WaitingChange,
  type WrittenChange,
} from '@/lib/db/waiting-changes';
import { applyDueTerms, applyTermsOf } from './account-terms';
import { announceNext } from './announce-changes';
import { type ChangeDecision, commitAccountChange, createDueCaller } from './commit-account-change';
import { isWaitingFor } from './compare-waiting-changes';
import { findRaise, findWorseTerms } from './confirmed-change';
import { type Evaluation, evaluateChange, getSnapshots, isTrialEnd } from './evaluate-change';
import { isConcerned, isHeldBack } from './follow-publication';
import { continueMove } from './moves';
import { recordChange } from './record-change';
import type { Service } from './service';
import { getSubscription } from './subscription';
import { waitMs } from './waiting-changes';
import {
  endChange,
  keepChanges,
  proceed,
  reopenSuperseded,
  toActor,
  toWritten,
  tryEvaluate,
  writeChanges,
} from './write-waiting-change';

/** Changes to apply at a time, each of another app. Few, so that requests are not delayed. */
const concurrency = 2;
/** The least time between two lists of the apps while changes are being applied. */
const listIntervalMs = 500;

/**
 * Applies or ends changes that are due. Apps take turns, so that neither many changes of one nor a publication that its
 * changes wait for delays those of another. The worker calls `apply`; any number of processes may do so.
 */
export class DueChangeQueue {
  /** Apps that have due changes, the one whose turn is next first. */
  readonly #waiting = new Set<string>();
  /** Apps whose turn it is. */
  readonly #busy = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  #nextListAt = 0;
  #isStopped = false;

  constructor(
    private readonly service: Service,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Starts to apply what is due. A change that fails is due again after its claim. */
  async apply(): Promise<void> {
    if (this.#busy.size === 0 || performance.now() >= this.#nextListAt) await this.#listApps();
    while (this.#running.size < Math.min(concurrency, this.#waiting.size + this.#busy.size)) {
      const run = this.#takeTurns()
        .catch(this.onError)
        .finally(() => this.#running.delete(run));
      this.#running.add(run);
    }
  }

  /** Resolves when none of the changes that were due is left. */
  async drain(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** Claims nothing more, and waits for what is being applied. */
  stop(): Promise<void> {
    this.#isStopped = true;
    return this.drain();
  }

  async #listApps(): Promise<void> {
    this.#nextListAt = performance.now() + listIntervalMs;
    const { pool, recordTime } = this.service;
    for (const appId of await listDueApps(pool, recordTime())) {
      if (!this.#busy.has(appId)) this.#waiting.add(appId);
    }
  }

  async #takeTurns(): Promise<void> {
    for (const appId of this.#waiting) {
      if (this.#isStopped) return;
      this.#waiting.delete(appId);
      this.#busy.add(appId);
      const isLast = await this.#applyNext(appId).finally(() => this.#busy.delete(appId));
      // At the end, where the loop finds it again.
      if (!isLast) this.#waiting.add(appId);
    }
  }

  /** Does the next work of an app, such as a change or what follows from a publication. Returns whether there was none. */
  async #applyNext(appId: string): Promise<boolean> {
    const { pool, recordTime } = this.service;
    const claimed = await claimWaitingChange(pool, appId, recordTime());
    if (!claimed) {
      return (
        (await this.#applyNextTerms(appId)) &&
        (await this.#followNext(appId)) &&
        (await this.#renewNext(appId)) &&
        (await continueMove(this.service, appId)) &&
        announceNext(this.service, appId)
      );
    }
    await applyDueChange(this.service, { appId, ...claimed }, claimed.now, claimed.dueAt).catch(this.onError);
    return false;
  }

  /** Lets terms of the next account begin or end. Returns whether there were none. */
  async #applyNextTerms(appId: string): Promise<boolean> {
    const { pool, recordTime } = this.service;
    const claimed = await claimDueTerms(pool, appId, recordTime());
    if (!claimed) return true;
    await applyDueTerms(this.service, { appId, ...claimed }, claimed.now).catch(this.onError);
    return false;
  }

  /** Lets the next account follow whose paid period has ended. Returns whether there was none. */
  #renewNext(appId: string): Promise<boolean> {
    return followAtRenewal(this.service, { appId }).catch((error: unknown) => {
      this.onError(error);
      return false;
    });
  }

  /** Lets the next account follow a publication. Returns whether there was none. */
  async #followNext(appId: string): Promise<boolean> {
    const { pool, recordTime } = this.service;
    const claimed = await claimCatalogFollow(pool, appId, recordTime());
    if (!claimed) return true;
    await followPublication(this.service, appId, claimed).catch(this.onError);
    return false;
  }
}

/**
 * Lets the next account of an app follow whose paid period has ended, or a given one whose clock has reached the time. Returns
 * whether there was none.
 */
export async function followAtRenewal(
  service: Service,
  key: { appId: string; accountId?: string },
): Promise<boolean> {
  const claimed = await claimRenewal(service.pool, key, service.recordTime());
  if (!claimed) return true;
  const { accountId, by } = claimed;
  const caller = await createDueCaller(service, { appId: key.appId, accountId });
  await commitAccountChange(service, caller, input, ({ view }): ChangeDecision => {
    const toVersionId = getSubscription(view).version?.renewsTo;
    if (toVersionId == null) return keepChanges('');
    const evaluation = evaluateChange(view, caller, { type: 'follow', toVersionId, addOnId: null });
    return recordFollow(service, by ?? caller.actor, evaluation);
  });
  return false;
}

/**
 * Decides about one change on the state that it is committed on, which has the terms of the time at which the change was due.
 * Another server may have decided before. Times are in Unix milliseconds.
 */
export async function applyDueChange(
  service: Service,
  { appId, accountId, id }: { appId: string; accountId: string; id: string },
  claimedAt: number,
  dueAt = claimedAt,
): Promise<void> {
  const caller = await createDueCaller(service, { appId, accountId });
  await applyTermsOf(service, caller, dueAt);
  await commitAccountChange(service, caller, input, async ({ view }): Promise<ChangeDecision> => {
    const { changes, clockAt } = view.state;
    const now = clockAt ?? claimedAt;
    const change = changes.find((each) => each.id === id);
    if (!change) return keepChanges(id);
    if (change.waitsFor !== null) {
      if ((change.expiresAt ?? 0) > now) return keepChanges(id);
      return writeChanges(id, [
        endChange(change, 'expired'),
        ...(await reopenSuperseded(service, caller, change, changes)),
      ]);
    }
    if ((change.effectiveAt ?? 0) > now) {
      const isReminder = change.remindsAt !== null && change.remindsAt <= now;
      return isReminder ? writeChanges(id, [{ ...toWritten(change), remindsAt: null }]) : keepChanges(id);
    }
    const { batchId } = change;
    const decidedBy = batchId === null ? null : await findMoveCancelation(service.pool, appId, batchId);
    const reopened = await reopenSuperseded(service, caller, change, changes);
    // The worker has not canceled it yet.
    if (decidedBy) return writeChanges(id, [endChange(change, 'canceled', { decidedBy }), ...reopened]);
    const evaluation = tryEvaluate(view, change, now);
    if (evaluation instanceof ApiError) return waitForOwner(changes, change, [evaluation], reopened);
    const { from, to } = change.confirmed;
    const digests = new Set(from === null ? [to] : [from, to]);
    const getSnapshot = await getCachedSnapshots(service, appId, digests);
    const worse = findWorseTerms(change.confirmed, evaluation, getSnapshot);
    const isDearer = worse.some(({ code }) => code === 'price_increased');
    const raise = isDearer ? [] : findRaise(change, evaluation.pays);
    const blockers = [...evaluation.blockers, ...worse, ...raise];
    if (blockers.length > 0 && !isTrialEnd(change)) return waitForOwner(changes, change, blockers, reopened);
    const { versionId } = getSnapshots(evaluation).to;
    const due: WrittenChange = { ...toWritten(change), versionId, blockers: [] };
    const recorded = { reason: change.reason, channel: change.channel };
    return proceed(service, { actor: toActor(change), appKey: true }, recorded, {
      evaluation,
      change: due,
      now,
    });
  });
}

/** Changes what an account has as a publication says. Nothing blocks it. The account may have changed since. */
async function followPublication(service: Service, appId: string, follow: ClaimedFollow): Promise<void> {
  const { toVersionId, addOnId, accountId, by } = follow;
  if (accountId === null) return;
  const caller = await createDueCaller(service, { appId, accountId });
  await commitAccountChange(service, caller, input, ({ view }): ChangeDecision => {
    const { version, billingPeriod } = getSubscription(view);
    if (!isConcerned(follow, version && { versionId: version.id, billingPeriod })) return keepChanges('');
    const evaluation = evaluateChange(view, caller, { type: 'follow', toVersionId, addOnId });
    if (isHeldBack(follow, evaluation)) return keepChanges('');
    return recordFollow(service, by, evaluation);
  });
  await releaseCatalogFollow(service.pool, appId, follow);
}

function recordFollow(service: Service, by: EditionActor | Actor, evaluation: Evaluation): ChangeDecision {
  const channel = 'channel' in by ? by.channel : input.channel;
  return recordChange(service, { actor: by, origin: 'product' }, { ...input, channel }, evaluation);
}

const input = { reason: null, channel: 'api', ifMatch: null, idempotency: null };

/** What can't be applied as it was confirmed waits for the owner. */
function waitForOwner(
  open: WaitingChange[],
  change: WaitingChange,
  blockers: WaitingChange['blockers'],
  reopened: WrittenChange[],
): ChangeDecision {
  const reasons = blockers.map(({ code, message }) => ({ code, message }));
  const isAsked = open.some((each) => isWaitingFor(each, change));
  if (isAsked) {
    return writeChanges(change.id, [{ ...endChange(change, 'superseded'), blockers: reasons }, ...reopened]);
  }
  const waiting: WrittenChange = {
    ...toWritten(change),
    waitsFor: 'owner',
    expiresIn: waitMs.owner,
    blockers: reasons,
  };
  return writeChanges(change.id, [waiting]);
}
