import { getCachedCatalog, getCachedSnapshots } from '@/lib/cache/cached-queries';
import { ApiError } from '@/lib/contract/errors';
import { findAccountState } from '@/lib/db/accounts';
import { claimWaitingChanges, type WaitingChange, type WrittenChange } from '@/lib/db/waiting-changes';
import { toAccountVersions } from './caller';
import type { CatalogView } from './catalog-view';
import { type ChangeCaller, type ChangeDecision, commitAccountChange } from './commit-account-change';
import { findWorseTerms } from './confirmed-change';
import { type Evaluation, evaluateChange } from './evaluate-change';
import type { Service } from './service';
import {
  endChange,
  isWaitingFor,
  keep,
  proceed,
  reopenSuperseded,
  toActor,
  toCommand,
  toDecider,
  toWritten,
  waitMs,
  write,
} from './waiting-changes';

/** Changes to claim at a time, and to apply at a time. Few, so that requests are not delayed. */
const batchSize = 20;
const concurrency = 2;

/** Applies or ends changes that are due. Returns whether more may be due. A change that fails is due again after its claim. */
export async function applyDueChanges(
  service: Service,
  onError: (error: unknown) => void = (error) => {
    throw error;
  },
): Promise<boolean> {
  const { now, changes } = await claimWaitingChanges(service.pool, batchSize, service.recordTime());
  const waiting = changes.values();
  const work = async () => {
    for (const [appId, accountId, id] of waiting) {
      await applyDueChange(service, { appId, accountId, id }, now).catch(onError);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return changes.length === batchSize;
}

/** Decides about one change on the state that it is committed on. Another server may have decided before. */
export async function applyDueChange(
  service: Service,
  { appId, accountId, id }: { appId: string; accountId: string; id: string },
  claimedAt: number,
): Promise<void> {
  const { app } = await getCachedCatalog(service, { id: appId, catalogRevision: 0 });
  // Without it, the first attempt would lock and write the row of the account to read it.
  const state = await findAccountState(service.pool, { appId, accountId });
  const caller: ChangeCaller = {
    via: 'key',
    app,
    account: { id: accountId, title: '' },
    role: 'owner',
    actor: { kind: 'operator', id: null, name: '' },
    appKey: false,
    ...(state && { state: toAccountVersions(state) }),
  };
  const input = { reason: null, channel: 'api', ifMatch: null, idempotency: null };
  await commitAccountChange(service, caller, input, async ({ view }): Promise<ChangeDecision> => {
    const now = view.state.clockAt ?? claimedAt;
    const change = view.state.changes.find((each) => each.id === id);
    if (!change) return keep(id);
    if (change.waitsFor !== null) {
      if ((change.expiresAt ?? 0) > now) return keep(id);
      return write(id, [endChange(change, 'expired'), ...(await reopenSuperseded(service, caller, change))]);
    }
    if ((change.effectiveAt ?? 0) > now) return keep(id);
    const evaluation = tryEvaluate(view, change);
    const reopened = await reopenSuperseded(service, caller, change);
    if (evaluation instanceof ApiError)
      return waitForOwner(view.state.changes, change, [evaluation], reopened);
    const { from, to } = change.confirmed;
    const digests = new Set(from === null ? [to] : [from, to]);
    const getSnapshot = await getCachedSnapshots(service, appId, digests);
    const worse = findWorseTerms(change.confirmed, evaluation, getSnapshot);
    const blockers = [...evaluation.blockers, ...worse];
    if (blockers.length > 0) return waitForOwner(view.state.changes, change, blockers, reopened);
    const { versionId } = evaluation.to;
    const due: WrittenChange = { ...toWritten(change), versionId, blockers: [] };
    const made = { reason: change.reason, channel: change.channel };
    return proceed(service, { actor: toActor(change), appKey: true }, made, { evaluation, change: due, now });
  });
}

function tryEvaluate(view: CatalogView, change: WaitingChange): Evaluation | ApiError {
  try {
    return evaluateChange(view, toDecider(change), toCommand(view, change));
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

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
    return write(change.id, [{ ...endChange(change, 'superseded'), blockers: reasons }, ...reopened]);
  }
  const waiting: WrittenChange = {
    ...toWritten(change),
    waitsFor: 'owner',
    expiresIn: waitMs.owner,
    blockers: reasons,
  };
  return write(change.id, [waiting]);
}
