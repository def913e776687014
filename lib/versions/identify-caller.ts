import { Problem } from '@/lib/contract/errors';
import { findAppByHost, findAppBySlug } from '@/lib/data/find-app';
import { type Credential, findKey, findSession } from '@/lib/data/find-credential';
import { type Account, findAccount } from '@/lib/data/read-account';
import { hashSecret, looksLikeSecret } from '@/lib/data/secret';
import { readTenant } from '@/lib/data/tenant';
import type { Caller } from './caller';
import type { Service } from './service';

export interface Credentials {
  /** Host name the request was sent to, without its port. */
  host: string | null;
  /** Slug of the app that answers where no host name fits. */
  defaultApp: string | null;
  /** Content of `Authorization`; if present, the session is not looked at. */
  authorization: string | null;
  sessionSecret: string | null;
  /** Account an app key acts for. */
  accountId: string | null;
}

/** Tells who is asking (DESIGN: Callers). A key that does not hold is refused; a session that does not is a visitor. */
export async function identifyCaller(service: Service, credentials: Credentials): Promise<Caller> {
  if (credentials.authorization !== null) {
    return identifyKey(service, credentials.authorization, credentials.accountId);
  }
  const session =
    credentials.sessionSecret !== null && (await identifySession(service, credentials.sessionSecret));
  return session || identifyVisitor(service, credentials);
}

async function identifyKey(
  service: Service,
  authorization: string,
  accountId: string | null,
): Promise<Caller> {
  const secret = /^Bearer +(\S+)$/i.exec(authorization.trim())?.[1];
  const key = secret && looksLikeSecret('avk', secret) ? await findKey(service.db, hashSecret(secret)) : null;
  if (!key || !holds(key, service.now())) throw new Problem('unauthenticated', 'This key is not valid.');

  if (key.accountId !== null && accountId !== null && key.accountId !== accountId) {
    throw new Problem('forbidden', 'This key belongs to another account than X-Account-Id names.');
  }
  const account = await accountOf(service, key, key.accountId ?? accountId);
  const role = key.role ?? (account ? 'owner' : null);
  const actor = { kind: 'key', id: key.id, name: key.actorName } as const;
  return { via: 'key', app: key.app, account, role, actor, appKey: key.role === null };
}

async function identifySession(service: Service, secret: string): Promise<Caller | null> {
  if (!looksLikeSecret('avs', secret)) return null;
  const session = await findSession(service.db, hashSecret(secret));
  if (!session || !holds(session, service.now())) return null;
  const account = await accountOf(service, session, session.accountId);
  const actor = { kind: 'session', id: session.id, name: session.actorName } as const;
  return { via: 'session', app: session.app, account, role: session.role, actor, appKey: false };
}

async function identifyVisitor(service: Service, { host, defaultApp }: Credentials): Promise<Caller> {
  const app =
    (host === null ? null : await findAppByHost(service.db, host)) ??
    (defaultApp === null ? null : await findAppBySlug(service.db, defaultApp));
  return { via: 'visitor', app, account: null, role: null, actor: null, appKey: false };
}

function holds({ expiresAt, revokedAt }: Credential, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

async function accountOf(
  { db }: Service,
  { app }: Credential,
  accountId: string | null,
): Promise<Account | null> {
  if (accountId === null) return null;
  const tenant = { appId: app.id, accountId };
  const account = await readTenant(db, tenant, (queries) => findAccount(queries, app.id, accountId));
  if (!account) throw new Problem('account_not_found', 'There is no such account.');
  return account;
}
