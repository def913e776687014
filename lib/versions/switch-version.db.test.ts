import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '@/lib/contract/errors';
import { type Database, openClient } from '@/lib/data/client';
import { withTenant } from '@/lib/data/tenant';
import { createTestDatabase, type TestDatabase } from '@/lib/ops/test-database';
import { buildAccount } from '@/prisma/builders/build-account';
import { type BuiltApp, buildApp } from '@/prisma/builders/build-app';
import type { AccountCaller } from './caller';
import { failureToProblem } from './failure-to-problem';
import { previewSwitch } from './preview-switch';
import { readHistory, readHistoryAt } from './read-history';
import { closeService, openService, type Service } from './service';
import { type SwitchOrder, switchVersion } from './switch-version';

let database: TestDatabase;
let owner: Database;
let service: Service;
let app: BuiltApp;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = openClient(database.url, { as: 'owner' });
  service = openService(database.url);
  app = await buildApp(owner, { versions: 3, features: 6 });
});

afterAll(async () => {
  await owner.$disconnect();
  await closeService(service);
  await database.drop();
});

async function newCaller(role: AccountCaller['role'] = 'owner'): Promise<AccountCaller> {
  const account = await buildAccount(owner, app);
  const actor = { kind: 'key', id: 'key_1', name: 'Back end' } as const;
  return { via: 'key', app, account, role, actor, appKey: false };
}

const versionId = (number: number) => app.versions[number - 1]?.id ?? '';

function order(number: number, fields: Partial<SwitchOrder> = {}): SwitchOrder {
  return {
    versionId: versionId(number),
    reason: null,
    channel: 'api',
    ifMatch: null,
    idempotency: null,
    ...fields,
  };
}

async function refusal(work: Promise<unknown>): Promise<Problem> {
  return work.then(
    () => {
      throw new Error('Nothing was refused.');
    },
    (error) => failureToProblem(error),
  );
}

const history = async (caller: AccountCaller) =>
  (await readHistory(service, caller, { limit: 1000, before: null })).records;

describe('a switch', () => {
  test('adds one record, and the newest record is the current version', async () => {
    const caller = await newCaller();
    const { activation, changed } = await switchVersion(service, caller, order(3, { reason: 'More room' }));
    expect(changed).toBe(true);
    const records = await history(caller);
    expect(records.map(({ activation: { sequence, version } }) => [sequence, version.versionId])).toEqual([
      [2, versionId(3)],
      [1, versionId(1)],
    ]);
    expect(records[0]).toMatchObject({
      activation: {
        id: activation.id,
        direction: 'upgrade',
        reason: 'More room',
        actor: { kind: 'key', name: 'Back end', channel: 'api' },
        previous: { versionId: versionId(1) },
      },
      deactivatedAt: null,
    });
    expect(records[1]?.deactivatedAt).toEqual(activation.activatedAt);
    expect(records[0]?.changes.gained).toHaveLength(4);
  });

  test('to the same version answers with the record there is and adds none', async () => {
    const caller = await newCaller();
    const [before] = await history(caller);
    const { activation, changed } = await switchVersion(service, caller, order(1));
    expect(changed).toBe(false);
    expect(activation.id).toBe(before?.activation.id);
    expect(await history(caller)).toHaveLength(1);
  });

  test('does not care for the case of an id, and refuses an unknown one', async () => {
    const caller = await newCaller();
    await switchVersion(service, caller, order(2, { versionId: versionId(2).toUpperCase() }));
    for (const id of ['ver_unknown', 'nonsense', '', versionId(2).slice(0, -1), '%00']) {
      const problem = await refusal(switchVersion(service, caller, order(1, { versionId: id })));
      expect([id, problem.code, problem.message]).toEqual([
        id,
        'version_not_found',
        'Choose one of the listed versions.',
      ]);
    }
  });

  test('never runs backwards in time, though the clock does', async () => {
    const caller = await newCaller();
    const first = await switchVersion(service, caller, order(2));
    const anHourAgo = { ...service, recordTime: (now: number) => now - 3_600_000 };
    const second = await switchVersion(anHourAgo, caller, order(3));
    expect(second.activation.activatedAt).toEqual(first.activation.activatedAt);
    expect((await history(caller)).map(({ activation }) => activation.sequence)).toEqual([3, 2, 1]);
  });

  test('waits for another of the same account at most 3 seconds, then says so', async () => {
    const caller = await newCaller();
    const tenant = { appId: app.id, accountId: caller.account.id };
    const problem = await withTenant(owner, tenant, async (queries) => {
      await queries.$queryRaw`SELECT 1 FROM accounts WHERE id = ${caller.account.id} FOR UPDATE`;
      return refusal(switchVersion(service, caller, order(2)));
    });
    expect(problem).toMatchObject({ code: 'switch_conflict', retryAfter: 1 });
    expect(await history(caller)).toHaveLength(1);
  });
});

describe('many switches of one account at once', () => {
  test('queue: each accepted one is one record, without a gap', async () => {
    const caller = await newCaller();
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, index) => switchVersion(service, caller, order((index % 3) + 1))),
    );
    const records = await history(caller);
    const added = outcomes.filter(({ changed }) => changed).map(({ activation }) => activation.id);
    expect(new Set(records.map(({ activation }) => activation.id))).toEqual(
      new Set([...added, records.at(-1)?.activation.id]),
    );
    expect(records.map(({ activation }) => activation.sequence)).toEqual(
      Array.from({ length: records.length }, (_, index) => records.length - index),
    );
    const times = records.map(({ activation }) => activation.activatedAt.getTime());
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  test('with one idempotency key make one record and one answer', async () => {
    const caller = await newCaller();
    const idempotency = { key: 'once', requestHash: 'a' };
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => switchVersion(service, caller, order(2, { idempotency }))),
    );
    expect(new Set(outcomes.map(({ activation }) => activation.id)).size).toBe(1);
    expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await history(caller)).toHaveLength(2);
  });
});

describe('an idempotency key', () => {
  test('gives the first answer again, whatever happened since', async () => {
    const caller = await newCaller();
    const idempotency = { key: 'k', requestHash: 'a' };
    const first = await switchVersion(service, caller, order(2, { idempotency }));
    await switchVersion(service, caller, order(3));
    const again = await switchVersion(service, caller, order(2, { idempotency }));
    expect(again).toEqual({ activation: first.activation, changed: true, replayed: true });
    expect(await history(caller)).toHaveLength(3);
  });

  test('refuses another request, and holds for one account alone', async () => {
    const caller = await newCaller();
    await switchVersion(service, caller, order(2, { idempotency: { key: 'k', requestHash: 'a' } }));
    const other = order(3, { idempotency: { key: 'k', requestHash: 'b' } });
    expect((await refusal(switchVersion(service, caller, other))).code).toBe('idempotency_key_reused');
    expect((await switchVersion(service, await newCaller(), other)).changed).toBe(true);
  });

  test('is forgotten after 24 hours', async () => {
    const caller = await newCaller();
    const idempotency = { key: 'k', requestHash: 'a' };
    await switchVersion(service, caller, order(2, { idempotency }));
    const tomorrow = { ...service, recordTime: (now: number) => now + 24 * 3_600_000 + 1000 };
    const again = await switchVersion(
      tomorrow,
      caller,
      order(3, { idempotency: { key: 'k', requestHash: 'b' } }),
    );
    expect(again).toMatchObject({ changed: true, replayed: false });
  });

  test('is not kept for a refused switch', async () => {
    const caller = await newCaller('member');
    const idempotency = { key: 'k', requestHash: 'a' };
    expect((await refusal(switchVersion(service, caller, order(2, { idempotency })))).code).toBe('forbidden');
    const allowed = { ...caller, role: 'owner' } as const;
    expect((await switchVersion(service, allowed, order(2, { idempotency }))).replayed).toBe(false);
  });
});

describe('a preview’s revision', () => {
  test('lets a switch through while nothing changed, and stops it afterwards', async () => {
    const caller = await newCaller();
    const { revision } = await previewSwitch(service, caller, versionId(2));
    await switchVersion(service, caller, order(3));
    expect((await refusal(switchVersion(service, caller, order(2, { ifMatch: revision })))).code).toBe(
      'preview_stale',
    );
    const fresh = await previewSwitch(service, caller, versionId(2));
    expect((await switchVersion(service, caller, order(2, { ifMatch: fresh.revision }))).changed).toBe(true);
  });

  test('changes with the price', async () => {
    const own = await buildApp(owner, { versions: 2, features: 2 });
    const caller = { ...(await newCaller()), app: own, account: await buildAccount(owner, own) };
    const target = own.versions[1]?.id ?? '';
    const before = await previewSwitch(service, caller, target);
    await withTenant(owner, { appId: own.id }, (queries) =>
      queries.version.updateMany({ where: { appId: own.id, id: target }, data: { fee: 4321 } }),
    );
    const after = await previewSwitch(service, caller, target);
    expect(after.revision).not.toBe(before.revision);
    expect(after.to.fee).toBe(4321);
  });
});

describe('history', () => {
  test('keeps what was true: a rename and a new price change no earlier record', async () => {
    const own = await buildApp(owner, { versions: 2, features: 3 });
    const caller = { ...(await newCaller()), app: own, account: await buildAccount(owner, own) };
    const target = own.versions[1]?.id ?? '';
    await switchVersion(service, caller, order(1, { versionId: target }));
    const before = await history(caller);
    await withTenant(owner, { appId: own.id }, async (queries) => {
      await queries.version.updateMany({
        where: { appId: own.id },
        data: { title: 'New', fee: 1, description: 'New' },
      });
      await queries.versionFeature.deleteMany({ where: { appId: own.id } });
    });
    expect(await history(caller)).toEqual(before);
    expect(before[0]?.activation.version).toMatchObject({ title: 'Version 2', fee: 1000 });
  });

  test('answers which version was in force at a moment', async () => {
    const own = await buildApp(owner, { versions: 2, features: 2 });
    const account = await buildAccount(owner, own, { path: own.versions });
    const caller = { ...(await newCaller()), app: own, account };
    const [second, first] = await history(caller);
    const at = async (time: number) => (await readHistoryAt(service, caller, new Date(time))).records[0];
    const firstTime = first?.activation.activatedAt.getTime() ?? 0;
    expect(await at(firstTime - 1)).toBeUndefined();
    expect(await at(firstTime)).toEqual(first);
    expect(await at((second?.activation.activatedAt.getTime() ?? 0) - 1)).toEqual(first);
    expect(await at(Date.now())).toEqual(second);
  });

  test('pages without losing or repeating an entry', async () => {
    const path = Array.from({ length: 25 }, (_, index) => app.versions[index % 3]).filter(
      (each) => each !== undefined,
    );
    const caller = { ...(await newCaller()), account: await buildAccount(owner, app, { path }) };
    const whole = await history(caller);
    const paged = [];
    let before: number | null = null;
    do {
      const page = await readHistory(service, caller, { limit: 10, before });
      paged.push(...page.records);
      before = page.next;
    } while (before !== null);
    expect(paged).toEqual(whole);
    expect(whole).toHaveLength(25);
  });
});
