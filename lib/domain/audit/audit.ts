import type { AuditType } from '@/lib/contract/audit';
import { toFirstAuditId } from '@/lib/contract/ids';
import {
  type AuditEntry,
  insertAuditEntry,
  type NewAuditEntry,
  operator,
  readAuditEntries,
} from '@/lib/db/audit-entries';
import type { Queries } from '@/lib/db/connection/client';
import { readTenant } from '@/lib/db/connection/tenant';
import { type AppCaller, type Caller, getChannel } from '../caller';
import { findNamedAccount } from '../find-account';
import type { Service } from '../service';

export type { AuditEntry };

/** Who does something. Without an actor, it is an operator on the command line. */
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

/** Which entries to list. What is null or left out does not matter. */
interface ListedAudit {
  type: AuditType | null;
  /** An ID or external ID. */
  account: string | null;
  actor?: string | null;
  search?: string | null;
  /** Entries from the first on, and before the second, are listed. Both are in Unix milliseconds. */
  since?: number | null;
  until?: number | null;
  /** Whether entries of sign-in links are listed with others. By default they are not. */
  signInLinks?: boolean;
}

const signInLink: AuditType = 'session.created';

/** Entries of the app, newest first. Throws 404 for an unknown account. */
export function listAudit(
  { db }: Service,
  { app }: Pick<AppCaller, 'app'>,
  {
    type,
    account,
    actor = null,
    search = null,
    since = null,
    until = null,
    signInLinks = false,
  }: ListedAudit,
  { before, limit }: { before: string | null; limit: number },
): Promise<{ entries: AuditEntry[]; next: string | null }> {
  return readTenant(db, { appId: app.id }, async (queries) => {
    const accountId = account === null ? null : (await findNamedAccount(queries, app.id, account)).id;
    const filter = {
      ...{ type, accountId, actor, search },
      since: since === null ? null : toFirstAuditId(since),
      until: until === null ? null : toFirstAuditId(until),
      omitted: signInLinks || type === signInLink ? null : signInLink,
    };
    return readAuditEntries(queries, app.id, filter, { before, limit });
  });
}
