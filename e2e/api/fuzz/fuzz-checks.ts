import { makeId } from '@/lib/contract/ids';
import type { Database } from '@/lib/db/connection/client';
import { withTenant } from '@/lib/db/connection/tenant';
import { noTexts } from '@/lib/price-list/build/build-texts';
import { buildAccount } from '@/prisma/factories/build-account';
import { buildApp } from '@/prisma/factories/build-app';
import { buildKey } from '@/prisma/factories/build-credential';
import { historyResponseSchema } from '@/tools/lab/chaos/chaos-client';
import { checkChain } from '@/tools/lab/chaos/check-history';
import { type RawRequest, type RawResponse, sendRawRequest } from '../api-client';
import { findResponseErrors, getPathname } from '../assert-response';
import { listVersionsOfAccounts, matrixRows } from '../authorization-matrix';
import { createTestTenants, type TestTenants } from '../test-tenants';
import type { MalformedRequest } from './malformed-requests';

/** The test tenants and a third app that no caller has a credential for. */
export interface FuzzTenants extends TestTenants {
  /** No response may contain any of the records. */
  bystander: { appId: string; records: Record<string, { id: string; title: string }> };
  /** Ids by placeholder name. */
  ids: Record<string, string>;
  /** A valid key of the own account. */
  key: string;
}

export async function createFuzzTenants(db: Database): Promise<FuzzTenants> {
  const tenants = await createTestTenants(db);
  const { own, foreign, versions } = tenants;
  await addTexts(db, own.app.id);
  const suffix = makeId('app').slice(4);
  const app = await buildApp(db, {
    title: `Bystander ${suffix}`,
    versions: [{ title: `Bystander version ${suffix}` }],
  });
  const account = await buildAccount(db, app, { title: `Bystander account ${suffix}` });
  return {
    ...tenants,
    bystander: {
      appId: app.id,
      records: {
        'the bystander app': app,
        'the bystander version': app.versions[0]!,
        'the bystander account': account,
      },
    },
    ids: {
      ...Object.fromEntries(Object.entries(versions).map(([name, { id }]) => [name, id])),
      account: own.account.id,
      otherAccount: own.otherAccount.id,
      foreignAccount: foreign.account.id,
      endpoint: tenants.endpoints['app key'] ?? '',
      offer: own.app.addOns[0]?.id ?? '',
    },
    key: await buildKey(db, { app: own.app, account: own.account }),
  };
}

/** Adds German texts of the app, and none of its versions. */
async function addTexts(db: Database, appId: string): Promise<void> {
  const texts = { ...noTexts(), app: { title: 'Ein Titel' } };
  await withTenant(db, { appId }, async (queries) => {
    const row = { appId, language: 'de', publishedAt: new Date(), texts: texts as object };
    await queries.catalogTexts.create({ data: row });
    await queries.app.update({ where: { id: appId }, data: { languages: ['de'] } });
  });
}

/** Replaces placeholders such as `<upgrade>` and `<key>` with values of this run. */
export function replacePlaceholders({ ids, key }: FuzzTenants, text: string): string {
  return text.replace(/<(\w+)>/g, (placeholder, name) => (name === 'key' ? key : (ids[name] ?? placeholder)));
}

/** Reads the rows that no request may change: all rows of the bystander app and the catalogs of the other apps. */
export async function readProtectedRows({ own, foreign, bystander }: FuzzTenants, observer: Database) {
  const tables = await observer.$queryRaw<{ name: string }[]>`
    SELECT table_name::text AS name FROM information_schema.columns
    WHERE column_name = 'app_id' AND table_schema = 'public'`;
  const catalogTables = [
    'versions',
    'features',
    'version_features',
    'add_ons',
    'add_on_versions',
    'add_on_features',
    'catalog_texts',
  ];
  const rows: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const appIds = [bystander.appId];
    if (catalogTables.includes(name)) appIds.push(own.app.id, foreign.app.id);
    // The keys of the own app may grant its versions.
    if (name === 'version_grants') appIds.push(foreign.app.id);
    rows[name] = await observer.$queryRawUnsafe(
      `SELECT to_jsonb(t) AS row FROM "${name}" t WHERE app_id = ANY($1) ORDER BY t::text`,
      appIds,
    );
  }
  return rows;
}

/** Checks the history of every account of both apps. Returns the errors and the total number of entries. */
export async function checkHistories({ db, own, foreign }: FuzzTenants, observer: Database) {
  const errors: string[] = [];
  let entryCount = 0;
  for (const { app } of [own, foreign]) {
    const key = await buildKey(db, { app });
    const accounts = await observer.account.findMany({ where: { appId: app.id }, select: { id: true } });
    for (const { id } of accounts) {
      const headers: [string, string][] = [
        ['Authorization', `Bearer ${key}`],
        ['X-Account-Id', id],
      ];
      const { text } = await sendRawRequest({ method: 'GET', target: '/account/versions', headers });
      const entries = historyResponseSchema.parse(JSON.parse(text)).payload.toReversed();
      entryCount += entries.length;
      checkChain(entries, (_, message) => errors.push(`${id}: ${message}`));
    }
  }
  return { errors, entryCount };
}

/**
 * Returns the errors of a response: a server error, a violation of the OpenAPI document, or a leak of another
 * tenant's data.
 */
export async function findFuzzErrors(
  tenants: FuzzTenants,
  caller: string,
  request: RawRequest,
  response: RawResponse,
): Promise<string[]> {
  const errors = [...findServerError(response), ...findLeaks(tenants, caller, request, response)];
  const { target } = request;
  // Dot segments can lead to a page.
  if (apiPath.test(target) && !apiPath.test(getPathname(target))) return errors;
  const requestBody = response.status < 300 ? parseJson(request.body) : undefined;
  return [...errors, ...(await findResponseErrors({ ...request, url: target, ...response, requestBody }))];
}

/** Like `findFuzzErrors` for a malformed request. The server may close the connection. Node answers an unknown `Expect`. */
export async function findMalformedRequestErrors(
  tenants: FuzzTenants,
  { text, halfClose }: MalformedRequest,
  response: RawResponse | null,
): Promise<string[]> {
  if (!response) return halfClose || text.startsWith('CONNECT') ? [] : ['There is no response'];
  if (response.status === 417 && response.text === '') return [];
  const [, method = '', target = ''] = /^(\S+) +([^\s#]*)/.exec(text) ?? [];
  const request = { method, target, headers: [] };
  // Invalid HTTP and an invalid Host are rejected before the path is known, which may not exist.
  const isRejected = /"field":"Host"|not valid HTTP|request headers exceed|chunk extensions/.test(
    response.text,
  );
  if (apiPath.test(target) && !isRejected) return findFuzzErrors(tenants, 'owner key', request, response);
  return [...findServerError(response), ...findLeaks(tenants, 'owner key', request, response)];
}

/** All other paths are pages. */
const apiPath = /^(http:\/\/[^/]+)?\/(api|app|account)(\/|\?|$)/;

function findServerError({ status }: RawResponse): string[] {
  return status >= 500 ? [`Server error ${status}`] : [];
}

function findLeaks(
  { versions, bystander }: FuzzTenants,
  caller: string,
  { target, headers, body }: RawRequest,
  { text }: RawResponse,
): string[] {
  const requestText = `${target} ${headers.flat().join(' ')} ${body?.toString()}`;
  // Events repeat the external IDs of earlier requests, which may be the ID of any version.
  const content = text.replaceAll(/"external_id":"[^"]*"/g, '');
  const versionsOfCaller = listVisibleVersions(caller);
  const visible = /^\/api\/(events|accounts)/.test(target)
    ? listVersionsOfAccounts(versionsOfCaller)
    : versionsOfCaller;
  const confidential = [
    ...Object.entries(versions).filter(([name]) => !visible.includes(name)),
    ...Object.entries(bystander.records),
  ];
  return confidential
    .filter(
      ([, { id, title }]) => content.includes(title) || (content.includes(id) && !requestText.includes(id)),
    )
    .map(([name]) => `The response exposes ${name}`);
}

/** The callers are those of the authorization matrix. In addition, an app key may act for any account of its app. */
function listVisibleVersions(caller: string): string[] {
  const visible = matrixRows.find((row) => row.caller === caller)?.visible ?? [];
  return caller === 'app key' ? [...visible, 'granted', 'grantedToOther'] : visible;
}

function parseJson(body: Buffer | undefined): unknown {
  try {
    return body && JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
