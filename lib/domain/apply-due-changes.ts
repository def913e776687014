import { getCachedCatalog, getCachedSnapshots } from '@/lib/cache/cached-queries';
import { ApiError } from '@/lib/contract/errors';
import { findAccountState } from '@/lib/db/accounts';
import { claimWaitingChanges, type WaitingChange, type WrittenChange } from '@/lib/db/waiting-changes';
import { toAccountVersions } from './caller';
import { type ChangeCaller, type ChangeDecision, commitAccountChange } from './commit-account-change';
import { findWorseTerms } from './confirmed-switch';
import { evaluateSwitch, type SwitchEvaluation } from './evaluate-switch';
import type { Service } from './service';
import {
  endChange,
  isWaitingFor,
  keep,
  proceed,
  toActor,
  toSwitchCaller,
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
      return (change.expiresAt ?? 0) > now ? keep(id) : write(id, [endChange(change, 'expired')]);
    }
    if ((change.effectiveAt ?? 0) > now) return keep(id);
    const evaluation = tryEvaluate(view, change);
    if (evaluation instanceof ApiError) return waitForOwner(view.state.changes, change, [evaluation]);
    const { from, to } = change.confirmed;
    const digests = new Set(from === null ? [to] : [from, to]);
    const getSnapshot = await getCachedSnapshots(service, appId, digests);
    const worse = findWorseTerms(change.confirmed, evaluation, getSnapshot);
    const blockers = [...evaluation.decision.blockers, ...worse];
    if (blockers.length > 0) return waitForOwner(view.state.changes, change, blockers);
    const due: WrittenChange = { ...toWritten(change), blockers: [] };
    const made = { reason: change.reason, channel: change.channel };
    const caller = { actor: toActor(change), appKey: true };
    return proceed(service, caller, made, { view, evaluation, change: due, now });
  });
}

function tryEvaluate(
  view: Parameters<typeof evaluateSwitch>[0],
  change: WaitingChange,
): SwitchEvaluation | ApiError {
  try {
    return evaluateSwitch(view, toSwitchCaller(change), change.versionId, change);
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
): ChangeDecision {
  const reasons = blockers.map(({ code, message }) => ({ code, message }));
  const isAsked = open.some((each) => isWaitingFor(each, change));
  if (isAsked) return write(change.id, [{ ...endChange(change, 'superseded'), blockers: reasons }]);
  const waiting: WrittenChange = {
    ...toWritten(change),
    waitsFor: 'owner',
    expiresIn: waitMs.owner,
    blockers: reasons,
  };
  return write(change.id, [waiting]);
}
