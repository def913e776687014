import { getCachedSnapshots } from '@/lib/cache/cached-queries';
import { ApiError } from '@/lib/contract/errors';
import type { AccountKey } from '@/lib/db/accounts';
import type { EditionActor } from '@/lib/db/catalog-editions';
import { type ClaimedFollow, type ClaimedRenewal, releaseCatalogFollow } from '@/lib/db/catalog-follows';
import { claimOfApp } from '@/lib/db/due-work';
import type { Actor } from '@/lib/db/history';
import { findMoveCancelation } from '@/lib/db/moves';
import type { WaitingChange, WrittenChange } from '@/lib/db/waiting-changes';
import type { LeasedKind } from '../due-kind';
import type { Service } from '../service';
import {
  type ChangeCaller,
  type ChangeDecision,
  commitAccountChange,
  createDueCaller,
} from '../subscription/commit-account-change';
import { type Evaluation, evaluateChange, getSnapshots, isTrialEnd } from '../subscription/evaluate-change';
import { isConcerned, isHeldBack } from '../subscription/follow-publication';
import { recordChange } from '../subscription/record-change';
import { getSubscription } from '../subscription/subscription';
import { isWaitingFor } from './compare-waiting-changes';
import { findRaise, findWorseTerms } from './confirmed-change';
import { waitMs } from './waiting-changes';
import {
  endChange,
  reopenSuperseded,
  scheduleOrApply,
  toActor,
  toWritten,
  tryEvaluate,
  writeChanges,
  writeNothing,
} from './write-waiting-change';

/** Changes that are due, or expire. The commit decides, so that a lease needs no token. */
export const dueChanges: LeasedKind<{
  appId: string;
  accountId: string;
  id: string;
  now: number;
  dueAt: number;
}> = {
  name: 'changes',
  byApp: true,
  batch: 1,
  leaseMs: 30_000,
  claim: ({ pool }, claim) => claimOfApp(pool, 'claim_account_changes', claim),
  run: (service, { now, dueAt, ...key }) => applyDueChange(service, key, now, dueAt),
};

/** Accounts whose terms begin or end. */
export const dueTerms: LeasedKind<AccountKey & { now: number }> = {
  name: 'terms',
  byApp: true,
  batch: 1,
  leaseMs: 30_000,
  claim: ({ pool }, claim) => claimOfApp(pool, 'claim_terms', claim),
  run: (service, { now, ...key }) => applyDueTerms(service, key, now),
};

/** Accounts that follow a publication. */
export const dueFollows: LeasedKind<ClaimedFollow> = {
  name: 'follows',
  byApp: true,
  batch: 1000,
  leaseMs: 30_000,
  claim: ({ pool }, claim) => claimOfApp(pool, 'claim_catalog_follows', claim),
  run: followPublication,
};

/** Accounts whose paid period has ended, and that follow a publication then. */
export const dueRenewals: LeasedKind<ClaimedRenewal> = {
  name: 'renewals',
  byApp: true,
  batch: 1,
  leaseMs: 30_000,
  claim: ({ pool }, claim) => claimOfApp(pool, 'claim_renewals', claim),
  run: followAtRenewal,
};

/** Lets an account follow whose paid period has ended. */
export async function followAtRenewal(service: Service, { by, ...key }: ClaimedRenewal): Promise<void> {
  const caller = await createDueCaller(service, key);
  await commitAccountChange(service, caller, input, ({ view }): ChangeDecision => {
    const toVersionId = getSubscription(view).version?.renewsTo;
    if (toVersionId == null) return writeNothing('');
    const evaluation = evaluateChange(view, caller, { type: 'follow', toVersionId, addOnId: null });
    return recordFollow(service, by ?? caller.actor, evaluation);
  });
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
    if (!change) return writeNothing(id);
    if (change.waitsFor !== null) {
      if ((change.expiresAt ?? 0) > now) return writeNothing(id);
      return writeChanges(id, [
        endChange(change, 'expired'),
        ...(await reopenSuperseded(service, caller, change, changes)),
      ]);
    }
    if ((change.effectiveAt ?? 0) > now) {
      const isReminder = change.remindsAt !== null && change.remindsAt <= now;
      return isReminder ? writeChanges(id, [{ ...toWritten(change), remindsAt: null }]) : writeNothing(id);
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
    return scheduleOrApply(service, { actor: toActor(change), appKey: true }, recorded, {
      evaluation,
      change: due,
      now,
    });
  });
}

/** Lets terms of an account begin or end that are due at a time. Another server may have done so before. */
export async function applyDueTerms(service: Service, key: AccountKey, dueAt: number): Promise<void> {
  await applyTermsOf(service, await createDueCaller(service, key), dueAt);
}

/** Lets terms of a caller's account begin or end. */
export async function applyTermsOf(service: Service, caller: ChangeCaller, dueAt: number): Promise<void> {
  if (!caller.state?.terms) return;
  await commitAccountChange(service, caller, input, ({ view }) => {
    const { terms, clockAt } = view.state;
    if (!terms) return writeNothing('');
    const now = clockAt ?? dueAt;
    const hasEnded = terms.until !== null && terms.until <= now;
    if (!hasEnded && (terms.active || terms.from > now)) return writeNothing('');
    const next = hasEnded ? null : { ...terms, active: true };
    const evaluation = evaluateChange(view, caller, { type: 'set_terms', terms: next });
    const { reason } = terms;
    return recordChange(service, { ...caller, origin: 'host' }, { ...input, reason }, evaluation);
  });
}

/** Changes what an account has as a publication says. Nothing blocks it. The account may have changed since. */
async function followPublication(service: Service, follow: ClaimedFollow): Promise<void> {
  const { appId, toVersionId, addOnId, accountId, by } = follow;
  if (accountId === null) return;
  const caller = await createDueCaller(service, { appId, accountId });
  await commitAccountChange(service, caller, input, ({ view }): ChangeDecision => {
    const { version, billingPeriod } = getSubscription(view);
    if (!isConcerned(follow, version && { versionId: version.id, billingPeriod })) return writeNothing('');
    const evaluation = evaluateChange(view, caller, { type: 'follow', toVersionId, addOnId });
    if (isHeldBack(follow, evaluation)) return writeNothing('');
    return recordFollow(service, by, evaluation);
  });
  await releaseCatalogFollow(service.pool, follow);
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
