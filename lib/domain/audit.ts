import type { AuditType } from '@/lib/contract/audit';
import {
  type AuditEntry,
  insertAuditEntry,
  type NewAuditEntry,
  operator,
  readAuditEntries,
} from '@/lib/db/audit-entries';
import type { Queries } from '@/lib/db/client';
import { readTenant } from '@/lib/db/tenant';
import { findNamedAccount } from './accounts';
import { type AppCaller, type Caller, getChannel } from './caller';
import type { Service } from './service';

export type { AuditEntry };

/** Who does something. Without an actor, an operator on the command line. */
type AuditedCaller = { app: { id: string } } & Partial<Pick<Caller, 'via' | 'role' | 'actor'>>;

/** Adds an audit entry for what the caller does, in the transaction that does it. Switches by support have a trigger. */
export async function recordAudit(
  queries: Queries,
  { makeId, now }: Pick<Service, 'makeId' | 'now'>,
  { app, actor, via = 'visitor', role = null }: AuditedCaller,
  entry: Pick<NewAuditEntry, 'type' | 'accountId' | 'targetId' | 'data'>,
): Promise<void> {
  await insertAuditEntry(queries, {
    appId: app.id,
    id: makeId('auditEntry'),
    ...(actor ? { actor, channel: getChannel({ via, role }) } : operator),
    occurredAt: now(),
    ...entry,
  });
}

/** Entries of the app, newest first. `account` is an ID or external ID. Throws 404 for an unknown account. */
export function listAudit(
  { db }: Service,
  { app }: Pick<AppCaller, 'app'>,
  { type, account }: { type: AuditType | null; account: string | null },
  { before, limit }: { before: string | null; limit: number },
): Promise<{ entries: AuditEntry[]; next: string | null }> {
  return readTenant(db, { appId: app.id }, async (queries) => {
    const accountId = account === null ? null : (await findNamedAccount(queries, app.id, account)).id;
    const rows = await readAuditEntries(
      queries,
      { appId: app.id, type, accountId },
      { before, limit: limit + 1 },
    );
    const entries = rows.slice(0, limit);
    return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null };
  });
}
