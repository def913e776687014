import type { AccountKey, HostAccount, Terms } from './accounts';
import type { Announcement } from './catalog-announcements';
import type { AddOnVersionChange } from './catalog-changes';
import type { Queries } from './connection/client';
import { callFunction, type Queryable, toCamelCase } from './connection/query-json';
import type { BillingPeriod } from './generated/enums';
import type { NoticeDismissalModel } from './generated/models';
import type { NewAddOnEntry } from './history';
import type { StoredActor } from './waiting-changes';

// What notices are made from. Times are in Unix milliseconds. Publications have the clock of `recordedAt`.

/** A row of the account's history. */
export interface NoticeRow {
  id: string;
  /** This is a time of the clock of the account. */
  at: number;
  recordedAt: number;
  versionId: string;
  /** Digest of the content that the version had at the last switch. */
  digest: string;
  billingPeriod: BillingPeriod;
  /** Whether it is an entry of `/account/versions`. */
  isSwitch: boolean;
  /** What was agreed with the account since then, or null if there is nothing. */
  terms: Terms | null;
  addOnEntries: NewAddOnEntry[];
  /** The IDs of the add-ons that are off since, because the version includes them. */
  includedAddOns: string[];
}

export interface NoticeSource {
  /** It is null for an account without a clock. */
  clockAt: number | null;
  createdAt: number;
  /** The last switch that the provider did not make, and what the provider made since, oldest first. */
  rows: [NoticeRow, ...NoticeRow[]];
  /** The oldest is first. */
  versionChanges: (PublishedChange & { at: number })[];
  /** The oldest is first. */
  addOnChanges: (AddOnVersionChange & { at: number })[];
  /** When the add-ons that are on were turned on or got their quantity, by the ID of that change. */
  addOnsSince: Record<string, number>;
  /** The last change that was dismissed, by subject. */
  dismissals: Record<string, number>;
  /** What scheduled editions change for the accounts on its version, by their times. */
  announcements: Announcement[];
}

/** It is null for an account without a version. */
export async function readNoticeSource(
  database: Queryable,
  { appId, accountId }: AccountKey,
): Promise<NoticeSource | null> {
  const source = await callFunction<NoticeSource | null>(database, 'read_notices', [appId, accountId]);
  for (const row of source?.rows ?? [])
    row.addOnEntries = row.addOnEntries.map((each) => toCamelCase({ ...each }));
  return source;
}

/** The content of a version since a publication. */
export interface PublishedChange {
  versionId: string;
  digest: string;
  /** It is null for a version that the publication added, and for the first known content. */
  previousDigest: string | null;
}

/** What a publication changed in place, and the versions that it added. */
export async function readPublishedChanges(
  queries: Queries,
  appId: string,
  changedAt: Date,
): Promise<{ versions: PublishedChange[]; addOns: AddOnVersionChange[] }> {
  const versions = await queries.$queryRaw<PublishedChange[]>`
    SELECT c.version_id AS "versionId", c.digest, b.digest AS "previousDigest"
    FROM version_changes c
    LEFT JOIN version_changes b ON b.app_id = c.app_id AND b.version_id = c.version_id AND b.sequence = c.sequence - 1
    WHERE c.app_id = ${appId} AND c.changed_at = ${changedAt}
    ORDER BY c.version_id, c.sequence`;
  const addOns = await queries.addOnVersionChange.findMany({
    where: { appId, changedAt },
    select: { addOnId: true, versionId: true, before: true, after: true },
  });
  return { versions, addOns: addOns as unknown as AddOnVersionChange[] };
}

/** Accounts that a publication concerns. */
export interface ConcernedAccounts {
  changedAt: Date;
  /** IDs of the versions that they are on now. */
  candidates: string[];
  /** Billing periods by version ID, and by add-on ID by version ID, that they had then. */
  versions: Record<string, BillingPeriod[]>;
  addOns: Record<string, Record<string, BillingPeriod[]>>;
}

/** How many accounts are compared at most. They take some milliseconds. */
const maxScanned = 1000;

/** A page of such accounts, newest first. It can have fewer than `limit` accounts and a next one. */
export function readChangedAccounts(
  database: Queryable,
  appId: string,
  { changedAt, candidates, versions, addOns }: ConcernedAccounts,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ accounts: HostAccount[]; next: string | null }> {
  const concerned = [JSON.stringify(versions), JSON.stringify(addOns)];
  const values = [appId, changedAt.getTime(), candidates, ...concerned, after, limit, maxScanned];
  return callFunction(database, 'list_changed_accounts', values);
}

export interface NoticeDismissal extends Pick<NoticeDismissalModel, 'noticeId' | 'dismissedAt'> {
  dismissedBy: StoredActor;
}

type NewDismissal = NoticeDismissal & { subject: string; until: Date };

/** Returns the first dismissal of the notice: this one, or the one that is stored. */
export async function insertNoticeDismissal(
  queries: Queries,
  key: AccountKey,
  { dismissedBy, ...dismissal }: NewDismissal,
): Promise<NoticeDismissal> {
  await queries.noticeDismissal.createMany({
    data: { ...key, ...dismissal, dismissedBy: { ...dismissedBy } },
    skipDuplicates: true,
  });
  return (await findNoticeDismissal(queries, key, dismissal.noticeId))!;
}

export async function findNoticeDismissal(
  queries: Queries,
  key: AccountKey,
  noticeId: string,
): Promise<NoticeDismissal | null> {
  const [found = null] = await listNoticeDismissals(queries, { ...key, noticeId });
  return found;
}

/** The oldest is first. */
export async function listNoticeDismissals(
  queries: Queries,
  where: AccountKey & { noticeId?: string },
): Promise<NoticeDismissal[]> {
  const rows = await queries.noticeDismissal.findMany({
    where,
    orderBy: [{ dismissedAt: 'asc' }, { noticeId: 'asc' }],
    select: { noticeId: true, dismissedAt: true, dismissedBy: true },
  });
  return rows as unknown as NoticeDismissal[];
}
