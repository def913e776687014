import { beforeEach, describe, expect, test } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import { withTenant } from '@/lib/db/connection/tenant';
import { endTerms, setTerms } from '@/lib/domain/accounts/account-terms';
import { getAccount } from '@/lib/domain/accounts/accounts';
import type { AccountCaller } from '@/lib/domain/caller';
import { readCatalogView } from '@/lib/domain/catalog/catalog-view';
import { dueFollows } from '@/lib/domain/changes/apply-due-changes';
import { changeAddOn } from '@/lib/domain/changes/change-add-on';
import { switchVersion } from '@/lib/domain/changes/switch-version';
import { createChange, listChanges } from '@/lib/domain/changes/waiting-changes';
import { claimWork } from '@/lib/domain/due-kind';
import { createEdition } from '@/lib/domain/editions/catalog-editions';
import { listEntitlements } from '@/lib/domain/entitlements/entitlements';
import { listHistory } from '@/lib/domain/history/history';
import { createMove, dueMoves, getMove } from '@/lib/domain/moves/moves';
import { computeSubscriptionTotal, getSubscription } from '@/lib/domain/subscription/subscription';
import { buildPriceListText, type PriceListSpec } from '@/prisma/factories/build-price-list';
import { applyDueChanges, runNextDue } from '@/tools/testing/apply-due-changes';
import {
  createAccountCaller,
  createHostCaller,
  listAccountEvents,
  changeInput as request,
} from '@/tools/testing/callers';
import { createImportInput, putOn, signUp } from '@/tools/testing/import-lists';
import { openTestService } from '@/tools/testing/test-service';
import { describeDifference } from '../compare/describe-difference';
import { formatPublication } from '../compare/format-publication';
import type { Existing } from '../compare/keep-versions';
import { changesNothing } from '../compare/publication';
import { planPublication, publishPriceList } from './publish-price-list';

// Accounts that follow a publication to another version, billing period or generation of their plan.

const { owner, service } = await openTestService();
let slug: string;
let count = 0;

interface Team {
  price: number;
  /** Fee for twelve months. */
  annual?: number | null;
  features?: string[];
}

/** A list of a free plan and of Team. */
function build({ price, annual = null, features = ['files'] }: Team, addOnPrice = 5): PriceListSpec {
  return {
    features: ['files', 'sso'],
    limits: { storage: { features: ['files'], unit: 'GB' } },
    plans: {
      FREE: { price: 0, unit: '/month' },
      TEAM: { price, unit: '/month', features, limits: { storage: 10 } },
    },
    addOns: { pack: { price: addOnPrice, extensions: { storage: 10 } } },
    ...(annual !== null && { billing: { monthly: 1, annual } }),
  };
}

const createInput = (team: Team, existing: Record<string, Existing> = {}, addOnPrice?: number) =>
  createImportInput(slug, build(team, addOnPrice), '{"app": {"checkout_url": null}}', {
    existing: new Map(Object.entries(existing)),
    by: { kind: 'session', id: 'pse_9', name: 'Ines', userId: 'user-9', channel: 'portal' },
  });
const publish = (...input: Parameters<typeof createInput>) =>
  publishPriceList(owner, createInput(...input), makeId);
const plan = (...input: Parameters<typeof createInput>) => planPublication(owner, createInput(...input));
const work = () => applyDueChanges(service);
const readApp = () => owner.app.findUniqueOrThrow({ where: { slug } });

beforeEach(async () => {
  count += 1;
  slug = `follow-${count}`;
});

async function makeCaller(key = 'TEAM', period: 'month' | 'year' = 'month'): Promise<AccountCaller> {
  const app = await readApp();
  const account = await signUp(owner, app);
  await putOn(owner, { app, id: account.id }, key, period);
  return createAccountCaller(app, account);
}

const readView = (caller: AccountCaller) => readCatalogView(service, caller.app.id, caller.account.id);

/** Key of the version, total and billing period of an account. */
async function read(caller: AccountCaller) {
  const view = await readView(caller);
  const { versionId, billingPeriod } = view.state.current!;
  const { catalogKey } = view.catalog.versions.find(({ id }) => id === versionId)!;
  return [catalogKey, computeSubscriptionTotal(getSubscription(view), view.catalog)?.amount, billingPeriod];
}

const findVersionId = async (caller: AccountCaller, key: string) =>
  (await readView(caller)).catalog.versions.find(({ catalogKey }) => catalogKey === key)!.id;
const readHistory = async (caller: AccountCaller) =>
  (await listHistory(service, caller, { limit: 10, before: null })).entries;
const add = (caller: AccountCaller) =>
  changeAddOn(service, caller, { ...request, addOnId: 'pack', active: true, quantity: null });
/** Human ID of the add-on that is on. */
const readAddOn = async (caller: AccountCaller) =>
  getSubscription(await readView(caller)).addOns[0]?.addOn?.humanId;
const countFollows = async () => {
  const { id: appId } = await readApp();
  return withTenant(owner, { appId }, (queries) => queries.catalogFollow.count());
};

describe('an earlier generation', () => {
  test('follows when its plan gets the same content again, and that is recorded', async () => {
    await publish({ price: 9 });
    const first = await makeCaller();
    await publish({ price: 11 });
    const second = await makeCaller();
    expect(await read(first)).toEqual(['TEAM~1', 900, 'month']);

    const { decisions } = await publish({ price: 9 });
    expect(decisions).toMatchObject([
      { key: 'TEAM', decision: 'follow', accounts: 1, following: 1 },
      { key: 'TEAM~1', presentKey: 'TEAM', decision: 'follow', accounts: 1, following: 1, losses: [] },
    ]);
    expect(await read(second)).toEqual(['TEAM', 900, 'month']);
    await work();
    expect(await read(first)).toEqual(['TEAM', 900, 'month']);
    const [entry] = await readHistory(first);
    expect(entry).toMatchObject({
      entry: { kind: 'publication', direction: 'none', actor: { name: 'Ines', channel: 'portal' } },
      undoUntil: null,
    });
    expect((await listAccountEvents(service, first)).at(-1)).toMatchObject({
      type: 'account.version_switched',
      data: { kind: 'publication', direction: 'none', gained: [], lost: [], actor: { name: 'Ines' } },
    });
    expect(await readHistory(second)).toHaveLength(2);
    expect(await countFollows()).toBe(0);
  });

  test('gets a lower price and more features, and never a higher price', async () => {
    await publish({ price: 20 });
    const first = await makeCaller();
    await publish({ price: 10, features: [] });
    const second = await makeCaller();
    await publish({ price: 15, features: ['files'] });
    await work();
    expect([await read(first), await read(second)]).toEqual([
      ['TEAM', 1500, 'month'],
      ['TEAM~2', 1000, 'month'],
    ]);
    expect((await readHistory(first))[0]?.entry.direction).toBe('none');
    await publish({ price: 15, features: ['files', 'sso'] });
    await work();
    expect(listEntitlements(await readView(first)).has('sso')).toBe(true);
    expect(await read(second)).toEqual(['TEAM~2', 1000, 'month']);
  });

  test('is part of each review, with a decision of its own', async () => {
    await publish({ price: 9 });
    const caller = await makeCaller();
    await publish({ price: 11 });
    const kept = await plan({ price: 12 });
    expect(describeDifference(kept).earlier_versions).toMatchObject([
      {
        ...{ key: 'TEAM~1', present_key: 'TEAM', title: 'Team', tag: 'v2-retired', accounts: 1 },
        ...{ decision: 'keep', default_decision: 'keep', following_accounts: 0 },
        losses: [{ reason: 'the price rises', accounts: 1 }],
        ...{ previous_price: { fee: 900 }, price: { fee: 1200 }, lost: [] },
      },
    ]);
    expect(formatPublication(slug, kept)).toContain(`\
  v2-retired  Team  (1 account): keep, because the price rises
      price: 9.00 USD → 12.00 USD`);
    const followed = await plan({ price: 11 }, { 'TEAM~1': 'follow' });
    expect(changesNothing(followed)).toBe(false);
    expect(formatPublication(slug, followed)).toContain(
      '  v2-retired  Team  (1 account): follow, as --existing says, although the price rises',
    );
    await publish({ price: 11 }, { 'TEAM~1': 'follow' });
    await work();
    expect(await read(caller)).toEqual(['TEAM', 1100, 'month']);
    expect(changesNothing(await plan({ price: 11 }))).toBe(true);
  });

  test('follows at the end of a promotion, while accounts that came meanwhile keep its price', async () => {
    await publish({ price: 9 }, {}, 5);
    const before = await makeCaller();
    await add(before);
    await publish({ price: 7 }, { TEAM: 'keep', pack: 'keep' }, 4);
    const meanwhile = await makeCaller();
    await add(meanwhile);
    await work();
    expect([await read(before), await read(meanwhile)]).toEqual([
      ['TEAM~1', 1400, 'month'],
      ['TEAM', 1100, 'month'],
    ]);
    await publish({ price: 9 }, { TEAM: 'keep', pack: 'keep' }, 5);
    await work();
    expect([await read(before), await read(meanwhile)]).toEqual([
      ['TEAM', 1400, 'month'],
      ['TEAM~2', 1100, 'month'],
    ]);
    expect(await readAddOn(before)).toBe('pack');
    expect(await readAddOn(meanwhile)).toBe('pack~2');
  });

  test.each<[string, Record<string, Existing>]>([
    ['its own decision', { 'TEAM~1': 'keep' }],
    ['that of its plan', { TEAM: 'keep' }],
  ])('stays if that is requested: %s', async (_, existing) => {
    await publish({ price: 20 });
    const caller = await makeCaller();
    await publish({ price: 22 });
    await makeCaller();
    await publish({ price: 12 }, existing);
    await work();
    expect(await read(caller)).toEqual(['TEAM~1', 2000, 'month']);
    // Nor does another publication change that.
    await publish({ price: 12 }, {}, 4);
    await work();
    expect(await read(caller)).toEqual(['TEAM~1', 2000, 'month']);
  });

  test('is listed by tag', async () => {
    await publish({ price: 9 });
    for (const price of [11, 12, 13]) {
      await makeCaller();
      await publish({ price });
    }
    const { earlier_versions: earlier } = describeDifference(await plan({ price: 14 }));
    expect(earlier.map(({ key, tag }) => [key, tag])).toEqual([
      ['TEAM~1', 'v2-retired'],
      ['TEAM~2', 'v2-retired2'],
      ['TEAM~3', 'v2-retired3'],
    ]);
  });

  test('can’t be named if there is none', async () => {
    await publish({ price: 9 });
    await expect(plan({ price: 9 }, { 'TEAM~1': 'follow' })).rejects.toThrow(
      'The list has no plan or add-on "TEAM~1"',
    );
  });
});

describe('accounts that no loss concerns', () => {
  test.each<['month' | 'year', Team]>([
    ['year', { price: 9 }],
    ['year', { price: 9, annual: 0.9 }],
    ['month', { price: 10, annual: 0.7 }],
  ])('follow, and those that are billed by the %s keep their version: %j', async (concerned, next) => {
    await publish({ price: 9, annual: 0.8 });
    const [monthly, yearly] = [await makeCaller(), await makeCaller('TEAM', 'year')];
    const before = [await read(monthly), await read(yearly)].map(([, ...rest]) => rest);
    const { decisions } = await publish(next);
    expect(decisions.find(({ key }) => key === 'TEAM')).toMatchObject({
      ...{ decision: 'keep', accounts: 2, following: 1, losses: [{ accounts: 1 }] },
    });
    await work();
    const [onMonth, onYear] = [await read(monthly), await read(yearly)];
    const [keeping, following] = concerned === 'year' ? [onYear, onMonth] : [onMonth, onYear];
    expect(keeping).toEqual(['TEAM~1', ...before[concerned === 'year' ? 1 : 0]!]);
    expect(following[0]).toBe('TEAM');
    // Those that stay are an earlier generation, and follow when that is no loss for them.
    await publish({ price: 9, annual: 0.6 });
    await work();
    expect([(await read(monthly))[0], (await read(yearly))[0]]).toEqual(['TEAM', 'TEAM']);
  });

  test('keep their version too if that is requested', async () => {
    await publish({ price: 9, annual: 0.8 });
    const callers = [await makeCaller(), await makeCaller('TEAM', 'year')];
    const { decisions } = await publish({ price: 9 }, { TEAM: 'keep' });
    expect(decisions.find(({ key }) => key === 'TEAM')).toMatchObject({
      ...{ requested: 'keep', following: 0, followingPeriod: null },
    });
    await work();
    expect((await Promise.all(callers.map(read))).map(([key]) => key)).toEqual(['TEAM~1', 'TEAM~1']);
  });

  test('stay too if they keep an add-on, and the review counts each once that it has followed', async () => {
    await publish({ price: 9, annual: 0.8 });
    const callers = [];
    for (const period of ['month', 'month', 'month', 'year'] as const) {
      callers.push(await makeCaller('TEAM', period));
    }
    await add(callers[0]!);
    const next = [{ price: 9 }, {}, 6] as const;
    const reviewed = describeDifference(await plan(...next)).versions.find(({ key }) => key === 'TEAM');
    expect(reviewed).toMatchObject({ accounts: 4, following_accounts: 2 });
    expect(formatPublication(slug, await plan(...next))).toContain(
      'keep, because annual billing is withdrawn (1 account), an add-on gets worse (1 account); 2 accounts follow',
    );
    await publish(...next);
    await work();
    const keys = (await Promise.all(callers.map(read))).map(([key]) => key);
    expect(keys).toEqual(['TEAM~1', 'TEAM', 'TEAM', 'TEAM~1']);
  });

  test('are counted by the plan', async () => {
    await publish({ price: 9, annual: 0.8 });
    for (const period of ['month', 'month', 'year'] as const) await makeCaller('TEAM', period);
    expect(formatPublication(slug, await plan({ price: 9 }))).toContain(
      'Team  (3 accounts): keep, because annual billing is withdrawn (1 account); 2 accounts follow',
    );
  });
});

test('an account whose plan loses the annual price by request has an entry and an event with what it pays', async () => {
  await publish({ price: 9, annual: 0.8 });
  const [monthly, yearly] = [await makeCaller(), await makeCaller('TEAM', 'year')];
  await publish({ price: 9 }, { TEAM: 'follow' });
  await work();
  expect([await read(monthly), await read(yearly)]).toEqual([
    ['TEAM', 900, 'month'],
    ['TEAM', 900, 'month'],
  ]);
  const [entry] = await readHistory(yearly);
  expect(entry?.entry).toMatchObject({ kind: 'publication', billingPeriod: 'month' });
  expect((await listAccountEvents(service, yearly)).at(-1)).toMatchObject({
    data: { kind: 'publication', billing_period: 'month', price: { fee: 900 }, from: { title: 'Team' } },
  });
  expect(await readHistory(monthly)).toHaveLength(2);
});

describe('an account that follows', () => {
  test('keeps add-ons at the same price, and its version if one would get worse', async () => {
    await publish({ price: 9 });
    const [same, worse] = [await makeCaller(), await makeCaller()];
    await add(worse);
    await publish({ price: 11 }, {}, 6);
    const { decisions } = await publish({ price: 9 }, {}, 6);
    expect(decisions.find(({ key }) => key === 'TEAM~1')).toMatchObject({
      ...{ decision: 'keep', accounts: 2, following: 1 },
      losses: [{ reason: 'an add-on gets worse', accounts: 1 }],
    });
    await work();
    expect(await read(same)).toEqual(['TEAM', 900, 'month']);
    expect(await read(worse)).toEqual(['TEAM~1', 1400, 'month']);
    expect(await countFollows()).toBe(0);
    await publish({ price: 9 }, { 'TEAM~1': 'follow' }, 6);
    await work();
    expect(await read(worse)).toEqual(['TEAM', 1500, 'month']);
  });

  test('keeps what is scheduled, and can’t undo a switch from before', async () => {
    await publish({ price: 9 });
    const caller = await makeCaller('FREE');
    const versionId = await findVersionId(caller, 'TEAM');
    const { entry } = await switchVersion(service, caller, { ...request, versionId });
    await publish({ price: 11 });
    const free = await findVersionId(caller, 'FREE');
    const effective = Date.now() + 86_400_000;
    await createChange(service, caller, { ...request, versionId: free, effective });
    await publish({ price: 9 });
    await work();
    const host = { ...caller, appKey: true };
    const undo = switchVersion(service, host, {
      ...request,
      restore: (await readHistory(caller))[0]!.entry.id,
    });
    await expect(undo).rejects.toMatchObject({ code: 'undo_unavailable' });
    const { changes } = await listChanges(service, caller, { before: null, isOpen: true, limit: 10 });
    expect(changes.map(({ change }) => change.versionId)).toEqual([free]);
    const entries = await readHistory(caller);
    expect(entries.map(({ entry: { kind } }) => kind)).toEqual(['publication', 'switch', 'switch']);
    expect(entries.every(({ undoUntil }) => undoUntil === null)).toBe(true);
    expect(entries[1]?.entry.id).toBe(entry.id);
  });

  test('keeps a scheduled switch to its new version with other users, not one without', async () => {
    await publish({ price: 9 });
    const callers = [await makeCaller(), await makeCaller()];
    await publish({ price: 11 });
    const versionId = await findVersionId(callers[0]!, 'TEAM');
    const effective = Date.now() + 86_400_000;
    for (const [index, users] of [7, null].entries())
      await createChange(service, callers[index]!, { ...request, versionId, users, effective });
    await publish({ price: 9 });
    await work();
    const open = callers.map((caller) =>
      listChanges(service, caller, { before: null, isOpen: true, limit: 10 }),
    );
    expect((await Promise.all(open)).map(({ changes }) => changes.map(({ change }) => change.users))).toEqual(
      [[7], []],
    );
  });

  test('gets the version that it was due to get when another publication comes first', async () => {
    await publish({ price: 9 });
    const caller = await makeCaller();
    await publish({ price: 11 });
    await publish({ price: 8 });
    await publish({ price: 12 });
    await work();
    expect(await read(caller)).toEqual(['TEAM~2', 800, 'month']);
  });

  test('follows in the order of publications, not in that of their drafts', async () => {
    await publish({ price: 9, annual: 0.8 });
    const caller = await makeCaller();
    await publish({ price: 11, annual: 0.8 });
    const yearly = await makeCaller('TEAM', 'year');
    const last = { price: 8, annual: 0.95 };
    const text = { source: buildPriceListText(build(last)), extension: null };
    const product = { ...createHostCaller(caller.app), role: 'product' as const };
    const { id, number } = await createEdition(service, product, { baseId: null, text, note: '' });
    await publish({ price: 9, annual: 0.8 });
    await publishPriceList(owner, { ...createInput(last), draft: { id, number, note: '' } }, makeId);
    await work();
    expect([await read(caller), (await read(yearly))[0]]).toEqual([['TEAM', 800, 'month'], 'TEAM~2']);
  });

  test('is not followed if it has switched since', async () => {
    await publish({ price: 9 });
    const caller = await makeCaller();
    await publish({ price: 11 });
    await publish({ price: 9 });
    await switchVersion(service, caller, { ...request, versionId: await findVersionId(caller, 'FREE') });
    await work();
    expect(await read(caller)).toEqual(['FREE', 0, 'month']);
    expect(await countFollows()).toBe(0);
  });

  test('is claimed again if its worker ends', async () => {
    await publish({ price: 9 });
    const callers = [await makeCaller(), await makeCaller()];
    await publish({ price: 11 });
    await publish({ price: 9 });
    const now = Date.now();
    const appId = callers[0]!.app.id;
    const claimed = await claimWork({ ...service, recordTime: () => now }, dueFollows, { appId });
    expect(claimed).toMatchObject([{ addOnId: null }]);
    const later = { ...service, recordTime: () => now + 30_000 };
    await applyDueChanges(later);
    expect((await Promise.all(callers.map(read))).map(([key]) => key)).toEqual(['TEAM', 'TEAM']);
    expect(await countFollows()).toBe(0);
  });
});

test('an account has its plan since it came to it: terms, publications, users and periods do not begin it', async () => {
  await publish({ price: 9, annual: 0.8 });
  const caller = await makeCaller();
  const host = createHostCaller(caller.app);
  const readSince = async () => {
    const { current } = (await readView(caller)).state;
    const account = await getAccount(service, host, caller.account.id);
    return [
      current?.planSince,
      account.current?.planSince,
      (await readHistory(caller))[0]?.planSince.getTime(),
    ];
  };
  const readTime = async () => (await readHistory(caller))[0]!.entry.activatedAt.getTime();
  const came = await readTime();
  const versionId = await findVersionId(caller, 'TEAM');
  const steps = [
    () => switchVersion(service, caller, { ...request, versionId, users: 4 }),
    () => switchVersion(service, caller, { ...request, versionId, billingPeriod: 'year' }),
    () => setTerms(service, host, caller.account.id, { price: { annual_fee: 8000 }, reason: 'Contract' }),
    () => endTerms(service, host, caller.account.id, 'Over'),
    () => publish({ price: 11, annual: 0.9 }),
    () => publish({ price: 9, annual: 0.8 }),
    () => publish({ price: 12, annual: 0.9 }),
    // From the generation that it has kept to the present one.
    async () => {
      const present = await findVersionId(caller, 'TEAM');
      await switchVersion(service, caller, { ...request, versionId: present });
    },
  ];
  for (const step of steps) {
    await step();
    await work();
    expect(await readSince()).toEqual([came, came, came]);
  }
  expect((await readHistory(caller)).map(({ entry: { kind } }) => kind)).toEqual([
    ...['switch', 'publication', 'terms', 'terms', 'switch', 'users', 'switch', 'switch'],
  ]);
  for (const key of ['FREE', 'TEAM']) {
    await switchVersion(service, caller, { ...request, versionId: await findVersionId(caller, key) });
    const now = await readTime();
    expect(now).toBeGreaterThan(came);
    expect(await readSince()).toEqual([now, now, now]);
  }
  const { entries } = await listHistory(service, caller, { limit: 3, before: null });
  const ofPage = entries.map(({ planSince }) => planSince.getTime());
  expect(ofPage).toEqual([...entries.slice(0, 2).map(({ entry }) => entry.activatedAt.getTime()), came]);
});

describe('a move that is being made', () => {
  // The version that is published again, its price, and what the move does.
  test.each([
    ['TEAM', 'FREE', 11, 'continues if its accounts keep their version', { scheduled: 11, stopped: null }],
    ['TEAM', 'FREE', 7, 'continues if the price of its accounts changes', { scheduled: 11, stopped: null }],
    ['FREE', 'TEAM', 7, 'stops if its version gets cheaper', { stopped: { code: 'preview_stale' } }],
    ['FREE', 'TEAM', 11, 'stops if its version is kept by others', { stopped: { code: 'version_inactive' } }],
  ])('from %s to %s, price %i: %s', async (from, to, price, _, expected) => {
    await publish({ price: 9 });
    await makeCaller('TEAM');
    const callers = [];
    while (callers.length < (from === 'TEAM' ? 10 : 11)) callers.push(await makeCaller(from));
    const [fromVersionId, toVersionId] = [
      await findVersionId(callers[0]!, from),
      await findVersionId(callers[0]!, to),
    ];
    const app = await readApp();
    const move = { fromVersionId, toVersionId, effective: Date.now() + 86_400_000, reason: null };
    const { id } = await createMove(service, createHostCaller(app), move);
    await runNextDue(service, dueMoves, app.id);
    await publish({ price }, price === 11 ? { TEAM: 'keep' } : {});
    await work();
    expect(await getMove(service, { app }, id)).toMatchObject({ scheduled: 10, ...expected, skipped: {} });
  });
});
