import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { AppVersions, type AppVersionsError, type SwitchPreview, verifyWebhook } from '@/examples/client';
import type { History } from '@/lib/contract/history';
import { buildKey } from '@/prisma/factories/build-credential';
import { buildPriceListText } from '@/prisma/factories/build-price-list';
import { findFreePort } from '@/tools/ports';
import { projectRoot } from '@/tools/project-root.mjs';
import { test } from '../fixtures';
import { sendRequest } from './api-client';

const user = { id: 'user-31', name: 'Zoë 😀' };
const idempotencyKey = 'switch-1';
const isPresent = (program: string) => spawnSync(program, ['--version']).status === 0;
const isPythonPresent = isPresent('python3');

/** What a client does with an account of its own. */
interface Session {
  versions: string[];
  preview: Pick<SwitchPreview, 'allowed' | 'revision'>;
  /** IDs of the history entry, of the first request and of the repeated one. */
  switched: [string, string];
  /** Code and status of a switch with the same revision. */
  stale: [string | null, number];
  /** Before the switch, after it, and again. */
  hasFeature: boolean[];
  link: string;
}

/** Runs the client of a language. The third version of the app includes `feature-3`. */
type RunSession = (baseUrl: string, appKey: string, externalId: string) => Promise<Session>;

const runTypeScript: RunSession = async (baseUrl, appKey, externalId) => {
  const client = new AppVersions(baseUrl, appKey);
  const { account_id } = await client.putAccount(externalId, { title: 'Acme' });
  const hasFeature = [await client.hasFeature(externalId, 'feature-3')];
  const versions = await client.listVersions(externalId);
  const versionId = versions[2]?.id ?? '';
  const { allowed, revision } = await client.previewSwitch(externalId, versionId);
  const request = { versionId, revision, user, idempotencyKey };
  const switched: [string, string] = [
    await client.switchVersion(externalId, request),
    await client.switchVersion(externalId, request),
  ];
  const error = await client
    .switchVersion(externalId, { versionId: versions[1]?.id ?? '', revision })
    .catch((reason: AppVersionsError) => reason);
  const { code, status } = error as AppVersionsError;
  hasFeature.push(await client.hasFeature(externalId, 'feature-3'));
  hasFeature.push(await client.hasFeature(externalId, 'feature-3'));
  const link = await client.createPortalLink({ account_id, role: 'owner', name: user.name });
  const titles = versions.map(({ title }) => title);
  return {
    versions: titles,
    preview: { allowed, revision },
    switched,
    stale: [code, status],
    hasFeature,
    link,
  };
};

const pythonSession = `
import json, sys
sys.stdin.reconfigure(encoding="utf-8")
from client import AppVersions, AppVersionsError
base_url, app_key, external_id, key = sys.argv[1:5]
user = {"user_id": "user-31", "name": "Zoë 😀"}
client = AppVersions(base_url, app_key)
account_id = client.put_account(external_id, "Acme")
has_feature = [client.has_feature(external_id, "feature-3")]
versions = client.list_versions(external_id)
version_id = versions[2]["id"]
preview = client.preview_switch(external_id, version_id)
arguments = {"revision": preview["revision"], "user": user, "idempotency_key": key}
switched = [client.switch_version(external_id, version_id, **arguments) for _ in range(2)]
try:
    client.switch_version(external_id, versions[1]["id"], revision=preview["revision"])
    stale = [None, 200]
except AppVersionsError as error:
    stale = [error.code, error.status]
has_feature += [client.has_feature(external_id, "feature-3") for _ in range(2)]
print(json.dumps({
    "versions": [version["title"] for version in versions],
    "preview": {"allowed": preview["allowed"], "revision": preview["revision"]},
    "switched": switched,
    "stale": stale,
    "hasFeature": has_feature,
    "link": client.create_portal_link(account_id, "owner", user["name"]),
}))
`;

const pythonWebhook = `
import json, sys
from client import verify_webhook
given = json.load(sys.stdin)
try:
    print(json.dumps(verify_webhook(given["body"].encode(), given["headers"], given["secret"])))
except ValueError as error:
    print(json.dumps({"error": str(error)}))
`;

/** Runs a script that imports the Python client, and returns what it prints. */
async function runPython(script: string, { args = [] as string[], input = '' }): Promise<string> {
  const running = promisify(execFile)('python3', ['-B', '-c', script, ...args], {
    cwd: join(projectRoot, 'examples'),
    env: { ...process.env, PYTHONPATH: '.', PYTHONUTF8: '1' },
  });
  running.child.stdin?.end(input);
  return (await running).stdout;
}

const runPythonSession: RunSession = async (...args) =>
  JSON.parse(await runPython(pythonSession, { args: [...args, idempotencyKey] }));

for (const [language, runSession] of [
  ['TypeScript', runTypeScript],
  ['Python', runPythonSession],
] as const) {
  test(`the ${language} client can call the API`, async ({ request, createTenant, baseURL }) => {
    test.skip(language === 'Python' && !isPythonPresent, 'python3 is not installed.');
    const { key: createKey } = await createTenant({
      versions: [1, 2, 3].map((number) => ({
        title: `Version ${number}`,
        fee: number,
        features: Array.from({ length: number }, (_, index) => index + 1),
      })),
      features: 3,
    });
    const key = await createKey('app');
    const externalId = `Küche/7 ${language}`;
    const { link, ...session } = await runSession(baseURL ?? '', key, externalId);
    expect(session).toEqual({
      versions: ['Version 1', 'Version 2', 'Version 3'],
      preview: { allowed: true, revision: expect.any(String) },
      switched: [expect.stringMatching(/^avh_/), session.switched[0]],
      stale: ['preview_stale', 412],
      hasFeature: [false, true, true],
    });
    const entered = await request.get(link, { maxRedirects: 0 });
    expect([entered.status(), entered.headers().location]).toEqual([303, '/']);
    const headers = { 'X-Account-Id': encodeURIComponent(externalId) };
    const { body } = await sendRequest<History>(request, '/account/versions', { key, headers });
    expect(body.payload.map(({ actor: { name, user_id } }) => [name, user_id])).toEqual([
      [user.name, user.id],
      ['Test key', null],
    ]);
  });
}

test('the clients repeat requests that failed temporarily', async () => {
  const answer = JSON.stringify({ data: { versions: [] } });
  let count = 0;
  const server = createServer((_, response) => {
    const attempt = count++ % 3;
    if (attempt === 0) response.writeHead(409, { 'Retry-After': 0 }).end('{}');
    else if (attempt === 1) {
      // The connection ends before the body does.
      response.writeHead(200, { 'Content-Length': 1000 }).write(answer, () => response.destroy());
    } else response.end(answer);
  });
  const port = await findFreePort();
  server.listen(port, '127.0.0.1');
  const baseUrl = `http://127.0.0.1:${port}`;
  try {
    expect(await new AppVersions(baseUrl, 'avk_1').listVersions('customer-7')).toEqual([]);
    test.skip(!isPythonPresent, 'python3 is not installed.');
    const script = 'import sys, client; print(client.AppVersions(sys.argv[1], "avk_1").list_versions("c"))';
    expect(await runPython(script, { args: [baseUrl] })).toBe('[]\n');
  } finally {
    server.close();
  }
});

test('the clients accept webhooks of the service only', async ({ request, createTenant }) => {
  const port = await findFreePort();
  const received: { body: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(async (incoming, response) => {
    received.push({ body: Buffer.concat(await incoming.toArray()).toString(), headers: incoming.headers });
    response.writeHead(204).end();
  });
  server.listen(port, '127.0.0.1');
  const { key: createKey } = await createTenant();
  const key = await createKey('app');
  const created = await sendRequest<{ data: { id: string; secret: string } }>(
    request,
    '/api/webhook-endpoints',
    {
      key,
      body: { url: `http://127.0.0.1:${port}/webhooks` },
    },
  );
  const { id, secret } = created.body.data;
  await sendRequest(request, `/api/webhook-endpoints/${id}/test`, { key, method: 'POST' });
  server.close();
  const { body, headers } = received[0]!;
  const old = String(Number(headers['webhook-timestamp']) - 301);
  const requests = [
    { body, headers, secret },
    { body, headers: { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` }, secret },
    { body: `${body} `, headers, secret },
    { body, headers: { ...headers, 'webhook-timestamp': old }, secret },
    { body, headers: {}, secret },
    { body, headers, secret: `whsec_${Buffer.alloc(32).toString('base64')}` },
  ];
  const event = expect.objectContaining({ type: 'webhook.test', id: headers['webhook-id'] });
  const wrong = { error: 'Wrong webhook signature' };
  const late = { error: 'Old webhook request' };
  const verify = (given: (typeof requests)[0]) => {
    try {
      return verifyWebhook(given.body, given.headers, given.secret);
    } catch (error) {
      return { error: (error as Error).message };
    }
  };
  expect(requests.map(verify)).toEqual([event, event, wrong, late, late, wrong]);
  test.skip(!isPythonPresent, 'python3 is not installed: verify_webhook was not called.');
  const outputs = await Promise.all(
    requests.map((given) => runPython(pythonWebhook, { input: JSON.stringify(given) })),
  );
  const [first, second, ...others] = outputs.map((output) => JSON.parse(output));
  expect([first, second]).toEqual([event, event]);
  expect(others.map(({ error }) => error)).toEqual([
    wrong.error,
    late.error,
    expect.any(String),
    wrong.error,
  ]);
});

test('the script checks a price list and publishes it once', async ({ createTenant, db, baseURL }) => {
  test.skip(!isPresent('curl') || !isPresent('jq'), 'curl or jq is not installed.');
  const { app } = await createTenant();
  const key = await buildKey(db, { app, role: 'product' });
  const folder = await mkdtemp(join(tmpdir(), 'publish-'));
  const plans = { PRO: { price: 10 } };
  await writeFile(join(folder, 'plans.yml'), buildPriceListText({ features: [], plans }));
  await writeFile(join(folder, 'good.yml'), 'plans: {PRO: {title: Professional}}');
  await writeFile(join(folder, 'bad.yml'), 'plans: {PRO: {titel: Professional}}');
  const env = { ...process.env, ORIGIN: baseURL, APP_VERSIONS_KEY: key, GIT_COMMIT: 'c0ffee' };
  const script = join(projectRoot, 'examples/publish-price-list.sh');
  const handleList = (action: string, extension: string) =>
    promisify(execFile)('sh', [script, action, 'plans.yml', extension], { cwd: folder, env });
  const failure: { stdout: string } = await handleList('check', 'bad.yml').then(
    () => Promise.reject(new Error('A list with problems was accepted.')),
    (error) => error,
  );
  expect(failure.stdout).toMatch(/^bad\.yml:1:\d+: plans\.PRO\.titel: /);
  expect((await handleList('check', 'good.yml')).stdout).toContain('Professional: added, 0 accounts');
  const { stdout } = await handleList('publish', 'good.yml');
  expect(JSON.parse(stdout).data).toMatchObject({ state: 'published', note: 'c0ffee' });
  expect((await handleList('publish', 'good.yml')).stdout).toBe(stdout);
  await rm(folder, { recursive: true });
});
