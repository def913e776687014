import { describe, expect, test } from 'vitest';
import { readCatalog } from '@/lib/db/catalog';
import type { Queries } from '@/lib/db/connection/client';
import { withTenant } from '@/lib/db/connection/tenant';
import { snapshotVersion } from '@/lib/db/version-snapshot';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { buildSession } from '@/prisma/factories/build-credential';
import { createHostCaller, listAccountEvents } from '@/tools/testing/callers';
import { codeOf } from '@/tools/testing/code-of';
import { openTestService } from '@/tools/testing/test-service';
import { listHistory } from '../history/history';
import {
  type AccountPosition,
  getAccount,
  type HostAccount,
  listAccounts,
  updateAccount,
  upsertAccount,
} from './accounts';
import { grantVersion, listGrants, revokeGrant } from './version-grants';

const { owner, service } = await openTestService();

const versionOf = (app: BuiltApp, index: number) => app.versions[index]?.id ?? '';

interface Filter {
  search?: string;
  versionId?: string;
  after?: AccountPosition | null;
  limit?: number;
}

const list = (app: BuiltApp, { search = '', versionId = '', after = null, limit = 100 }: Filter = {}) =>
  listAccounts(service, createHostCaller(app), {
    search: search || null,
    versionId: versionId || null,
    after,
    limit,
  });

/** The titles of all accounts, page by page. */
async function listTitles(app: BuiltApp, filter: Filter = {}): Promise<string[]> {
  const titles: string[] = [];
  let after: AccountPosition | null = null;
  do {
    const page: { accounts: HostAccount[]; next: AccountPosition | null } = await list(app, {
      ...filter,
      after,
    });
    titles.push(...page.accounts.map(({ title }) => title));
    after = page.next;
  } while (after);
  return titles;
}

describe('listAccounts', () => {
  test('lists the accounts of the app on a version, newest first, with every page size', async () => {
    const app = await buildApp(owner, { versions: 3 });
    await buildAccount(owner, await buildApp(owner, { versions: 1 }), { title: 'Foreign' });
    const [first, second] = app.versions;
    for (const [title, history] of [
      ['a', [first]],
      ['b', [first, second]],
      ['c', [second, first]],
      ['d', []],
      ['e', [second]],
    ] as const) {
      await buildAccount(owner, app, { title, history: history.flatMap((version) => version ?? []) });
    }
    for (const limit of [1, 2, 3, 5, 100]) {
      expect(await listTitles(app, { limit })).toEqual(['e', 'd', 'c', 'b', 'a']);
      expect(await listTitles(app, { versionId: first?.id, limit })).toEqual(['c', 'a']);
      expect(await listTitles(app, { versionId: second?.id, limit })).toEqual(['e', 'b']);
      expect(await listTitles(app, { versionId: versionOf(app, 2), limit })).toEqual([]);
    }
    const { accounts } = await list(app, { limit: 2 });
    expect(accounts[0]?.current).toMatchObject({
      versionId: second?.id,
      tag: second?.tag,
      title: second?.title,
    });
    expect(accounts[1]?.current).toBeNull();
  });

  test('searches words of titles and external IDs in any case, each account once', async () => {
    const app = await buildApp(owner, { versions: 2 });
    const titles = ['Zeta', 'Émile', 'éa', 'acme 2', 'ACME 1', 'No match', '100%_', 'Customer'];
    for (const [index, title] of titles.entries()) {
      const history = app.versions.slice(0, 1 + (index % 2));
      await buildAccount(owner, app, { title, externalId: `Customer-${index}`, history });
    }
    for (const limit of [1, 2, 3, 100]) {
      const search = (text: string, versionId = '') => listTitles(app, { search: text, versionId, limit });
      expect(await search('acme')).toEqual(['ACME 1', 'acme 2']);
      expect(await search('ACME 2')).toEqual(['acme 2']);
      expect(await search('É')).toEqual(['éa', 'Émile']);
      expect(await search('match')).toEqual(['No match']);
      expect(await search('100%')).toEqual(['100%_']);
      expect(await search('1%')).toEqual(['Émile', 'ACME 1', '100%_']);
      expect(await search('%')).toEqual([]);
      expect(await search('cme')).toEqual([]);
      expect(await search('customer-3')).toEqual(['acme 2']);
      expect(await search('customer')).toEqual(['Customer', ...titles.slice(0, 7)]);
      expect(await search('customer', versionOf(app, 1))).toEqual([
        'Customer',
        ...titles.slice(0, 7).filter((_, index) => index % 2 === 1),
      ]);
    }
  });

  test('finds an account by what a ticket has', async () => {
    const app = await buildApp(owner, { versions: 1 });
    const caller = createHostCaller(app);
    const add = (externalId: string, title: string, email?: string) =>
      upsertAccount(service, caller, { externalId, title, email });
    const foods = await add('customer-12345', 'Société Générale Foods', 'Ada.Example@Generale.fr');
    await add('customer-123', 'Müller & Söhne');
    await add('customer-124', 'Mueller Straße');
    await buildSession(owner, { app, account: foods, role: 'owner', userId: 'User|7' });
    const foreign = await buildApp(owner, { versions: 1 });
    await upsertAccount(service, createHostCaller(foreign), { externalId: 'User|7', title: 'Foods' });
    for (const [text, ...found] of [
      [foods.id, foods.title],
      [foods.id.toUpperCase(), foods.title],
      ['customer-12345', foods.title],
      ['12345', foods.title],
      ['123', 'Müller & Söhne', foods.title],
      ['User|7', foods.title],
      ['user|7'],
      ['ada.example@generale.fr', foods.title],
      ['generale.fr', foods.title],
      ['foods', foods.title],
      ['Societe', foods.title],
      ['société  générale', foods.title],
      ['Mueller', 'Müller & Söhne', 'Mueller Straße'],
      ['müller', 'Müller & Söhne', 'Mueller Straße'],
      ['muller s', 'Müller & Söhne', 'Mueller Straße'],
      ['STRASSE', 'Mueller Straße'],
      ['sohne', 'Müller & Söhne'],
      ['oods'],
    ]) {
      expect([text, ...(await listTitles(app, { search: text! }))]).toEqual([text, ...found]);
    }
    // What an account has now is found.
    await updateAccount(service, caller, 'customer-12345', { title: 'Bank', email: null });
    expect(await listTitles(app, { search: 'foods' })).toEqual([]);
    expect(await listTitles(app, { search: 'ada' })).toEqual([]);
    expect(await listTitles(app, { search: 'bank' })).toEqual(['Bank']);
  });

  test('ends a page of a search after comparing 1,000 accounts with the version', async () => {
    const app = await buildApp(owner, { versions: 2 });
    await withTenant(
      owner,
      { appId: app.id },
      (queries) => queries.$executeRaw`
      INSERT INTO accounts (app_id, id, title) SELECT ${app.id}, 'acc_00' || n, 'Same' FROM generate_series(1, 1500) AS n`,
    );
    await buildAccount(owner, app, { title: 'Same', externalId: 'last', history: app.versions });
    const filter = { search: 'same', versionId: versionOf(app, 1) };
    const first = await list(app, filter);
    expect([first.accounts, first.next === null]).toEqual([[], false]);
    const second = await list(app, { ...filter, after: first.next });
    expect([second.accounts.map(({ externalId }) => externalId), second.next]).toEqual([['last'], null]);
  });
});

describe('upsertAccount', () => {
  test('concurrent calls create one account with one history entry', async () => {
    const app = await buildApp(owner, { versions: 2 });
    const activatedAt = new Date('2025-01-02T03:04:05Z');
    const input = { externalId: 'same', title: 'Same', versionId: versionOf(app, 1), activatedAt };
    const accounts = await Promise.all(
      Array.from({ length: 8 }, () => upsertAccount(service, createHostCaller(app), input)),
    );
    expect(accounts.map(({ created }) => created).filter(Boolean)).toHaveLength(1);
    expect(new Set(accounts.map(({ id }) => id)).size).toBe(1);
    const [account] = accounts;
    const { entries } = await listHistory(
      service,
      { ...createHostCaller(app), account: account! },
      { limit: 10, before: null },
    );
    expect(entries.map(({ entry }) => [entry.version.versionId, entry.activatedAt])).toEqual([
      [versionOf(app, 1), activatedAt],
    ]);
  });

  test('an import leaves an existing account on its version, and updates title and period', async () => {
    const app = await buildApp(owner, { versions: 3 });
    await withTenant(owner, { appId: app.id }, (queries) =>
      queries.version.updateMany({ data: { fee: 100, userFee: null, annualFee: 1000 } }),
    );
    const caller = createHostCaller(app);
    const periodEndsAt = new Date('2027-01-01T00:00:00Z');
    const first = {
      externalId: '1',
      title: 'One',
      tag: app.versions[1]?.tag,
      billingPeriod: 'year' as const,
    };
    const created = await upsertAccount(service, caller, { ...first, periodEndsAt });
    expect(created).toMatchObject({
      created: true,
      periodEndsAt: periodEndsAt.getTime(),
      current: { versionId: versionOf(app, 1), billingPeriod: 'year' },
    });
    const { created: _, ...stored } = created;
    const again = { externalId: '1', title: 'Uno', versionId: versionOf(app, 2), activatedAt: new Date(0) };
    expect(await upsertAccount(service, caller, again)).toEqual({ ...stored, title: 'Uno', created: false });
    expect(await updateAccount(service, caller, '1', { periodEndsAt: null })).toEqual({
      ...stored,
      title: 'Uno',
      periodEndsAt: null,
    });
    expect(await getAccount(service, caller, '1')).toMatchObject({ title: 'Uno', periodEndsAt: null });
  });

  test('the events of an account with an earlier version have the present time', async () => {
    const app = await buildApp(owner, { versions: 1 });
    const input = { externalId: '1', title: 'One', activatedAt: new Date(0) };
    const before = Date.now();
    const { id, createdAt, current } = await upsertAccount(service, createHostCaller(app), input);
    expect(current?.activatedAt).toBe(0);
    const events = await listAccountEvents(service, { app, account: { id } });
    const times = events.map((event) => Date.parse(event.timestamp));
    expect(times).toEqual([createdAt, createdAt]);
    expect(createdAt).toBeGreaterThan(before - 1000);
  });

  test('an earlier version has the content of that time', async () => {
    const app = await buildApp(owner, { versions: 1 });
    const key = { appId: app.id, versionId: versionOf(app, 0) };
    const change = async (queries: Queries, sequence: number, changedAt: Date, title: string) => {
      const catalog = await readCatalog(queries, app.id);
      const snapshot = snapshotVersion(catalog, { ...catalog.versions[0]!, title });
      await queries.versionSnapshot.createMany({ data: [snapshot], skipDuplicates: true });
      await queries.versionChange.create({ data: { ...key, sequence, digest: snapshot.digest, changedAt } });
    };
    await withTenant(owner, { appId: app.id }, async (queries) => {
      await change(queries, 0, new Date(1000), 'First');
      await change(queries, 1, new Date(1000), 'Second');
      await change(queries, 2, new Date(2000), 'Third');
    });
    for (const [time, title] of [
      [0, 'First'],
      [1000, 'Second'],
      [1999, 'Second'],
      [2000, 'Third'],
    ] as const) {
      const input = { externalId: `at ${time}`, title: 'One', activatedAt: new Date(time) };
      const account = await upsertAccount(service, createHostCaller(app), input);
      const { entries } = await listHistory(
        service,
        { ...createHostCaller(app), account },
        { limit: 1, before: null },
      );
      expect([time, entries[0]?.entry.version.title]).toEqual([time, title]);
    }
  });

  test('does not create an account whose external ID is the ID of another', async () => {
    const app = await buildApp(owner, { versions: 1 });
    const { id } = await buildAccount(owner, app);
    const put = () => codeOf(upsertAccount(service, createHostCaller(app), { externalId: id, title: 'One' }));
    expect(await put()).toBe('parameter_invalid');
    expect(await listTitles(app)).toHaveLength(1);
  });

  test('rejects unknown versions, periods that are not sold, and times to come, and creates nothing', async () => {
    const app = await buildApp(owner, { versions: 1 });
    const other = await buildApp(owner, { versions: 1 });
    await withTenant(owner, { appId: app.id }, (queries) =>
      queries.version.updateMany({ data: { fee: 100, annualFee: null } }),
    );
    const put = (first: object) =>
      codeOf(upsertAccount(service, createHostCaller(app), { externalId: '1', title: 'One', ...first }));
    expect(await put({ versionId: versionOf(other, 0) })).toBe('version_not_found');
    expect(await put({ tag: 'v99' })).toBe('version_not_found');
    expect(await put({ billingPeriod: 'year' })).toBe('billing_period_unavailable');
    expect(await put({ activatedAt: new Date(Date.now() + 60_000) })).toBe('parameter_invalid');
    expect(await codeOf(getAccount(service, createHostCaller(app), '1'))).toBe('account_not_found');
    expect(await codeOf(updateAccount(service, createHostCaller(app), '1', { title: 'x' }))).toBe(
      'account_not_found',
    );
  });
});

describe('grants', () => {
  test('are added and removed once, and not those of the price list or of another app', async () => {
    const app = await buildApp(owner, { versions: 3 });
    const other = await buildApp(owner, { versions: 1 });
    const account = await buildAccount(owner, app, { externalId: '1', granted: app.versions.slice(2) });
    const caller = createHostCaller(app);
    const sources = async () =>
      (await listGrants(service, caller, '1')).map(({ version, source }) => `${version.tag} ${source}`);
    const name = { account: '1', versionId: versionOf(app, 1), reason: null };
    const listed = { ...name, versionId: versionOf(app, 2) };
    expect(await grantVersion(service, caller, name)).toMatchObject({
      source: 'api',
      accountTitle: account.title,
    });
    expect(await grantVersion(service, caller, name)).toMatchObject({ source: 'api' });
    expect(await grantVersion(service, caller, listed)).toMatchObject({ source: 'both' });
    expect((await sources()).toSorted()).toEqual([
      `${app.versions[1]?.tag} api`,
      `${app.versions[2]?.tag} both`,
    ]);
    expect(await codeOf(revokeGrant(service, caller, listed))).toBe('grant_in_price_list');
    await revokeGrant(service, caller, name);
    await revokeGrant(service, caller, name);
    expect(await sources()).toEqual([`${app.versions[2]?.tag} both`]);
    for (const [versionId, code] of [
      [versionOf(other, 0), 'version_not_found'],
      ['ver_none', 'version_not_found'],
    ] as const) {
      expect(await codeOf(grantVersion(service, caller, { ...name, versionId }))).toBe(code);
    }
    expect(await codeOf(grantVersion(service, createHostCaller(other), name))).toBe('account_not_found');
    expect(await codeOf(listGrants(service, createHostCaller(other), '1'))).toBe('account_not_found');
  });
});
