import { toEventId } from '@/lib/contract/ids';
import { type Actor, findLastChanges } from './activations';
import type { Price } from './catalog';
import type { Queries } from './client';
import { insertEvent } from './events';
import type { ActorKind, BillingPeriod, OfferEffect, OptionCause } from './generated/enums';
import { type Queryable, queryJson, toCamelCase, toSnakeCase } from './query-json';

/** A feature of an offer at a time. The names are those of the stored JSON. */
export type OptionFeature = {
  human_id: string;
  title: string;
  is_limit: boolean;
  effect: OfferEffect;
  value: string | null;
  amount: number | null;
  unlimited: boolean;
  unit: string | null;
  period: string | null;
};

/** What an offer was at a time, with its price. */
interface OptionContent extends Price {
  id: string;
  sequence: number;
  offerId: string;
  active: boolean;
  cause: OptionCause;
  /** The account's version, after the switch if that was the cause. */
  versionId: string;
  title: string;
  currency: string;
  /** The period that the fees are per. */
  billingPeriod: BillingPeriod;
  accountBillingPeriod: BillingPeriod;
  features: OptionFeature[];
  channel: string;
  reason: string | null;
}

export interface NewOptionChange extends OptionContent {
  /** The sequence of the activation, if the cause is a switch. */
  activationSequence: number | null;
  actor: Actor;
}

/** A row of the history. */
export interface OptionChangeRow extends OptionContent {
  /** The ID of the switch that was the cause, or null. */
  activationId: string | null;
  /** Unix milliseconds. */
  changedAt: number;
  actorKind: ActorKind;
  actorName: string;
}

interface AccountKey {
  appId: string;
  accountId: string;
}

const readOptionChangesQuery = {
  name: 'read_option_changes',
  text: 'SELECT read_option_changes($1, $2, $3, $4)::text AS json',
};
const findOptionSequenceByIdQuery = {
  name: 'find_option_sequence_by_id',
  text: 'SELECT find_option_sequence_by_id($1, $2, $3)::text AS json',
};

/** Up to `limit` option changes of an account from sequence `newest` downwards, newest first. */
export async function readOptionChangeRows(
  database: Queryable,
  { appId, accountId }: AccountKey,
  { newest, limit }: { newest: number; limit: number },
): Promise<OptionChangeRow[]> {
  const values = [appId, accountId, newest, limit];
  const rows = await queryJson<Record<string, unknown>[]>(database, readOptionChangesQuery, values);
  return (rows ?? []).map(toOptionChange);
}

/** A row as JSON of the database. `changedAt` is a text in events. */
export function toOptionChange(row: Record<string, unknown>): OptionChangeRow {
  return toCamelCase<OptionChangeRow>(row);
}

/** The sequence of an option change, or null. */
export function findOptionSequenceById(
  database: Queryable,
  { appId, accountId }: AccountKey,
  id: string,
): Promise<number | null> {
  return queryJson<number>(database, findOptionSequenceByIdQuery, [appId, accountId, id]);
}

/** A row for `jsonb_populate_recordset`. */
export function toOptionChangeRow({ actor, ...rest }: NewOptionChange): Record<string, unknown> {
  return toSnakeCase({ ...rest, actorKind: actor.kind, actorId: actor.id, actorName: actor.name });
}

/**
 * Appends an option change under the next sequence, and its event. The caller holds a lock on the account's row or has
 * inserted it.
 */
export async function insertOptionChange(
  queries: Queries,
  { appId, accountId }: AccountKey,
  { actor, sequence: _, ...change }: NewOptionChange,
  at: Date,
): Promise<void> {
  const last = await findLastChanges(queries, { appId, accountId });
  const sequence = last.optionSequence + 1;
  const changedAt = last.at && last.at > at ? last.at : at;
  await queries.optionChange.create({
    data: {
      ...change,
      appId,
      accountId,
      sequence,
      changedAt,
      actorKind: actor.kind,
      actorId: actor.id,
      actorName: actor.name,
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
