import { beforeEach, describe, expect, test } from 'vitest';
import type { CatalogPublishedData } from '@/lib/contract/events';
import { makeId } from '@/lib/contract/ids';
import { readStoredCatalog, withCatalogSnapshot } from '@/lib/db/catalog-store';
import { withTenant } from '@/lib/db/connection/tenant';
import type { AccountCaller } from '@/lib/domain/caller';
import { readCatalogView } from '@/lib/domain/catalog/catalog-view';
import { type AddOnInput, changeAddOn } from '@/lib/domain/changes/change-add-on';
import { previewSwitch, switchVersion } from '@/lib/domain/changes/switch-version';
import { listEntitlements } from '@/lib/domain/entitlements/entitlements';
import { listAddOnHistory } from '@/lib/domain/history/add-on-changes';
import { listAccountAddOns } from '@/lib/domain/subscription/list-add-ons';
import type { PriceListSpec } from '@/prisma/factories/build-price-list';
import { applyDueChanges } from '@/tools/testing/apply-due-changes';
import { createAccountCaller, changeInput as request } from '@/tools/testing/callers';
import { createImportInput, signUp } from '@/tools/testing/import-lists';
import { openTestService } from '@/tools/testing/test-service';
import { isUnchanged } from '../compare/catalog-changes';
import { formatPublication } from '../compare/format-publication';
import type { ImportInput } from '../compare/plan-publication';
import { exportApp } from '../export/export-catalog';
import { planPublication, publishPriceList } from './publish-price-list';

const { owner, service } = await openTestService();
let slug: string;
let caller: AccountCaller;
let count = 0;

const list: PriceListSpec = {
  features: ['files', 'sso', 'audit'],
  limits: { storage: { features: ['files'], unit: 'GB' } },
  plans: {
    BASIC: { price: 10, unit: '/month', features: ['files'], limits: { storage: 10 } },
    PRO: { price: 20, unit: '/month', features: ['files'], limits: { storage: 20 } },
  },
  addOns: {
    moreStorage: { price: 5, extensions: { storage: 10 }, subscriptionConstraints: { maxQuantity: 5 } },
    login: { price: 3, features: ['sso'] },
    auditLog: { price: 2, features: ['audit'], dependsOn: ['login'] },
  },
};

/** The list with other fields of some add-ons. */
function change(
  addOns: Record<string, Partial<NonNullable<PriceListSpec['addOns']>[string]>>,
): PriceListSpec {
  const changed = Object.entries(list.addOns ?? {}).map(([key, addOn]) => [
    key,
    { ...addOn, ...addOns[key] },
  ]);
  return { ...list, addOns: Object.fromEntries(changed) };
}

const parse = (spec: PriceListSpec | string, extension: string | null = null) =>
  createImportInput(slug, spec, extension);
const apply = (spec: PriceListSpec, fields: Partial<ImportInput> = {}) =>
  publishPriceList(owner, { ...parse(spec), ...fields }, makeId);

beforeEach(async () => {
  count += 1;
  slug = `keep-${count}`;
  await apply(list);
  caller = await makeCaller();
});

async function makeCaller(): Promise<AccountCaller> {
  const app = await owner.app.findUniqueOrThrow({ where: { slug } });
  return createAccountCaller(app, await signUp(owner, app));
}

const read = async () => {
  const catalog = await withCatalogSnapshot(owner, (queries) => readStoredCatalog(queries, slug));
  if (!catalog) throw new Error('The app is missing.');
  return catalog;
};
const findAddOn = async (catalogKey: string) => {
  const addOn = (await read()).addOns.find((each) => each.catalogKey === catalogKey);
  if (!addOn) throw new Error(`${catalogKey} is missing.`);
  return addOn;
};
const findVersionId = async (catalogKey: string) =>
  (await read()).versions.find((each) => each.catalogKey === catalogKey)?.id ?? '';
const toggle = (addOnId: string, active: boolean, fields: Partial<AddOnInput> = {}) =>
  changeAddOn(service, caller, { ...request, addOnId, active, ...fields });
const switchTo = async (key: string) =>
  switchVersion(service, caller, { ...request, versionId: await findVersionId(key) });
const readView = () => readCatalogView(service, caller.app.id, caller.account.id);
const readStorage = async () => listEntitlements(await readView()).get('files')?.amount;
const readAddOns = async () =>
  listAccountAddOns(await readView(), caller, 1).addOns.map(({ addOn, price, quantity }) => [
    addOn.humanId,
    price.fee,
    quantity,
  ]);
const readTotal = async () => listAccountAddOns(await readView(), caller, 1).total?.amount;

describe('an add-on that gets worse', () => {
  test.each([
    ['a higher price', { price: 6 }, 'the price for Basic rises'],
    ['a price that can’t be compared', { price: 'Contact sales' }, 'can’t be compared'],
    ['a lower amount', { extensions: { storage: 9 } }, 'it adds less to Basic'],
    ['no availability for a plan', { availableFor: ['PRO'] }, 'not available for Basic any more'],
  ])('is kept as it was for its accounts: %s', async (_, fields, reason) => {
    const { id } = await findAddOn('moreStorage');
    await toggle(id, true, { quantity: 2 });
    const changed = change({ moreStorage: fields });
    const { addOnDecisions } = await planPublication(owner, parse(changed));
    expect(addOnDecisions).toMatchObject([{ key: 'moreStorage', decision: 'keep', accounts: 1 }]);
    expect(addOnDecisions[0]?.losses[0]?.reason).toContain(reason);
    await apply(changed);

    const [present, kept] = [await findAddOn('moreStorage'), await findAddOn('moreStorage~1')];
    expect(kept).toMatchObject({ id, humanId: 'more-storage~1', active: false, replacedBy: present.id });
    expect(present).toMatchObject({ humanId: 'more-storage', active: true, replacedBy: null });
    expect(await readStorage()).toBe(30);
    expect(await readTotal()).toBe(1000);
    expect(await readAddOns()).toContainEqual(['more-storage~1', 500, 2]);
    expect((await readAddOns()).map(([humanId]) => humanId)).not.toContain('more-storage');
  });

  test('is kept if it loses a feature', async () => {
    await apply({ ...list, addOns: { ...list.addOns, login: { price: 3, features: ['sso', 'audit'] } } });
    await toggle('login', true);
    await apply(change({ login: { features: ['audit'] } }));
    expect([...listEntitlements(await readView()).keys()]).toContain('sso');
  });

  test.each([
    ['a lower price', { price: 4 }, 400],
    ['a higher amount', { extensions: { storage: 20 } }, 500],
  ])('follows the list if it gets better: %s', async (_, fields, fee) => {
    const { id } = await findAddOn('moreStorage');
    await toggle(id, true);
    const { addOnDecisions } = await apply(change({ moreStorage: fields }));
    expect(addOnDecisions).toMatchObject([{ decision: 'follow', losses: [] }]);
    expect(await findAddOn('moreStorage')).toMatchObject({ id, active: true });
    expect(await readTotal()).toBe(fee);
  });

  test('follows the list if no account has it, or if it has been chosen', async () => {
    const { id } = await findAddOn('moreStorage');
    await toggle(id, true);
    await toggle(id, false);
    const first = await apply(change({ moreStorage: { price: 6 } }));
    expect(first.addOnDecisions).toEqual([]);
    await toggle(id, true);
    const existing = new Map([['moreStorage', 'follow' as const]]);
    const { addOnDecisions } = await apply(change({ moreStorage: { price: 7 } }), { existing });
    expect(addOnDecisions).toMatchObject([{ decision: 'follow', requested: 'follow' }]);
    expect((await findAddOn('moreStorage')).id).toBe(id);
    expect(await readTotal()).toBe(700);
  });

  test('is printed with the reason, and not suggested as a rename', async () => {
    await toggle('login', true);
    const input = parse(change({ login: { price: 4 } }));
    const text = formatPublication(slug, await planPublication(owner, input));
    expect(text).toContain(
      'Login  (login, 1 account): keep, because the price for Basic rises or can’t be compared, ' +
        'the price for Pro rises or can’t be compared\n',
    );
    expect(text).not.toContain('renamed_from');
  });
});

test('accounts follow only on the versions for which the present generation is not worse', async () => {
  const onBasic = caller;
  caller = await makeCaller();
  await switchTo('PRO');
  for (const each of [onBasic, caller]) {
    caller = each;
    await toggle('more-storage', true);
  }
  await apply(change({ moreStorage: { price: 6 } }));
  const next = change({ moreStorage: { price: 4, availableFor: ['BASIC'] } });
  const { addOnDecisions } = await apply(next);
  expect(addOnDecisions).toMatchObject([
    {
      ...{ key: 'moreStorage~1', decision: 'keep', accounts: 2, following: 1 },
      losses: [{ reason: 'it is not available for Pro any more', accounts: 1 }],
    },
  ]);
  await applyDueChanges(service);
  expect(await readAddOns()).toContainEqual(['more-storage~1', 500, 1]);
  caller = onBasic;
  expect(await readAddOns()).toContainEqual(['more-storage', 400, 1]);
});

test('an add-on that gets cheaper keeps its price if that is requested', async () => {
  await toggle('more-storage', true);
  const existing = new Map([['moreStorage', 'keep' as const]]);
  const cheaper = { moreStorage: { price: 4 } };
  await apply(change(cheaper), { existing });
  await applyDueChanges(service);
  expect(await readAddOns()).toContainEqual(['more-storage~1', 500, 1]);
  await apply(change({ ...cheaper, login: { price: 2 } }));
  await applyDueChanges(service);
  expect(await readTotal()).toBe(500);
});

describe('a kept add-on', () => {
  let keptId: string;
  beforeEach(async () => {
    keptId = (await findAddOn('moreStorage')).id;
    await toggle(keptId, true, { quantity: 2 });
    await apply(change({ moreStorage: { price: 6, extensions: { storage: 8 } } }));
  });

  test('is not exported, and an import of the export changes nothing', async () => {
    await apply(change({ moreStorage: { price: 6, extensions: { storage: 8 } }, login: { price: 3 } }));
    const exported = await exportApp(owner, slug, new Date());
    expect(exported?.priceList).not.toContain('~');
    const { changes } = await planPublication(owner, parse(exported?.priceList ?? '', exported?.extension));
    expect(isUnchanged(changes)).toBe(true);
  });

  test('keeps its price and content when the present one changes again', async () => {
    const second = await makeCaller();
    const first = caller;
    caller = second;
    const presentId = (await toggle('more-storage', true)).addOnId;
    await apply(change({ moreStorage: { price: 7, extensions: { storage: 8 } } }));
    const present = await findAddOn('moreStorage');
    expect(await findAddOn('moreStorage~2')).toMatchObject({ id: presentId, replacedBy: present.id });
    expect(await findAddOn('moreStorage~1')).toMatchObject({ id: keptId, replacedBy: present.id });
    expect(await readTotal()).toBe(600);
    caller = first;
    expect(await readTotal()).toBe(1000);
    expect(await readStorage()).toBe(30);
  });

  test('becomes the present one when that has as much for less', async () => {
    await apply(change({ moreStorage: { price: 4, extensions: { storage: 8 } } }));
    await applyDueChanges(service);
    expect(await readTotal()).toBe(1000);
    const { addOnDecisions } = await apply(change({ moreStorage: { price: 4 } }));
    expect(addOnDecisions).toMatchObject([
      { key: 'moreStorage~1', presentKey: 'moreStorage', decision: 'follow', accounts: 1, following: 1 },
    ]);
    await applyDueChanges(service);
    expect(await readAddOns()).toContainEqual(['more-storage', 400, 2]);
    expect(await readTotal()).toBe(800);
    const { entries } = await listAddOnHistory(service, caller, { limit: 2, before: null });
    expect(entries).toMatchObject([
      { cause: 'publication', active: true, fee: 400, quantity: 2 },
      { cause: 'publication', active: false, quantity: 0 },
    ]);
  });

  test('stays and keeps its price if that is requested, also when the present one gets cheaper', async () => {
    const existing = new Map([['moreStorage~1', 'keep' as const]]);
    const { addOnDecisions } = await apply(change({ moreStorage: { price: 4 } }), { existing });
    expect(addOnDecisions).toMatchObject([{ key: 'moreStorage~1', decision: 'keep', following: 0 }]);
    await applyDueChanges(service);
    expect(await readTotal()).toBe(1000);
  });

  test('follows by request although it gets worse, without another change of the list', async () => {
    const existing = new Map([['moreStorage~1', 'follow' as const]]);
    const same = change({ moreStorage: { price: 6, extensions: { storage: 8 } } });
    const { addOnDecisions } = await apply(same, { existing });
    expect(addOnDecisions).toMatchObject([
      { key: 'moreStorage~1', decision: 'follow', requested: 'follow', following: 1 },
    ]);
    await applyDueChanges(service);
    expect(await readTotal()).toBe(1200);
    expect(await readStorage()).toBe(26);
  });

  test('can have another quantity', async () => {
    await expect(toggle(keptId, true, { quantity: 6 })).rejects.toMatchObject({
      code: 'quantity_out_of_range',
    });
    const outcome = await toggle('more-storage', true, { quantity: 4 });
    expect(outcome).toMatchObject({ addOnId: keptId, quantity: 4, changed: true });
    expect(await readStorage()).toBe(50);
    expect(await readTotal()).toBe(2000);
  });

  test('is turned off by the ID of each generation, and the present one is turned on again', async () => {
    const present = await findAddOn('moreStorage');
    expect(await toggle(present.id, false)).toMatchObject({ addOnId: keptId, active: false });
    expect(await toggle(keptId, false)).toMatchObject({ addOnId: present.id, changed: false });
    expect(await toggle(keptId, true)).toMatchObject({ addOnId: present.id, active: true, quantity: 1 });
    expect(await readStorage()).toBe(18);
    expect(await readTotal()).toBe(600);
  });

  test('is what other add-ons require and exclude', async () => {
    await toggle('login', true);
    await toggle('audit-log', true);
    await apply(change({ login: { price: 9 } }));
    const kept = await findAddOn('login~1');
    await expect(toggle('login', false)).rejects.toMatchObject({ code: 'option_required' });
    const { addOns } = listAccountAddOns(await readView(), caller, 1);
    expect(addOns.find(({ addOn }) => addOn.humanId === 'audit-log')?.dependsOn).toEqual([kept.id]);
    await toggle('audit-log', false);
    await toggle('audit-log', true);
    await toggle('audit-log', false);
    expect(await toggle('login', false)).toMatchObject({ addOnId: kept.id });
    await expect(toggle('audit-log', true)).rejects.toMatchObject({ code: 'option_dependency_missing' });
  });

  test('is replaced by the present one when the plan changes, and comes back with an undo', async () => {
    const present = await findAddOn('moreStorage');
    const preview = await previewSwitch(service, caller, await findVersionId('PRO'));
    expect(preview.addOns).toMatchObject([
      {
        outcome: 'kept',
        before: { price: { fee: 500 } },
        after: { id: present.id, quantity: 2, price: { fee: 600 } },
      },
    ]);
    expect(preview.totals).toMatchObject({ before: { amount: 2000 }, after: { amount: 3200 } });
    const { entry } = await switchTo('PRO');
    expect(entry.addOns).toMatchObject([
      { id: present.id, previous_id: keptId, outcome: 'kept', fee: 600, previous: { fee: 500 } },
    ]);
    expect(await readStorage()).toBe(36);

    const undone = await previewSwitch(service, caller, await findVersionId('BASIC'), {
      restore: entry.id,
    });
    expect(undone.addOns).toMatchObject([
      { outcome: 'kept', before: { price: { fee: 600 } }, after: { price: { fee: 500 } } },
    ]);
    expect(undone.totals).toMatchObject({ before: { amount: 3200 }, after: { amount: 2000 } });
    const back = await switchVersion(service, caller, { ...request, restore: entry.id });
    expect(back.entry.addOns).toMatchObject([{ id: keptId, previous_id: present.id, outcome: 'kept' }]);
    expect(await readStorage()).toBe(30);
    expect(await readTotal()).toBe(1000);
    const { entries } = await listAddOnHistory(service, caller, { limit: 10, before: null });
    expect(entries.map(({ addOnId, active, quantity, fee }) => [addOnId, active, quantity, fee])).toEqual([
      [keptId, true, 2, 500],
      [present.id, false, 0, 600],
      [present.id, true, 2, 600],
      [keptId, false, 0, 500],
      [keptId, true, 2, 500],
    ]);
    const again = await switchVersion(service, caller, { ...request, restore: back.entry.id });
    expect(again.entry.addOns).toMatchObject([{ id: present.id, previous_id: keptId }]);
  });

  test('is lost if the present one is not available for the new plan', async () => {
    await apply(change({ moreStorage: { price: 6, extensions: { storage: 8 }, availableFor: ['BASIC'] } }));
    const { entry } = await switchTo('PRO');
    expect(entry.addOns).toMatchObject([{ id: keptId, outcome: 'lost' }]);
    const undone = await switchVersion(service, caller, { ...request, restore: entry.id });
    expect(undone.entry.addOns).toMatchObject([{ id: keptId, outcome: 'restored' }]);
    expect(await readTotal()).toBe(1000);
  });
});

test('what accounts follow is in the history of the add-on, and of one that they keep', async () => {
  const readFees = async () => {
    const { entries } = await listAddOnHistory(service, caller, { limit: 10, before: null });
    return entries.map(({ title, fee, catalogChanges }) => [
      title,
      fee,
      ...catalogChanges.map(({ previousPrice, price }) => [previousPrice.fee, price.fee]),
    ]);
  };
  for (const key of ['login', 'moreStorage']) await toggle((await findAddOn(key)).id, true);
  const dearer = change({ login: { price: 4 }, moreStorage: { price: 6 } });
  await apply(dearer, { existing: new Map([['login', 'follow']]) });
  expect(await readFees()).toEqual([
    ['More Storage', 500],
    ['Login', 300, [300, 400]],
  ]);
  await apply(change({ login: { price: 4 }, moreStorage: { price: 4 } }));
  await applyDueChanges(service);
  expect(await readFees()).toEqual([
    ['More Storage', 400],
    ['More Storage', 500],
    ['More Storage', 500],
    ['Login', 300, [300, 400]],
  ]);
  expect(await readTotal()).toBe(800);
});

test('an add-on stays available for retired plans when it is kept', async () => {
  const { id } = await findAddOn('login');
  await toggle(id, true);
  const { PRO, ...plans } = list.plans;
  await switchTo('PRO');
  const other = await makeCaller();
  await apply({ ...list, plans });
  const first = caller;
  caller = other;
  await toggle(id, true);
  await apply({ ...change({ login: { price: 9 } }), plans });
  expect(await readTotal()).toBe(300);
  caller = first;
  expect(await readTotal()).toBe(300);
  await toggle('login', false);
  expect(await toggle('login', true)).toMatchObject({ addOnId: (await findAddOn('login')).id });
});

test('an add-on keeps its amount for a plan that is retired', async () => {
  const plans = (...keys: string[]) =>
    Object.fromEntries(
      keys.map((key, index) => [
        key,
        { price: 10 * index, unit: '/month', limits: { sessions: 5 * (index + 1) } },
      ]),
    );
  const limits = { sessions: { features: ['sso'] } };
  const addOns = { login: { price: 3, features: ['sso'] } };
  await apply({ features: ['files', 'sso'], limits, plans: plans('BASIC', 'PRO', 'MAX'), addOns });
  await switchTo('MAX');
  await toggle('login', true);
  await apply({ features: ['files', 'sso'], limits, plans: plans('BASIC', 'PRO'), addOns });
  expect(listEntitlements(await readView()).get('sso')?.amount).toBe(15);
});

test('the accounts that have an add-on are counted once', async () => {
  await toggle('login', true);
  caller = await makeCaller();
  await toggle('login', true);
  await toggle('login', false);
  await toggle('login', true);
  caller = await makeCaller();
  await toggle('login', true);
  await toggle('login', false);
  const { addOnDecisions } = await planPublication(owner, parse(change({ login: { price: 4 } })));
  expect(addOnDecisions).toMatchObject([{ accounts: 2 }]);
});

test('a publication names the add-ons that change in its event, with prices before and after', async () => {
  const readPublished = () =>
    withTenant(owner, { appId: caller.app.id }, (queries) =>
      queries.event.findMany({
        where: { type: 'catalog.published' },
        orderBy: [{ xid: 'asc' }, { id: 'asc' }],
      }),
    );
  const login = await findAddOn('login');
  const storage = await findAddOn('moreStorage');
  await toggle(login.id, true);
  await toggle(storage.id, true);
  const changed = change({ login: { price: 2 }, moreStorage: { price: 6 } });
  await apply(changed, { existing: new Map([['login', 'follow']]) });
  const kept = await findAddOn('moreStorage~1');
  const versionIds = await Promise.all(['BASIC', 'PRO'].map(findVersionId));
  const prices = (before: number, after: number) =>
    versionIds.map((version_id) => ({
      version_id,
      previous_price: expect.objectContaining({ fee: before }),
      price: expect.objectContaining({ fee: after }),
    }));
  const data = (await readPublished()).at(-1)?.data as unknown as CatalogPublishedData;
  const present = await findAddOn('moreStorage');
  expect(data.offers).toBe(3);
  expect(data.changed_versions).toEqual([]);
  expect(data.changed_options).toEqual([
    {
      id: present.id,
      title: 'More Storage',
      outcome: 'keep',
      kept_option_id: kept.id,
      accounts: 1,
      prices: prices(500, 600),
    },
    {
      id: login.id,
      title: 'Login',
      outcome: 'follow',
      kept_option_id: null,
      accounts: 1,
      prices: prices(300, 200),
    },
  ]);
  await apply({ ...changed, addOns: { ...changed.addOns, extra: { price: 1, features: ['audit'] } } });
  const added = (await readPublished()).at(-1)?.data as unknown as CatalogPublishedData;
  expect(added.changed_options.map(({ title, outcome }) => [title, outcome])).toEqual([['Extra', 'added']]);
});
