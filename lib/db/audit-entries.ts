import type { AuditType } from '@/lib/contract/audit';
import type { AccountKey } from './accounts';
import type { Queries } from './connection/client';
import { Prisma } from './generated/client';
import type { AccountModel, AuditEntryModel } from './generated/models';
import { type Actor, toActorColumns } from './history';

export type AuditEntry = AuditEntryModel & {
  account: Pick<AccountModel, 'id' | 'externalId' | 'title'> | null;
};

export interface NewAuditEntry {
  appId: string;
  id: string;
  /** It is null for an entry of the app. */
  accountId?: string | null | undefined;
  type: AuditType;
  targetId?: string | null;
  actor: Actor;
  /** "api", "portal", "support" or "command". */
  channel: string;
  occurredAt: Date;
  /** The keys are the names of the API. */
  data?: Record<string, string | number | boolean | null | string[]>;
}

/** Who runs a command. */
export const operator = {
  actor: { kind: 'operator', id: null, name: 'Operator' },
  channel: 'command',
} as const satisfies Pick<NewAuditEntry, 'actor' | 'channel'>;

/** Adds an entry, in the transaction of what it records. */
export async function insertAuditEntry(
  queries: Queries,
  { actor, accountId = null, targetId = null, data = {}, ...entry }: NewAuditEntry,
): Promise<void> {
  const row = { ...entry, accountId, targetId, data, ...toActorColumns(actor) };
  await queries.auditEntry.createMany({ data: [row] });
}

/** The last request to remove the personal data of an account that was neither withdrawn nor carried out. */
export async function findRemoval(queries: Queries, where: AccountKey): Promise<AuditEntryModel | null> {
  const types: AuditType[] = ['account.removal_requested', 'account.removal_withdrawn', 'account.anonymized'];
  const last = await queries.auditEntry.findFirst({
    where: { ...where, type: { in: types } },
    orderBy: { id: 'desc' },
  });
  return last?.type === types[0] ? last : null;
}

/** Which entries of an app to read. Null means any. */
export interface AuditFilter {
  type: string | null;
  accountId: string | null;
  /** A user ID, the ID of a key or session, or a part of the name. */
  actor: string | null;
  /** A part of a text in the data, or the ID of the target. */
  search: string | null;
  /** IDs: from the first on, and before the second. */
  since: string | null;
  until: string | null;
  /** A type that is left out. */
  omitted: string | null;
}

/** Entries that a page compares with what no index has. */
const maxScanned = 10_000;

/**
 * Up to `limit` entries before the entry `before`, newest first, with the present titles of their accounts. `next` is the
 * entry to
 * continue before.
 */
export async function readAuditEntries(
  queries: Queries,
  appId: string,
  { type, accountId, actor, search, since, until, omitted }: AuditFilter,
  { before, limit }: { before: string | null; limit: number },
): Promise<{ entries: AuditEntry[]; next: string | null }> {
  // PostgreSQL can't estimate the rows that policies leave. It would sort all entries instead of using an index.
  await queries.$executeRaw`SET LOCAL enable_sort = off`;
  const [page] = await queries.$queryRaw<[{ ids: string[] | null; scanned: number; last: string | null }]>`
    WITH scanned AS MATERIALIZED (
      SELECT e.* FROM audit_entries e
      WHERE e.app_id = ${appId} ${type === null ? Prisma.empty : Prisma.sql`AND e.type = ${type}`}
        ${accountId === null ? Prisma.empty : Prisma.sql`AND e.account_id = ${accountId}`}
        AND (${before}::text IS NULL OR e.id < ${before}) AND (${until}::text IS NULL OR e.id < ${until})
        AND (${since}::text IS NULL OR e.id >= ${since})
      ORDER BY e.id DESC LIMIT ${maxScanned}::int)
    SELECT count(*)::int AS scanned, min(s.id) AS last, (
      SELECT array_agg(m.id) FROM (
        SELECT e.id FROM scanned e
        WHERE (${omitted}::text IS NULL OR e.type <> ${omitted})
          AND (${actor}::text IS NULL OR ${actor} IN (e.actor_user_id, e.actor_id)
            OR position(lower(${actor}) IN lower(e.actor_name)) > 0)
          AND (${search}::text IS NULL OR e.target_id = ${search} OR EXISTS (
            SELECT FROM jsonb_each_text(e.data) AS d WHERE position(lower(${search}) IN lower(d.value)) > 0))
        LIMIT ${limit + 1}::int) AS m) AS ids
    FROM scanned s`;
  const found = page.ids ?? [];
  const rows = await queries.auditEntry.findMany({
    where: { appId, id: { in: found.slice(0, limit) } },
    orderBy: { id: 'desc' },
  });
  const next = found.length > limit ? found[limit - 1] : page.scanned === maxScanned && page.last;
  const ids = [...new Set(rows.flatMap((row) => row.accountId ?? []))];
  const accounts = await queries.account.findMany({
    where: { appId, id: { in: ids } },
    select: { id: true, externalId: true, title: true },
  });
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const entries = rows.map((row) => ({ ...row, account: byId.get(row.accountId ?? '') ?? null }));
  return { entries, next: next || null };
}
