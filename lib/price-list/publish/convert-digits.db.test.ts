import { beforeEach, expect, test } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import { readAccountState } from '@/lib/db/accounts';
import { withTenant } from '@/lib/db/connection/tenant';
import { convertAmounts } from '@/lib/db/convert-amounts';
import { setTerms } from '@/lib/domain/accounts/account-terms';
import { type AccountCaller, toCallerState } from '@/lib/domain/caller';
import { readCatalogView } from '@/lib/domain/catalog/catalog-view';
import { changeAddOn } from '@/lib/domain/changes/change-add-on';
import { createChange, listChanges } from '@/lib/domain/changes/waiting-changes';
import { createEdition, publishEdition } from '@/lib/domain/editions/catalog-editions';
import { listAddOnHistory } from '@/lib/domain/history/add-on-changes';
import { listHistory } from '@/lib/domain/history/history';
import { listNotices } from '@/lib/domain/notices/notices';
import { computeSubscriptionTotal, getSubscription } from '@/lib/domain/subscription/subscription';
import { buildPriceListText, type PriceListSpec } from '@/prisma/factories/build-price-list';
import { applyDueChanges, publishDueEdition } from '@/tools/testing/apply-due-changes';
import {
  createAccountCaller,
  createHostCaller,
  readView,
  changeInput as request,
} from '@/tools/testing/callers';
import { createImportInput, putOn, signUp } from '@/tools/testing/import-lists';
import { openTestService } from '@/tools/testing/test-service';
import { formatPublication } from '../compare/format-publication';
import type { ImportInput } from '../compare/plan-publication';
import { planPublication, publishPriceList } from './publish-price-list';

// Amounts in forints of an app of an earlier version, which stored them without digits (docs/decisions/0048-currency-digits.md).

const { owner, service } = await openTestService();
let slug: string;
let count = 0;

const build = (team: number, pack = 300): PriceListSpec => ({
  currency: 'HUF',
  features: ['files', 'sso'],
  limits: { fee: { features: ['files'], unit: 'GB' } },
  plans: {
    FREE: { price: 0, unit: '/month' },
    TEAM: { price: team, unit: '/user/month', features: ['files'], limits: { fee: 10 } },
    MAX: { price: 9900, unit: '/month', features: ['files', 'sso'], limits: { fee: 90 } },
  },
  addOns: { pack: { price: pack, extensions: { fee: 10 } } },
  billing: { monthly: 1, annual: 0.9 },
});

const createInput = (list: PriceListSpec, fields: Partial<ImportInput> = {}) =>
  createImportInput(slug, list, '{}', fields);
const apply = (list: PriceListSpec, fields: Partial<ImportInput> = {}) =>
  publishPriceList(owner, createInput(list, fields), makeId);
/** Who publishes from the workspace does not convert amounts. */
const by = { kind: 'key', id: 'key_1', name: 'Team', channel: 'api' } as const;

/** An app whose amounts have no digits. */
beforeEach(async () => {
  slug = `digits-${++count}`;
  await apply(build(990));
  const { id: appId } = await readApp();
  await withTenant(owner, { appId }, async (queries) => {
    for (const table of ['versions', 'add_on_versions']) {
      await queries.$executeRawUnsafe(
        `UPDATE ${table} SET fee = fee / 100, user_fee = user_fee / 100, annual_fee = annual_fee / 100,
          annual_user_fee = annual_user_fee / 100 WHERE app_id = '${appId}'`,
      );
    }
    await queries.app.update({ where: { id: appId }, data: { currencyDigits: 0 } });
  });
});
const readApp = () => owner.app.findUniqueOrThrow({ where: { slug } });

async function makeCaller(): Promise<AccountCaller> {
  const app = await readApp();
  const account = await signUp(owner, app, { externalId: makeId('request') });
  await putOn(owner, { app, id: account.id }, 'TEAM');
  return createAccountCaller(app, account);
}

/** What the account reads, with amounts as decimals, and without what identifies a content. */
async function read({ app, account, ...caller }: AccountCaller) {
  const key = { appId: app.id, accountId: account.id };
  const state = await withTenant(owner, key, (queries) => readAccountState(queries, app.id, account.id));
  const current = { ...caller, account, app: await readApp(), state: toCallerState(state!) };
  const view = await readCatalogView(service, app.id, account.id);
  const content = {
    history: await listHistory(service, current, { limit: 10, before: null }),
    addOns: await listAddOnHistory(service, current, { limit: 10, before: null }),
    notices: await listNotices(service, current),
    changes: await listChanges(service, current, { limit: 10, before: null, isOpen: null }),
    total: computeSubscriptionTotal(getSubscription(view), view.catalog),
    terms: view.state.terms ?? null,
    sums: await withTenant(owner, key, (queries) =>
      queries.currentVersion.findFirstOrThrow({ where: key, select: { addOns: true, terms: true } }),
    ),
  };
  const digits = current.app.currencyDigits!;
  const hidden = ['digest', 'revision', 'currencyDigits', 'catalogRevision'];
  return JSON.parse(
    JSON.stringify(content, (name, value) => {
      if (hidden.includes(name) || /Digest$/.test(name)) return undefined;
      if (typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)) return 'digest';
      if (typeof value === 'bigint') return Number(value) / 10 ** digits;
      return typeof value === 'number' && /^(fee|.*Fee|.*_fee|amount)$/.test(name) && !isLimit(value)
        ? value / 10 ** digits
        : value;
    }),
  );
}

/** The digits of the newest entry of a history, whose snapshot the server can have in memory. */
async function readDigits(caller: AccountCaller): Promise<number | null> {
  const { entries } = await listHistory(service, caller, { limit: 1, before: null });
  return entries[0]!.entry.version.currencyDigits;
}

/** The amounts of the limit in the list. Its name is that of a price. */
const isLimit = (value: number) => [10, 15, 20, 90].includes(value);

const turnOn = (caller: AccountCaller) =>
  changeAddOn(service, caller, { ...request, addOnId: 'pack', active: true });
const findVersionId = async (caller: AccountCaller, key: string) =>
  (await readView(service, caller)).catalog.versions.find(({ catalogKey }) => catalogKey === key)!.id;

/** Accounts with a kept plan, an add-on, terms, an ended and a scheduled change, and what their histories say of them. */
async function prepare() {
  const callers = [await makeCaller(), await makeCaller(), await makeCaller()] as const;
  const [first, second, third] = callers;
  await turnOn(first);
  await turnOn(second);
  for (const caller of [second, third]) {
    const versionId = await findVersionId(caller, 'MAX');
    await createChange(service, caller, { ...request, versionId, effective: Date.now() + 86_400_000 });
  }
  const terms = { version_id: null, price: { user_fee: 700 }, limits: { files: 15 }, reason: 'Contract' };
  await setTerms(service, createHostCaller(third.app), third.account.id, terms);
  await putOn(owner, { app: second.app, id: second.account.id }, 'MAX');
  // Is followed in place.
  await apply(build(990, 250), { by });
  // Prices that are those of today with two digits, and the reverse, so that digests are those of others.
  await apply(build(99_000, 30_000), { by });
  await apply(build(1200, 400), { by });
  await applyDueChanges(service);
  return callers;
}

const countRows = async (appId: string) =>
  withTenant(owner, { appId }, async (queries) => [
    await queries.event.count(),
    await queries.versionChange.count(),
    await queries.addOnVersionChange.count(),
    await queries.versionSnapshot.count(),
  ]);

test('the next import converts what is stored, and no price changes', async () => {
  const callers = await prepare();
  const app = await readApp();
  const before = [];
  for (const caller of callers) before.push(await read(caller));
  expect(before.map(({ total, terms, sums }) => [total.amount, terms?.price, sums.addOns !== null])).toEqual([
    [1240, undefined, true],
    [10_150, undefined, true],
    [700, { userFee: 700 }, false],
  ]);
  const rows = await countRows(app.id);

  const planned = await planPublication(owner, createInput(build(1200, 400)));
  expect(formatPublication(slug, planned)).toContain(
    'Amounts in HUF are stored with 2 digits instead of 0. No price changes.',
  );
  expect(planned.changes).toMatchObject({ versions: [], addOnPrices: [] });
  await apply(build(1200, 400));

  expect((await readApp()).currencyDigits).toBe(2);
  const after = [];
  for (const caller of callers) after.push(await read(caller));
  expect(after).toEqual(before);
  const converted = await countRows(app.id);
  // Of snapshots, those with converted amounts are added.
  expect(converted).toEqual([...rows.slice(0, 3), expect.any(Number)]);
  expect(converted[3]).toBeGreaterThan(rows[3]!);
  const snapshots = await withTenant(owner, { appId: app.id }, (queries) =>
    queries.versionSnapshot.findMany(),
  );
  expect(new Set(snapshots.map(({ currencyDigits }) => currencyDigits))).toEqual(new Set([2]));
  expect((await planPublication(owner, createInput(build(1200, 400)))).conversion).toBe(null);
});

test('a server that has a snapshot in memory reads the one with its digest', async () => {
  await apply(build(500), { by });
  const own = await makeCaller();
  await apply(build(50_000), { by, existing: new Map([['TEAM', 'follow']]) });
  await applyDueChanges(service);
  const other = await makeCaller();
  for (const caller of [own, other]) expect(await readDigits(caller)).toBe(0);
  await apply(build(99_000));
  for (const caller of [own, other]) expect(await readDigits(caller)).toBe(2);
});

test('a scheduled edition stays scheduled and announced, and is published', async () => {
  const caller = await makeCaller();
  await apply(build(990), { by });
  const app = await readApp();
  const product = createHostCaller(app);
  const text = { source: buildPriceListText(build(800)), extension: '{}' };
  const { id } = await createEdition(service, product, { baseId: null, note: '', text });
  const at = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000);
  const publication = { at, existing: {}, note: null, ifMatch: null, end: null };
  await publishEdition(service, product, id, publication);
  const before = await read(caller);
  expect(before.notices).toMatchObject([{ type: 'announced', price: { user_fee: 800 } }]);
  await apply(build(990));
  expect(await read(caller)).toEqual(before);
  await withTenant(owner, { appId: app.id }, (queries) =>
    queries.catalogEdition.updateMany({ where: { id }, data: { publishAt: new Date() } }),
  );
  expect(await publishDueEdition(service)).toBe(true);
  await applyDueChanges(service);
  expect((await read(caller)).total.amount).toBe(800);
});

test('later publications compare with converted amounts, and prices can have decimals', async () => {
  const [caller] = await prepare();
  await apply(build(1200, 400));
  const { id: appId } = await readApp();
  const [, before] = await countRows(appId);
  // Another price of the add-on: no version has another content.
  await apply(build(1200, 400.5));
  expect((await countRows(appId))[1]).toBe(before);
  await apply(build(1200.5, 400.5));
  expect((await countRows(appId))[1]).toBe(before! + 1);
  await applyDueChanges(service);
  const { total } = await read(caller);
  expect(total.amount).toBe(1240);
});

test('digits that contradict the price list are asked for', async () => {
  const { id: appId } = await readApp();
  // The amounts have two digits, although the app says none.
  await withTenant(owner, { appId }, (queries) =>
    queries.version.updateMany({ where: { appId, fee: { gt: 0 } }, data: { fee: { multiply: 100 } } }),
  );
  await withTenant(owner, { appId }, (queries) =>
    queries.version.updateMany({ where: { appId }, data: { userFee: null, annualUserFee: null } }),
  );
  const rejected = planPublication(owner, createInput(build(990)));
  await expect(rejected).rejects.toThrow('Say which, with --currency-digits 0 or --currency-digits 2.');
  await expect(planPublication(owner, createInput(build(990), { currencyDigits: 3 }))).rejects.toThrow(
    "The digits 3 can't be those of the amounts in HUF.",
  );
  const { conversion } = await apply(build(990), { currencyDigits: 2 });
  expect(conversion).toEqual({ currency: 'HUF', from: 2, to: 2, factor: 1 });
  const { fee } = await withTenant(owner, { appId }, (queries) =>
    queries.version.findFirstOrThrow({ where: { appId, catalogKey: 'MAX' } }),
  );
  expect([Number(fee), (await readApp()).currencyDigits]).toEqual([990_000, 2]);
});

test('a history stays append-only', async () => {
  const caller = await makeCaller();
  const { id: appId } = await readApp();
  const key = { appId, accountId: caller.account.id };
  await expect(
    withTenant(service.db, key, async (queries) => {
      await queries.$queryRaw`SELECT set_config('tenant.conversion', 'on', true)`;
      await queries.$executeRaw`UPDATE account_history SET users = 99`;
    }),
  ).rejects.toThrow('permission denied');
});

test('a conversion takes as long as the histories need', async () => {
  const { id: appId } = await readApp();
  const timeout = await owner.$transaction(async (queries) => {
    await queries.$executeRaw`SET LOCAL statement_timeout = '60s'`;
    await convertAmounts(queries, appId, { currency: 'HUF', from: 0, to: 2, factor: 100 });
    const [row] = await queries.$queryRaw<[{ timeout: string }]>`
      SELECT current_setting('statement_timeout') AS timeout`;
    return row.timeout;
  });
  expect(timeout).toBe('0');
});
