import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type APIRequestContext, expect } from '@playwright/test';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import { tools } from '@/lib/contract/mcp-tools';
import { operations } from '@/lib/contract/operations';
import type { Operation } from '@/lib/contract/operations/operation';
import type { VersionList } from '@/lib/contract/versions';
import { withTenant } from '@/lib/db/connection/tenant';
import { buildKey } from '@/prisma/factories/build-credential';
import { test } from '../fixtures';
import { sendRequest } from './api-client';

const spec = {
  features: ['Export', 'Audit log'],
  versions: [
    { title: 'Basic', fee: 1000, features: [1] },
    { title: 'Team', fee: 2000, features: [1, 2] },
  ],
};
const account = () => ({ externalId: 'customer-7' });
const named = { account: 'customer-7' };

const clients: Client[] = [];
test.afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

async function connect(baseUrl: string | undefined, key: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const headers = { Authorization: `Bearer ${key}` };
  // The types of the library do not allow for exactOptionalPropertyTypes.
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', baseUrl), { requestInit: { headers } });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  clients.push(client);
  return client;
}

/** Calls a tool. Returns the body of the response or the error. */
async function call<T = { code: string; message: string }>(client: Client, name: string, args: object) {
  const result = await client.callTool({ name, arguments: { ...args } });
  const [{ text }] = result.content as [{ text: string }];
  return { isError: result.isError === true, body: JSON.parse(text) as T };
}

async function getCurrentVersion(request: APIRequestContext, key: string): Promise<string | undefined> {
  const headers = { 'X-Account-Id': 'customer-7' };
  const { body } = await sendRequest<VersionList>(request, '/app/versions', { key, headers });
  return body.data.versions.find(({ current }) => current)?.id;
}

const listNames = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

test('an agent reads, previews, checks, drafts and asks, and people decide', async ({
  request,
  createTenant,
  baseURL,
}) => {
  const { app, key } = await createTenant(spec, account);
  const [basic, team] = app.versions;
  const appKey = await key('app');
  const headers = { 'X-Account-Id': 'customer-7' };
  const client = await connect(baseURL, appKey);
  expect(client.getServerVersion()?.name).toBe('app-versions');
  expect(await listNames(client)).toEqual([...tools.keys()]);

  await sendRequest(request, '/app/versions', { key: appKey, headers, body: { version_id: basic?.id } });
  const listed = await sendRequest(request, '/app/versions?users=3', { key: appKey, headers });
  const versions = await call(client, 'listVersions', { ...named, users: 3 });
  expect([versions.isError, versions.body]).toEqual([false, listed.body]);
  const preview = await call<{ data: { gained: unknown[] } }>(client, 'previewSwitch', {
    ...named,
    id: team?.id,
  });
  expect(preview.body.data.gained).toHaveLength(1);

  const problems = await call(client, 'checkCatalog', { source: 'plans: [' });
  expect(problems.body).toMatchObject({ data: { problems: [{ file: 'source' }] } });
  const draft = await call<{ data: { id: string } }>(client, 'createDraft', {
    base_id: 'live',
    note: 'Idea',
  });
  expect(draft.body).toMatchObject({ data: { state: 'draft', live: false } });
  const edition = await call(client, 'getEdition', { id: draft.body.data.id });
  expect(edition.body).toMatchObject({ data: { note: 'Idea', problems: [] } });

  const asked = await call<{ data: AccountChangeBody }>(client, 'requestChange', {
    ...named,
    ...{ version_id: team?.id, reason: 'The account uses the audit log' },
  });
  expect(asked.body.data).toMatchObject({ state: 'waiting', waits_for: 'owner', origin: 'member' });
  expect(await getCurrentVersion(request, appKey)).toBe(basic?.id);
  const approval = `/account/changes/${asked.body.data.id}/approve`;
  expect((await sendRequest(request, approval, { method: 'POST', key: await key('owner') })).status).toBe(
    200,
  );
  expect(await getCurrentVersion(request, appKey)).toBe(team?.id);
});

test('tools that need no arguments respond as the operations', async ({ request, createTenant, baseURL }) => {
  const { key } = await createTenant(spec, account);
  const appKey = await key('app');
  const client = await connect(baseURL, appKey);
  const { tools: listed } = await client.listTools();
  const simple = listed.filter(
    ({ inputSchema, annotations }) => annotations?.readOnlyHint && !inputSchema.required?.length,
  );
  expect(simple.length).toBeGreaterThan(12);
  for (const { name } of simple) {
    const { path }: Operation = tools.get(name)!.operation;
    const needsAccount = 'account' in (tools.get(name)!.inputSchema.properties as object);
    const { body } = await call(client, name, needsAccount ? named : {});
    const response = await sendRequest(request, path, {
      key: appKey,
      ...(needsAccount && { headers: { 'X-Account-Id': 'customer-7' } }),
    });
    expect([name, response.status, body]).toEqual([name, 200, response.body]);
  }
});

test('a change is asked for, with every key that can make it', async ({
  db,
  request,
  createTenant,
  baseURL,
}) => {
  const { app, key } = await createTenant(spec, account);
  const [basic, team] = app.versions;
  const headers = { 'X-Account-Id': 'customer-7' };
  const appKey = await key('app');
  await sendRequest(request, '/app/versions', { key: appKey, headers, body: { version_id: basic?.id } });
  const keys = [
    appKey,
    await key('owner'),
    await key('member'),
    await buildKey(db, { app, role: 'support' }),
  ];
  for (const [index, each] of keys.entries()) {
    const client = await connect(baseURL, each);
    const args = { version_id: team?.id, users: index + 1, reason: 'Test', effective: 'now' };
    const { body } = await call<{ data: AccountChangeBody }>(client, 'requestChange', {
      ...args,
      ...([0, 3].includes(index) && named),
    });
    expect([index, body.data.state, body.data.waits_for]).toEqual([index, 'waiting', 'owner']);
    expect(body.data.created_by?.kind).toBe('key');
    expect(await getCurrentVersion(request, appKey)).toBe(basic?.id);
  }
});

test('keys have the tools that their callers may use', async ({ db, request, createTenant, baseURL }) => {
  const { app, key } = await createTenant(spec, account);
  const member = await listNames(await connect(baseURL, await key('member')));
  expect(member).toContain('requestChange');
  expect(member).not.toContain('listAccounts');
  const product = await listNames(await connect(baseURL, await buildKey(db, { app, role: 'product' })));
  expect(product).toEqual(expect.arrayContaining(['createDraft', 'listAccounts']));
  expect(product).not.toContain('requestChange');
  const { body } = await sendRequest<{ data: { secret: string } }>(request, '/api/accounts/customer-7/keys', {
    key: await key('app'),
    body: { role: 'owner', read_only: true },
  });
  const reader = await connect(baseURL, body.data.secret);
  expect(await listNames(reader)).not.toContain('requestChange');
  const asked = await call(reader, 'requestChange', { version_id: app.versions[0]?.id });
  expect(asked.body.code).toBe('forbidden');
  // The role is checked before the arguments, of which not even the names are copied.
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`a${index}`, 1]));
  const owner = await connect(baseURL, await key('owner'));
  for (const [client, name, code] of [
    [reader, 'requestChange', 'forbidden'],
    [owner, 'createDraft', 'forbidden'],
    [owner, 'requestChange', 'parameter_invalid'],
    [owner, 'listVersions', 'parameter_invalid'],
  ] as const) {
    const { body: error } = await call(client, name, many);
    expect([name, error.code, error.message.length < 100]).toEqual([name, code, true]);
  }
});

test('an adversarial client changes nothing and sees nothing of others', async ({
  db,
  request,
  createTenant,
  baseURL,
}) => {
  const own = await createTenant(spec, account);
  const foreign = await createTenant(spec, () => ({ externalId: 'customer-8' }));
  const readState = async () => {
    const rows: unknown[] = [];
    for (const { app } of [own, foreign]) {
      await withTenant(db, { appId: app.id }, async (queries) => {
        const where = { appId: app.id };
        rows.push(
          await queries.historyEntry.count({ where }),
          await queries.accountChange.count({ where }),
          await queries.catalogEdition.count({ where }),
          await queries.event.count({ where }),
          await queries.account.findMany({ where, orderBy: { id: 'asc' } }),
        );
      });
    }
    return rows;
  };
  const before = await readState();
  const ownerKey = await own.key('owner');
  for (const key of [await own.key('app'), ownerKey]) {
    const client = await connect(baseURL, key);
    const args = key === ownerKey ? {} : named;
    for (const id of Object.keys(operations)) {
      if (tools.has(id)) continue;
      await expect(client.callTool({ name: id, arguments: args })).rejects.toThrow('There is no such tool.');
    }
    for (const [name, given, code] of [
      ['getOwnAccount', { account: foreign.account.id }, /account_not_found|forbidden|parameter_unknown/],
      ['getOwnAccount', { account: 'customer-8' }, /account_not_found|forbidden/],
      ['getAccount', { external_id: 'customer-8' }, /account_not_found|forbidden/],
      ['getVersion', { ...args, id: foreign.app.versions[0]?.id }, /version_not_found/],
      ['previewSwitch', { ...args, id: foreign.app.versions[1]?.id }, /version_not_found/],
      ['requestChange', { ...args, version_id: foreign.app.versions[1]?.id }, /version_not_found/],
      ['requestChange', { ...args, restore: 'act_1' }, /parameter_missing/],
      ['requestChange', { ...args, version_id: 7 }, /parameter_invalid/],
      ['requestChange', { ...args, idempotency_key: 'a\r\nX-Account-Id: customer-8' }, /parameter_invalid/],
      ['getVersion', { ...args, id: '../../accounts' }, /version_not_found/],
      ['getVersion', { ...args, id: { toString: 'x' } }, /parameter_invalid/],
      ['getVersion', args, /parameter_missing/],
      ['listVersions', { ...args, 'X-Account-Id': 'customer-8' }, /parameter_unknown/],
      ['listVersions', { account: 'a\u0000' }, /parameter_invalid/],
      ['listVersions', { account: '\ud800' }, /parameter_invalid/],
      ['listVersions', { ...args, constructor: 'x' }, /parameter_unknown/],
    ] as const) {
      const { isError, body } = await call(client, name, given);
      expect([name, isError, body.code]).toEqual([name, true, expect.stringMatching(code)]);
    }
  }
  for (const [status, options] of await listBadRequests(ownerKey)) {
    const response = await request.fetch('/mcp', options);
    expect([options, response.status()]).toEqual([options, status]);
    expect(await response.text()).not.toContain(own.account.title);
  }
  expect(await readState()).toEqual(before);
  expect((await sendMessage(request, ownerKey)).status()).toBe(200);
});

const message = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'getOwnAccount', arguments: {} },
};
const accept = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' };

const sendMessage = (request: APIRequestContext, key: string, headers = {}, data: unknown = message) =>
  request.fetch('/mcp', {
    method: 'POST',
    headers: { ...accept, Authorization: `Bearer ${key}`, ...headers },
    data: Buffer.from(JSON.stringify(data)),
  });

/** Requests with the expected status, of which none has a result. */
async function listBadRequests(key: string): Promise<[number, Parameters<APIRequestContext['fetch']>[1]][]> {
  const post = (headers: object, data: string | Buffer = JSON.stringify(message)) => ({
    method: 'POST',
    headers: { ...accept, ...headers } as Record<string, string>,
    data: Buffer.from(data),
  });
  const credentials = { Authorization: `Bearer ${key}` };
  const nest = (levels: number) => '{"a":'.repeat(levels) + 1 + '}'.repeat(levels);
  return [
    [401, post({})],
    [401, post({ Cookie: `__Host-session=${key}` })],
    [401, post({ Authorization: 'Bearer avk_x' })],
    [403, post({ ...credentials, Origin: 'https://evil.example' })],
    [400, post(credentials, JSON.stringify([message, message]))],
    [400, post(credentials, '{"jsonrpc":')],
    [400, post(credentials, '{}')],
    [400, post(credentials, nest(5000))],
    [400, post(credentials, nest(200_000))],
    [400, post({ ...credentials, 'MCP-Protocol-Version': '1999-01-01' })],
    [406, post({ ...credentials, Accept: 'text/html' })],
    [413, post(credentials, Buffer.alloc(9 * 1024 * 1024, 32))],
    [415, post({ ...credentials, 'Content-Type': 'text/plain' })],
    [405, { method: 'GET', headers: { ...accept, ...credentials } }],
    [405, { method: 'DELETE', headers: credentials }],
  ];
}
