import { expect, test } from '@playwright/test';
import type { VersionList } from '@/lib/contract/version-list';
import { revokeKey } from '@/lib/data/manage-keys';
import { withTenant } from '@/lib/data/tenant';
import { openStage, type Stage } from '@/lib/ops/chaos/stage';
import { runSql } from '@/lib/ops/scratch-database';
import { build } from '@/lib/ops/start/build';
import { testBuild } from '@/lib/ops/testing/static-checks';
import { buildKey } from '@/prisma/builders/build-credential';

// Two servers that each remember what they read. What one of them was told, or a command did, holds at the other with the
// very next request.
test.describe.configure({ mode: 'serial', timeout: 180_000 });

let stage: Stage;
let origins: string[];

test.beforeAll(async () => {
  test.setTimeout(300_000);
  await build(testBuild);
  stage = await openStage({ servers: 2, distDir: testBuild, durable: false });
  origins = stage.doors.map(({ server }) => `http://127.0.0.1:${server.port}`);
});

test.afterAll(() => stage?.close());

const originOf = (server: number) => origins[server % 2] ?? '';

async function list(server: number, headers: Record<string, string>) {
  const response = await fetch(`${originOf(server)}/app/versions?exclude_matrix=true`, { headers });
  if (response.status !== 200) return { status: response.status, current: null, titles: [] };
  const { data }: VersionList = await response.json();
  return {
    status: 200,
    current: data.versions.find(({ current }) => current)?.id,
    titles: data.versions.map(({ title }) => title),
  };
}

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const actingFor = (account: string) => ({ ...bearer(stage.appKey), 'X-Account-Id': account });

/** Lists at both, twice, so that both remember it. */
async function warm(headers: Record<string, string>): Promise<void> {
  for (const server of [0, 1, 0, 1]) expect((await list(server, headers)).status).toBe(200);
}

test('a switch on one is seen on the other, a thousand times', async () => {
  const accounts = await stage.openAccounts(8);
  const wrong: string[] = [];
  await Promise.all(
    accounts.map(async (account, number) => {
      const headers = actingFor(account);
      await warm(headers);
      for (let turn = 1; turn <= 125; turn += 1) {
        const wanted = stage.app.versions[turn % 2]?.id ?? '';
        const switched = await fetch(`${originOf(turn + number)}/app/versions`, {
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'application/json' },
          body: JSON.stringify({ version_id: wanted }),
        });
        expect(switched.status).toBe(200);
        const { current } = await list(turn + number + 1, headers);
        if (current !== wanted) wrong.push(`turn ${turn} of account ${number}`);
      }
    }),
  );
  expect(wrong).toEqual([]);
});

test('a key that is revoked holds nowhere any more', async () => {
  const [account = ''] = await stage.openAccounts(1);
  for (let turn = 0; turn < 25; turn += 1) {
    const secret = await buildKey(stage.owner, { app: stage.app, account: { id: account } });
    await warm(bearer(secret));
    const [key] = await withTenant(stage.owner, { appId: stage.app.id, accountId: account }, (queries) =>
      queries.apiKey.findMany({ orderBy: { createdAt: 'desc' }, take: 1 }),
    );
    expect(await revokeKey(stage.owner, key?.id ?? '', new Date())).toBe(true);
    const answers = await Promise.all([0, 1].map((server) => list(server, bearer(secret))));
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  }
});

test('a key holds until its time is over, and not a moment longer', async () => {
  const [account = ''] = await stage.openAccounts(1);
  const expiresAt = new Date(Date.now() + 3000);
  const secret = await buildKey(stage.owner, { app: stage.app, account: { id: account }, expiresAt });
  await warm(bearer(secret));
  const asked: { began: number; ended: number; status: number }[] = [];
  while (Date.now() < expiresAt.getTime() + 200) {
    const began = Date.now();
    const { status } = await list(asked.length, bearer(secret));
    asked.push({ began, ended: Date.now(), status });
  }
  const time = expiresAt.getTime();
  expect(new Set(asked.filter(({ ended }) => ended < time).map(({ status }) => status))).toEqual(
    new Set([200]),
  );
  expect(new Set(asked.filter(({ began }) => began >= time).map(({ status }) => status))).toEqual(
    new Set([401]),
  );
});

test('a grant, a new price list and another name of the account are there at once', async () => {
  const [account = ''] = await stage.openAccounts(1);
  const tenant = { appId: stage.app.id, accountId: account };
  const [first, , , last] = stage.app.versions;
  const versionId = last?.id ?? '';
  const hide = (hidden: boolean) =>
    withTenant(stage.owner, { appId: tenant.appId }, (queries) =>
      queries.version.update({
        where: { appId_id: { appId: tenant.appId, id: versionId } },
        data: { public: !hidden },
      }),
    );
  for (let turn = 0; turn < 25; turn += 1) {
    const rename = (title: string) =>
      withTenant(stage.owner, { appId: tenant.appId }, (queries) =>
        queries.version.updateMany({ where: { appId: tenant.appId, id: first?.id }, data: { title } }),
      );
    await rename(`Edition ${turn}`);
    expect((await list(turn, actingFor(account))).titles[0]).toBe(`Edition ${turn}`);
    expect((await list(turn + 1, actingFor(account))).titles[0]).toBe(`Edition ${turn}`);
    await hide(true);
    expect((await list(turn, actingFor(account))).titles).toHaveLength(3);
    await withTenant(stage.owner, tenant, (queries) =>
      queries.versionGrant.create({ data: { ...tenant, versionId } }),
    );
    expect((await list(turn, actingFor(account))).titles).toHaveLength(4);
    expect((await list(turn + 1, actingFor(account))).titles).toHaveLength(4);
    await withTenant(stage.owner, tenant, (queries) =>
      queries.versionGrant.deleteMany({ where: { ...tenant, versionId } }),
    );
    expect((await list(turn + 1, actingFor(account))).titles).toHaveLength(3);
    await hide(false);
  }
});

test('a server that hears nothing remembers nothing', async () => {
  const [account = ''] = await stage.openAccounts(1);
  const headers = actingFor(account);
  const [first] = stage.app.versions;
  for (let turn = 0; turn < 10; turn += 1) {
    await warm(headers);
    await runSql(
      stage.database.url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'app-versions listener'`,
    );
    // Without a word to anybody: whoever listens again has missed it.
    await runSql(
      stage.database.url,
      `BEGIN; SELECT set_config('tenant.app_id', '${stage.app.id}', true);
        UPDATE versions SET title = 'Silent ${turn}' WHERE id = '${first?.id}'; COMMIT`,
    );
    for (const server of [0, 1]) {
      await expect.poll(async () => (await list(server, headers)).titles[0]).toBe(`Silent ${turn}`);
    }
  }
});

test('what one has is not sent again, until it is another', async () => {
  const [account = ''] = await stage.openAccounts(1);
  const headers = actingFor(account);
  const ask = (more: Record<string, string> = {}) =>
    fetch(`${originOf(0)}/app/versions`, { headers: { ...headers, ...more } });
  const tag = (await ask({ 'Accept-Encoding': 'identity' })).headers.get('etag') ?? '';
  expect(tag).toMatch(/^"[\w-]{22}"$/);
  for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
    const again = await ask({ 'Accept-Encoding': 'identity', 'If-None-Match': known });
    expect([known, again.status, again.headers.get('etag'), await again.text()]).toEqual([
      known,
      304,
      tag,
      '',
    ]);
  }
  await withTenant(stage.owner, { appId: stage.app.id }, (queries) =>
    queries.version.updateMany({ where: { appId: stage.app.id }, data: { moreInfo: 'New' } }),
  );
  const changed = await ask({ 'Accept-Encoding': 'identity', 'If-None-Match': tag });
  expect(changed.status).toBe(200);
  const body = await changed.json();
  // Packed once it was asked for more than once; the same answer under a tag of its own.
  for (const encoding of ['br', 'gzip']) {
    await expect
      .poll(async () => (await ask({ 'Accept-Encoding': encoding })).headers.get('content-encoding'))
      .toBe(encoding);
    const packed = await ask({ 'Accept-Encoding': encoding });
    expect(packed.headers.get('vary')).toContain('Accept-Encoding');
    expect(packed.headers.get('etag')).not.toBe(changed.headers.get('etag'));
    expect(await packed.json()).toEqual(body);
  }
});
