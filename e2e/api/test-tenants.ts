import { sessionCookieName } from '@/lib/contract/current-user';
import { makeId } from '@/lib/contract/ids';
import { insertEdition } from '@/lib/db/catalog-editions';
import type { Database } from '@/lib/db/connection/client';
import { makeSecret } from '@/lib/db/connection/secret';
import { withTenant } from '@/lib/db/connection/tenant';
import type { Account } from '@/lib/db/generated/client';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { buildKey, buildSession } from '@/prisma/factories/build-credential';

/**
 * Two apps. The first has two accounts, each with its own granted version, and one version that is granted to no
 * account.
 */
export interface TestTenants {
  db: Database;
  own: { app: BuiltApp; account: Account; otherAccount: Account };
  foreign: { app: BuiltApp; account: Account };
  /** By name. Ids and titles are unique across all tests, so that a leak can be found by searching for them. */
  versions: Record<VersionName, { id: string; title: string }>;
  /** A webhook endpoint of the first app for each caller that may manage it, by caller name. */
  endpoints: Record<string, string>;
  /** A draft of the first app with problems, for each of these. */
  editions: Record<string, string>;
  /** A portal session of the first app. */
  sessionId: string;
}

type VersionName = 'public' | 'upgrade' | 'granted' | 'grantedToOther' | 'private' | 'foreign';

/** An origin whose pages can frame those of both apps. */
export const testOrigin = 'https://host.example';

export async function createTestTenants(db: Database): Promise<TestTenants> {
  const suffix = makeId('app').slice(4);
  const optional = [{ feature: 1, fee: 100, addOn: 'Pack' }];
  const publicVersion = (name: VersionName) => ({ title: `${name} ${suffix}`, public: true, optional });
  const privateVersion = (name: VersionName) => ({ ...publicVersion(name), public: false });
  const frameOrigins = [testOrigin];
  const app = await buildApp(db, {
    frameOrigins,
    versions: [
      publicVersion('public'),
      publicVersion('upgrade'),
      privateVersion('granted'),
      privateVersion('grantedToOther'),
      privateVersion('private'),
    ],
  });
  const foreignApp = await buildApp(db, { frameOrigins, versions: [publicVersion('foreign')] });
  const find = (name: VersionName) =>
    [...app.versions, ...foreignApp.versions].find(({ title }) => title === `${name} ${suffix}`)!;
  const onVersion = (name: VersionName) => ({ granted: [find(name)], history: [find('public'), find(name)] });
  const sessionId = makeId('session');
  await buildSession(db, { app, role: 'product', id: sessionId });
  return {
    db,
    sessionId,
    own: {
      app,
      account: await buildAccount(db, app, { ...onVersion('granted'), externalId: 'own' }),
      otherAccount: await buildAccount(db, app, onVersion('grantedToOther')),
    },
    foreign: { app: foreignApp, account: await buildAccount(db, foreignApp) },
    endpoints: await createEndpoints(db, app.id),
    editions: await createEditions(db, app.id),
    versions: {
      public: find('public'),
      upgrade: find('upgrade'),
      granted: find('granted'),
      grantedToOther: find('grantedToOther'),
      private: find('private'),
      foreign: find('foreign'),
    },
  };
}

const managers = [
  'product',
  'product, no account',
  'product, named account',
  'product key',
  'app key',
  'app key, own account',
  'foreign app key',
];

/** One for each of them, because a discarded draft can't be changed. */
async function createEditions(db: Database, appId: string): Promise<Record<string, string>> {
  const ids = managers.map(() => makeId('edition'));
  const text = { source: '', extension: null, note: '', baseId: null };
  const createdBy = { kind: 'operator', id: null, name: 'Test', channel: 'command' } as const;
  await withTenant(db, { appId }, async (queries) => {
    for (const id of ids)
      await insertEdition(queries, { appId, id, ...text, createdBy, createdAt: new Date() });
  });
  return Object.fromEntries(managers.map((name, index) => [name, ids[index] ?? '']));
}

/** One for each of them, because a secret can be rotated once a day and a deleted endpoint is gone. */
async function createEndpoints(db: Database, appId: string): Promise<Record<string, string>> {
  // Nothing listens on port 9, and no event is newer than this position.
  const rows = managers.map(() => ({
    appId,
    id: makeId('webhookEndpoint'),
    url: 'https://127.0.0.1:9/',
    dispatchedXid: 2n ** 62n,
  }));
  await withTenant(db, { appId }, (queries) => queries.webhookEndpoint.createMany({ data: rows }));
  return Object.fromEntries(managers.map((name, index) => [name, rows[index]?.id ?? '']));
}

export type RequestHeaders = Record<string, string>;

/** Request headers that authenticate each caller of the authorization matrix, by caller name. */
export async function createCallerCredentials({
  db,
  own,
  foreign,
}: TestTenants): Promise<Record<string, RequestHeaders>> {
  const { app, account, otherAccount } = own;
  const past = new Date(Date.now() - 1000);
  const key = async (spec: Omit<Parameters<typeof buildKey>[1], 'app'>, keyApp: { id: string } = app) =>
    bearer(await buildKey(db, { app: keyApp, ...spec }));
  const session = async (
    spec: Omit<Parameters<typeof buildSession>[1], 'app'>,
    fetchSite = 'same-origin',
  ) => ({
    Cookie: `${sessionCookieName}=${await buildSession(db, { app, ...spec })}`,
    'Sec-Fetch-Site': fetchSite,
    Host: app.host,
  });
  const token = async (
    spec: Partial<Parameters<typeof buildSession>[1]>,
    headers: RequestHeaders = {},
  ): Promise<RequestHeaders> => ({
    ...bearer(await buildSession(db, { app, account, role: 'owner', origin: testOrigin, ...spec })),
    'X-Embedding-Origin': testOrigin,
    'Sec-Fetch-Site': 'same-origin',
    Host: app.host,
    ...headers,
  });
  const appKey = await key({});
  return {
    visitor: { Host: app.host, 'Sec-Fetch-Site': 'same-origin' },
    member: await session({ account, role: 'member' }),
    owner: await session({ account, role: 'owner' }),
    product: await session({ account, role: 'product' }),
    'product, no account': await session({ role: 'product' }),
    'product, named account': { ...(await session({ role: 'product' })), 'X-Account-Id': account.id },
    support: await session({ role: 'support' }),
    'support, own account': { ...(await session({ role: 'support' })), 'X-Account-Id': 'own' },
    'support, foreign account': {
      ...(await session({ role: 'support' })),
      'X-Account-Id': foreign.account.id,
    },
    'support key, own account': {
      ...(await key({ role: 'support' })),
      'X-Account-Id': account.id,
      'X-Actor': JSON.stringify({ user_id: 'staff-1', name: 'Sam' }),
    },
    'foreign support': {
      Cookie: `${sessionCookieName}=${await buildSession(db, { app: foreign.app, role: 'support' })}`,
      'Sec-Fetch-Site': 'same-origin',
      Host: foreign.app.host,
    },
    'member key': await key({ account, role: 'member' }),
    'owner key': await key({ account, role: 'owner' }),
    'product key': await key({ account, role: 'product' }),
    'app key': appKey,
    'app key, own account': { ...appKey, 'X-Account-Id': account.id },
    'app key, foreign account': { ...appKey, 'X-Account-Id': foreign.account.id },
    'key, other account id': { ...(await key({ account })), 'X-Account-Id': otherAccount.id },
    'other account key': await key({ account: otherAccount }),
    'foreign account key': await key({ account: foreign.account }, foreign.app),
    'foreign app key': await key({}, foreign.app),
    'revoked key': await key({ account, revokedAt: past }),
    'expired key': await key({ account, expiresAt: past }),
    'malformed key': { Authorization: 'Bearer me', Host: app.host },
    'key, wrong checksum': {
      ...bearer(corruptChecksum(await buildKey(db, { app, account }))),
      Host: app.host,
    },
    'unknown key': { ...bearer(makeSecret('avk')), Host: app.host },
    token: await token({}),
    'member token': await token({ role: 'member' }),
    'token, other origin': await token({}, { 'X-Embedding-Origin': 'https://other.example' }),
    'token, cross-site': await token({}, { 'Sec-Fetch-Site': 'cross-site' }),
    'expired token': await token({ expiresAt: past }),
    'revoked token': await token({ revokedAt: past }),
    'cross-site session': await session({ account, role: 'owner' }, 'cross-site'),
    'expired session': await session({ account, role: 'owner', expiresAt: past }),
    'revoked session': await session({ account, role: 'owner', revokedAt: past }),
  };
}

function bearer(key: string): RequestHeaders {
  return { Authorization: `Bearer ${key}` };
}

function corruptChecksum(key: string): string {
  return `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
}
