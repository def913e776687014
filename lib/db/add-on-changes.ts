import { toEventId } from '@/lib/contract/ids';
import type { AccountKey } from './accounts';
import { type Actor, findLastChanges, toActorColumns } from './activations';
import type { Price } from './catalog';
import type { Queries } from './client';
import { insertEvent } from './events';
import type { ActorKind, AddOnCause, AddOnEffect, BillingPeriod } from './generated/enums';
import { callFunction, type Queryable, toCamelCase, toSnakeCase } from './query-json';

/** A feature of an add-on at a time. The names are those of the stored JSON. */
export type AddOnFeature = {
  human_id: string;
  title: string;
  is_limit: boolean;
  effect: AddOnEffect;
  value: string | null;
  amount: number | null;
  unlimited: boolean;
  unit: string | null;
  period: string | null;
};

/** What an add-on was at a time, with its price. */
interface AddOnContent extends Price {
  id: string;
  sequence: number;
  addOnId: string;
  active: boolean;
  /** How many are on. 0 if it is off. */
  quantity: number;
  cause: AddOnCause;
  /** The account's version, after the switch if that was the cause. */
  versionId: string;
  title: string;
  currency: string;
  /** The period that the fees are per. */
  billingPeriod: BillingPeriod;
  accountBillingPeriod: BillingPeriod;
  features: AddOnFeature[];
  channel: string;
  reason: string | null;
}

export interface NewAddOnChange extends AddOnContent {
  /** The sequence of the activation, if the cause is a switch. */
  activationSequence: number | null;
  actor: Actor;
}

/** A row of the history. */
export interface AddOnChangeRow extends AddOnContent {
  /** The ID of the switch that was the cause, or null. */
  activationId: string | null;
  /** Unix milliseconds. */
  changedAt: number;
  actorKind: ActorKind;
  actorName: string;
  actorUserId: string | null;
}

/** Up to `limit` add-on changes of an account from sequence `newest` downwards, newest first. */
export async function readAddOnChangeRows(
  database: Queryable,
  { appId, accountId }: AccountKey,
  { newest, limit }: { newest: number; limit: number },
): Promise<AddOnChangeRow[]> {
  const values = [appId, accountId, newest, limit];
  const rows = await callFunction<Record<string, unknown>[]>(database, 'read_add_on_changes', values);
  return (rows ?? []).map(toAddOnChange);
}

/** A row as JSON of the database. `changedAt` is a text in events. */
export function toAddOnChange(row: Record<string, unknown>): AddOnChangeRow {
  return toCamelCase<AddOnChangeRow>(row);
}

/** The sequence of an add-on change, or null. */
export function findAddOnSequenceById(
  database: Queryable,
  { appId, accountId }: AccountKey,
  id: string,
): Promise<number | null> {
  return callFunction<number>(database, 'find_add_on_sequence_by_id', [appId, accountId, id]);
}

/** A row for `jsonb_populate_recordset`. */
export function toAddOnChangeRow({ actor, ...rest }: NewAddOnChange): Record<string, unknown> {
  return toSnakeCase({ ...rest, ...toActorColumns(actor) });
}

/**
 * Appends an add-on change under the next sequence, and its event. The caller holds a lock on the account's row or has
 * inserted it.
 */
export async function insertAddOnChange(
  queries: Queries,
  { appId, accountId }: AccountKey,
  { actor, sequence: _, ...change }: NewAddOnChange,
  at: Date,
): Promise<void> {
  const last = await findLastChanges(queries, { appId, accountId });
  const sequence = last.addOnSequence + 1;
  const changedAt = last.at && last.at > at ? last.at : at;
  await queries.addOnChange.create({
    data: {
      ...change,
      appId,
      accountId,
      sequence,
      changedAt,
      ...toActorColumns(actor),
    },
  });
  await insertEvent(queries, {
    appId,
    accountId,
    id: toEventId(change.id),
    sequence: last.sequence + sequence,
    type: change.active ? 'account.option_enabled' : 'account.option_disabled',
    occurredAt: changedAt,
    data: null,
  });
}
