import { isDeepStrictEqual } from 'node:util';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { Terms } from './accounts';
import type { AppCatalog, Price } from './catalog';
import type { CatalogFollow } from './catalog-follows';
import type { Queries } from './connection/client';
import { callFunction } from './connection/query-json';
import type { Prisma } from './generated/client';
import type { CatalogAnnouncementModel, CatalogEditionModel, CurrentVersionModel } from './generated/models';

// What scheduled editions will change for accounts: a row for each version, however many accounts are on it.

/** What a scheduled edition makes of the accounts on a version. */
export interface AnnouncedContent {
  /** The catalog then: the versions that the accounts get to, with their add-ons. The IDs of new rows are their keys. */
  catalog: AppCatalog;
  /** What follows from the publication for them, in this order. */
  follows: CatalogFollow[];
  /** Billing periods of which the version had no accounts when this was planned: what becomes of others is not decided. */
  undecided: BillingPeriod[];
}

export interface NewAnnouncement {
  versionId: string;
  content: AnnouncedContent;
}

/** A valid announcement. Times are in Unix milliseconds. */
export interface Announcement {
  editionId: string;
  announcedAt: number;
  effectiveAt: number;
  endsAt: number | null;
  content: AnnouncedContent;
}

type AnnouncedEdition = Pick<CatalogEditionModel, 'appId' | 'id' | 'publishAt' | 'endsAt' | 'endsExisting'>;

/**
 * Writes what an edition changes from its `publishAt` on, and withdraws what it does not change any more. What was announced for
 * this time before stays announced since then: with `isReplanned` also with another content, else with the same.
 */
export async function writeAnnouncements(
  queries: Queries,
  { appId, id: editionId, publishAt, endsAt: end, endsExisting }: AnnouncedEdition,
  announcements: NewAnnouncement[],
  { at, isReplanned }: { at: Date; isReplanned: boolean },
): Promise<void> {
  const effectiveAt = publishAt!;
  const endsAt = endsExisting === 'follow' ? end : null;
  const open = await lockOpen(queries, { appId, editionId });
  const contents = new Map(announcements.map(({ versionId, content }) => [versionId, toJson(content)]));
  let announcedAt = at;
  for (const row of open) {
    const content = contents.get(row.versionId);
    const isSameTime = +row.effectiveAt === +effectiveAt && row.endsAt?.getTime() === endsAt?.getTime();
    const isSame = isDeepStrictEqual(row.content, content);
    if (content && isSameTime && (isReplanned || isSame)) {
      contents.delete(row.versionId);
      const key = { appId, editionId, versionId: row.versionId, announcedAt: row.announcedAt };
      if (!isSame) {
        await queries.catalogAnnouncement.update({
          where: { appId_versionId_editionId_announcedAt: key },
          data: { content },
        });
      }
    } else {
      await withdraw(queries, row, at);
      // Another row, and another notice.
      announcedAt = new Date(Math.max(+announcedAt, +row.announcedAt + 1));
    }
  }
  const data = [...contents].map(([versionId, content]) => ({
    ...{ appId, editionId, versionId, announcedAt, effectiveAt, endsAt },
    content,
  }));
  await queries.catalogAnnouncement.createMany({ data });
}

const toJson = (content: AnnouncedContent) => JSON.parse(JSON.stringify(content)) as Prisma.InputJsonObject;

/** Withdraws what an edition has announced: it is not scheduled any more. */
export async function withdrawAnnouncements(
  queries: Queries,
  { appId, id: editionId }: Pick<AnnouncedEdition, 'appId' | 'id'>,
  at: Date,
): Promise<void> {
  const open = await lockOpen(queries, { appId, editionId });
  for (const row of open) await withdraw(queries, row, at);
}

/** What an edition has announced. Blocks events until the end of the transaction: each account that had one gets another one. */
async function lockOpen(
  queries: Queries,
  where: { appId: string; editionId: string },
): Promise<CatalogAnnouncementModel[]> {
  await queries.$executeRaw`
    SELECT FROM catalog_announcements WHERE app_id = ${where.appId} AND edition_id = ${where.editionId} FOR UPDATE`;
  return queries.catalogAnnouncement.findMany({ where: { ...where, withdrawnAt: null } });
}

type Row = Pick<CatalogAnnouncementModel, 'appId' | 'versionId' | 'editionId' | 'announcedAt'>;
type Progress = Pick<CatalogAnnouncementModel, 'beforeAccountId' | 'finishedAt'>;

const toKey = ({ appId, versionId, editionId, announcedAt }: Row) => ({
  appId_versionId_editionId_announcedAt: { appId, versionId, editionId, announcedAt },
});

/** The accounts that had an event get another one. */
async function withdraw(queries: Queries, row: Row & Progress, withdrawnAt: Date): Promise<void> {
  const { beforeAccountId, finishedAt } = row;
  if (beforeAccountId === null && !finishedAt) {
    await queries.catalogAnnouncement.delete({ where: toKey(row) });
    return;
  }
  const lastAccountId = finishedAt ? null : beforeAccountId;
  await queries.catalogAnnouncement.update({
    where: toKey(row),
    data: { withdrawnAt, lastAccountId, beforeAccountId: null, finishedAt: null },
  });
}

/** Deletes what an edition has announced: it is published, and its changes are in the histories. */
export async function deleteAnnouncements(
  queries: Queries,
  { appId, editionId }: { appId: string; editionId: string },
): Promise<void> {
  await queries.catalogAnnouncement.deleteMany({ where: { appId, editionId } });
}

/** What an edition announces now, by version ID. */
export async function readAnnouncements(
  queries: Queries,
  appId: string,
  editionId: string,
): Promise<Map<string, AnnouncedContent>> {
  const rows = await queries.$queryRaw<{ versionId: string; content: AnnouncedContent }[]>`
    SELECT n.version_id AS "versionId", n.content FROM catalog_announcements n
    WHERE n.app_id = ${appId} AND n.edition_id = ${editionId} AND is_announced(n)`;
  return new Map(rows.map(({ versionId, content }) => [versionId, content]));
}

/** An account, with what a publication depends on. */
export interface VersionAccount
  extends Pick<CurrentVersionModel, 'accountId' | 'versionId' | 'billingPeriod'> {
  /** Those that are on, by ID, each with the price at which it was turned on, or null if there is none. */
  addOns: Record<string, Price & { quantity: number }> | null;
  /** What was agreed with it, or null if there is nothing. */
  terms: Terms | null;
  /** The number of its changes. */
  sequence: number;
}

/** Up to `limit` accounts on these versions, newest first. */
export function listVersionAccounts(
  queries: Queries,
  appId: string,
  { versionIds, before, limit }: { versionIds: string[]; before: string | null; limit: number },
): Promise<VersionAccount[]> {
  return callFunction(queries, 'list_version_accounts', [appId, versionIds, before, limit]);
}

/** An announcement with events to write. */
export interface DueAnnouncement {
  row: CatalogAnnouncementModel & { content: AnnouncedContent };
  /** Whether it holds. Not if the edition was canceled or published without its withdrawal. */
  isValid: boolean;
  edition: { id: string; number: number; note: string };
  accounts: VersionAccount[];
  /** Whether no accounts follow these. */
  isLast: boolean;
  /** What the edition of a withdrawn announcement announces now for the same accounts. It is null for others. */
  present: AnnouncedContent | null;
}

/**
 * The oldest announcement of an app with events to write, and the next accounts, or null if there is none. The
 * transaction holds the lock of changes of accounts, so that no other worker has it.
 */
export async function readDueAnnouncement(
  queries: Queries,
  appId: string,
  limit: number,
): Promise<DueAnnouncement | null> {
  const [first] = await queries.$queryRaw<Omit<Row, 'appId'>[]>`
    SELECT version_id AS "versionId", edition_id AS "editionId", announced_at AS "announcedAt" FROM catalog_announcements
    WHERE app_id = ${appId} AND finished_at IS NULL ORDER BY announced_at, edition_id, version_id LIMIT 1 FOR UPDATE`;
  if (!first) return null;
  const row = await queries.catalogAnnouncement.findUnique({
    where: toKey({ appId, ...first }),
    include: { edition: { select: { id: true, number: true, note: true } } },
  });
  if (!row) return null;
  const { edition, ...announcement } = row;
  const announced = await readAnnouncements(queries, appId, edition.id);
  const present = announced.get(row.versionId) ?? null;
  const page = { versionIds: [row.versionId], before: row.beforeAccountId, limit };
  const read = await listVersionAccounts(queries, appId, page);
  const accounts = read.filter(({ accountId }) => accountId >= (row.lastAccountId ?? ''));
  return {
    row: announcement as DueAnnouncement['row'],
    isValid: row.withdrawnAt !== null || present !== null,
    edition,
    accounts,
    isLast: accounts.length < limit,
    present: row.withdrawnAt ? present : null,
  };
}

/** Records that these accounts have their event. */
export async function settleAnnouncement(
  queries: Queries,
  { row, isValid, accounts, isLast }: DueAnnouncement,
  at: Date,
): Promise<void> {
  if (!isValid || (isLast && row.withdrawnAt)) {
    await queries.catalogAnnouncement.delete({ where: toKey(row) });
    return;
  }
  const beforeAccountId = accounts.at(-1)?.accountId ?? row.beforeAccountId;
  await queries.catalogAnnouncement.update({
    where: toKey(row),
    data: { beforeAccountId, ...(isLast && { finishedAt: at }) },
  });
}
