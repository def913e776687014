import { ApiError } from '@/lib/contract/errors';
import { isWellFormedId } from '@/lib/contract/ids';
import { fieldError, invalidParameter } from '@/lib/contract/operations/operation';
import { type AccountCaller, toOrigin } from '../caller';
import { type CatalogView, readReaderView, withEarlierVersions } from '../catalog/catalog-view';
import { getTime, type Service } from '../service';
import {
  type Command,
  choosePlan,
  type SwitchCommand,
  toUndoneSwitch,
  type UndoneSwitch,
} from '../subscription/apply-command';
import { computeRevision } from '../subscription/change-revision';
import { findEarlyBlocker } from '../subscription/change-rules';
import {
  type ChangeCaller,
  type ChangeInput,
  type CommittedChange,
  commitAccountChange,
} from '../subscription/commit-account-change';
import { type Evaluation, evaluateChange } from '../subscription/evaluate-change';
import { findHistoryEntry, type HistoryEntry } from '../subscription/history-entry';
import { previewVersion, type SwitchPreview } from '../subscription/preview-change';
import { recordChange } from '../subscription/record-change';
import { joinScheduled } from './join-scheduled';
import { maxAheadMs } from './waiting-changes';
import { addTrialEnd, toCommand } from './write-waiting-change';

/** What is requested beside a version. */
export type SwitchOptions = Pick<SwitchCommand, 'billingPeriod' | 'users' | 'quantity'> & {
  /** Whether it starts a trial, or false to end the account's. */
  trial?: boolean | undefined;
  /** When the trial ends, in Unix milliseconds. By default, that is after the days of the price list. */
  trialEndsAt?: number | undefined;
};

export interface SwitchInput extends ChangeInput, SwitchOptions {
  versionId: string;
}

/** The return to what the account had before its newest switch. */
export interface UndoInput extends ChangeInput {
  /** The ID of that switch. */
  restore: string;
}

export interface SwitchOutcome {
  entry: HistoryEntry;
  /** It is false if the account already was in the requested state. */
  changed: boolean;
  /** It is true if this is the stored outcome of an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

/**
 * What a switch of the caller's account to a version, or an undo, would do now, with texts in a language of the app. Writes
 * nothing. Throws 404 and 400.
 */
export async function previewSwitch(
  service: Service,
  caller: AccountCaller,
  versionId: string,
  options: SwitchOptions & Pick<PreparedInput, 'restore' | 'change'> = {},
  language: string | null = null,
): Promise<SwitchPreview> {
  const prepared = await prepareCommand(service, caller, { versionId, ...options });
  const decider = await withEarlierVersions(service, caller);
  const { view, localized } = await readReaderView(service, caller.app.id, caller.account.id, language);
  return previewVersion(joinScheduled(evaluateChange(view, decider, prepared(view))), localized);
}

/**
 * Switches the caller's account to a version (spec 3, 4.2), with what that does to the add-ons that are on, or undoes its newest
 * switch. Throws the errors of `POST /app/versions`.
 */
export async function switchVersion(
  service: Service,
  caller: ChangeCaller,
  input: SwitchInput | UndoInput,
): Promise<SwitchOutcome> {
  const prepared = await prepareCommand(service, caller, input);
  const decider = await withEarlierVersions(service, caller);
  const committed = await commitAccountChange(service, caller, input, ({ view, assertAllowed }) => {
    const evaluation = evaluateChange(view, decider, prepared(view));
    assertAllowed(() => computeRevision(evaluation), listCommitBlockers(service, evaluation));
    const recorded = recordChange(service, { ...caller, origin: toOrigin(caller) }, input, evaluation);
    return { ...recorded, change: recorded.change && addTrialEnd(service, recorded.change, evaluation) };
  });
  return toOutcome(service, caller, committed);
}

/** The blockers of a change that is made at once. */
export function listCommitBlockers(service: Pick<Service, 'recordTime' | 'now'>, evaluation: Evaluation) {
  const { blockers, needsConfirmation, view } = evaluation;
  const early = findEarlyBlocker(evaluation, getTime(service, view.state));
  return [...blockers, ...(early ? [early] : []), ...(needsConfirmation ? [confirmationRequired] : [])];
}

const confirmationRequired = {
  code: 'confirmation_required' as const,
  message:
    'This change is confirmed on another page. Create it with POST /account/changes and continue at its checkout_url.',
};

interface PreparedInput extends SwitchOptions {
  versionId?: string;
  /** The ID of the switch to undo. */
  restore?: string | undefined;
  /** The ID of a change that waits. */
  change?: string | undefined;
}

/** Reads what a request for an undo names, which never changes. Throws 404 for an unknown switch, and 400 for another version. */
async function prepareCommand(
  service: Service,
  caller: AccountCaller,
  { versionId, restore, change, ...options }: PreparedInput,
): Promise<(view: CatalogView) => Command> {
  if (change !== undefined) return (view) => toApproved(view, change, getTime(service, view.state));
  if (restore === undefined) {
    return ({ state }) => toSwitch(versionId ?? '', options, getTime(service, state));
  }
  const undone = await findUndoneSwitch(service, caller, restore);
  if (versionId !== undefined && undone.version.versionId !== versionId.toLowerCase()) {
    throw fieldError(
      invalidParameter('restore', `the account had ${undone.version.title} before this switch`),
    );
  }
  return ({ state }) => ({ type: 'undo', undone, now: getTime(service, state) });
}

/** Throws 404 for a change that does not wait for consent. */
function toApproved(view: CatalogView, id: string, now: number): Command {
  const change = view.state.changes.find((each) => each.id === id);
  if (!change || change.waitsFor === null) throw new ApiError('change_not_found', 'Change not found.');
  return toCommand(view, change, now);
}

/** Throws 400 for an end of a trial that is not in the future. */
function toSwitch(
  versionId: string,
  { trial, trialEndsAt, ...options }: SwitchOptions,
  now: number,
): SwitchCommand {
  const endsAt = trialEndsAt ?? null;
  if (endsAt !== null && (endsAt <= now || endsAt > now + maxAheadMs)) {
    const expected = 'expected a time in the future, at most two years ahead';
    throw fieldError(invalidParameter('trial_ends_at', expected));
  }
  const requested = trial || endsAt !== null ? { now, endsAt } : trial;
  return { type: 'switch', versionId, ...options, trial: requested };
}

async function findUndoneSwitch(
  service: Service,
  { app, account }: AccountCaller,
  id: string,
): Promise<UndoneSwitch> {
  const key = { appId: app.id, accountId: account.id };
  const found = isWellFormedId('historyEntry', id) ? await findHistoryEntry(service, key, id) : null;
  if (!found) throw new ApiError('history_entry_not_found', 'History entry not found.');
  const undone = toUndoneSwitch(found.entry, found.before);
  if (!undone) {
    throw new ApiError('undo_unavailable', `The account had no plan before this entry. ${choosePlan}`);
  }
  return undone;
}

async function toOutcome(
  service: Service,
  { app, account }: ChangeCaller,
  committed: CommittedChange,
): Promise<SwitchOutcome> {
  const replayed = committed.type === 'replay';
  const entry = replayed ? null : committed.change?.entry;
  if (!entry?.version || replayed) {
    const key = { appId: app.id, accountId: account.id };
    const existing = await findHistoryEntry(service, key, committed.resultId);
    if (!existing) {
      throw new Error(`History entry ${committed.resultId} is missing from an append-only table.`);
    }
    return { entry: existing.entry, changed: replayed && committed.changed, replayed };
  }
  const { id, users, billingPeriod, reason, actor, channel, pays } = entry;
  const { to, from, isSamePlan: _, ...version } = entry.version;
  return {
    entry: {
      ...{ id, users, billingPeriod, reason },
      ...version,
      pays: pays ?? 'unknown',
      version: to,
      previous: from,
      sequence: entry.versionSequence,
      historySequence: entry.sequence,
      activatedAt: new Date(committed.changedAt ?? Number.NaN),
      quantity: entry.state.quantity ?? null,
      terms: entry.state.terms ?? null,
      trialEndsAt: entry.state.trialEndsAt ?? null,
      actor: { kind: actor.kind, name: actor.name, userId: actor.userId ?? null, channel },
      undo: entry.command === 'undo',
      isLocked: entry.origin === 'host',
    },
    changed: true,
    replayed: false,
  };
}
