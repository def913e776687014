import type { addOnCauses, switchedAddOnOutcomes } from '@/lib/contract/enums';
import type { AccountKey, Terms } from './accounts';
import type { Price, toPriceJson } from './catalog';
import type { Queries } from './connection/client';
import { callFunction, type Queryable, toCamelCase } from './connection/query-json';
import type { ActorKind, AddOnEffect, BillingPeriod, Direction, HistoryKind, Pays } from './generated/enums';
import type { HistoryEntryModel, VersionChangeModel } from './generated/models';
import type { VersionSnapshot } from './version-snapshot';
import type { StoredActor } from './waiting-changes';

export type { HistoryKind };

/** Who changed an account: a key, a user of the portal, or an operator on the command line. */
export interface Actor {
  kind: ActorKind;
  /** The key or session. It is null for an operator. */
  id: string | null;
  /** The name of the person, if a key or session names one, else that of the key. */
  name: string;
  /** The host application's ID of the person. Null or left out if it is unknown. */
  userId?: string | null;
}

export function toStoredActor({ kind, id, name, userId = null }: Actor, channel: string): StoredActor {
  return { kind, id, name, userId, channel };
}

/** The columns of an actor, as Prisma names them. */
export function toActorColumns({ kind, id, name, userId = null }: Actor) {
  return { actorKind: kind, actorId: id, actorName: name, actorUserId: userId };
}

type PriceJson = ReturnType<typeof toPriceJson>;

/** What a switch did with an add-on that was on, or is since. The names are those of the stored JSON. */
export type StoredSwitchedAddOn = {
  id: string;
  title: string;
  outcome: (typeof switchedAddOnOutcomes)[number];
  /** How many were on, or are again. */
  quantity: number;
  /** The price before the switch, if the switch changed it. */
  previous?: PriceJson;
  /** How many were on, if the switch changed that. */
  previous_quantity?: number;
  /** The ID of the generation that was on, if `id` took its place. */
  previous_id?: string;
} & PriceJson;

/** A history entry as `read_history_entries` returns it. `activatedAt` is in Unix milliseconds. */
export type HistoryEntryRow = [
  id: string,
  sequence: number,
  activatedAt: number,
  direction: Direction,
  snapshotDigest: string,
  previousDigest: string | null,
  actorKind: ActorKind,
  actorName: string,
  channel: string,
  reason: string | null,
  billingPeriod: BillingPeriod,
  addOns: StoredSwitchedAddOn[] | null,
  undo: boolean,
  /** Its sequence in the whole history, with changes of add-ons. */
  historySequence: number,
  lastHistorySequence: number,
  actorUserId: string | null,
  users: number,
  kind: HistoryKind,
  /** Whether it is a change of the provider, or superseded one. Only of the newest row what it superseded counts. */
  isLocked: boolean,
  /** The time is in Unix milliseconds. It is null if the account had no clock: `activatedAt`. */
  recordedAt: number | null,
  /** It is null if the version was not sold per unit. */
  quantity: number | null,
  /** What was agreed with the account since then, or null if there is nothing. */
  terms: Terms | null,
  /** When the trial ends that the account is in since then, in Unix milliseconds, or null if it is in none. */
  trialEndsAt: number | null,
  /** When the account came to the plan of the version, in Unix milliseconds. */
  planSince: number,
  /** It is null for entries of before this field. */
  pays: Pays | null,
];

/** A row of `version_changes` as `read_history` returns it. `changedAt` is in Unix milliseconds. */
export type VersionChangeRow = [
  versionId: string,
  /** 0 for the first known content of the version. */
  sequence: number,
  changedAt: number,
  digest: string,
  /** It is null for sequence 0. */
  previousDigest: string | null,
];

/** Higher than any sequence. */
export const maxSequence = 2_147_483_647;

/** Up to `limit` history entries of an account from sequence `newest` downwards, newest first. */
export function readHistoryEntryRows(
  database: Queryable,
  { appId, accountId }: AccountKey,
  { newest, limit }: { newest: number; limit: number },
): Promise<HistoryEntryRow[]> {
  return callFunction(database, 'read_history_entries', [appId, accountId, newest, limit]);
}

/**
 * Reads history entries as `readHistoryEntryRows`, with the changes of their versions since the oldest of them, newest first, and
 * the time of the account's clock in Unix milliseconds or null.
 */
export async function readHistoryRows(
  database: Queryable,
  { appId, accountId }: AccountKey,
  { newest, limit }: { newest: number; limit: number },
): Promise<{ entries: HistoryEntryRow[]; versionChanges: VersionChangeRow[]; clockAt: number | null }> {
  const [entries, versionChanges, clockAt] = await callFunction<
    [HistoryEntryRow[], VersionChangeRow[], number | null]
  >(database, 'read_history', [appId, accountId, newest, limit]);
  return { entries, versionChanges, clockAt };
}

/** Sequence of the entry in force at a time, 0 before the first. */
export function findSequenceAt(
  database: Queryable,
  { appId, accountId }: AccountKey,
  at: Date,
): Promise<number> {
  return callFunction(database, 'find_sequence_at', [appId, accountId, at.getTime()]);
}

/** The IDs of the versions that an account had. The transaction's tenant is the account. */
export async function listVersionIds(
  queries: Queries,
  { appId, accountId }: AccountKey,
): Promise<Set<string>> {
  const rows = await queries.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT version_id AS id FROM account_history WHERE app_id = ${appId} AND account_id = ${accountId}`;
  return new Set(rows.map(({ id }) => id));
}

/** Sequence of the entry with an id, or null. */
export function findSequenceById(
  database: Queryable,
  { appId, accountId }: AccountKey,
  id: string,
): Promise<number | null> {
  return callFunction(database, 'find_sequence_by_id', [appId, accountId, id]);
}

/** The snapshots of an app with these digests. */
export async function readSnapshots(
  database: Queryable,
  appId: string,
  digests: string[],
): Promise<VersionSnapshot[]> {
  const rows = await callFunction<Record<string, unknown>[]>(database, 'read_snapshots', [appId, digests]);
  return rows.map((row) => toCamelCase<VersionSnapshot>(row));
}

type VersionDigest = Pick<VersionChangeModel, 'changedAt' | 'digest'>;

/** The contents that the versions of an app have had, by version ID, oldest first. */
export async function readDigests(queries: Queries, appId: string): Promise<Map<string, VersionDigest[]>> {
  const changes = await queries.versionChange.findMany({
    where: { appId },
    orderBy: { sequence: 'asc' },
    select: { versionId: true, changedAt: true, digest: true },
  });
  const digests = new Map<string, VersionDigest[]>();
  for (const change of changes) {
    const contents = digests.get(change.versionId);
    if (contents) contents.push(change);
    else digests.set(change.versionId, [change]);
  }
  return digests;
}

/** The content that a version had at a time, or its first known one. It is null if it never changed: it is the present one. */
export function findDigestAt(contents: VersionDigest[], at: Date): string | null {
  return (contents.findLast(({ changedAt }) => changedAt <= at) ?? contents[0])?.digest ?? null;
}

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
  /** It is absent if a higher amount is better, null if that is not known. */
  better_amount?: 'lower' | null;
};

/** What an add-on is since a change, with its price. */
export interface NewAddOnEntry extends Price {
  id: string;
  sequence: number;
  addOnId: string;
  active: boolean;
  /** How many are on. 0 if it is off. */
  quantity: number;
  title: string;
  currency: string;
  currencyDigits: number;
  /** The period that the fees are per. */
  billingPeriod: BillingPeriod;
  /** What it cost before. Null if it was off. */
  previousPrice: ReturnType<typeof toPriceJson> | null;
  features: AddOnFeature[];
}

/** A change of an add-on, with what is the same for all changes of its history entry. */
export interface AddOnChangeRow
  extends NewAddOnEntry,
    Pick<
      HistoryEntryModel,
      'versionId' | 'pays' | 'channel' | 'reason' | 'actorKind' | 'actorName' | 'actorUserId'
    > {
  /** By request, by a switch, or by a publication that included what it adds in the version. */
  cause: (typeof addOnCauses)[number];
  /** The ID of the switch that was the cause, or null. */
  historyEntryId: string | null;
  accountBillingPeriod: BillingPeriod;
  /** The time is in Unix milliseconds. */
  changedAt: number;
}

/** A row as JSON of the database. `changedAt` is a text in events. */
export function toAddOnChange(row: Record<string, unknown>): AddOnChangeRow {
  return toCamelCase<AddOnChangeRow>(row);
}

/** The change of an add-on with an ID, and its time, or null if there is none. */
export async function findAddOnEntry(
  queries: Queries,
  key: AccountKey,
  id: string,
): Promise<(NewAddOnEntry & { changedAt: Date }) | null> {
  const row = await queries.historyEntry.findFirst({
    where: { ...key, addOnEntries: { array_contains: [{ id }] } },
    orderBy: { sequence: 'desc' },
    select: { addOnEntries: true, changedAt: true },
  });
  const entries = (row?.addOnEntries ?? []) as Record<string, unknown>[];
  const entry = entries.find((each) => each.id === id);
  return row && entry ? { ...toCamelCase<NewAddOnEntry>(entry), changedAt: row.changedAt } : null;
}
