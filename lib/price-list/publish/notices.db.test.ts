import { beforeEach, describe, expect, test } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import { findLiveEdition } from '@/lib/db/catalog-editions';
import { withTenant } from '@/lib/db/connection/tenant';
import { createAccount, updateAccount } from '@/lib/domain/accounts/accounts';
import type { AccountCaller } from '@/lib/domain/caller';
import { readCatalogView } from '@/lib/domain/catalog/catalog-view';
import { changeAddOn } from '@/lib/domain/changes/change-add-on';
import { switchVersion } from '@/lib/domain/changes/switch-version';
import { createEdition } from '@/lib/domain/editions/catalog-editions';
import { listHistory } from '@/lib/domain/history/history';
import { listChangedAccounts } from '@/lib/domain/notices/changed-accounts';
import { dismissNotice, listNotices, type Notice } from '@/lib/domain/notices/notices';
import type { PriceListSpec } from '@/prisma/factories/build-price-list';
import { applyDueChanges } from '@/tools/testing/apply-due-changes';
import {
  createAccountCaller,
  createHostCaller,
  refreshCaller,
  changeInput as request,
} from '@/tools/testing/callers';
import { codeOf } from '@/tools/testing/code-of';
import { createImportInput, putOn, signUp } from '@/tools/testing/import-lists';
import { makeMove } from '@/tools/testing/make-move';
import { openTestService } from '@/tools/testing/test-service';
import type { Existing } from '../compare/keep-versions';
import { publishPriceList } from './publish-price-list';

// What accounts are told of the changes that publications and the product team make.

const { owner, service } = await openTestService();
let slug: string;
let count = 0;

interface Team {
  price?: number;
  /** Fee for twelve months. */
  annual?: number;
  storage?: number;
  features?: string[];
  /** Price of the add-on. */
  pack?: number;
  packStorage?: number;
}

const build = ({
  price = 12,
  annual = 1,
  storage = 100,
  features = [],
  pack = 5,
  packStorage = 10,
}: Team): PriceListSpec => ({
  currency: 'EUR',
  features: ['files', 'sso'],
  limits: { storage: { features: ['files'], unit: 'GB' } },
  billing: { monthly: 1, annual },
  plans: {
    FREE: { price: 0, unit: '/month' },
    TEAM: { price, unit: '/month', features: ['files', ...features], limits: { storage } },
    PRO: { price: 30, unit: '/month', features: ['files', 'sso'], limits: { storage: 500 } },
  },
  addOns: { pack: { price: pack, extensions: { storage: packStorage }, availableFor: ['TEAM', 'PRO'] } },
});

/** Publishes a list, which accounts follow if nothing else is said, and lets them do it. */
async function publish(team: Team, existing: Record<string, Existing> = { TEAM: 'follow', pack: 'follow' }) {
  const input = createImportInput(slug, build(team), null, { existing: new Map(Object.entries(existing)) });
  await publishPriceList(owner, input, makeId);
  await applyDueChanges(service);
}
const readApp = () => owner.app.findUniqueOrThrow({ where: { slug } });

beforeEach(async () => {
  slug = `notices-${++count}`;
  await publish({}, {});
});

async function makeCaller(key = 'TEAM', period: 'month' | 'year' = 'month'): Promise<AccountCaller> {
  const app = await readApp();
  const account = await signUp(owner, app, { externalId: makeId('request') });
  await putOn(owner, { app, id: account.id }, key, period);
  return createAccountCaller(app, account);
}

const refresh = (caller: AccountCaller) => refreshCaller(owner, caller);
const read = async (caller: AccountCaller) => listNotices(service, await refresh(caller));
const dismiss = async (caller: AccountCaller, id: string) =>
  dismissNotice(service, await refresh(caller), id);

const findVersionId = async (caller: AccountCaller, key: string) =>
  (await readCatalogView(service, caller.app.id, caller.account.id)).catalog.versions.find(
    ({ catalogKey }) => catalogKey === key,
  )!.id;
const switchTo = async (caller: AccountCaller, key: string) =>
  switchVersion(service, caller, { ...request, versionId: await findVersionId(caller, key) });
const setPack = (caller: AccountCaller, quantity: number) =>
  changeAddOn(service, caller, { ...request, addOnId: 'pack', active: quantity > 0, quantity: null });
const undo = async (caller: AccountCaller) => {
  const { entries } = await listHistory(service, await refresh(caller), { limit: 1, before: null });
  return switchVersion(service, caller, { ...request, restore: entries[0]!.entry.id });
};
const moveTo = async (caller: AccountCaller, from: string, to: string) => {
  const [fromVersionId, toVersionId] = await Promise.all([
    findVersionId(caller, from),
    findVersionId(caller, to),
  ]);
  const app = await readApp();
  const move = { fromVersionId, toVersionId, effective: Date.now() + 1000, reason: null };
  await makeMove(service, createHostCaller(app), move);
  await applyDueChanges({ ...service, recordTime: () => Date.now() + 2000 });
};

/** "changed Team: fee 1200 → 1500; lowered storage" */
function describeNotice({
  type,
  version,
  addOn,
  previousVersion,
  price,
  previousPrice,
  changes,
  undone,
}: Notice): string {
  const names = (list: 'lost' | 'lowered' | 'raised' | 'gained') =>
    changes[list].length > 0 ? [`${list} ${changes[list].map(({ id }) => id).join()}`] : [];
  return [
    [type, undone && 'undone', previousVersion && `${previousVersion.title} →`, addOn?.title ?? version.title]
      .filter(Boolean)
      .join(' '),
    ...(previousPrice ? [`fee ${previousPrice.fee} → ${price?.fee}`] : []),
    ...names('lost'),
    ...names('lowered'),
    ...names('gained'),
    ...names('raised'),
  ].join('; ');
}
const describeAll = async (caller: AccountCaller) => (await read(caller)).map(describeNotice);

const worse = { price: 15, storage: 80 };
const isWorse = 'changed Team; fee 1200 → 1500; lowered files';

describe('a version that changes in place', () => {
  test('is announced with its time, losses and price', async () => {
    const caller = await makeCaller();
    expect(await read(caller)).toEqual([]);
    const before = Date.now();
    await publish(worse);
    const [notice, ...others] = await read(caller);
    expect(others).toEqual([]);
    expect(describeNotice(notice!)).toBe(isWorse);
    expect(notice).toMatchObject({ subject: 'plan', undone: false, historyId: null, previousVersion: null });
    expect(notice!.changedAt.getTime()).toBeGreaterThanOrEqual(before);
    const { entries } = await listHistory(service, await refresh(caller), { limit: 1, before: null });
    expect(notice!.changedAt).toEqual(entries[0]!.catalogChanges[0]!.changedAt);
  });

  test('is not announced to accounts that come to it, or are created, later', async () => {
    const other = await makeCaller('PRO');
    await publish(worse);
    const later = await makeCaller();
    await switchTo(other, 'TEAM');
    expect([await read(later), await read(other)]).toEqual([[], []]);
    const app = await readApp();
    // Imported with an earlier first version: it was told elsewhere.
    const activatedAt = new Date(Date.now() - 86_400_000);
    const at = new Date();
    const actor = { kind: 'operator', id: null, name: 'Test' } as const;
    const imported = { externalId: null, title: 'Old', actor, channel: 'test', at, activatedAt };
    const account = await createAccount(
      owner,
      app,
      { ...imported, versionId: await findVersionId(later, 'TEAM') },
      makeId,
    );
    expect(await read(createAccountCaller(app, { id: account!.id, title: 'Old' }))).toEqual([]);
  });

  test('is not announced after an own switch, nor after an undo', async () => {
    const caller = await makeCaller();
    await publish(worse);
    await switchTo(caller, 'PRO');
    expect(await read(caller)).toEqual([]);
    await undo(caller);
    expect(await read(caller)).toEqual([]);
  });

  test('stays announced after a change of users by the host', async () => {
    const caller = await makeCaller();
    await publish(worse);
    const app = await readApp();
    const { externalId } = await withTenant(owner, { appId: app.id }, (queries) =>
      queries.account.findFirstOrThrow({ where: { id: caller.account.id } }),
    );
    await updateAccount(service, createHostCaller(app), externalId!, { users: 3 });
    expect(await describeAll(caller)).toEqual([isWorse]);
  });

  test('is announced to an account only if it changes something for it', async () => {
    const [monthly, annual] = [await makeCaller(), await makeCaller('TEAM', 'year')];
    await publish({ annual: 0.9 });
    expect(await read(monthly)).toEqual([]);
    expect((await read(annual))[0]).toMatchObject({
      type: 'changed',
      billingPeriod: 'year',
      previousPrice: { annual_fee: 14_400 },
      price: { annual_fee: 12_960 },
    });
    expect(await read(await makeCaller('PRO'))).toEqual([]);
  });

  test('has one notice for several publications', async () => {
    const caller = await makeCaller();
    await publish({ price: 13 });
    const [first] = await read(caller);
    await publish(worse);
    const [second, ...others] = await read(caller);
    expect(others).toEqual([]);
    expect(describeNotice(second!)).toBe(isWorse);
    expect(second!.id).not.toBe(first!.id);
  });

  test('says what holds after a rollback', async () => {
    const caller = await makeCaller();
    await publish(worse);
    await publish({});
    expect(await describeAll(caller)).toEqual(['changed undone Team']);
    expect((await read(caller))[0]?.price).toMatchObject({ fee: 1200 });
  });

  test('is announced again by the end of a promotion if its start was dismissed', async () => {
    const caller = await makeCaller();
    await publish({ price: 9 });
    const [start] = await read(caller);
    expect(describeNotice(start!)).toBe('changed Team; fee 1200 → 900');
    await dismiss(caller, start!.id);
    await publish({});
    expect(await describeAll(caller)).toEqual(['changed Team; fee 900 → 1200']);
  });
});

describe('a version that accounts keep', () => {
  test('is announced with what the plan is now, also after an undo', async () => {
    const caller = await makeCaller();
    await publish(worse, {});
    const kept = 'kept Team → Team; fee 1200 → 1500; lowered files';
    expect(await describeAll(caller)).toEqual([kept]);
    await switchTo(caller, 'PRO');
    expect(await read(caller)).toEqual([]);
    await undo(caller);
    expect(await describeAll(caller)).toEqual([kept]);
  });

  test('is announced again when the plan changes again, and not after a rollback', async () => {
    const caller = await makeCaller();
    await publish(worse, {});
    const [first] = await read(caller);
    await dismiss(caller, first!.id);
    expect(await read(caller)).toEqual([]);
    await publish({ price: 20 }, {});
    expect(await describeAll(caller)).toEqual(['kept Team → Team; fee 1200 → 2000']);
    await publish({}, {});
    expect(await read(caller)).toEqual([]);
  });

  test('is announced as changed when the account follows later', async () => {
    const caller = await makeCaller();
    await publish(worse, {});
    await publish({ price: 11, storage: 120 }, {});
    const [notice] = await read(caller);
    expect(describeNotice(notice!)).toBe('changed Team; fee 1200 → 1100; raised files');
    const { entries } = await listHistory(service, await refresh(caller), { limit: 1, before: null });
    expect(notice).toMatchObject({
      historyId: entries[0]!.entry.id,
      changedAt: entries[0]!.entry.activatedAt,
    });
  });
});

test('a move is announced with both versions, and a later change with it', async () => {
  const caller = await makeCaller();
  await moveTo(caller, 'TEAM', 'PRO');
  expect(await describeAll(caller)).toEqual(['moved Team → Pro; fee 1200 → 3000; gained sso; raised files']);
  await switchTo(caller, 'TEAM');
  expect(await read(caller)).toEqual([]);
});

describe('an add-on', () => {
  test('is announced if the account has it', async () => {
    const [caller, other] = [await makeCaller(), await makeCaller()];
    await setPack(caller, 1);
    await publish({ pack: 7, packStorage: 8 });
    expect(await describeAll(caller)).toEqual(['changed Pack; fee 500 → 700; lowered files']);
    expect(await read(other)).toEqual([]);
    await publish({});
    expect(await describeAll(caller)).toEqual(['changed undone Pack']);
    await publish({ pack: 7 });
    await setPack(caller, 0);
    await setPack(caller, 1);
    expect(await read(caller)).toEqual([]);
  });

  test('is announced beside its plan, and each is dismissed by itself', async () => {
    const caller = await makeCaller();
    await setPack(caller, 1);
    await publish({ ...worse, pack: 7 });
    const notices = await read(caller);
    expect(notices.map(describeNotice).toSorted()).toEqual(['changed Pack; fee 500 → 700', isWorse]);
    await dismiss(caller, notices.find(({ addOn }) => addOn)!.id);
    expect(await describeAll(caller)).toEqual([isWorse]);
  });

  test('is announced when the account gets another generation of it', async () => {
    const caller = await makeCaller();
    await setPack(caller, 1);
    await publish({ pack: 7 }, {});
    expect(await read(caller)).toEqual([]);
    await publish({ pack: 4 }, {});
    expect(await describeAll(caller)).toEqual(['changed Pack; fee 500 → 400']);
  });

  test('that the version includes is announced as off', async () => {
    const caller = await makeCaller();
    const spec = (included: boolean): PriceListSpec => ({
      features: ['files', 'sso'],
      plans: { TEAM: { price: 12, features: included ? ['files', 'sso'] : ['files'] } },
      addOns: { single: { price: 5, features: ['sso'] } },
    });
    slug = `${slug}-included`;
    await publishPriceList(owner, createImportInput(slug, spec(false)), makeId);
    const own = await makeCaller();
    await changeAddOn(service, own, { ...request, addOnId: 'single', active: true, quantity: null });
    await publishPriceList(owner, createImportInput(slug, spec(true)), makeId);
    await applyDueChanges(service);
    expect((await describeAll(own)).toSorted()).toEqual(['changed Team; gained sso', 'included Single']);
    expect(await read(caller)).toEqual([]);
  });
});

describe('a dismissal', () => {
  test('is stored once, with who and when, and ends the notice until the next change', async () => {
    const caller = await makeCaller();
    await publish(worse);
    const [notice] = await read(caller);
    const first = await dismiss(caller, notice!.id);
    expect(first).toMatchObject({ noticeId: notice!.id, dismissedBy: { kind: 'key', channel: 'api' } });
    expect(await dismiss({ ...caller, actor: { ...caller.actor, name: 'Other' } }, notice!.id)).toEqual(
      first,
    );
    expect(await read(caller)).toEqual([]);
    await publish({ ...worse, price: 18 });
    expect(await describeAll(caller)).toEqual(['changed Team; fee 1500 → 1800']);
  });

  test('of a notice that is outdated, unknown or of another account is rejected', async () => {
    const [caller, other] = [await makeCaller(), await makeCaller()];
    await publish(worse);
    const [notice] = await read(caller);
    await publish({ price: 18 });
    expect(await codeOf(dismiss(caller, notice!.id))).toBe('notice_not_found');
    expect(await codeOf(dismiss(caller, 'ntc_unknown'))).toBe('notice_not_found');
    const [present] = await read(caller);
    await dismiss(caller, present!.id);
    expect(await read(other)).toHaveLength(1);
  });
});

describe('the accounts that an edition concerns', () => {
  const readPublished = async (fields: Parameters<typeof publish>) => {
    await publish(...fields);
    const { id: appId } = await readApp();
    return withTenant(owner, { appId }, async (queries) => (await findLiveEdition(queries, appId))!.id);
  };
  const listIds = async (editionId: string) => {
    const app = await readApp();
    const page = await listChangedAccounts(service, { app }, editionId, { after: null, limit: 100 });
    return page.accounts.map(({ id }) => id);
  };
  const newestFirst = (...callers: AccountCaller[]) =>
    callers
      .map(({ account }) => account.id)
      .toSorted()
      .toReversed();

  test('had what it changed, and have made no switch since', async () => {
    const [first, second, switched] = [await makeCaller(), await makeCaller(), await makeCaller()];
    const other = await makeCaller('PRO');
    const edition = await readPublished([worse]);
    await makeCaller();
    await switchTo(switched, 'PRO');
    await switchTo(switched, 'TEAM');
    await switchTo(other, 'TEAM');
    expect(await listIds(edition)).toEqual(newestFirst(first, second));
    await dismiss(first, (await read(first))[0]!.id);
    expect(await listIds(edition)).toEqual(newestFirst(first, second));
    const app = await readApp();
    const page = await listChangedAccounts(service, { app }, edition, { after: null, limit: 1 });
    const rest = await listChangedAccounts(service, { app }, edition, { after: page.next, limit: 5 });
    expect([page.accounts, rest.accounts].flat().map(({ id }) => id)).toEqual(newestFirst(first, second));
    expect(rest.next).toBeNull();
  });

  test('keep an earlier version, or follow to the present one', async () => {
    const caller = await makeCaller();
    const kept = await readPublished([worse, {}]);
    expect(await listIds(kept)).toEqual(newestFirst(caller));
    const present = await makeCaller();
    const better = await readPublished([{ price: 11, storage: 120 }, {}]);
    expect(await describeAll(caller)).toEqual(['changed Team; fee 1200 → 1100; raised files']);
    expect(await listIds(better)).toEqual(newestFirst(caller, present));
    expect(await listIds(kept)).toEqual(newestFirst(caller));
  });

  test('are billed for the period whose price changes, or have the add-on', async () => {
    const [monthly, annual] = [await makeCaller(), await makeCaller('TEAM', 'year')];
    expect(await listIds(await readPublished([{ annual: 0.9 }]))).toEqual(newestFirst(annual));
    await setPack(monthly, 1);
    expect(await listIds(await readPublished([{ annual: 0.9, pack: 7 }]))).toEqual(newestFirst(monthly));
  });

  test('are none of a draft, and an unknown edition is rejected', async () => {
    const app = await readApp();
    const draft = await createEdition(service, createHostCaller(app), { baseId: null, text: null, note: '' });
    expect(await listIds(draft.id)).toEqual([]);
    expect(await codeOf(listIds('ced_unknown'))).toBe('edition_not_found');
  });
});
