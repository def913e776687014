import { getCachedCatalog } from '@/lib/cache/cached-queries';
import type { Queries } from '@/lib/db/connection/client';
import { readTenant } from '@/lib/db/connection/tenant';
import { findAddOnEntry } from '@/lib/db/history';
import { type AccountCaller, toOrigin } from '../caller';
import { findNewestState } from '../catalog/add-on-generations';
import { findAddOn } from '../catalog/add-ons';
import { readReaderView } from '../catalog/catalog-view';
import type { Service } from '../service';
import type { AddOnCommand } from '../subscription/apply-command';
import { computeRevision } from '../subscription/change-revision';
import {
  type ChangeCaller,
  type ChangeInput,
  commitAccountChange,
} from '../subscription/commit-account-change';
import { evaluateChange } from '../subscription/evaluate-change';
import { type ChangePreview, previewChange } from '../subscription/preview-change';
import { recordChange } from '../subscription/record-change';
import { findSubscribed } from '../subscription/subscription';
import { joinScheduled } from './join-scheduled';
import { listCommitBlockers } from './switch-version';

/** What is requested of an add-on. */
interface RequestedAddOn {
  addOnId: string;
  active: boolean;
  /** Null, the default, is the current quantity if it is on, else the smallest. It is ignored to turn the add-on off. */
  quantity?: number | null | undefined;
}

export interface AddOnInput extends ChangeInput, RequestedAddOn {}

export interface AddOnOutcome {
  addOnId: string;
  title: string;
  active: boolean;
  /** How many are on. 0 if it is off. */
  quantity: number;
  /** The new or the existing change. It is null for an add-on that is off and was never on. */
  historyId: string | null;
  changedAt: Date | null;
  /** It is false if the add-on already was in the state. */
  changed: boolean;
  /** It is true if this is the stored outcome of an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

function toCommand({ addOnId, active, quantity = null }: RequestedAddOn): AddOnCommand {
  return { type: 'set_add_on', addOnId, quantity: active ? quantity : 0 };
}

/** What a change of an add-on of the caller's account would do now, as `previewSwitch`. It writes nothing. Throws 404. */
export async function previewAddOn(
  service: Service,
  caller: AccountCaller,
  requested: RequestedAddOn,
  language: string | null = null,
): Promise<ChangePreview> {
  const { view, localized } = await readReaderView(service, caller.app.id, caller.account.id, language);
  return previewChange(joinScheduled(evaluateChange(view, caller, toCommand(requested))), localized);
}

/**
 * Turns an add-on of the caller's account on or off, or changes its quantity. Throws the errors of `POST
 * /account/optional-features/:id`.
 */
export async function changeAddOn(
  service: Service,
  caller: ChangeCaller,
  input: AddOnInput,
): Promise<AddOnOutcome> {
  const { active } = input;
  /** This is that of the last decision. */
  let existing: Pick<AddOnOutcome, 'addOnId' | 'title' | 'quantity' | 'historyId' | 'changedAt'> | undefined;
  const committed = await commitAccountChange(service, caller, input, ({ view, assertAllowed }) => {
    const evaluation = evaluateChange(view, caller, toCommand(input));
    assertAllowed(() => computeRevision(evaluation), listCommitBlockers(service, evaluation));
    const { id, title } = evaluation.addOn!;
    const newest = findNewestState(view.catalog, view.state, evaluation.addOn!);
    existing = {
      addOnId: id,
      title,
      quantity: findSubscribed(evaluation.after, id)?.quantity ?? 0,
      historyId: newest?.id ?? null,
      changedAt: newest ? new Date(newest.changedAt) : null,
    };
    return recordChange(service, { ...caller, origin: toOrigin(caller) }, input, evaluation);
  });
  if (committed.type === 'replay') return replayOutcome(service, caller, input, committed);
  if (!existing) throw new Error('A committed change was not decided.');
  const { change, resultId, changedAt } = committed;
  const made = change && { historyId: resultId, changedAt: new Date(changedAt ?? Number.NaN) };
  return { ...existing, ...made, active, changed: change !== null, replayed: false };
}

async function replayOutcome(
  service: Service,
  caller: ChangeCaller,
  { addOnId, active }: AddOnInput,
  { resultId, changed }: { resultId: string; changed: boolean },
): Promise<AddOnOutcome> {
  const outcome = { active, changed, replayed: true };
  if (resultId === '') {
    const catalog = await getCachedCatalog(service, caller.app);
    const addOn = findAddOn(catalog, addOnId);
    return {
      ...outcome,
      addOnId: addOn?.id ?? addOnId,
      title: addOn?.title ?? '',
      quantity: 0,
      historyId: null,
      changedAt: null,
    };
  }
  const key = { appId: caller.app.id, accountId: caller.account.id };
  const find = (queries: Queries) => findAddOnEntry(queries, key, resultId);
  const entry = await readTenant(service.db, key, find, { limited: false });
  if (!entry) throw new Error(`Add-on change ${resultId} is missing from an append-only table.`);
  const { addOnId: id, title, quantity, changedAt } = entry;
  return { ...outcome, addOnId: id, title, quantity, historyId: resultId, changedAt };
}
