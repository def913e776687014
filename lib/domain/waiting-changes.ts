import { getCachedSnapshots } from '@/lib/cache/cached-queries';
import { ApiError } from '@/lib/contract/errors';
import { isWellFormedId } from '@/lib/contract/ids';
import { fieldError, invalidParameter } from '@/lib/contract/operations/operation';
import { toActorColumns } from '@/lib/db/activations';
import type { App } from '@/lib/db/catalog';
import type { VersionSnapshot } from '@/lib/db/version-snapshot';
import {
  findWaitingChange,
  listWaitingChanges,
  type WaitingChange,
  type WrittenChange,
} from '@/lib/db/waiting-changes';
import { showActor } from './actors';
import { type AccountCaller, type AccountVersions, canSwitch, ownersOnly } from './caller';
import type { CatalogView } from './catalog-view';
import {
  type ChangeCaller,
  type ChangeDecision,
  type ChangeInput,
  commitAccountChange,
} from './commit-account-change';
import { toConfirmed } from './confirmed-switch';
import {
  evaluateSwitch,
  type SwitchCaller,
  type SwitchEvaluation,
  type SwitchOptions,
} from './evaluate-switch';
import { getTime, type Service } from './service';
import { createSwitch, needsHostConfirmation } from './switch-version';

// A switch that waits: for its time, for the owner's consent, or for the host. Decided and committed like a switch
// (docs/decisions/0031-waiting-changes.md).

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/** How long a change waits for consent. */
export const waitMs = { owner: 30 * dayMs, host: hourMs / 2 };
const maxOpen = 100;

export interface ChangeRequest extends ChangeInput, SwitchOptions {
  versionId: string;
  /** "now", the end of the billing period, or Unix milliseconds. */
  effective: 'now' | 'period_end' | number;
}

/** A change with what responses show of it. */
export interface WaitingChangeDetail {
  change: WaitingChange;
  /** As they were confirmed. */
  from: VersionSnapshot | null;
  to: VersionSnapshot;
  /** How many people have asked for it. */
  requests: number;
  /** Where the owner continues, if it waits for the host. */
  checkoutUrl: string | null;
  /** Whether the caller may cancel it. */
  isCancelable: boolean;
}

export interface ChangeResult extends WaitingChangeDetail {
  /** Whether the request changed anything. */
  changed: boolean;
  /** Whether this is the stored outcome of an earlier request. */
  replayed: boolean;
}

/**
 * Schedules a switch, asks the owner or the host for it, or makes it at once. What waits already is returned. Throws the errors of
 * `POST /account/changes`.
 */
export function createChange(
  service: Service,
  caller: ChangeCaller,
  request: ChangeRequest,
): Promise<ChangeResult> {
  const { versionId, users = null, reason, channel } = request;
  return commit(service, caller, request, ({ view, assertAllowed }) => {
    const { state } = view;
    const now = getTime(service, state);
    const preview = evaluateSwitch(view, caller, versionId, request);
    const blockers = preview.decision.blockers.filter(({ code }) => code !== 'forbidden');
    const { effectiveAt, atPeriodEnd } = resolveEffective(request.effective, state, now);
    assertAllowed(preview.revision, blockers);
    if (preview.isCurrent) {
      throw new ApiError('version_current', `The account is already on ${preview.to.title}.`);
    }
    const waitsFor = canSwitch(caller.role) ? (needsHostConfirmation(caller) ? 'host' : null) : 'owner';
    const change: WrittenChange = {
      id: service.makeId('accountChange'),
      versionId: preview.to.versionId,
      billingPeriod: preview.billingPeriod,
      users,
      effectiveAt,
      atPeriodEnd,
      waitsFor,
      expiresIn: waitsFor && waitMs[waitsFor],
      origin: toOrigin(caller),
      batchId: null,
      reason,
      confirmed: toConfirmed(preview),
      ...toActorColumns(caller.actor),
      channel,
      ...undecided,
    };
    const existing = state.changes.find((each) => isSameRequest(each, change));
    if (existing) {
      const isConfirmed = waitsFor !== 'host' || existing.confirmed.revision === preview.revision;
      if (isConfirmed && isSameTime(existing, change)) return keep(existing.id);
      return write(existing.id, [{ ...change, id: existing.id }], preview);
    }
    // Those for another number of users. The ID is new, because the host may be taking the payment for the old one.
    const replaced = waitsFor ? state.changes.filter((each) => isWaitingFor(each, change)) : [];
    if (state.changes.length - replaced.length >= maxOpen) {
      throw new ApiError('change_limit_reached', `An account can have at most ${maxOpen} changes that wait.`);
    }
    if (waitsFor) {
      const ended = replaced.map((each) => endChange(each, 'superseded'));
      return write(change.id, [...ended, change], preview);
    }
    return proceed(service, caller, request, { view, evaluation: preview, change, now });
  });
}

/** Gives the consent that a change waits for. One that has it already is returned. */
export async function approveChange(
  service: Service,
  caller: ChangeCaller,
  id: string,
  input: ChangeInput,
): Promise<ChangeResult> {
  await requireChange(service, caller, id);
  return commit(service, caller, input, async ({ view, assertAllowed }) => {
    const change = view.state.changes.find((each) => each.id === id);
    if (!change || change.waitsFor === null) {
      const { outcome, decidedBy } = change ?? (await requireChange(service, caller, id));
      if (outcome === 'applied' || (outcome === null && decidedBy)) return keep(id);
      throw change ? notWaiting() : ended(outcome);
    }
    assertDecider(caller, change);
    const evaluation = evaluateSwitch(view, toSwitchCaller(change), change.versionId, change);
    const isHost = change.waitsFor === 'host';
    if (isHost && change.confirmed.revision !== evaluation.revision) {
      throw new ApiError('preview_stale', 'The plan or its price has changed since the owner confirmed it.');
    }
    assertAllowed(evaluation.revision, evaluation.decision.blockers);
    const decided: WrittenChange = {
      ...toWritten(change),
      waitsFor: null,
      expiresIn: null,
      confirmed: isHost ? change.confirmed : toConfirmed(evaluation),
      blockers: [],
      decidedBy: isHost && change.decidedBy ? change.decidedBy : toDecider(caller, input),
    };
    if (!isHost && needsHostConfirmation(caller)) {
      return write(id, [{ ...decided, waitsFor: 'host', expiresIn: waitMs.host }], evaluation);
    }
    const joined = listIdentical(view.state, change).map((each) =>
      endChange(each, 'applied', { decidedBy: decided.decidedBy }),
    );
    // The host confirms what the owner has decided.
    const actor = isHost ? toActor(change) : caller.actor;
    const made = { reason: change.reason, channel: isHost ? change.channel : input.channel };
    const now = getTime(service, view.state);
    return proceed(service, { ...caller, actor }, made, { view, evaluation, change: decided, now, joined });
  });
}

/** Refuses the consent that a change waits for. */
export async function declineChange(
  service: Service,
  caller: ChangeCaller,
  id: string,
  input: ChangeInput & { message: string | null },
): Promise<ChangeResult> {
  await requireChange(service, caller, id);
  return commit(service, caller, input, async ({ view: { state }, assertAllowed }) => {
    assertAllowed('', []);
    const change = state.changes.find((each) => each.id === id);
    if (!change || change.waitsFor === null) {
      const { outcome } = change ?? (await requireChange(service, caller, id));
      if (outcome === 'declined') return keep(id);
      throw change ? notWaiting() : ended(outcome);
    }
    assertDecider(caller, change);
    assertNotLocked(caller, change);
    const decision = { decidedBy: toDecider(caller, input), message: input.message };
    const declined = [change, ...listIdentical(state, change)];
    return write(
      id,
      declined.map((each) => endChange(each, 'declined', decision)),
    );
  });
}

/** Withdraws a change that has not been applied. */
export async function cancelChange(
  service: Service,
  caller: ChangeCaller,
  id: string,
  input: ChangeInput,
): Promise<ChangeResult> {
  await requireChange(service, caller, id);
  return commit(service, caller, input, async ({ view: { state } }) => {
    const change = state.changes.find((each) => each.id === id);
    if (!change) {
      const { outcome } = await requireChange(service, caller, id);
      if (outcome === 'canceled') return keep(id);
      throw ended(outcome);
    }
    if (!canSwitch(caller.role) && !isOwn(caller, change)) throw new ApiError('forbidden', ownersOnly);
    assertNotLocked(caller, change);
    return write(id, [
      endChange(change, 'canceled', { decidedBy: toDecider(caller, input), message: input.reason }),
    ]);
  });
}

/** The change of the caller's account with this ID. Throws 404 for an unknown one. */
export async function getChange(
  service: Service,
  caller: AccountCaller & { state?: AccountVersions },
  id: string,
): Promise<WaitingChangeDetail> {
  const [detail] = await addDetails(service, caller, [await requireChange(service, caller, id)]);
  return detail as WaitingChangeDetail;
}

/** Changes of the caller's account before the one with the ID `before`, newest first. */
export async function listChanges(
  service: Service,
  caller: AccountCaller & { state?: AccountVersions },
  { before, isOpen, limit }: { before: string | null; isOpen: boolean | null; limit: number },
): Promise<{ changes: WaitingChangeDetail[]; next: string | null }> {
  const key = { appId: caller.app.id, accountId: caller.account.id };
  const rows = await listWaitingChanges(service.pool, key, { before, isOpen, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const next = rows.length > limit ? (page.at(-1)?.id ?? null) : null;
  return { changes: await addDetails(service, caller, page), next };
}

/** What a new change has. */
export const undecided = {
  blockers: [],
  createdAt: null,
  decidedBy: null,
  message: null,
  outcome: null,
  activationId: null,
} satisfies Partial<WrittenChange>;

/** A change as it is written again. */
export function toWritten({
  revision: _,
  endedAt: __,
  expiresAt: ___,
  ...change
}: WaitingChange): WrittenChange {
  return { ...change, expiresIn: null };
}

export function endChange(
  change: WaitingChange,
  outcome: NonNullable<WaitingChange['outcome']>,
  fields: Partial<WrittenChange> = {},
): WrittenChange {
  return { ...toWritten(change), outcome, ...fields };
}

function toOrigin({ role, appKey }: Pick<ChangeCaller, 'role' | 'appKey'>): WaitingChange['origin'] {
  if (appKey) return 'host';
  return role === 'owner' || role === 'support' ? role : 'member';
}

/** Who a change is decided for when its consent or its time has come. */
export function toSwitchCaller({ origin }: Pick<WaitingChange, 'origin'>): SwitchCaller {
  return { role: 'owner', appKey: origin === 'host' };
}

/** Who made a change. */
export function toActor({ actorKind, actorId, actorName, actorUserId }: WaitingChange) {
  return { kind: actorKind, id: actorId, name: actorName, userId: actorUserId };
}

interface Proceeding {
  view: CatalogView;
  evaluation: SwitchEvaluation;
  /** With all consent that it needs. */
  change: WrittenChange;
  now: number;
  /** What ends with the decision. */
  joined?: WrittenChange[];
}

/** Schedules a change that has all consent, or makes the switch if its time has come. */
export function proceed(
  service: Service,
  caller: Pick<ChangeCaller, 'actor' | 'appKey'>,
  input: Pick<ChangeInput, 'channel' | 'reason'>,
  { view: { state }, evaluation, change, now, joined = [] }: Proceeding,
): ChangeDecision {
  if (change.effectiveAt !== null && change.effectiveAt > now) {
    const replaced = state.changes.filter(({ id, waitsFor }) => waitsFor === null && id !== change.id);
    for (const each of replaced) if (each.origin === 'host') assertNotLocked(caller, each);
    const ended = replaced.map((each) => endChange(each, 'superseded'));
    return write(change.id, [...ended, ...joined, change], evaluation);
  }
  const { change: made, historyId } = createSwitch(service, caller, input, evaluation);
  if (!made) return write(change.id, [...joined, { ...change, outcome: 'superseded' }]);
  const applied: WrittenChange = { ...change, outcome: 'applied', activationId: historyId };
  return { change: { ...made, waitingChanges: [...joined, applied] }, historyId: change.id };
}

/** The decision to change nothing. */
export function keep(id: string): ChangeDecision {
  return { change: null, historyId: id };
}

export function write(
  id: string,
  waitingChanges: WrittenChange[],
  evaluation?: SwitchEvaluation,
): ChangeDecision {
  const snapshots = evaluation ? [evaluation.from, evaluation.to].filter((each) => each !== null) : [];
  return { change: { activation: null, addOnChanges: [], waitingChanges, snapshots }, historyId: id };
}

async function commit(
  service: Service,
  caller: ChangeCaller,
  input: ChangeInput,
  decide: Parameters<typeof commitAccountChange>[3],
): Promise<ChangeResult> {
  const committed = await commitAccountChange(service, caller, input, decide);
  const detail = await getChange(service, caller, committed.historyId);
  const replayed = committed.type === 'replay';
  return { ...detail, changed: replayed ? committed.changed : committed.change !== null, replayed };
}

async function requireChange(
  { pool }: Pick<Service, 'pool'>,
  { app, account }: Pick<AccountCaller, 'app' | 'account'>,
  id: string,
): Promise<WaitingChange> {
  const key = { appId: app.id, accountId: account.id };
  const change = isWellFormedId('accountChange', id) ? await findWaitingChange(pool, key, id) : null;
  if (!change) throw new ApiError('change_not_found', 'Change not found.');
  return change;
}

async function addDetails(
  service: Service,
  caller: AccountCaller & { state?: AccountVersions },
  changes: WaitingChange[],
): Promise<WaitingChangeDetail[]> {
  const digests = changes.flatMap(({ confirmed: { from, to } }) => (from === null ? [to] : [from, to]));
  const getSnapshot = await getCachedSnapshots(service, caller.app.id, new Set(digests));
  const open = caller.state?.changes ?? [];
  return changes.map((change) => ({
    change: {
      ...change,
      actorName: showActor(caller, toActor(change)).name,
      decidedBy: change.decidedBy && showActor(caller, change.decidedBy),
    },
    from: change.confirmed.from === null ? null : getSnapshot(change.confirmed.from),
    to: getSnapshot(change.confirmed.to),
    requests: 1 + open.filter((each) => each.id !== change.id && isIdentical(each, change)).length,
    checkoutUrl: getCheckoutUrl(caller.app, change),
    isCancelable:
      change.outcome === null &&
      (canSwitch(caller.role) || isOwn(caller, change)) &&
      !isLocked(caller, change),
  }));
}

function getCheckoutUrl({ checkoutUrl }: App, { id, waitsFor, outcome }: WaitingChange): string | null {
  if (checkoutUrl === null || waitsFor !== 'host' || outcome !== null) return null;
  const url = new URL(checkoutUrl);
  url.searchParams.set('change', id);
  return url.href;
}

/** How far ahead of the time of an account a change can be, and its clock can be advanced at once. */
export const maxAheadMs = 731 * dayMs;

/** When a change is applied. Throws 400 and 422. */
export function resolveEffective(
  effective: ChangeRequest['effective'],
  { periodEndsAt }: AccountVersions,
  now: number,
): Pick<WrittenChange, 'effectiveAt' | 'atPeriodEnd'> {
  if (effective === 'now') return { effectiveAt: null, atPeriodEnd: false };
  if (effective === 'period_end') {
    if (periodEndsAt !== null && periodEndsAt > now) return { effectiveAt: periodEndsAt, atPeriodEnd: true };
    throw new ApiError('period_end_unknown', 'The end of the billing period is not known. Choose a date.');
  }
  if (effective > now && effective <= now + maxAheadMs) return { effectiveAt: effective, atPeriodEnd: false };
  throw fieldError(invalidParameter('effective', 'expected a time in the future, at most two years ahead'));
}

type Target = Pick<
  WaitingChange,
  'versionId' | 'billingPeriod' | 'users' | 'waitsFor' | 'outcome' | 'origin'
>;

function isSameTarget(a: Target, b: Target): boolean {
  return isSameVersion(a, b) && a.users === b.users;
}

function isSameVersion(a: Target, b: Target): boolean {
  return a.versionId === b.versionId && a.billingPeriod === b.billingPeriod;
}

type Person = Pick<WaitingChange, 'actorId' | 'actorUserId'>;

function isSamePerson(a: Person, b: Person): boolean {
  return (a.actorUserId ?? a.actorId) === (b.actorUserId ?? b.actorId);
}

/** Whether an open change waits, and is of the same person and for the same version as `change`. There is at most one. */
export function isWaitingFor(open: WaitingChange, change: Target & Person): boolean {
  return open.waitsFor !== null && isSameVersion(open, change) && isSamePerson(open, change);
}

function isOwn({ actor }: Pick<AccountCaller, 'actor'>, change: WaitingChange): boolean {
  return isSamePerson({ actorId: actor.id, actorUserId: actor.userId ?? null }, change);
}

/** Whether an open change is what a request asks for. */
function isSameRequest(open: WaitingChange, request: WrittenChange): boolean {
  if (!isSameTarget(open, request)) return false;
  if (open.waitsFor !== null && request.waitsFor !== null) return isSamePerson(open, request);
  return open.waitsFor === request.waitsFor && isSameTime(open, request);
}

type Time = Pick<WaitingChange, 'effectiveAt' | 'atPeriodEnd'>;

function isSameTime(a: Time, b: Time): boolean {
  return a.effectiveAt === b.effectiveAt && a.atPeriodEnd === b.atPeriodEnd;
}

/** Whether both are requests of members for the same. */
function isIdentical(a: WaitingChange, b: WaitingChange): boolean {
  const areRequests = [a, b].every(
    ({ origin, waitsFor, outcome }) => origin === 'member' && waitsFor === 'owner' && outcome === null,
  );
  return areRequests && isSameTarget(a, b);
}

function listIdentical({ changes }: AccountVersions, change: WaitingChange): WaitingChange[] {
  return changes.filter((each) => each.id !== change.id && isIdentical(each, change));
}

function assertDecider({ role, appKey }: AccountCaller, { waitsFor }: WaitingChange): void {
  if (waitsFor === 'host' && !appKey) {
    throw new ApiError('forbidden', 'This change waits for the provider.');
  }
  if (role !== 'owner') throw new ApiError('forbidden', ownersOnly);
}

/** Whether the provider decides about a change. */
function isLocked({ appKey }: Pick<AccountCaller, 'appKey'>, { origin }: WaitingChange): boolean {
  return !appKey && (origin === 'host' || origin === 'product');
}

function assertNotLocked(caller: Pick<AccountCaller, 'appKey'>, change: WaitingChange): void {
  if (!isLocked(caller, change)) return;
  throw new ApiError(
    'change_locked',
    'The provider has scheduled this change. Switch to another plan instead.',
  );
}

function toDecider({ actor }: AccountCaller, { channel }: ChangeInput): WaitingChange['decidedBy'] {
  return { kind: actor.kind, id: actor.id, name: actor.name, userId: actor.userId ?? null, channel };
}

function notWaiting(): ApiError {
  return new ApiError('change_not_waiting', 'The change is scheduled and does not wait for consent.');
}

function ended(outcome: WaitingChange['outcome']): ApiError {
  return new ApiError('change_ended', `The change was ${outcome}.`);
}
