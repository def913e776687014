import type { AuditType } from '@/lib/contract/audit';
import { type Actor, toActorColumns } from './activations';
import type { Queries } from './client';
import type { AccountModel, AuditEntryModel } from './generated/models';

export type AuditEntry = AuditEntryModel & {
  account: Pick<AccountModel, 'id' | 'externalId' | 'title'> | null;
};

export interface NewAuditEntry {
  appId: string;
  id: string;
  /** Null for an entry of the app. */
  accountId?: string | null | undefined;
  type: AuditType;
  targetId?: string | null;
  actor: Actor;
  /** "api", "portal", "support" or "command". */
  channel: string;
  occurredAt: Date;
  /** By the names of the API. */
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

/** Up to `limit` entries of an app before the entry `before`, newest first, with the present titles of their accounts. */
export async function readAuditEntries(
  queries: Queries,
  { appId, type, accountId }: { appId: string; type: string | null; accountId: string | null },
  { before, limit }: { before: string | null; limit: number },
): Promise<AuditEntry[]> {
  // PostgreSQL can't estimate the rows that policies leave. It would sort all entries instead of using an index.
  await queries.$executeRaw`SET LOCAL enable_sort = off`;
  const rows = await queries.auditEntry.findMany({
    where: {
      appId,
      ...(type !== null && { type }),
      ...(accountId !== null && { accountId }),
      ...(before !== null && { id: { lt: before } }),
    },
    orderBy: { id: 'desc' },
    take: limit,
  });
  const ids = [...new Set(rows.flatMap((row) => row.accountId ?? []))];
  const accounts = await queries.account.findMany({
    where: { appId, id: { in: ids } },
    select: { id: true, externalId: true, title: true },
  });
  const byId = new Map(accounts.map((account) => [account.id, account]));
  return rows.map((row) => ({ ...row, account: byId.get(row.accountId ?? '') ?? null }));
}
