import { describe, expect, test } from 'vitest';
import { withTenant } from '@/lib/db/connection/tenant';
import { buildAccount } from '@/prisma/factories/build-account';
import { type AppSpec, type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { publishChange } from '@/prisma/factories/publish-change';
import { applyDueChanges } from '@/tools/testing/apply-due-changes';
import {
  changeInput,
  createAccountCaller,
  createHostCaller,
  listAccountEvents,
} from '@/tools/testing/callers';
import { codeOf } from '@/tools/testing/code-of';
import { makeMove } from '@/tools/testing/make-move';
import { openTestService } from '@/tools/testing/test-service';
import { listAudit } from '../audit/audit';
import type { AccountCaller } from '../caller';
import { readCatalogView } from '../catalog/catalog-view';
import { changeAddOn, previewAddOn } from '../changes/change-add-on';
import { previewSwitch, switchVersion } from '../changes/switch-version';
import { createChange, getChange } from '../changes/waiting-changes';
import { listEntitlements } from '../entitlements/entitlements';
import { getHistoryAt, listHistory } from '../history/history';
import { getMove } from '../moves/moves';
import { listNotices } from '../notices/notices';
import type { Evaluation } from '../subscription/evaluate-change';
import { listVersions } from '../subscription/list-versions';
import { getSubscription } from '../subscription/subscription';
import { endTerms, getTerms, setTerms } from './account-terms';
import { advanceClock } from './advance-clock';

// What was agreed with an account, with each other kind of change.

const { owner, service: testService } = await openTestService();
const dayMs = 86_400_000;
const start = Math.floor(Date.now() / 1000) * 1000 + dayMs;
let now = start;
const service = { ...testService, recordTime: () => now };
let app: BuiltApp;
let caller: AccountCaller;
const [basic, pro, max] = [1, 2, 3];
const seconds = (days: number) => (start + days * dayMs) / 1000;

/** An account on Pro: 20.00 and 5 projects. */
async function open(spec: Partial<AppSpec> = {}) {
  now = start;
  const optional = [{ feature: 2, addOn: 'Pack', fee: 100 }];
  const versions = [
    { title: 'Basic', fee: 1000, features: [1], amounts: { 1: 2 } },
    { title: 'Pro', fee: 2000, features: [1], amounts: { 1: 5 }, optional },
    { title: 'Max', fee: 3000, features: [1, 3], amounts: { 1: 10 } },
  ];
  const units = { 1: { unit: 'project', isLimit: true } };
  app = await buildApp(owner, { features: 3, units, versions, ...spec });
  const account = await buildAccount(owner, app, { history: app.versions.slice(1, 2) });
  caller = createAccountCaller(app, account);
}

const input = { ...changeInput, reason: 'Test' };
const versionId = (number: number) => app.versions[number - 1]!.id;
const agree = (request: Partial<Parameters<typeof setTerms>[3]> = {}) =>
  setTerms(service, createHostCaller(app), caller.account.id, {
    version_id: versionId(pro),
    price: { fee: 700 },
    limits: { 'feature-1': 20 },
    features: { 'feature-3': true },
    reason: 'Contract',
    ...request,
  });
const read = () => readCatalogView(service, app.id, caller.account.id);
const readTerms = async () => (await read()).state.terms ?? null;
const readFee = async () => getSubscription(await read()).version?.fee;
const readLimit = async () => listEntitlements(await read()).get('feature-1')?.amount;
const switchTo = (number: number) =>
  switchVersion(service, caller, { ...input, versionId: versionId(number) });
const undo = (id: string) => switchVersion(service, caller, { ...input, restore: id });
const advance = async (days: number) => {
  now = start + days * dayMs;
  await applyDueChanges(service);
};
const readNotices = async () => listNotices(service, { ...caller, state: (await read()).state });
const listEntries = async () => (await listHistory(service, caller, { limit: 10, before: null })).entries;

describe('terms', () => {
  test('are what the account pays and has, in lists, previews, features, history and events', async () => {
    await open();
    const { agreed, problems } = await agree();
    expect([problems, agreed?.terms]).toMatchObject([[], { active: true, from: start, until: null }]);
    const view = await read();
    const listed = listVersions(view, caller).versions;
    expect(listed.map(({ version, total }) => [version.fee, total?.amount])).toEqual([
      [1000, 1000],
      [700, 700],
      [3000, 3000],
    ]);
    const features = [...listEntitlements(view).values()].map(({ feature, amount, source }) => [
      feature.humanId,
      amount,
      source,
    ]);
    expect(features).toEqual([
      ['feature-1', 20, 'terms'],
      ['feature-3', null, 'terms'],
    ]);
    const { totals, endedTerms, changes } = await previewSwitch(service, caller, versionId(max));
    expect([totals.before?.amount, totals.after?.amount]).toEqual([700, 3000]);
    expect([endedTerms?.reason, changes.lowered]).toMatchObject(['Contract', [{ id: 'feature-1' }]]);
    const [entry, before] = await listEntries();
    expect(entry).toMatchObject({
      entry: { kind: 'terms', direction: 'none', reason: 'Contract', terms: { price: { fee: 700 } } },
      changes: { gained: [{ id: 'feature-3' }], raised: [{ id: 'feature-1' }] },
    });
    expect([entry?.entry.version.fee, before?.entry.version.fee]).toEqual([700, 2000]);
    expect((await listAccountEvents(service, caller)).at(-1)).toMatchObject({
      type: 'account.version_switched',
      data: {
        kind: 'terms',
        price: { fee: 700 },
        previous_price: { fee: 2000 },
        terms: { reason: 'Contract' },
      },
    });
    expect((await getTerms(service, createHostCaller(app), caller.account.id))?.agreed.actor.name).toBe(
      'Back end',
    );
  });

  test('of an account are not those of others', async () => {
    await open();
    const other = await buildAccount(owner, app, { history: app.versions.slice(1, 2) });
    await agree();
    const view = await readCatalogView(service, app.id, other.id);
    expect([getSubscription(view).version?.fee, listEntitlements(view).size]).toEqual([2000, 1]);
  });

  test('are set once by a repeated request, and ended once', async () => {
    await open();
    await agree();
    now += 5000;
    await agree();
    expect(await listEntries()).toHaveLength(2);
    const end = () => endTerms(service, createHostCaller(app), caller.account.id, 'Over');
    expect((await end()).agreed).toBeNull();
    await end();
    expect((await listEntries()).map(({ entry }) => entry.version.fee)).toEqual([2000, 700, 2000]);
  });

  test('begin and end by themselves', async () => {
    await open();
    await agree({ from: seconds(1), until: seconds(3) });
    expect([await readFee(), (await readTerms())?.active]).toEqual([2000, false]);
    await advance(2);
    expect([await readFee(), await readLimit()]).toEqual([700, 20]);
    await advance(2.5);
    await advance(4);
    expect([await readFee(), await readLimit(), await readTerms()]).toEqual([2000, 5, null]);
    const entries = await listEntries();
    expect(entries.map(({ entry }) => [entry.kind, entry.version.fee])).toEqual([
      ['terms', 2000],
      ['terms', 700],
      ['terms', 2000],
      ['switch', 2000],
    ]);
    const at = await getHistoryAt(service, caller, new Date(start + 2.7 * dayMs));
    expect(at.entries[0]?.entry.version.fee).toBe(700);
    expect(await readNotices()).toMatchObject([{ subject: 'plan', type: 'changed', undone: true }]);
  });

  test('do so by the clock of an account', async () => {
    await open({ isTest: true });
    await agree({ from: seconds(1), until: seconds(3) });
    const host = createHostCaller(app);
    const move = (days: number) => advanceClock(service, host, caller.account.id, start + days * dayMs);
    await move(2);
    expect(await readFee()).toBe(700);
    await advance(10);
    expect(await readFee()).toBe(700);
    await move(20);
    expect(await readFee()).toBe(2000);
    expect((await listEntries()).slice(0, 2).map(({ entry }) => entry.activatedAt.getTime())).toEqual([
      start + 3 * dayMs,
      start + dayMs,
    ]);
  });

  test('need a version, known features and times in order', async () => {
    await open();
    const codes = [
      { limits: { unknown: 1 } },
      { features: { unknown: true } },
      { until: seconds(-1) },
      { from: seconds(3), until: seconds(2) },
    ].map((request) => codeOf(agree(request)));
    expect(await Promise.all(codes)).toEqual(Array(4).fill('parameter_invalid'));
    expect(await codeOf(agree({ version_id: 'ver_unknown' }))).toBe('version_not_found');
    const empty = await buildAccount(owner, app, { history: [] });
    caller = createAccountCaller(app, empty);
    expect(await codeOf(agree())).toBe('terms_unavailable');
  });

  test('are set by support if the app allows it, with a reason', async () => {
    await open();
    const support = { ...createHostCaller(app), appKey: false, role: 'support' as const };
    const set = (who: typeof support, reason = 'Contract') =>
      codeOf(setTerms(service, who, caller.account.id, { price: { fee: 1 }, reason }));
    expect(await set(support)).toBe('forbidden');
    const allowed = { ...support, app: { ...app, supportSetsTerms: true } };
    expect(await set(allowed)).toBe('done');
    expect(await codeOf(endTerms(service, allowed, caller.account.id, null))).toBe('parameter_missing');
    const options = { before: null, limit: 10 };
    const { entries } = await listAudit(
      service,
      { app },
      { type: null, account: caller.account.id },
      options,
    );
    expect(entries.map(({ type }) => type)).toEqual(['account.terms_changed']);
  });
});

describe('with another change, terms', () => {
  test('that end are what is paid until then, and the preview says what is paid from then on', async () => {
    await open();
    const preview = (version = max) => previewSwitch(service, caller, versionId(version));
    const amounts = ({ before, after }: Evaluation['totals']) => [before?.amount, after?.amount];
    expect((await preview()).termsEnd).toBeNull();
    await agree({ version_id: null, price: { fee: 700 } });
    // They have no end.
    expect((await preview()).termsEnd).toBeNull();
    await agree({ version_id: null, price: { fee: 700 }, until: seconds(30) });
    const { direction, pays, totals, termsEnd } = await preview();
    expect([direction, pays, amounts(totals)]).toEqual(['upgrade', 'same', [700, 700]]);
    expect([termsEnd?.at, amounts(termsEnd!)]).toEqual([seconds(30) * 1000, [2000, 3000]]);
    // Those of another plan, which the switch ends, end for the present one only.
    await agree({ until: seconds(30) });
    const left = await preview();
    expect([amounts(left.totals), amounts(left.termsEnd!)]).toEqual([
      [700, 3000],
      [2000, 3000],
    ]);
    const addOn = await previewAddOn(service, caller, { addOnId: app.addOns[0]!.id, active: true });
    expect([amounts(addOn.totals), amounts(addOn.termsEnd!)]).toEqual([
      [700, 800],
      [2000, 2100],
    ]);
    // No price differs.
    await agree({ price: {}, until: seconds(30) });
    expect((await preview()).termsEnd).toBeNull();
    // They begin later.
    await agree({ from: seconds(5), until: seconds(30) });
    expect((await preview()).termsEnd).toBeNull();
  });

  test('end with the plan that they are for, and come back with an undo', async () => {
    await open();
    await agree({ until: seconds(30) });
    const { entry } = await switchTo(max);
    expect([await readTerms(), await readFee()]).toEqual([null, 3000]);
    await undo(entry.id);
    expect([(await readTerms())?.reason, await readFee()]).toEqual(['Contract', 700]);
    await advance(31);
    expect([await readTerms(), await readFee()]).toEqual([null, 2000]);
  });

  test('that have ended since do not come back with an undo', async () => {
    await open();
    await agree({ until: seconds(0.5) });
    const { entry } = await switchTo(max);
    await advance(0.9);
    expect(await codeOf(undo(entry.id))).toBe('undo_unavailable');
  });

  test('can’t be undone, and end what could be', async () => {
    await open();
    const { entry } = await switchTo(max);
    await agree({ version_id: null });
    expect(await codeOf(undo(entry.id))).toBe('undo_superseded');
    const [newest] = await listEntries();
    expect(await codeOf(undo(newest!.entry.id))).toBe('undo_unavailable');
    const host = { ...caller, appKey: true };
    const restore = { ...input, restore: newest!.entry.id };
    expect(await codeOf(switchVersion(service, host, restore))).toBe('undo_unavailable');
  });

  test('for all versions stay, and those for a plan wait for it', async () => {
    await open();
    await agree({ version_id: null, price: {} });
    await switchTo(max);
    expect(await readLimit()).toBe(20);
    await agree({ version_id: versionId(pro) });
    expect([await readFee(), await readLimit()]).toEqual([3000, 10]);
    await switchTo(basic);
    await switchTo(pro);
    expect([await readFee(), await readLimit()]).toEqual([700, 20]);
  });

  test('stay with other users, add-ons and billing periods', async () => {
    await open();
    await agree();
    await switchVersion(service, caller, { ...input, versionId: versionId(pro), users: 9 });
    await changeAddOn(service, caller, {
      ...input,
      addOnId: app.addOns[0]!.id,
      active: true,
      quantity: null,
    });
    expect([await readFee(), (await readTerms())?.reason]).toEqual([700, 'Contract']);
    expect(getSubscription(await read()).addOns).toHaveLength(1);
  });

  test('leave a scheduled change, which waits for the owner if it gets dearer with their end', async () => {
    await open();
    await agree({ version_id: versionId(max), until: seconds(2) });
    const request = {
      ...input,
      versionId: versionId(max),
      billingPeriod: null,
      effective: start + 3 * dayMs,
    };
    const { change } = await createChange(service, caller, request);
    await advance(2);
    expect((await getChange(service, caller, change.id)).change).toMatchObject({
      outcome: null,
      waitsFor: null,
    });
    await advance(3);
    expect((await getChange(service, caller, change.id)).change).toMatchObject({
      waitsFor: 'owner',
      blockers: [{ code: 'price_increased' }, { code: 'content_reduced' }],
    });
  });

  test('of the time of a scheduled change apply to it, also if it is applied later', async () => {
    await open();
    await agree({ version_id: versionId(max), from: seconds(1), until: seconds(2) });
    const request = {
      ...input,
      versionId: versionId(max),
      billingPeriod: null,
      effective: start + 3 * dayMs,
    };
    await createChange(service, caller, request);
    await advance(4);
    expect([await readFee(), await readTerms()]).toEqual([3000, null]);
    const entries = await listEntries();
    expect(entries.map(({ entry: { kind, version } }) => [kind, version.title])).toEqual([
      ['switch', 'Max'],
      ['terms', 'Pro'],
      ['terms', 'Pro'],
      ['switch', 'Pro'],
    ]);
  });

  test('survive a publication, which then is no news', async () => {
    await open();
    await agree({ features: {} });
    const publish = (fee: number) =>
      publishChange(
        owner,
        app,
        (queries) => queries.version.updateMany({ where: { id: versionId(pro) }, data: { fee } }),
        new Date(start + 2 * dayMs),
      );
    const notices = await readNotices();
    expect(notices).toMatchObject([{ price: { fee: 700 }, previousPrice: { fee: 2000 } }]);
    await publish(9900);
    expect([await readFee(), await readLimit()]).toEqual([700, 20]);
    expect(await readNotices()).toEqual(notices);
    const [entry] = await listEntries();
    expect(entry?.catalogChanges).toEqual([]);
  });

  test('that would end leave an account out of a move', async () => {
    await open();
    await agree();
    const move = { fromVersionId: versionId(pro), toVersionId: versionId(max), effective: 'now' as const };
    const host = createHostCaller(app);
    const { id } = await makeMove(service, host, { ...move, reason: null });
    expect((await getMove(service, host, id)).skipped).toEqual({ terms_would_end: 1 });
    expect(await readFee()).toBe(700);
  });

  test('are no longer due for a deleted account', async () => {
    await open();
    await agree({ until: seconds(2) });
    await withTenant(owner, { appId: app.id }, (queries) =>
      queries.account.updateMany({ where: { id: caller.account.id }, data: { deletesAt: new Date(0) } }),
    );
    await service.pool.query('SELECT delete_due_accounts(10)');
    await advance(3);
  });
});
