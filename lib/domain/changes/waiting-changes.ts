import { getCachedCatalog, getCachedSnapshots } from '@/lib/cache/cached-queries';
import { isStaff } from '@/lib/contract/current-user';
import type { effectiveNames } from '@/lib/contract/enums';
import { ApiError } from '@/lib/contract/errors';
import { isWellFormedId } from '@/lib/contract/ids';
import { fieldError, invalidParameter } from '@/lib/contract/operations/operation';
import type { App, AppCatalog } from '@/lib/db/catalog';
import { type Actor, toActorColumns, toStoredActor } from '@/lib/db/history';
import type { VersionSnapshot } from '@/lib/db/version-snapshot';
import {
  findWaitingChange,
  listWaitingChanges,
  listWaitingRequests,
  type WaitingChange,
  type WaitingRequest,
  type WrittenChange,
} from '@/lib/db/waiting-changes';
import { formatIsoTime } from '@/lib/format/date-time';
import {
  type AccountCaller,
  type AppCaller,
  type AppKeyCaller,
  type CallerState,
  canSwitch,
  ownersOnly,
  toOrigin,
} from '../caller';
import { readCatalogView } from '../catalog/catalog-view';
import { showActor } from '../history/actors';
import { localizeChanges } from '../history/localize-history';
import { getTime, type Service } from '../service';
import type { AddOnCommand, Command, SwitchCommand } from '../subscription/apply-command';
import { computeRevision } from '../subscription/change-revision';
import { atOnce, findEarlyBlocker, needsConfirmation, type Totals } from '../subscription/change-rules';
import {
  type ChangeCaller,
  type ChangeInput,
  commitAccountChange,
} from '../subscription/commit-account-change';
import { type Evaluation, evaluateChange, getSnapshots, isTrialEnd } from '../subscription/evaluate-change';
import { computeTrialTotals } from '../subscription/preview-change';
import { findSubscribed } from '../subscription/subscription';
import {
  isIdentical,
  isSamePerson,
  isSameRequest,
  isSameTime,
  isWaitingFor,
  listIdentical,
} from './compare-waiting-changes';
import { isSameConfirmation, toConfirmed } from './confirmed-change';
import { joinScheduled } from './join-scheduled';
import {
  assertNoTrialEnd,
  assertNotLocked,
  endChange,
  isLocked,
  reopenSuperseded,
  scheduleOrApply,
  toActor,
  toCommand,
  toDecider,
  toStoredCommand,
  toWritten,
  tryEvaluate,
  undecided,
  writeChanges,
  writeNothing,
} from './write-waiting-change';

// A command that waits: for its time, for the owner's consent, or for the host. Decided and committed like one that is
// made at once (docs/decisions/0031-waiting-changes.md).

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/** How long a change waits for consent. */
export const waitMs = { owner: 30 * dayMs, host: hourMs / 2 };
const maxOpen = 100;

type SwitchTarget = Omit<SwitchCommand, 'type' | 'trial'> & { trial?: boolean | undefined };

/** A switch, or a change of an add-on, and when it is to be made. */
export type ChangeRequest = ChangeInput &
  (SwitchTarget | Omit<AddOnCommand, 'type'>) & {
    /** "now", the end of the billing period, or Unix milliseconds. */
    effective: (typeof effectiveNames)[number] | number;
  };

/** A change with what responses show of it. */
export interface WaitingChangeDetail {
  change: WaitingChange;
  /** Both versions are as they were confirmed. */
  from: VersionSnapshot | null;
  to: VersionSnapshot;
  /** What a change of an add-on is about, or null for a switch. */
  addOn: { id: string; title: string } | null;
  /** The add-ons of `change.addOns`. */
  addOns: { id: string; title: string; quantity: number }[];
  /** How many people have asked for it. */
  requests: number;
  /** Where the owner continues, if it waits for the host. */
  checkoutUrl: string | null;
  /** Whether the caller may cancel it. */
  isCancelable: boolean;
  /**
   * What the account pays, and would pay if the change were made now. It is null if it is not scheduled, or can't be made now.
   */
  expected: { totals: Totals; trialTotals: Totals } | null;
}

export interface ChangeResult extends WaitingChangeDetail {
  /** Whether the request changed anything. */
  changed: boolean;
  /** Whether this is the stored outcome of an earlier request. */
  replayed: boolean;
}

/**
 * Schedules a switch, asks the owner or the host for it, or makes it at once. What waits already is returned. Throws
 * the errors of `POST /account/changes`.
 */
export function createChange(
  service: Service,
  caller: ChangeCaller,
  request: ChangeRequest,
): Promise<ChangeResult> {
  const { reason, channel } = request;
  return commit(service, caller, request, ({ view, assertAllowed }) => {
    const { state } = view;
    const now = getTime(service, state);
    const requested = evaluateChange(view, caller, toRequested(request, now));
    const joined = joinScheduled(requested);
    const blockers = joined.blockers.filter(({ code }) => code !== 'forbidden');
    const isUnknown = findEarlyBlocker(requested, now)?.code === 'period_end_unknown';
    const time = isUnknown ? atOnce : resolveEffective(request.effective, state, now);
    const early = findEarlyBlocker(requested, now, time);
    assertAllowed(() => computeRevision(joined), early ? [...blockers, early] : blockers);
    if (requested.isUnchanged) throw new ApiError('version_current', describeUnchanged(requested));
    const consent = requested.needsConfirmation ? 'host' : null;
    const waitsFor = canSwitch(caller.role) ? consent : 'owner';
    // What a member asks for joins what is scheduled when an owner approves it.
    const evaluation = waitsFor === 'owner' ? requested : joined;
    const change: WrittenChange = {
      id: service.makeId('accountChange'),
      versionId: getSnapshots(evaluation).to.versionId,
      billingPeriod: evaluation.after.billingPeriod,
      ...toStoredCommand(evaluation),
      ...time,
      waitsFor,
      expiresIn: waitsFor && waitMs[waitsFor],
      origin: toOrigin(caller),
      batchId: null,
      supersedesId: null,
      reason,
      confirmed: toConfirmed(evaluation),
      ...toActorColumns(caller.actor),
      channel,
      ...undecided,
    };
    const existing = state.changes.find((each) => isSameRequest(each, change));
    if (existing) {
      const isConfirmed =
        waitsFor === 'host'
          ? existing.confirmed.revision === change.confirmed.revision
          : isSameConfirmation(existing.confirmed, change.confirmed);
      if (isConfirmed && isSameTime(existing, change)) return writeNothing(existing.id);
      const { id, supersedesId } = existing;
      return writeChanges(id, [{ ...change, id, supersedesId }], evaluation);
    }
    // It replaces changes for another number of users. The ID is new, because the host may be taking the payment for the old one.
    const replaced = waitsFor ? state.changes.filter((each) => isWaitingFor(each, change)) : [];
    if (state.changes.length - replaced.length >= maxOpen) {
      throw new ApiError('change_limit_reached', `An account can have at most ${maxOpen} changes that wait.`);
    }
    if (waitsFor) {
      const ended = replaced.map((each) => endChange(each, 'superseded'));
      return writeChanges(change.id, [...ended, change], evaluation);
    }
    return scheduleOrApply(service, caller, request, { evaluation, change, now });
  });
}

function toRequested(request: ChangeRequest, now: number): Command {
  if ('addOnId' in request) return { ...request, type: 'set_add_on' };
  const trial = request.trial ? { now, endsAt: null } : request.trial;
  return { ...request, type: 'switch', trial };
}

/** Staff can take an account out of a move. */
function isOfMove({ role }: Pick<AppCaller, 'role'>, { origin }: WaitingChange): boolean {
  return isStaff(role) && origin === 'product';
}

function describeUnchanged(evaluation: Evaluation): string {
  const { addOn, after } = evaluation;
  if (!addOn) return `The account is already on ${getSnapshots(evaluation).to.title}.`;
  return `${addOn.title} is already ${findSubscribed(after, addOn.id) ? 'on' : 'off'}.`;
}

/** Gives the consent that a change waits for. One that has it already is returned. */
export async function approveChange(
  service: Service,
  caller: ChangeCaller,
  id: string,
  input: ChangeInput,
): Promise<ChangeResult> {
  await requireRequest(service, caller, id);
  return commit(service, caller, input, async ({ view, assertAllowed }) => {
    const change = view.state.changes.find((each) => each.id === id);
    if (!change || change.waitsFor === null) {
      const { outcome, decidedBy } = change ?? (await requireRequest(service, caller, id)).change;
      if (outcome === 'applied' || (outcome === null && decidedBy)) return writeNothing(id);
      throw change ? notWaiting() : ended(outcome);
    }
    assertDecider(caller, change);
    const now = getTime(service, view.state);
    // The worker has not ended it yet.
    if (change.expiresAt !== null && change.expiresAt <= now) throw ended('expired');
    const requested = evaluateChange(view, toDecider(change), toCommand(view, change, now));
    const isHost = change.waitsFor === 'host';
    const evaluation = isHost ? requested : joinScheduled(requested);
    const getRevision = () => computeRevision(evaluation);
    if (isHost && change.confirmed.revision !== getRevision()) {
      throw new ApiError('preview_stale', 'The plan or its price has changed since the owner confirmed it.');
    }
    const { blockers } = evaluation;
    const { periodEndsAt } = view.state;
    const time = {
      // The end of a period that has ended meanwhile is that of the present one.
      effectiveAt: requested.isPeriodEndOnly && change.atPeriodEnd ? periodEndsAt : change.effectiveAt,
      atPeriodEnd: change.atPeriodEnd,
    };
    const early = isHost ? null : findEarlyBlocker(requested, now, time);
    assertAllowed(getRevision, early ? [...blockers, early] : blockers);
    const decided: WrittenChange = {
      ...toWritten(change),
      ...(!isHost && time),
      ...(evaluation !== requested && toStoredCommand(evaluation)),
      versionId: getSnapshots(evaluation).to.versionId,
      billingPeriod: evaluation.after.billingPeriod,
      waitsFor: null,
      expiresIn: null,
      confirmed: isHost ? change.confirmed : toConfirmed(evaluation),
      blockers: [],
      decidedBy: isHost && change.decidedBy ? change.decidedBy : toStoredActor(caller.actor, input.channel),
    };
    if (!isHost && needsConfirmation({ ...requested, caller })) {
      return writeChanges(id, [{ ...decided, waitsFor: 'host', expiresIn: waitMs.host }], evaluation);
    }
    const alsoEnded = listIdentical(view.state, change).map((each) =>
      endChange(each, 'applied', { decidedBy: decided.decidedBy }),
    );
    // The host confirms what the owner has decided.
    const actor = isHost ? toActor(change) : caller.actor;
    const recorded = { reason: change.reason, channel: isHost ? change.channel : input.channel };
    return scheduleOrApply(service, { ...caller, actor }, recorded, {
      evaluation,
      change: decided,
      now,
      alsoEnded,
    });
  });
}

/** Refuses the consent that a change waits for. */
export async function declineChange(
  service: Service,
  caller: ChangeCaller,
  id: string,
  input: ChangeInput & { message: string | null },
): Promise<ChangeResult> {
  await requireRequest(service, caller, id);
  return commit(service, caller, input, async ({ view: { state }, assertAllowed }) => {
    assertAllowed(() => '', []);
    const change = state.changes.find((each) => each.id === id);
    if (!change || change.waitsFor === null) {
      const { outcome } = change ?? (await requireRequest(service, caller, id)).change;
      if (outcome === 'declined') return writeNothing(id);
      throw change ? notWaiting() : ended(outcome);
    }
    // Who is asked can refuse, also what the provider has scheduled.
    assertDecider(caller, change);
    const decision = { decidedBy: toStoredActor(caller.actor, input.channel), message: input.message };
    const declined = [change, ...listIdentical(state, change)];
    const rows = declined.map((each) => endChange(each, 'declined', decision));
    return writeChanges(id, [...rows, ...(await reopenSuperseded(service, caller, change, state.changes))]);
  });
}

/** Withdraws a change that has not been applied. */
export async function cancelChange(
  service: Service,
  caller: ChangeCaller,
  id: string,
  input: ChangeInput,
): Promise<ChangeResult> {
  await requireRequest(service, caller, id);
  return commit(service, caller, input, async ({ view: { state } }) => {
    const change = state.changes.find((each) => each.id === id);
    if (!change) {
      const { outcome } = (await requireRequest(service, caller, id)).change;
      if (outcome === 'canceled') return writeNothing(id);
      throw ended(outcome);
    }
    if (!isOfMove(caller, change)) {
      if (!canSwitch(caller.role) && !isOwn(caller, change)) throw new ApiError('forbidden', ownersOnly);
      assertNotLocked(caller, change);
    }
    assertNoTrialEnd(change);
    const decision = { decidedBy: toStoredActor(caller.actor, input.channel), message: input.reason };
    const reopened = await reopenSuperseded(service, caller, change, state.changes);
    return writeChanges(id, [endChange(change, 'canceled', decision), ...reopened]);
  });
}

/** The change of the caller's account, or for an app key without one of any account. Throws 404 for an unknown one. */
export async function getChange(
  service: Service,
  caller: ChangeCaller | AppKeyCaller,
  id: string,
): Promise<WaitingChangeDetail> {
  const request = await requireRequest(service, caller, id);
  const [detail] = await addDetails(service, toViewer(caller), [request]);
  return addExpected(service, caller.app, request.account.id, detail as WaitingChangeDetail);
}

/** Adds what is paid with a change that is scheduled. */
async function addExpected(
  service: Service,
  { id: appId }: App,
  accountId: string,
  detail: WaitingChangeDetail,
): Promise<WaitingChangeDetail> {
  const { change } = detail;
  if (change.outcome !== null || change.waitsFor !== null) return detail;
  const view = await readCatalogView(service, appId, accountId);
  const expected = tryEvaluate(view, change, getTime(service, view.state));
  if (expected instanceof ApiError) return detail;
  const { totals } = expected;
  return { ...detail, expected: { totals, trialTotals: computeTrialTotals(expected) } };
}

/**
 * Changes of the caller's account before the one with the ID `before`, newest first, with texts in a language. Null is that of
 * the price list.
 */
export async function listChanges(
  service: Service,
  caller: ChangeCaller,
  { before, isOpen, limit }: { before: string | null; isOpen: boolean | null; limit: number },
  language: string | null = null,
): Promise<{ changes: WaitingChangeDetail[]; next: string | null }> {
  const key = { appId: caller.app.id, accountId: caller.account.id };
  const rows = await listWaitingChanges(service.pool, key, { before, isOpen, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const next = rows.length > limit ? (page.at(-1)?.id ?? null) : null;
  const { account, state } = caller;
  const shared = {
    account: { id: account.id, externalId: state?.externalId ?? null },
    open: state?.changes ?? [],
  };
  const changes = await addDetails(
    service,
    caller,
    page.map((change) => ({ ...shared, change })),
  );
  const localized = await localizeChanges(service, key.appId, language, changes);
  const expected = localized.map((each) => addExpected(service, caller.app, account.id, each));
  return { changes: await Promise.all(expected), next };
}

/** What waits for consent in all accounts of the app, before the one with the ID `before`, newest first. */
export async function listRequests(
  service: Service,
  caller: AppCaller & { actor: Actor },
  { before, waitsFor, limit }: Parameters<typeof listWaitingRequests>[2],
): Promise<{ requests: (WaitingChangeDetail & Pick<WaitingRequest, 'account'>)[]; next: string | null }> {
  const appId = caller.app.id;
  const rows = await listWaitingRequests(service.pool, appId, { before, waitsFor, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const next = rows.length > limit ? (page.at(-1)?.change.id ?? null) : null;
  const details = await addDetails(service, toViewer(caller), page);
  const requests = page.map(({ account }, index) => ({
    ...(details[index] as WaitingChangeDetail),
    account,
  }));
  return { requests, next };
}

async function commit(
  service: Service,
  caller: ChangeCaller,
  input: ChangeInput,
  decide: Parameters<typeof commitAccountChange>[3],
): Promise<ChangeResult> {
  const committed = await commitAccountChange(service, caller, input, decide);
  const detail = await getChange(service, caller, committed.resultId);
  const replayed = committed.type === 'replay';
  return { ...detail, changed: replayed ? committed.changed : committed.change !== null, replayed };
}

async function requireRequest(
  { pool }: Pick<Service, 'pool'>,
  { app, account }: Pick<AppCaller, 'app' | 'account'>,
  id: string,
): Promise<WaitingRequest> {
  const key = { appId: app.id, accountId: account?.id ?? '' };
  const request = isWellFormedId('accountChange', id) ? await findWaitingChange(pool, key, id) : null;
  if (!request) throw new ApiError('change_not_found', 'Change not found.');
  return request;
}

type Viewer = Pick<ChangeCaller, 'app' | 'actor' | 'appKey'> & Pick<AppCaller, 'role'>;

/** An app key acts for an account as its owner. */
function toViewer(caller: Viewer): Viewer {
  return { ...caller, role: caller.appKey ? 'owner' : caller.role };
}

async function addDetails(
  service: Service,
  caller: Viewer,
  requests: (Pick<WaitingRequest, 'change' | 'open'> & {
    account: Pick<WaitingRequest['account'], 'id' | 'externalId'>;
  })[],
): Promise<WaitingChangeDetail[]> {
  const changes = requests.map(({ change }) => change);
  const digests = changes.flatMap(({ confirmed: { from, to } }) => (from === null ? [to] : [from, to]));
  const getSnapshot = await getCachedSnapshots(service, caller.app.id, new Set(digests));
  const hasAddOns = changes.some(({ addOnId, addOns: others }) => addOnId !== null || others !== null);
  const addOns = hasAddOns ? (await getCachedCatalog(service, caller.app)).addOns : [];
  return requests.map(({ change, account, open }) => ({
    change: {
      ...change,
      actorName: showActor(caller, toActor(change)).name,
      decidedBy: change.decidedBy && showActor(caller, change.decidedBy),
    },
    from: change.confirmed.from === null ? null : getSnapshot(change.confirmed.from),
    to: getSnapshot(change.confirmed.to),
    addOn: change.addOnId === null ? null : findNamed(addOns, change.addOnId),
    addOns: (change.addOns ?? []).map(({ addOnId, quantity }) => ({
      ...findNamed(addOns, addOnId),
      quantity,
    })),
    requests: 1 + open.filter((each) => each.id !== change.id && isIdentical(each, change)).length,
    checkoutUrl: getCheckoutUrl(caller.app, change, account),
    isCancelable:
      change.outcome === null &&
      !isTrialEnd(change) &&
      (isOfMove(caller, change) ||
        ((canSwitch(caller.role) || isOwn(caller, change)) && !isLocked(caller, change))),
    expected: null,
  }));
}

function findNamed(addOns: AppCatalog['addOns'], id: string) {
  return { id, title: addOns.find((addOn) => addOn.id === id)?.title ?? '' };
}

function getCheckoutUrl(
  { checkoutUrl }: App,
  { id, waitsFor, outcome }: WaitingChange,
  account: Pick<WaitingRequest['account'], 'id' | 'externalId'>,
): string | null {
  if (checkoutUrl === null || waitsFor !== 'host' || outcome !== null) return null;
  const url = new URL(checkoutUrl);
  url.searchParams.set('change', id);
  url.searchParams.set('account_id', account.id);
  if (account.externalId !== null) url.searchParams.set('external_id', account.externalId);
  return url.href;
}

/** How far ahead of the time of an account a change can be, and its clock can be advanced at once. */
export const maxAheadMs = 731 * dayMs;

/** When a change is applied. Throws 400 and 422. */
export function resolveEffective(
  effective: ChangeRequest['effective'],
  { periodEndsAt }: Pick<CallerState, 'periodEndsAt'>,
  now: number,
): Pick<WrittenChange, 'effectiveAt' | 'atPeriodEnd'> {
  if (effective === 'now') return { effectiveAt: null, atPeriodEnd: false };
  if (effective === 'period_end') {
    if (periodEndsAt !== null && periodEndsAt > now) return { effectiveAt: periodEndsAt, atPeriodEnd: true };
    const problem = periodEndsAt === null ? 'is not known' : `was at ${formatIsoTime(periodEndsAt / 1000)}`;
    throw new ApiError('period_end_unknown', `The end of the billing period ${problem}. Choose a date.`);
  }
  if (effective > now && effective <= now + maxAheadMs) return { effectiveAt: effective, atPeriodEnd: false };
  throw fieldError(invalidParameter('effective', 'expected a time in the future, at most two years ahead'));
}

function isOwn({ actor }: Pick<AccountCaller, 'actor'>, change: WaitingChange): boolean {
  return isSamePerson({ actorId: actor.id, actorUserId: actor.userId ?? null }, change);
}

function assertDecider({ role, appKey }: AccountCaller, { waitsFor }: WaitingChange): void {
  if (waitsFor === 'host' && !appKey) {
    throw new ApiError('forbidden', 'This change waits for the provider.');
  }
  if (role !== 'owner') throw new ApiError('forbidden', ownersOnly);
}

function notWaiting(): ApiError {
  return new ApiError('change_not_waiting', 'The change is scheduled and does not wait for consent.');
}

function ended(outcome: WaitingChange['outcome']): ApiError {
  return new ApiError('change_ended', `The change ${outcome === 'expired' ? 'has' : 'was'} ${outcome}.`);
}
