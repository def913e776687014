import type { AccountKey } from './accounts';
import type { Queries } from './connection/client';
import { listNoticeDismissals } from './notices';
import { findUsage } from './usage';

/** What is kept about an account beside its history, its grants and its state. Secrets and their hashes are left out. */
export async function readPersonalData(queries: Queries, where: AccountKey) {
  return {
    users: await queries.actor.findMany({
      where,
      orderBy: { id: 'asc' },
      select: { name: true, userId: true },
    }),
    keys: await queries.apiKey.findMany({ where, orderBy: { id: 'asc' }, omit: { secretHash: true } }),
    sessions: await queries.portalSession.findMany({
      where,
      orderBy: { id: 'asc' },
      omit: { secretHash: true, linkHash: true },
    }),
    idempotencyKeys: await queries.idempotencyRecord.findMany({
      where,
      orderBy: { key: 'asc' },
      select: { key: true, createdAt: true, expiresAt: true },
    }),
    dismissals: await listNoticeDismissals(queries, where),
    usage: await findUsage(queries, where),
  };
}

export type PersonalData = Awaited<ReturnType<typeof readPersonalData>>;

/** Removes names, user IDs, title and external ID (prisma/sql/personal_data.sql). The tenant is the account. */
export async function removePersonalData(queries: Queries, { appId, accountId }: AccountKey): Promise<void> {
  await queries.$executeRaw`SELECT anonymize_account(${appId}, ${accountId})`;
}
