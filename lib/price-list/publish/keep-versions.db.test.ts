import { describe, expect, test } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import { readCatalog } from '@/lib/db/catalog';
import { readStoredCatalog, withCatalogSnapshot } from '@/lib/db/catalog-store';
import { withTenant } from '@/lib/db/connection/tenant';
import { snapshotVersion } from '@/lib/db/version-snapshot';
import { readCatalogView } from '@/lib/domain/catalog/catalog-view';
import { listEntitlements } from '@/lib/domain/entitlements/entitlements';
import type { PriceListSpec } from '@/prisma/factories/build-price-list';
import { createImportInput, importList, putOn, signUpOn } from '@/tools/testing/import-lists';
import { openTestDatabase } from '@/tools/testing/test-service';
import { isUnchanged } from '../compare/catalog-changes';
import { formatPublication } from '../compare/format-publication';
import type { Existing } from '../compare/keep-versions';
import type { ImportInput } from '../compare/plan-publication';
import { exportApp } from '../export/export-catalog';
import { planPublication, publishPriceList } from './publish-price-list';

const { owner: db } = await openTestDatabase();

const createInput = (
  slug: string,
  spec: PriceListSpec,
  { extension, existing = {} }: { extension?: string; existing?: Record<string, Existing> } = {},
): ImportInput => createImportInput(slug, spec, extension, { existing: new Map(Object.entries(existing)) });
const apply = (...input: Parameters<typeof createInput>) =>
  publishPriceList(db, createInput(...input), makeId);
const plan = (...input: Parameters<typeof createInput>) => planPublication(db, createInput(...input));

const readStored = async (slug: string) =>
  (await withCatalogSnapshot(db, (queries) => readStoredCatalog(queries, slug)))!;
const findVersion = async (slug: string, catalogKey: string) =>
  (await readStored(slug)).versions.find((version) => version.catalogKey === catalogKey)!;

const createAccountOn = (slug: string, catalogKey: string, externalId?: string) =>
  signUpOn(db, slug, catalogKey, externalId);

/** What an account has and pays. */
async function readAccount(slug: string, accountId: string) {
  const app = await db.app.findUniqueOrThrow({ where: { slug } });
  const view = await readCatalogView({ db }, app.id, accountId);
  const version = view.catalog.versions.find(({ id }) => id === view.state.current?.versionId)!;
  return {
    key: version.catalogKey,
    price: version.userFee ?? version.fee,
    features: [...listEntitlements(view)].map(([id, { value }]) => (value === null ? id : `${id}: ${value}`)),
  };
}

const readRows = async (slug: string) =>
  (await readStored(slug)).versions
    .map(({ catalogKey, tag, active, isDefault }) =>
      [catalogKey, tag, ...(active ? [] : ['retired']), ...(isDefault ? ['default'] : [])].join(' '),
    )
    .toSorted();

/** Digests of the rows of version_changes by catalog key, and whether each is that of the stored content at the end. */
async function readChanges(slug: string, catalogKey: string) {
  const { id, ...version } = await findVersion(slug, catalogKey);
  const app = await db.app.findUniqueOrThrow({ where: { slug } });
  return withTenant(db, { appId: app.id }, async (queries) => {
    const where = { appId: app.id, versionId: id };
    const rows = await queries.versionChange.findMany({
      where,
      orderBy: { sequence: 'asc' },
      include: { snapshot: true },
    });
    const catalog = await readCatalog(queries, app.id);
    const current = snapshotVersion(catalog, catalog.versions.find((each) => each.id === id)!);
    expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index));
    expect(rows.at(-1)?.digest).toBe(current.digest);
    return rows.map(({ snapshot }) => `${snapshot.tag} ${snapshot.userFee ?? version.fee}`);
  });
}

const readEvents = async (slug: string) => {
  const app = await db.app.findUniqueOrThrow({ where: { slug } });
  const rows = await withTenant(db, { appId: app.id }, (queries) =>
    queries.event.findMany({ where: { appId: app.id, type: 'catalog.published' }, orderBy: { xid: 'asc' } }),
  );
  return rows.map(({ data }) => data as { changed_versions: Record<string, unknown>[] });
};

const list = (plans: PriceListSpec['plans'], spec: Partial<PriceListSpec> = {}): PriceListSpec => ({
  features: ['search', 'api', 'storage'],
  limits: { storageLimit: { features: ['storage'], unit: 'GB' } },
  plans,
  ...spec,
});
const all = ['search', 'api', 'storage'];
const kitchen = (price: number | string, features = all, storageLimit = 10) => ({
  FREE: { price: 0, features: ['search'] },
  KITCHEN: { price, features, limits: { storageLimit } },
});

describe('a plan that gets worse', () => {
  test('is kept for its accounts, also a second time', async () => {
    await apply('kept', list(kitchen(9)), { extension: 'plans: {KITCHEN: {default: true}}' });
    const first = await createAccountOn('kept', 'KITCHEN');
    const { id } = await findVersion('kept', 'KITCHEN');
    const before = await readAccount('kept', first);
    expect(before).toEqual({ key: 'KITCHEN', price: 900, features: ['search', 'api', 'storage: 10 GB'] });

    const { decisions } = await apply('kept', list(kitchen(11, ['search', 'storage'], 5)));
    expect(decisions).toEqual([
      {
        ...{ key: 'KITCHEN', id, presentKey: null, accounts: 1, renewal: null },
        ...{
          decision: 'keep',
          defaultDecision: 'keep',
          following: 0,
          defaultFollowing: 0,
          followingPeriod: null,
          isFollowing: false,
        },
        losses: ['the price rises', 'features are lost', 'limits get worse'].map((reason) => ({
          ...{ reason, accounts: 1 },
        })),
        unconcerned: [],
        ...{ requested: null, takesContent: false, keepsPrice: false },
      },
    ]);
    expect(await readRows('kept')).toEqual(['FREE v1', 'KITCHEN v2 default', 'KITCHEN~1 v2-retired retired']);
    expect(await readAccount('kept', first)).toEqual({ ...before, key: 'KITCHEN~1' });
    const second = await createAccountOn('kept', 'KITCHEN');
    expect(await readAccount('kept', second)).toEqual({
      key: 'KITCHEN',
      price: 1100,
      features: ['search', 'storage: 5 GB'],
    });
    const present = await findVersion('kept', 'KITCHEN');
    expect((await findVersion('kept', 'KITCHEN~1')).id).toBe(id);
    expect((await findVersion('kept', 'KITCHEN~1')).replacedBy).toBe(present.id);

    await apply('kept', list(kitchen(12, ['search'])));
    expect(await readRows('kept')).toEqual([
      'FREE v1',
      'KITCHEN v2 default',
      'KITCHEN~1 v2-retired retired',
      'KITCHEN~2 v2-retired2 retired',
    ]);
    const newest = await findVersion('kept', 'KITCHEN');
    for (const key of ['KITCHEN~1', 'KITCHEN~2'])
      expect((await findVersion('kept', key)).replacedBy).toBe(newest.id);
    expect((await findVersion('kept', 'KITCHEN~2')).id).toBe(present.id);
    expect(await readAccount('kept', first)).toEqual({ ...before, key: 'KITCHEN~1' });
    expect(await readAccount('kept', second)).toMatchObject({ key: 'KITCHEN~2', price: 1100 });
    expect(isUnchanged((await apply('kept', list(kitchen(12, ['search'])))).changes)).toBe(true);
  });

  test('is kept when it returns to the list, and restored if it is not worse', async () => {
    const { FREE, KITCHEN } = kitchen(9);
    await apply('returns', list({ FREE, KITCHEN }));
    const account = await createAccountOn('returns', 'KITCHEN');
    const { id } = await findVersion('returns', 'KITCHEN');
    await apply('returns', list({ FREE }));
    await apply('returns', list({ FREE, KITCHEN }));
    expect(await readRows('returns')).toEqual(['FREE v1 default', 'KITCHEN v2']);
    expect((await findVersion('returns', 'KITCHEN')).id).toBe(id);
    await apply('returns', list({ FREE }));
    await apply('returns', list(kitchen(10)));
    expect(await readRows('returns')).toEqual([
      'FREE v1 default',
      'KITCHEN v2',
      'KITCHEN~1 v2-retired retired',
    ]);
    expect(await readAccount('returns', account)).toMatchObject({ key: 'KITCHEN~1', price: 900 });
  });

  test('keeps a renamed plan under its new key', async () => {
    const { FREE, KITCHEN } = kitchen(9);
    await apply('renamed', list({ FREE, KITCHEN }));
    const account = await createAccountOn('renamed', 'KITCHEN');
    const { id } = await findVersion('renamed', 'KITCHEN');
    const extension = 'plans: {GALLEY: {renamed_from: KITCHEN}}';
    const renamed = list({ FREE, GALLEY: { ...KITCHEN, price: 10 } });
    const { report } = await apply('renamed', renamed, { extension });
    expect(report.warnings).toEqual([]);
    expect((await findVersion('renamed', 'GALLEY~1')).id).toBe(id);
    expect(await readAccount('renamed', account)).toMatchObject({ key: 'GALLEY~1', price: 900 });
    expect(isUnchanged((await apply('renamed', renamed, { extension })).changes)).toBe(true);
  });
});

describe('a reason that concerns one billing period', () => {
  const annual = (price: number, factor: number) =>
    list(kitchen(price), { billing: { monthly: 1, annual: factor } });
  const onlyAnnual = list(kitchen(9), { billing: { annual: 0.8 } });

  test.each<[name: string, PriceListSpec, 'month' | 'year', string[]]>([
    ['annual billing is withdrawn', list(kitchen(9)), 'month', []],
    ['annual billing is withdrawn', list(kitchen(9)), 'year', ['annual billing is withdrawn']],
    ['the annual price rises', annual(9, 0.9), 'month', []],
    ['the annual price rises', annual(9, 0.9), 'year', ['the annual price rises']],
    ['the monthly price rises', annual(10, 0.7), 'month', ['the price rises']],
    ['the monthly price rises', annual(10, 0.7), 'year', []],
    ['both rise', annual(10, 0.8), 'year', ['the annual price rises']],
    ['monthly billing is withdrawn', onlyAnnual, 'month', ['monthly billing is withdrawn']],
    ['monthly billing is withdrawn', onlyAnnual, 'year', []],
  ])('%s, %#: accounts that it does not concern follow', async (_, next, period, losses) => {
    const slug = `period-${String(_).replaceAll(' ', '-')}-${period}`;
    await apply(slug, annual(9, 0.8));
    const account = await signUpOn(db, slug, 'KITCHEN', null, period);
    const { decisions } = await apply(slug, next);
    expect(decisions.find(({ key }) => key === 'KITCHEN')).toMatchObject({
      decision: losses.length > 0 ? 'keep' : 'follow',
      losses: losses.map((reason) => ({ reason, accounts: 1 })),
    });
    const { key } = await readAccount(slug, account);
    expect(key).toBe(losses.length > 0 ? 'KITCHEN~1' : 'KITCHEN');
  });

  test('is stated with the number of accounts that it concerns', async () => {
    await apply('some', annual(9, 0.8));
    for (const period of ['month', 'month', 'year'] as const)
      await signUpOn(db, 'some', 'KITCHEN', null, period);
    expect(formatPublication('some', await plan('some', list(kitchen(9))))).toContain(
      'Kitchen  (3 accounts): keep, because annual billing is withdrawn (1 account)',
    );
  });

  test('counts accounts that change their billing period', async () => {
    await apply('changed', annual(9, 0.8));
    const accountId = await signUpOn(db, 'changed', 'KITCHEN', null, 'year');
    const app = await db.app.findUniqueOrThrow({ where: { slug: 'changed' } });
    const next = list(kitchen(9));
    const decide = async () =>
      (await plan('changed', next)).decisions.find(({ key }) => key === 'KITCHEN')?.decision;
    expect(await decide()).toBe('keep');
    await putOn(db, { app, id: accountId }, 'KITCHEN', 'month');
    expect(await decide()).toBe('follow');
  });
});

describe('a requested decision', () => {
  test('overrides the default', async () => {
    await apply('requested', list(kitchen(9)));
    const account = await createAccountOn('requested', 'KITCHEN');
    const followed = await apply('requested', list(kitchen(10)), { existing: { KITCHEN: 'follow' } });
    expect(followed.decisions).toMatchObject([{ decision: 'follow', requested: 'follow' }]);
    expect(await readAccount('requested', account)).toMatchObject({ key: 'KITCHEN', price: 1000 });
    await apply('requested', list(kitchen(8)), { existing: { KITCHEN: 'keep' } });
    expect(await readAccount('requested', account)).toMatchObject({ key: 'KITCHEN~1', price: 1000 });
  });

  test('is rejected for a plan that the list does not have', async () => {
    await expect(apply('unknown', list(kitchen(9)), { existing: { KITCHN: 'keep' } })).rejects.toThrow(
      'The list has no plan or add-on "KITCHN", which --existing names. Did you mean "KITCHEN"?',
    );
  });
});

test('a name of a plan can’t be that of a kept one', async () => {
  expect(() => createInput('names', list({ 'KITCHEN~1': { price: 1 } }))).toThrow(
    'A name can’t end with "~" and a number.',
  );
});

test('kept versions follow texts, rules and tag of the present plan, and its grants apply to both', async () => {
  await apply('texts', list(kitchen(9)));
  const account = await createAccountOn('texts', 'KITCHEN', 'acme');
  await apply('texts', list(kitchen(9)), { extension: 'plans: {KITCHEN: {granted_to: [acme]}}' });
  await apply('texts', list(kitchen(10)), {
    extension: `plans: {KITCHEN: {public: false, granted_to: [acme]}}`,
  });
  await apply('texts', list({ KITCHEN: kitchen(10).KITCHEN, FREE: kitchen(10).FREE }), {
    extension: `plans: {FREE: {tag: v2}, KITCHEN: {tag: v1, title: Galley, description: For ships, more_info: Sails, family: Boats, recommended: true,
      entry_blocker: Ask us., exit_blocker: Stay., public: false, granted_to: [acme]}}`,
  });
  const [present, kept] = await Promise.all(['KITCHEN', 'KITCHEN~1'].map((key) => findVersion('texts', key)));
  const followed = {
    title: 'Galley',
    description: 'For ships',
    moreInfo: 'Sails',
    family: 'Boats',
    entryBlocker: 'Ask us.',
    exitBlocker: 'Stay.',
  };
  expect(present).toMatchObject({ ...followed, tag: 'v1', recommended: true, fee: null, userFee: 1000 });
  expect(kept).toMatchObject({ ...followed, tag: 'v1-retired', recommended: false, userFee: 900 });
  const grants = (await readStored('texts')).grants.filter(({ accountId }) => accountId === account);
  expect(grants.map(({ versionId }) => versionId).toSorted()).toEqual([present!.id, kept!.id].toSorted());
});

test('an export contains no kept version, and importing it changes nothing', async () => {
  const addOns = {
    storagePack: { price: 2, features: ['storage'], availableFor: ['FREE', 'KITCHEN'] },
  };
  const limits = { storageLimit: { features: ['storage'], unit: 'GB' } };
  const plans = (free: number, storage: number, price: number) => ({
    FREE: { price: 0, features: ['search'], limits: { storageLimit: free } },
    KITCHEN: { price, features: ['search'], limits: { storageLimit: storage } },
  });
  await apply('exported', list(plans(1, 10, 9), { addOns, limits }));
  await createAccountOn('exported', 'KITCHEN');
  const { id } = await findVersion('exported', 'KITCHEN');
  const readAddOn = async () => {
    const { addOnPrices, addOnEffects } = await readStored('exported');
    const effect = addOnEffects.find(({ byVersion }) => byVersion !== null);
    return [addOnPrices.find(({ versionId }) => versionId === id)?.fee, effect?.byVersion?.[id]?.amount];
  };
  expect(await readAddOn()).toEqual([200, 10]);
  await apply('exported', list(plans(1, 8, 11), { addOns, limits }));
  expect(await readRows('exported')).toContain('KITCHEN~1 v2-retired retired');
  expect(await readAddOn()).toEqual([200, 10]);

  const exported = (await exportApp(db, 'exported', new Date()))!;
  expect(exported.priceList + exported.extension).not.toContain('~');
  const again = await importList(db, 'exported', exported.priceList, exported.extension);
  expect(isUnchanged(again.changes)).toBe(true);
});

describe('features that are shared with the list', () => {
  test('are kept by accounts on kept versions when the list drops them', async () => {
    await apply('dropped', list(kitchen(9)));
    const account = await createAccountOn('dropped', 'KITCHEN');
    const before = await readAccount('dropped', account);
    const less = { ...list(kitchen(9, ['search'])), features: ['search'], limits: {} };
    await apply('dropped', { ...less, plans: { KITCHEN: { price: 9, features: ['search'] } } });
    expect(await readAccount('dropped', account)).toEqual({ ...before, key: 'KITCHEN~1' });
  });

  test('are recorded for kept versions when they change for all', async () => {
    await apply('shared', list(kitchen(9)));
    await createAccountOn('shared', 'KITCHEN');
    await apply('shared', list(kitchen(10)));
    const unit = { limits: { storageLimit: { features: ['storage'], unit: 'GB/month' } } };
    const changed = await plan('shared', list(kitchen(10), unit));
    expect(formatPublication('shared', changed)).toContain(`\
  ~ v2-retired  Kitchen  (1 account): features that it shares with the list change
      ~ Storage: 10 GB → 10 GB a month`);
    await apply('shared', list(kitchen(10), unit));
    expect(await readChanges('shared', 'KITCHEN~1')).toEqual(['v2 900', 'v2-retired 900', 'v2-retired 900']);
    const [, , event] = await readEvents('shared');
    expect(event?.changed_versions).toMatchObject([
      { tag: 'v2', outcome: 'follow', accounts: 0, changed: ['storage'] },
      { tag: 'v2-retired', outcome: 'follow', accounts: 1, changed: ['storage'] },
    ]);
  });
});

test('plan and event say what changes, for how many accounts, and why', async () => {
  const { FREE } = kitchen(9);
  const OLD = { price: 1 };
  await apply('said', list({ ...kitchen(9, ['search', 'api']), OLD }));
  for (let number = 0; number < 3; number += 1) await createAccountOn('said', 'KITCHEN');
  await createAccountOn('said', 'FREE');
  const next = list({
    FREE: { ...FREE, features: ['search', 'api'] },
    KITCHEN: kitchen(11, ['search', 'storage'], 5).KITCHEN,
    NEW: { price: 2 },
  });
  const text = formatPublication('said', await plan('said', next));
  expect(text).toContain(`\
Plans
  ~ v1  Free  (1 account): follow
      + API
  ~ v2  Kitchen  (3 accounts): keep, because the price rises, features are lost
      price: 9.00 USD per user → 11.00 USD per user
      + Storage (5 GB)
      - API
  - v3-retired  Old  (no accounts)
`);
  expect(text).not.toContain('~1');
  expect(
    formatPublication('said', await plan('said', next, { existing: { KITCHEN: 'follow', FREE: 'keep' } })),
  ).toContain(`\
  ~ v1  Free  (1 account): keep, as --existing says
      + API
  ~ v2  Kitchen  (3 accounts): follow, as --existing says, although the price rises, features are lost
`);
  expect(formatPublication('said', await apply('said', next))).toBe(text);
  const kept = await findVersion('said', 'KITCHEN~1');
  const events = await readEvents('said');
  expect(events.at(-1)?.changed_versions).toMatchObject([
    {
      title: 'Free',
      outcome: 'follow',
      accounts: 1,
      kept_version_id: null,
      gained: ['api'],
      previous_price: null,
    },
    {
      id: (await findVersion('said', 'KITCHEN')).id,
      outcome: 'keep',
      accounts: 3,
      kept_version_id: kept.id,
      gained: ['storage'],
      lost: ['api'],
      previous_price: { user_fee: 900 },
      price: { user_fee: 1100 },
    },
    { title: 'Old', outcome: 'retired', accounts: 0 },
    { title: 'New', outcome: 'added', accounts: 0 },
  ]);
});
