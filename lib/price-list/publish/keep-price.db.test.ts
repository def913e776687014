import { beforeEach, describe, expect, test } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import { readAccountState } from '@/lib/db/accounts';
import { withTenant } from '@/lib/db/connection/tenant';
import { setTerms } from '@/lib/domain/accounts/account-terms';
import { type AccountCaller, noCallerState, toCallerState } from '@/lib/domain/caller';
import { changeAddOn } from '@/lib/domain/changes/change-add-on';
import { switchVersion } from '@/lib/domain/changes/switch-version';
import { createEdition, publishEdition } from '@/lib/domain/editions/catalog-editions';
import { listEntitlements } from '@/lib/domain/entitlements/entitlements';
import { listHistory } from '@/lib/domain/history/history';
import { listNotices } from '@/lib/domain/notices/notices';
import { getSubscription } from '@/lib/domain/subscription/subscription';
import { buildPriceListText, type PriceListSpec } from '@/prisma/factories/build-price-list';
import { applyDueChanges, publishDueEdition } from '@/tools/testing/apply-due-changes';
import {
  createAccountCaller,
  createHostCaller,
  describeAccount,
  readView,
  changeInput as request,
} from '@/tools/testing/callers';
import { createImportInput, putOn, signUp } from '@/tools/testing/import-lists';
import { makeMove } from '@/tools/testing/make-move';
import { openTestService } from '@/tools/testing/test-service';
import { describeDifference } from '../compare/describe-difference';
import { formatPublication } from '../compare/format-publication';
import type { Existing } from '../compare/keep-versions';
import { planPublication, publishPriceList } from './publish-price-list';

// Accounts that keep the price of their plan and get its content, with each other kind of change
// (docs/spec.md, section 3.1).

const { owner, service } = await openTestService();
let slug: string;
let count = 0;

interface Team {
  price?: number | string;
  unit?: string;
  features?: string[];
  storage?: number;
  /** Fee for twelve months. */
  annual?: number;
  /** Price of the add-on. */
  pack?: number;
}

/** Team with files at $10 a month, and an add-on. */
const build = ({
  price = 10,
  unit = '/month',
  features = [],
  storage = 10,
  annual,
  pack = 5,
}: Team): PriceListSpec => ({
  features: ['files', 'sso', 'audit'],
  limits: { storage: { features: ['files'], unit: 'GB' } },
  plans: {
    FREE: { price: 0, unit: '/month' },
    TEAM: { price, unit, features: ['files', ...features], limits: { storage } },
    MAX: { price: 50, unit: '/month', features: ['files', 'sso', 'audit'], limits: { storage: 90 } },
  },
  addOns: { pack: { price: pack, extensions: { storage: 10 } }, login: { price: 3, features: ['sso'] } },
  ...(annual !== undefined && { billing: { monthly: 1, annual } }),
});

const keepPrice = { TEAM: 'keep_price' } as const;
const createInput = (team: Team | null, existing: Record<string, Existing> = {}, extension = '{}') => {
  const { TEAM, ...others } = build(team ?? {}).plans;
  const plans = team ? { ...others, TEAM: TEAM! } : others;
  return createImportInput(slug, { ...build(team ?? {}), plans }, extension, {
    existing: new Map(Object.entries(existing)),
  });
};
const plan = (...input: Parameters<typeof createInput>) => planPublication(owner, createInput(...input));
/** Publishes a list and lets accounts follow. Returns null for one without the plan. */
async function publish(...input: Parameters<typeof createInput>) {
  const applied = await publishPriceList(owner, createInput(...input), makeId);
  await applyDueChanges(service);
  return applied;
}
const readApp = () => owner.app.findUniqueOrThrow({ where: { slug } });

beforeEach(async () => {
  slug = `keep-price-${++count}`;
});

async function makeCaller(key = 'TEAM', period: 'month' | 'year' = 'month'): Promise<AccountCaller> {
  const app = await readApp();
  const account = await signUp(owner, app, { externalId: makeId('request') });
  await putOn(owner, { app, id: account.id }, key, period);
  return createAccountCaller(app, account);
}

const read = (caller: AccountCaller) => describeAccount(service, caller);
const readStorage = async (caller: AccountCaller) =>
  listEntitlements(await readView(service, caller)).get('files')?.amount;
const findVersionId = async (caller: AccountCaller, key: string) =>
  (await readView(service, caller)).catalog.versions.find(({ catalogKey }) => catalogKey === key)!.id;
const readEntries = async (caller: AccountCaller) =>
  (await listHistory(service, caller, { limit: 10, before: null })).entries;
const switchTo = async (caller: AccountCaller, key: string, fields: object = {}) =>
  switchVersion(service, caller, { ...request, versionId: await findVersionId(caller, key), ...fields });
const findDecision = async (key: string, ...input: Parameters<typeof plan>) => {
  const { decisions } = await plan(...input);
  return decisions.find((decision) => decision.key === key)?.decision;
};

/** Team gets dearer and better, and an account keeps its price. */
async function start(): Promise<AccountCaller> {
  await publish({});
  const caller = await makeCaller();
  await publish({ price: 12, features: ['sso'] }, keepPrice);
  return caller;
}

test('accounts keep the price and get the content, which the review, history and notices say', async () => {
  await publish({});
  const caller = await makeCaller();
  const next = { price: 12, features: ['sso'], storage: 20 };
  const planned = await plan(next, keepPrice);
  expect(formatPublication(slug, planned)).toContain(
    'Team  (1 account): keep the price, get the content, as --existing says',
  );
  const { versions, earlier_versions: earlier } = describeDifference(planned);
  expect(versions.map(({ key, decision, gained }) => [key, decision, gained.map(({ id }) => id)])).toEqual([
    ['TEAM', 'keep_price', ['sso']],
  ]);
  expect(earlier).toEqual([]);
  await publish(next, keepPrice);
  expect([await read(caller), await readStorage(caller)]).toEqual(['TEAM~1 1000 files sso', 20]);
  expect(await read(await makeCaller())).toBe('TEAM 1200 files sso');
  const [entry] = await readEntries(caller);
  expect(entry!.catalogChanges.map(({ changes }) => changes.gained.map(({ id }) => id))).toEqual([['sso']]);
  const { app, account } = caller;
  const state = await withTenant(owner, { appId: app.id, accountId: account.id }, (queries) =>
    readAccountState(queries, app.id, account.id),
  );
  const notices = await listNotices(service, {
    ...caller,
    app: await readApp(),
    state: toCallerState(state!),
  });
  const described = notices.map(({ type, changes, previousPrice }) => {
    return [type, changes.gained.map(({ id }) => id), previousPrice?.fee ?? null];
  });
  expect(described.toSorted()).toEqual([
    ['changed', ['sso'], null],
    ['kept', [], 1000],
  ]);
});

describe('later publications', () => {
  test('keep the price again, and a second kept price is another one', async () => {
    const first = await start();
    const second = await makeCaller();
    const next = { price: 14, features: ['sso', 'audit'] };
    const { earlier_versions: earlier } = describeDifference(await plan(next, keepPrice));
    expect(earlier.map(({ key, decision, gained }) => [key, decision, gained.map(({ id }) => id)])).toEqual([
      ['TEAM~1', 'keep_price', ['audit']],
    ]);
    await publish(next, keepPrice);
    expect([await read(first), await read(second)]).toEqual([
      'TEAM~1 1000 files sso audit',
      'TEAM~2 1200 files sso audit',
    ]);
    const again = await plan(next);
    expect([again.changes.versions, again.changes.cells]).toEqual([[], []]);
  });

  test('do not take content away, unless that is requested', async () => {
    const caller = await start();
    expect(await findDecision('TEAM~1', { price: 12 })).toBe('keep');
    await publish({ price: 12, storage: 30 });
    expect([await read(caller), await readStorage(caller)]).toEqual(['TEAM~1 1000 files sso', 10]);
    await publish({ price: 12, features: ['sso', 'audit'], storage: 30 });
    expect([await read(caller), await readStorage(caller)]).toEqual(['TEAM~1 1000 files sso audit', 30]);
    await publish({ price: 12, storage: 20 }, { 'TEAM~1': 'keep_price' });
    expect([await read(caller), await readStorage(caller)]).toEqual(['TEAM~1 1000 files', 20]);
  });

  test('end it with keep, and with follow', async () => {
    const caller = await start();
    await publish({ price: 12, features: ['sso', 'audit'] }, { 'TEAM~1': 'keep' });
    await publish({ price: 12, features: ['sso', 'audit'], storage: 20 });
    expect([await read(caller), await readStorage(caller)]).toEqual(['TEAM~1 1000 files sso', 10]);
    await publish({ price: 12, features: ['sso', 'audit'], storage: 20 }, { 'TEAM~1': 'keep_price' });
    expect([await read(caller), await readStorage(caller)]).toEqual(['TEAM~1 1000 files sso audit', 20]);
    await publish({ price: 12, features: ['sso', 'audit'], storage: 30 }, { 'TEAM~1': 'follow' });
    expect(await read(caller)).toBe('TEAM 1200 files sso audit');
  });

  test('of another plan change nothing, and a requested keep of the plan is one for it once', async () => {
    const caller = await start();
    await makeCaller();
    await publish({ price: 13, features: ['sso', 'audit'] }, { TEAM: 'keep' });
    expect(await read(caller)).toBe('TEAM~1 1000 files sso');
    await publish({ price: 13, features: ['sso', 'audit'], pack: 4 });
    expect(await read(caller)).toBe('TEAM~1 1000 files sso');
    await publish({ price: 13, features: ['sso', 'audit'], storage: 20 });
    expect(await read(caller)).toBe('TEAM~1 1000 files sso audit');
  });

  test('with a lower price give that to accounts', async () => {
    const caller = await start();
    await publish({ price: 11, features: ['sso'] });
    expect(await read(caller)).toBe('TEAM~1 1000 files sso');
    await publish({ price: 9, features: ['sso', 'audit'] });
    expect(await read(caller)).toBe('TEAM 900 files sso audit');
    await publish({ price: 8, features: ['sso'] }, keepPrice);
    expect(await read(caller)).toBe('TEAM 800 files sso');
  });

  test('without the plan leave price and content, and with it again they go on', async () => {
    const caller = await start();
    await publish(null);
    expect(await read(caller)).toBe('TEAM~1 1000 files sso');
    await publish({ price: 12, features: ['sso', 'audit'] });
    expect(await read(caller)).toBe('TEAM~1 1000 files sso audit');
  });
});

describe('what belongs to the price', () => {
  test('is not an annual price that is added, and is one that is removed', async () => {
    await publish({});
    const monthly = await makeCaller();
    await publish({ price: 12, annual: 0.8, features: ['sso'] }, keepPrice);
    const view = await readView(service, monthly);
    expect(getSubscription(view).version).toMatchObject({ fee: 1000, annualFee: null });
    const yearly = await makeCaller('TEAM', 'year');
    const other = await makeCaller();
    await publish({ price: 12, features: ['sso', 'audit'] }, keepPrice);
    expect(await Promise.all([monthly, yearly, other].map(read))).toEqual([
      'TEAM~1 1000 files sso audit',
      'TEAM~2 11520 files sso audit',
      'TEAM 1200 files sso audit',
    ]);
  });

  test('is the minimum', async () => {
    const bounds = (min: number) => JSON.stringify({ plans: { TEAM: { min_users: min } } });
    await publish({ unit: 'user/month' }, {}, bounds(1));
    const caller = await makeCaller();
    const next = { unit: 'user/month', features: ['sso'] };
    expect(await findDecision('TEAM', next, {}, bounds(3))).toBe('keep');
    await publish(next, keepPrice, bounds(3));
    expect(await read(caller)).toBe('TEAM~1 1000 files sso');
    expect(getSubscription(await readView(service, caller)).version!.minUsers).toBe(1);
  });

  test('is the unit', async () => {
    await publish({ price: 30, unit: '/site/month' });
    const caller = await makeCaller();
    await publish({ price: 10, unit: 'user/month', features: ['sso'] }, keepPrice);
    expect(getSubscription(await readView(service, caller)).version).toMatchObject({
      ...{ catalogKey: 'TEAM~1', fee: 3000, feeUnit: 'site', userFee: null },
    });
    expect([...listEntitlements(await readView(service, caller)).keys()]).toEqual(['files', 'sso']);
  });

  test('is not a limit, also a lower one', async () => {
    await publish({});
    const caller = await makeCaller();
    await publish({ price: 12, storage: 5 }, keepPrice);
    expect([await read(caller), await readStorage(caller)]).toEqual(['TEAM~1 1000 files', 5]);
  });
});

test('the end of a promotion keeps its price with the content of then', async () => {
  await publish({ price: 12 });
  const app = await readApp();
  const actor = { kind: 'session', id: 'pse_1', name: 'Ines', userId: 'user-1' } as const;
  const session = { via: 'session', account: null, state: noCallerState, role: 'product' } as const;
  const product = { ...session, app, actor, appKey: false };
  const source = buildPriceListText(build({ price: 8 }));
  const draft = await createEdition(service, product, {
    ...{ baseId: null, note: '', text: { source, extension: null } },
  });
  const endsAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000);
  const end = { endsAt, endsExisting: 'keep_price' } as const;
  await publishEdition(service, product, draft.id, {
    ...{ at: null, existing: {}, note: null, ifMatch: null, end },
  });
  const caller = await makeCaller();
  expect(await read(caller)).toBe('TEAM 800 files');
  await withTenant(owner, { appId: app.id }, (queries) =>
    queries.catalogEdition.updateMany({
      where: { appId: app.id, endsId: draft.id },
      data: { publishAt: new Date() },
    }),
  );
  expect(await publishDueEdition(service)).toBe(true);
  expect(await read(caller)).toBe('TEAM~1 800 files');
  await publish({ price: 12, features: ['sso'] });
  expect(await read(caller)).toBe('TEAM~1 800 files sso');
});

test('terms of an account stay, and replace what they are about', async () => {
  await publish({});
  const caller = await makeCaller();
  const terms = { version_id: null, price: { fee: 700 }, limits: { files: 15 }, reason: 'Contract' };
  await setTerms(service, createHostCaller(caller.app), caller.account.id, terms);
  await publish({ price: 12, features: ['sso'], storage: 30 }, keepPrice);
  expect([await read(caller), await readStorage(caller)]).toEqual(['TEAM~1 700 files sso', 15]);
});

test('a trial goes on with the content, and ends at the kept price', async () => {
  const extension = JSON.stringify({ plans: { TEAM: { trial: { days: 14 } } } });
  await publish({}, {}, extension);
  const caller = await makeCaller('FREE');
  await switchTo(caller, 'TEAM', { trial: true });
  await publish({ price: 12, features: ['sso'] }, keepPrice, extension);
  const readTrial = async () => getSubscription(await readView(service, caller)).trialEndsAt;
  expect([await read(caller), (await readTrial()) !== null]).toEqual(['TEAM~1 1000 files sso', true]);
  await applyDueChanges({ ...service, recordTime: () => Date.now() + 15 * 86_400_000 });
  expect([await read(caller), await readTrial()]).toEqual(['TEAM~1 1000 files sso', null]);
});

test('an undo returns to the kept price with the present content, also to a version without accounts', async () => {
  await publish({});
  const callers = [await makeCaller(), await makeCaller()];
  await switchTo(callers[0]!, 'MAX');
  await publish({ price: 12, features: ['sso'] }, keepPrice);
  await switchTo(callers[1]!, 'MAX');
  await publish({ price: 12, features: ['sso', 'audit'] });
  for (const caller of callers) {
    const [entry] = await readEntries(caller);
    await switchVersion(service, caller, { ...request, restore: entry!.entry.id });
    expect(await read(caller)).toBe('TEAM~1 1000 files sso audit');
  }
});

describe('an add-on', () => {
  test('alone is decided by itself, and its price is kept with its content', async () => {
    const caller = await start();
    await changeAddOn(service, caller, { ...request, addOnId: 'pack', active: true, quantity: null });
    await publish({ price: 12, features: ['sso'], pack: 8 });
    expect(await read(caller)).toBe('TEAM~1 1500 files sso');
    await expect(publish({ price: 12, features: ['sso'], pack: 9 }, { pack: 'keep_price' })).rejects.toThrow(
      '"pack" is an add-on. Only the price of a plan can be kept with keep_price.',
    );
  });

  test('that the content includes is turned off', async () => {
    await publish({});
    const caller = await makeCaller();
    await changeAddOn(service, caller, { ...request, addOnId: 'login', active: true });
    expect(await read(caller)).toBe('TEAM 1300 files sso');
    const { included } = await publish({ price: 12, features: ['sso'] }, keepPrice);
    expect(included).toMatchObject([{ addOn: 'Login', accounts: 1 }]);
    expect(await read(caller)).toBe('TEAM~1 1000 files sso');
  });

  test('that is dearer with the plan holds accounts at their price, with the content', async () => {
    const caller = await start();
    await changeAddOn(service, caller, { ...request, addOnId: 'pack', active: true, quantity: null });
    await publish({ price: 12, features: ['sso'], pack: 8 });
    const { decisions } = await publish({ price: 9, features: ['sso', 'audit'], pack: 8 });
    expect(decisions.find(({ key }) => key === 'TEAM~1')).toMatchObject({
      ...{ decision: 'keep_price', following: 0, losses: [{ reason: 'an add-on gets worse' }] },
    });
    expect(await read(caller)).toBe('TEAM~1 1500 files sso audit');
  });
});

test('list revenue stays the same, and the review says so', async () => {
  await publish({});
  await makeCaller();
  const input = createInput({ price: 12, features: ['sso'] }, keepPrice);
  const { revenue } = await planPublication(owner, input, { revenue: true });
  const [version] = revenue!.versions;
  expect(version!.periods).toMatchObject([{ accounts: 1, before: 1000, after: 1000 }]);
});

test('a move ends a kept price', async () => {
  const caller = await start();
  const move = {
    fromVersionId: await findVersionId(caller, 'TEAM~1'),
    toVersionId: await findVersionId(caller, 'TEAM'),
    ...{ effective: Date.now() + 3_600_000, reason: null },
  };
  const made = await makeMove(service, createHostCaller(await readApp()), move);
  expect(made.scheduled).toBe(1);
  await publish({ price: 12, features: ['sso', 'audit'] });
  expect(await read(caller)).toBe('TEAM~1 1000 files sso audit');
  await applyDueChanges({ ...service, recordTime: () => Date.now() + 7_200_000 });
  expect(await read(caller)).toBe('TEAM 1200 files sso audit');
});
