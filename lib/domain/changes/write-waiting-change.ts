import { ApiError } from '@/lib/contract/errors';
import type { AccountChange } from '@/lib/db/account-changes';
import { toActorColumns } from '@/lib/db/history';
import type { VersionSnapshot } from '@/lib/db/version-snapshot';
import { findWaitingChange, type WaitingChange, type WrittenChange } from '@/lib/db/waiting-changes';
import type { AccountCaller } from '../caller';
import type { CatalogView } from '../catalog/catalog-view';
import type { Service } from '../service';
import type { AddOnCommand, Command, SwitchCommand } from '../subscription/apply-command';
import { type Decider, getRequestedTrial } from '../subscription/change-rules';
import type { ChangeCaller, ChangeDecision, ChangeInput } from '../subscription/commit-account-change';
import {
  type Evaluation,
  getSnapshots,
  isTrialEnd,
  tryEvaluateChange,
} from '../subscription/evaluate-change';
import { recordChange } from '../subscription/record-change';
import { findSubscribed } from '../subscription/subscription';
import { toTrialReturn } from '../subscription/trial-return';
import { toConfirmed } from './confirmed-change';

// What is written of changes that wait. The requests that write them are in waiting-changes.ts.

/** What a new change has. */
export const undecided = {
  remindsAt: null,
  blockers: [],
  createdAt: null,
  decidedBy: null,
  message: null,
  outcome: null,
  historyEntryId: null,
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

/**
 * The change of the provider whose place a change has taken, to write when that one ends without being applied. None if
 * another one is scheduled, which has taken its place too.
 */
export async function reopenSuperseded(
  { pool }: Pick<Service, 'pool'>,
  { app, account }: Pick<AccountCaller, 'app' | 'account'>,
  { id, supersedesId }: WaitingChange,
  open: WaitingChange[],
): Promise<WrittenChange[]> {
  if (supersedesId === null || open.some((each) => each.waitsFor === null && each.id !== id)) return [];
  const key = { appId: app.id, accountId: account.id };
  const superseded = (await findWaitingChange(pool, key, supersedesId))?.change;
  return superseded?.outcome === 'superseded' ? [{ ...toWritten(superseded), outcome: null }] : [];
}

/** Who a change is decided for when its consent or its time has come. */
export function toDecider({ origin }: Pick<WaitingChange, 'origin'>): Decider {
  return { role: 'owner', appKey: origin === 'host', isProvider: origin !== 'owner' && origin !== 'member' };
}

/** Who made a change. */
export function toActor({ actorKind, actorId, actorName, actorUserId }: WaitingChange) {
  return { kind: actorKind, id: actorId, name: actorName, userId: actorUserId };
}

interface Proceeding {
  evaluation: Evaluation;
  /** A change with all consent that it needs. */
  change: WrittenChange;
  now: number;
  /** Other changes that end with it. */
  alsoEnded?: WrittenChange[];
}

/** Schedules a change that has all consent, or makes it if its time has come. */
export function scheduleOrApply(
  service: Service,
  caller: Pick<ChangeCaller, 'actor' | 'appKey'>,
  input: Pick<ChangeInput, 'channel' | 'reason'>,
  { evaluation, change, now, alsoEnded = [] }: Proceeding,
): ChangeDecision {
  if (change.effectiveAt !== null && change.effectiveAt > now) {
    const { changes } = evaluation.view.state;
    const replaced = changes.filter(({ id, waitsFor }) => waitsFor === null && id !== change.id);
    for (const each of replaced) {
      if (each.origin === 'host') assertNotLocked(caller, each);
      assertNoTrialEnd(each);
    }
    const ended = replaced.map((each) => endChange(each, 'superseded'));
    const locked = replaced.find((each) => isLocked(caller, each));
    const supersedesId =
      locked?.id ?? changes.find((each) => each.supersedesId !== null)?.supersedesId ?? null;
    return writeChanges(change.id, [...ended, ...alsoEnded, { ...change, supersedesId }], evaluation);
  }
  const maker = { ...caller, origin: change.origin };
  const { change: recorded, resultId } = recordChange(service, maker, input, evaluation);
  if (!recorded) return writeChanges(change.id, [...alsoEnded, { ...change, outcome: 'superseded' }]);
  const applied: WrittenChange = { ...change, outcome: 'applied', historyEntryId: resultId };
  const waitingChanges = [...alsoEnded, applied];
  const snapshots = listSnapshots(evaluation);
  return {
    change: addTrialEnd(service, { ...recorded, waitingChanges, snapshots }, evaluation),
    resultId: change.id,
  };
}

/** Adds the end of the trial that a change starts, which takes the place of what is scheduled. */
export function addTrialEnd(
  { makeId }: Pick<Service, 'makeId'>,
  change: AccountChange,
  evaluation: Evaluation,
): AccountChange {
  const { trialEnd, command, after } = evaluation;
  const { waitingChanges = [], snapshots = [] } = change;
  const requested = getRequestedTrial(command);
  if (!requested || !trialEnd) return change;
  const { state, catalog } = evaluation.view;
  const { app } = catalog;
  const endsAt = after.trialEndsAt!;
  const remindsAt = endsAt - after.version!.trialReminderDays * dayMs;
  const returned = trialEnd.command.type === 'end_trial' ? trialEnd.command.returned : null;
  const end: WrittenChange = {
    id: makeId('accountChange'),
    versionId: getSnapshots(trialEnd).to.versionId,
    billingPeriod: trialEnd.after.billingPeriod,
    users: returned?.users ?? null,
    addOnId: null,
    quantity: returned?.quantity ?? null,
    addOns: returned && returned.addOns.length > 0 ? returned.addOns : null,
    trial: 'end',
    effectiveAt: endsAt,
    atPeriodEnd: false,
    waitsFor: null,
    expiresIn: null,
    origin: 'host',
    batchId: null,
    supersedesId: null,
    reason: null,
    confirmed: {
      ...toConfirmed(trialEnd),
      // The entry of the start counts.
      ...(returned && {
        started: { ...returned.started, addOnSequence: change.entry?.addOnSequence ?? state.addOnSequence },
      }),
    },
    ...toActorColumns({ kind: 'key', id: null, name: app.title }),
    channel: 'api',
    ...undecided,
    remindsAt: remindsAt > requested.now && remindsAt < endsAt ? remindsAt : null,
  };
  const written = new Set(waitingChanges.map((each) => each.id));
  const replaced = state.changes.filter((each) => each.waitsFor === null && !written.has(each.id));
  return {
    ...change,
    waitingChanges: [...replaced.map((each) => endChange(each, 'superseded')), ...waitingChanges, end],
    snapshots: [...snapshots, ...listSnapshots(trialEnd)],
  };
}

const dayMs = 24 * 60 * 60 * 1000;

/** The decision to change nothing. */
export function writeNothing(id: string): ChangeDecision {
  return { change: null, resultId: id };
}

/** The decision to store changes that wait. */
export function writeChanges(
  id: string,
  waitingChanges: WrittenChange[],
  evaluation?: Evaluation,
): ChangeDecision {
  const snapshots = evaluation ? listSnapshots(evaluation) : [];
  return { change: { entry: null, waitingChanges, snapshots }, resultId: id };
}

/** Lists the snapshots that a change of the evaluation refers to. */
function listSnapshots(evaluation: Evaluation): VersionSnapshot[] {
  const { from, to } = getSnapshots(evaluation);
  return from ? [from, to] : [to];
}

/** What is stored of a command beside version and period. The numbers of a switch are what was requested. */
export function toStoredCommand({
  command,
  addOn,
  after,
}: Evaluation): Pick<WrittenChange, 'users' | 'addOnId' | 'quantity' | 'addOns' | 'trial'> {
  const isList = command.type === 'list';
  const first = isList ? command.first : command;
  const addOns = isList && command.addOns.length > 0 ? command.addOns : null;
  if (first.type === 'set_add_on') {
    const id = (!isList && addOn?.id) || first.addOnId;
    const quantity = isList ? first.quantity : (findSubscribed(after, id)?.quantity ?? 0);
    return { trial: null, users: null, addOnId: id, quantity, addOns };
  }
  const { users = null, quantity = null, trial = null } = first.type === 'switch' ? first : {};
  return { users, addOnId: null, quantity, addOns, trial: toStoredTrial(trial) };
}

function toStoredTrial(trial: SwitchCommand['trial']): WaitingChange['trial'] {
  if (trial) return 'start';
  return trial === false ? 'none' : null;
}

/**
 * The command of a change that waits. A version that a publication has replaced means the one that has replaced it, except for an
 * account that has kept it. `now` is in Unix milliseconds.
 */
export function toCommand(view: CatalogView, change: WaitingChange, now: number): Command {
  if (isTrialEnd(change)) {
    return { type: 'end_trial', versionId: change.versionId, returned: toTrialReturn(change) };
  }
  const first = toFirstCommand(view, change, now);
  return change.addOns === null ? first : { type: 'list', first, addOns: change.addOns, request: null };
}

/** What a change would do now. An error if what it is about is no longer in the catalog. `now` is in Unix milliseconds. */
export function tryEvaluate(view: CatalogView, change: WaitingChange, now: number): Evaluation | ApiError {
  return tryEvaluateChange(view, toDecider(change), toCommand(view, change, now));
}

function toFirstCommand(
  { catalog, state }: CatalogView,
  change: WaitingChange,
  now: number,
): SwitchCommand | AddOnCommand {
  const { versionId, billingPeriod, users, addOnId, quantity } = change;
  if (addOnId !== null) return { type: 'set_add_on', addOnId, quantity };
  const isOwn = versionId === state.current?.versionId;
  const replacedBy = isOwn ? null : catalog.versions.find(({ id }) => id === versionId)?.replacedBy;
  const requested = change.trial === 'none' ? false : null;
  const trial = change.trial === 'start' ? { now, endsAt: null } : requested;
  return { type: 'switch', versionId: replacedBy ?? versionId, billingPeriod, users, quantity, trial };
}

/** An account in a trial has its end. */
export function assertNoTrialEnd(change: WaitingChange): void {
  if (!isTrialEnd(change)) return;
  const message = 'The account is in a trial. Switch it to a plan, or set another end with trial_ends_at.';
  throw new ApiError('change_locked', message);
}

/** Whether the provider decides about a change. */
export function isLocked({ appKey }: Pick<AccountCaller, 'appKey'>, { origin }: WaitingChange): boolean {
  return !appKey && (origin === 'host' || origin === 'product');
}

export function assertNotLocked(caller: Pick<AccountCaller, 'appKey'>, change: WaitingChange): void {
  if (!isLocked(caller, change)) return;
  throw new ApiError(
    'change_locked',
    'The provider has scheduled this change. Switch to another plan instead.',
  );
}
