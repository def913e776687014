import type { Role } from '@/lib/contract/current-user';
import { type MakeId, makeId as makeAuditId } from '@/lib/contract/ids';
import type { AccountKey, AccountState } from './accounts';
import { insertAuditEntry, type NewAuditEntry, operator } from './audit-entries';
import { type App, toApp } from './catalog';
import type { StoredApp } from './catalog-store';
import type { Database, Queries } from './connection/client';
import { callFunction, type Queryable } from './connection/query-json';
import { displayedPrefixLength, hashSecret, makeSecret } from './connection/secret';
import { readTenant, setTenant, withCredential, withTenant } from './connection/tenant';
import { waitForInvalidation } from './connection/wait-for-invalidation';
import type { ApiKeyModel, OidcClientModel, PortalSessionModel, SigningKeyModel } from './generated/models';

/** A key without its secret. */
export type KeySummary = Omit<ApiKeyModel, 'secretHash'>;

/** `accountId` and `role` are null for an app key. */
type NewKey = Omit<KeySummary, 'id' | 'prefix' | 'readOnly' | 'createdAt' | 'revokedAt'> &
  Partial<Pick<KeySummary, 'readOnly'>>;

/** A new key. Only its hash is stored: the secret can't be read again. */
export type CreatedKey = KeySummary & { secret: string };

/** Creates a key, as an operator. */
export function createKey(db: Database, key: NewKey, makeId: MakeId): Promise<CreatedKey> {
  const create = (queries: Queries) => insertKey(queries, key, operator, makeId);
  return withTenant(db, { appId: key.appId }, create, { cached: false });
}

/** Creates a key in a transaction, whose tenant is the app. */
export async function insertKey(
  queries: Queries,
  key: NewKey,
  by: Pick<NewAuditEntry, 'actor' | 'channel'>,
  makeId: MakeId,
): Promise<CreatedKey> {
  const secret = makeSecret('avk');
  const id = makeId('key');
  const data = { ...key, id, prefix: secret.slice(0, displayedPrefixLength), secretHash: hashSecret(secret) };
  const { appId, accountId, role, name } = key;
  const created = await queries.apiKey.create({ data, omit: { secretHash: true } });
  await insertAuditEntry(queries, {
    appId,
    id: makeId('auditEntry'),
    accountId,
    type: 'key.created',
    targetId: id,
    ...by,
    occurredAt: created.createdAt,
    // The name of an account's key can be that of a person.
    data: accountId === null ? { role, name } : { role },
  });
  return { ...created, secret };
}

/** The keys of an app, including revoked and expired ones, oldest first. */
export function listKeys(db: Database, appId: string): Promise<KeySummary[]> {
  return readTenant(db, { appId }, (queries) =>
    queries.apiKey.findMany({
      where: { appId },
      omit: { secretHash: true },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    }),
  );
}

/** The keys that are bound to an account, including revoked and expired ones, newest first. */
export function listAccountKeys(queries: Queries, where: AccountKey): Promise<KeySummary[]> {
  return queries.apiKey.findMany({ where, omit: { secretHash: true }, orderBy: { id: 'desc' } });
}

/** Revokes a key. False if there is none with this id. A revoked key keeps its `revokedAt`. Only for the owner. */
export async function revokeKey(db: Database, id: string, at: Date): Promise<boolean> {
  const isFound = await db.$transaction(async (queries) => {
    await readAllTenants(queries);
    const key = await queries.apiKey.findFirst({
      where: { id },
      select: { appId: true, accountId: true, name: true, revokedAt: true },
    });
    if (!key) return false;
    const { appId, accountId, name, revokedAt } = key;
    await setTenant(queries, { appId });
    if (!revokedAt) await markRevoked(queries, { appId, id, accountId, name }, at, operator);
    return true;
  });
  await waitForInvalidation(db);
  return isFound;
}

/** Revokes a key in a transaction, whose tenant is the app. */
export async function markRevoked(
  queries: Queries,
  { appId, id, accountId, name }: Pick<KeySummary, 'appId' | 'id' | 'accountId' | 'name'>,
  at: Date,
  by: Pick<NewAuditEntry, 'actor' | 'channel'>,
): Promise<void> {
  await queries.apiKey.update({ where: { appId_id: { appId, id } }, data: { revokedAt: at } });
  await insertAuditEntry(queries, {
    appId,
    id: makeAuditId('auditEntry'),
    accountId,
    type: 'key.revoked',
    targetId: id,
    ...by,
    occurredAt: at,
    data: accountId === null ? { name } : {},
  });
}

/** The app that has an account, or null. Only for the owner. */
export function findAppOfAccount(
  db: Database,
  accountId: string,
): Promise<Pick<App, 'id' | 'timeZone'> | null> {
  return db.$transaction(async (queries) => {
    await readAllTenants(queries);
    const account = await queries.account.findFirst({
      where: { id: accountId },
      select: { app: { select: { id: true, timeZone: true } } },
    });
    return account?.app ?? null;
  });
}

/** Lets the open transaction of the owner read the rows of all tenants. */
async function readAllTenants(queries: Queries): Promise<void> {
  await queries.$queryRaw`SELECT set_config('tenant.backup', 'on', true)`;
}

/** A key, session or token, valid or not. Times are Unix milliseconds. */
interface Credential {
  id: string;
  /** It is null for an app key, and for a session of the product role without an account. */
  accountId: string | null;
  /** It is null for an app key. */
  role: Role | null;
  /** Recorded in the history as the name of who switched. */
  actorName: string;
  /** A session has the host application's ID of the user. */
  userId: string | null;
  expiresAt: number | null;
  revokedAt: number | null;
  /** A session says where its pages lead back to. */
  returnUrl: string | null;
  /** A session has the language of its pages, a BCP 47 tag. */
  locale: string | null;
  /** The origin of the page with the frame of a token. It is null for a key and a session. */
  origin: string | null;
  /** Whether it is a key that can only send GET requests. */
  readOnly: boolean;
}

/** A credential with its app and the state of the account it acts for. */
export interface ResolvedCredential {
  credential: Credential;
  app: App;
  /** It is null without an account, or if the app has none of that name. */
  accountState: AccountState | null;
}

/**
 * The key or session with this secret hash, or null. `accountName` is the ID or external ID of the account that the
 * request names. It is used if the credential is not bound to an account.
 */
export async function resolveCredential(
  database: Queryable,
  kind: 'key' | 'session',
  secretHash: string,
  accountName: string | null,
): Promise<ResolvedCredential | null> {
  type Resolved = Omit<ResolvedCredential, 'app'> & { app: Record<string, unknown> };
  const values = [kind, secretHash, accountName];
  const result = await callFunction<Resolved | null>(database, 'resolve_credential', values);
  return result && { ...result, app: toApp(result.app) };
}

/**
 * `secretHash` is null until the link is redeemed, and the link is null for a session that starts without one, and for
 * a token.
 */
export type NewSession = Omit<PortalSessionModel, 'revokedAt'>;

export async function insertSession(queries: Queries, session: NewSession): Promise<void> {
  await queries.portalSession.create({ data: session });
}

/** The session of a link that is valid at `now`, or null. */
export function findPendingSession(db: Database, linkHash: string, now: Date) {
  return withCredential(db, linkHash, (queries) =>
    queries.portalSession.findFirst({
      where: { linkHash, linkExpiresAt: { gt: now }, revokedAt: null },
      select: { appId: true, accountId: true, path: true, app: { select: { sessionHours: true } } },
    }),
  );
}

/** Exchanges a link for a session secret. False if it was redeemed or revoked before. */
export async function redeemLink(
  queries: Queries,
  linkHash: string,
  { secretHash, expiresAt }: { secretHash: string; expiresAt: Date },
): Promise<boolean> {
  const { count } = await queries.portalSession.updateMany({
    where: { linkHash, secretHash: null, revokedAt: null },
    data: { linkHash: null, secretHash, expiresAt },
  });
  return count > 0;
}

/** Revokes the valid sessions and links that match, and returns their number. */
export async function revokeSessions(
  queries: Queries,
  which: { appId: string } & (
    | { secretHash: string }
    | { id: string }
    | { actorId: string }
    | { accountId: string }
  ),
  at: Date,
): Promise<number> {
  const { count } = await queries.portalSession.updateMany({
    where: { ...which, revokedAt: null, expiresAt: { gt: at } },
    data: { revokedAt: at },
  });
  return count;
}

/** A session without its secrets. */
export type SessionSummary = Omit<PortalSessionModel, 'secretHash' | 'linkHash'> & {
  /** Whether the link has been used. */
  started: boolean;
};

/** The sessions and links of an account that are valid at `now`, newest first. */
export async function listSessions(
  queries: Queries,
  account: AccountKey,
  now: Date,
): Promise<SessionSummary[]> {
  const sessions = await queries.portalSession.findMany({
    where: { ...account, revokedAt: null, expiresAt: { gt: now } },
    omit: { secretHash: true },
    orderBy: { id: 'desc' },
  });
  return sessions.map(({ linkHash, ...session }) => ({ ...session, started: linkHash === null }));
}

export async function hasSession(queries: Queries, appId: string, id: string): Promise<boolean> {
  return (await queries.portalSession.count({ where: { appId, id } })) > 0;
}

export type OidcClient = OidcClientModel;

export function findOidcClient(queries: Queries, appId: string): Promise<OidcClient | null> {
  return queries.oidcClient.findUnique({ where: { appId } });
}

/** Replaces the client of an app. Only for the owner. */
export async function upsertOidcClient(queries: Queries, client: OidcClient): Promise<void> {
  await queries.oidcClient.upsert({ where: { appId: client.appId }, create: client, update: client });
}

/** Returns false if there is none. It is only for the owner. */
export async function deleteOidcClient(queries: Queries, appId: string): Promise<boolean> {
  return (await queries.oidcClient.deleteMany({ where: { appId } })).count > 0;
}

export type SigningKey = SigningKeyModel;

/** The newest is first. */
export function readSigningKeys(db: Queries): Promise<SigningKey[]> {
  return db.signingKey.findMany({ orderBy: { version: 'desc' } });
}

/** Nothing happens if another server has inserted the version. */
export async function insertSigningKey(db: Queries, key: SigningKey): Promise<void> {
  await db.signingKey.createMany({ data: key, skipDuplicates: true });
}

/** Deletes the versions before one. */
export async function deleteSigningKeys(db: Queries, before: number): Promise<void> {
  await db.signingKey.deleteMany({ where: { version: { lt: before } } });
}

export async function hasApp(db: Database): Promise<boolean> {
  return (await db.app.findFirst({ select: { id: true } })) !== null;
}

export async function isSetupLinkValid(db: Database, linkHash: string, now: Date): Promise<boolean> {
  return (await db.setupLink.count({ where: { secretHash: linkHash, expiresAt: { gt: now } } })) > 0;
}

/** What an app has before a price list is published. */
export type NewApp = Pick<
  StoredApp,
  'id' | 'slug' | 'title' | 'currency' | 'currencyDigits' | 'billingPeriod'
>;

type Outcome = 'created' | 'app_exists' | 'link_invalid';

/** Creates the first app, and ends the set-up links. Nothing happens if there is an app, or the link is not valid. */
export async function insertFirstApp(
  queries: Queries,
  linkHash: string,
  { id, slug, title, currency, currencyDigits, billingPeriod }: NewApp,
): Promise<Outcome> {
  const [row] = await queries.$queryRaw<[{ outcome: Outcome }]>`
    SELECT create_first_app(${linkHash}, ${id}, ${slug}, ${title}, ${currency}, ${currencyDigits}::integer,
      ${billingPeriod}::billing_period) AS outcome`;
  return row.outcome;
}
