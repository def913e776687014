import { beforeEach, describe, expect, test } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import type { Account } from '@/lib/db/accounts';
import type { App } from '@/lib/db/catalog';
import { setTwoPersonRule } from '@/lib/db/catalog-editions';
import { withTenant } from '@/lib/db/connection/tenant';
import { advanceClock } from '@/lib/domain/accounts/advance-clock';
import { listAudit } from '@/lib/domain/audit/audit';
import { readCatalogView } from '@/lib/domain/catalog/catalog-view';
import { changeAddOn } from '@/lib/domain/changes/change-add-on';
import { switchVersion } from '@/lib/domain/changes/switch-version';
import {
  cancelEditionSchedule,
  createEdition,
  discardEdition,
  EditionStaleError,
  getEdition,
  listEditions,
  publishEdition,
  updateEdition,
} from '@/lib/domain/editions/catalog-editions';
import { listAccountAddOns } from '@/lib/domain/subscription/list-add-ons';
import { buildApp } from '@/prisma/factories/build-app';
import { buildPriceListText, type PriceListSpec } from '@/prisma/factories/build-price-list';
import { publishDueEdition } from '@/tools/testing/apply-due-changes';
import { createAccountCaller, createHostCaller, changeInput as request } from '@/tools/testing/callers';
import { codeOf } from '@/tools/testing/code-of';
import { importList, signUp, signUpOn } from '@/tools/testing/import-lists';
import { openTestService } from '@/tools/testing/test-service';

const { owner, service } = await openTestService();
let slug: string;
let app: App;
let caller: Parameters<typeof publishEdition>[1];
let count = 0;

const plans = (team: number, rest: PriceListSpec['plans'] = {}) => ({
  FREE: { price: 0 },
  TEAM: { price: team, features: ['search'], limits: { storage: 10 } },
  ...rest,
});
const list = (team: number, rest: PriceListSpec['plans'] = {}, storage = 5) =>
  buildPriceListText({
    features: ['search'],
    limits: { storage: { features: ['search'] } },
    plans: plans(team, rest),
    addOns: { more: { price: storage, extensions: { storage: 10 }, availableFor: ['TEAM'] } },
  });

const hourMs = 3_600_000;
/** Whole seconds, like the times of the API. */
const start = Math.ceil(Date.now() / 1000) * 1000;
const inHours = (hours: number) => new Date(start + hours * hourMs);

/** An app with a list, in which Team costs $10, and a caller of its product team. */
beforeEach(async () => {
  slug = `app-${++count}`;
  await importList(owner, slug, list(10), null, { isTest: true });
  app = await owner.app.findUniqueOrThrow({ where: { slug } });
  caller = createCaller('ada');
});

const createCaller = (userId: string): typeof caller => ({
  ...{ app, via: 'session', role: 'product' },
  actor: { kind: 'session', id: `pse_${userId}`, name: userId, userId },
});

type Publication = Parameters<typeof publishEdition>[3];

const draftOf = (source: string, extension: string | null = null) =>
  createEdition(service, caller, { baseId: null, text: { source, extension }, note: '' });

/** Publishes a text at once, unless `at` says otherwise. Returns the ID of its edition. */
async function publish(source: string, fields: Partial<Publication> & { extension?: string } = {}) {
  const { extension = null, ...publication } = fields;
  const draft = await draftOf(source, extension);
  const input = { at: null, end: null, existing: {}, note: null, ifMatch: null, ...publication };
  return (await publishEdition(service, caller, draft.id, input)).id;
}

const end = (hours = 24, endsExisting: 'keep' | 'follow' = 'keep') => ({
  endsAt: inHours(hours),
  endsExisting,
});

/** Publishes a lower price of Team, for new customers only. Returns the editions. */
async function startPromotion(fields: Partial<Publication> = {}, source = list(8)) {
  const existing = { TEAM: 'keep', more: 'keep' } as const;
  const id = await publish(source, { end: end(), existing, ...fields });
  return { id, ending: (await read(id)).endedBy?.id ?? '' };
}

const read = async (id: string) => (await getEdition(service, caller, id)).edition;

/** Makes a scheduled edition due, and publishes what is due. */
async function pass(id: string): Promise<void> {
  const { publishAt, endsAt } = await read(id);
  const passedMs = publishAt!.getTime() - Date.now();
  await withTenant(owner, { appId: app.id }, (queries) =>
    queries.catalogEdition.update({
      where: { appId_id: { appId: app.id, id } },
      data: { publishAt: new Date(), endsAt: endsAt && new Date(endsAt.getTime() - passedMs) },
    }),
  );
  expect(await publishDueEdition(service)).toBe(true);
}

/** What an account has and pays, with the price of the add-on if that is on. */
async function readAccount(accountId: string) {
  const view = await readCatalogView(service, app.id, accountId);
  const version = view.catalog.versions.find(({ id }) => id === view.state.current?.versionId)!;
  const { addOns } = listAccountAddOns(view, createAccountCaller(app, { id: accountId } as Account), 1);
  const turnedOn = addOns.filter(({ active }) => active);
  return [version.catalogKey, version.userFee ?? version.fee, ...turnedOn.map(({ price }) => price.fee)];
}

/** What a new customer pays. */
async function readOffer(key = 'TEAM') {
  const { catalog } = await readCatalogView(service, app.id, null);
  const version = catalog.versions.find(({ catalogKey }) => catalogKey === key);
  return version?.active ? (version.userFee ?? version.fee) : null;
}

const signUpTeam = () => signUpOn(owner, slug, 'TEAM');

async function turnOnStorage(accountId: string) {
  const account = { ...createAccountCaller(app, { ...(await signUp(owner, app)), id: accountId }) };
  await changeAddOn(service, account, { ...request, addOnId: 'more', active: true });
}

const readEvents = () =>
  withTenant(owner, { appId: app.id }, async (queries) => {
    const rows = await queries.event.findMany({
      where: { appId: app.id, accountId: null },
      orderBy: [{ xid: 'asc' }, { occurredAt: 'asc' }],
    });
    return rows.map(({ type, data }) => [type, data] as [string, Record<string, unknown>]);
  });

describe('a promotion for new customers', () => {
  test.each([
    ['keep', ['TEAM~2', 800, 400]],
    ['follow', ['TEAM', 1000, 500]],
  ] as const)('ends at its time, and accounts that came meanwhile %s', async (endsExisting, after) => {
    const early = await signUpTeam();
    await turnOnStorage(early);
    const { id, ending } = await startPromotion({ end: end(24, endsExisting) }, list(8, {}, 4));
    const meanwhile = await signUpTeam();
    await turnOnStorage(meanwhile);
    expect([await readAccount(early), await readAccount(meanwhile)]).toEqual([
      ['TEAM~1', 1000, 500],
      ['TEAM', 800, 400],
    ]);
    const [first] = (await listEditions(service, caller, { limit: 10, cursor: null })).editions.slice(-1);
    expect(await read(ending)).toMatchObject({
      ...{ number: 3, state: 'scheduled', source: list(10), note: '', baseId: first?.id },
      ...{ ends: { id, number: 2 }, existing: { TEAM: endsExisting, more: endsExisting } },
      ...{ createdBy: { name: 'ada' }, scheduledBy: { name: 'ada' }, confirmedBaseId: id },
    });
    const { endsAt, endedBy } = await read(id);
    expect(endedBy).toMatchObject({ id: ending, number: 3, state: 'scheduled' });
    expect(endsAt).toEqual((await read(ending)).publishAt);
    expect((await readEvents()).slice(-2)).toMatchObject([
      ['catalog.published', { edition: { id } }],
      ['catalog.scheduled', { edition: { id: ending }, ends_edition: { id, number: 2 } }],
    ]);
    expect(await publishDueEdition(service)).toBe(false);

    await pass(ending);
    expect(await readOffer()).toBe(1000);
    const late = await signUpTeam();
    await turnOnStorage(late);
    expect(await readAccount(late)).toEqual(['TEAM', 1000, 500]);
    expect(await readAccount(meanwhile)).toEqual(after);
    expect((await readAccount(early)).slice(1)).toEqual([1000, 500]);
    expect(await read(ending)).toMatchObject({ state: 'published', live: true });
    expect(await read(id)).toMatchObject({
      ...{ live: false, endedBy: { state: 'published' }, endsExisting },
      endsAt: (await read(ending)).publishedAt,
    });
    expect(await publishDueEdition(service)).toBe(false);
  });

  test('ends although its plan had no account when it began', async () => {
    const { ending } = await startPromotion();
    const account = await signUpTeam();
    await pass(ending);
    expect(await readAccount(account)).toEqual(['TEAM~1', 800]);
  });

  test('ends although it changes a plan that accounts have kept before', async () => {
    await signUpTeam();
    await publish(list(12));
    const source = list(12).replace('"linkedFeatures"', '"unit":"TB","linkedFeatures"');
    const { check } = await getEdition(service, caller, (await draftOf(source)).id);
    expect(check.difference?.versions.map(({ key }) => key)).toContain('TEAM~1');
    const { ending } = await startPromotion({}, source);
    expect(await read(ending)).toMatchObject({ state: 'scheduled', existing: { TEAM: 'keep' } });
  });

  test('can be scheduled, and ends with the text that is live when it begins', async () => {
    const at = inHours(1);
    const id = await publish(list(8), { at, end: end(24, 'follow') });
    expect(await read(id)).toMatchObject({ ...end(24, 'follow'), publishAt: at, endedBy: null });
    await publish(list(10, { SCALE: { price: 40 } }));
    expect(await read(id)).toMatchObject({ state: 'scheduled', ...end(24, 'follow') });
    await pass(id);
    expect([await readOffer(), await readOffer('SCALE')]).toEqual([800, 4000]);
    await pass((await read(id)).endedBy!.id);
    expect([await readOffer(), await readOffer('SCALE')]).toEqual([1000, 4000]);
  });

  test('whose end has passed when it is published ends at once', async () => {
    const id = await publish(list(8), { at: inHours(48), end: end(49) });
    await withTenant(owner, { appId: app.id }, (queries) =>
      queries.catalogEdition.update({
        where: { appId_id: { appId: app.id, id } },
        data: { publishAt: inHours(-2), endsAt: inHours(-1) },
      }),
    );
    expect(await publishDueEdition(service)).toBe(true);
    expect(await readOffer()).toBe(800);
    expect(await publishDueEdition(service)).toBe(true);
    expect(await readOffer()).toBe(1000);
  });

  test('loses its end if it is scheduled again without one', async () => {
    const id = await publish(list(8), { at: inHours(1), end: end() });
    const again = { at: inHours(1), end: null, existing: {}, note: null, ifMatch: null };
    await publishEdition(service, caller, id, again);
    expect(await read(id)).toMatchObject({ endsAt: null, endsExisting: null });
    await pass(id);
    expect(await read(id)).toMatchObject({ state: 'published', endedBy: null });
  });

  test('ends whatever the clock of an account is', async () => {
    const { ending } = await startPromotion({ end: end(24, 'follow') });
    const account = await signUp(owner, app, { externalId: 'ahead' });
    await advanceClock(service, createHostCaller(app), 'ahead', inHours(48).getTime());
    const host = createAccountCaller(app, account);
    const { catalog } = await readCatalogView(service, app.id, account.id);
    const team = catalog.versions.find(({ catalogKey }) => catalogKey === 'TEAM')!;
    await switchVersion(service, host, { ...request, versionId: team.id });
    expect(await readAccount(account.id)).toEqual(['TEAM', 800]);
    await pass(ending);
    expect(await readAccount(account.id)).toEqual(['TEAM', 1000]);
  });
});

describe('an undo after the end', () => {
  const switchTo = async (account: ReturnType<typeof createAccountCaller>, key: string) => {
    const { catalog } = await readCatalogView(service, app.id, null);
    const { id } = catalog.versions.find(({ catalogKey }) => catalogKey === key)!;
    return (await switchVersion(service, account, { ...request, versionId: id })).entry.id;
  };

  test('returns to the price of the promotion, if accounts keep it', async () => {
    const { ending } = await startPromotion();
    await signUpTeam();
    const account = createAccountCaller(app, await signUp(owner, app));
    await switchTo(account, 'TEAM');
    const left = await switchTo(account, 'FREE');
    await pass(ending);
    await switchVersion(service, account, { ...request, restore: left });
    expect(await readAccount(account.account.id)).toEqual(['TEAM~1', 800]);
  });

  test('is rejected if they follow, because the price is another one', async () => {
    const { ending } = await startPromotion({ end: end(24, 'follow') });
    const account = createAccountCaller(app, await signUp(owner, app));
    await switchTo(account, 'TEAM');
    const left = await switchTo(account, 'FREE');
    await pass(ending);
    expect(await codeOf(switchVersion(service, account, { ...request, restore: left }))).toBe(
      'undo_unavailable',
    );
  });
});

describe('with another publication before the end', () => {
  test('the end gets its changes', async () => {
    const { id, ending } = await startPromotion();
    await publish(list(8, { SCALE: { price: 40 } }));
    expect(await read(ending)).toMatchObject({ state: 'scheduled', ends: { id } });
    await pass(ending);
    expect([await readOffer(), await readOffer('SCALE')]).toEqual([1000, 4000]);
  });

  test('of the same value, the end is a draft with both sides, as the review says', async () => {
    const { id, ending } = await startPromotion();
    const draft = await draftOf(list(9));
    expect((await getEdition(service, caller, draft.id)).scheduled).toMatchObject([
      { edition: { id: ending, ends: { id } }, outcome: 'conflict' },
    ]);
    await publish(list(9));
    const conflict = { path: 'plans.TEAM.price', base: '8', live: '9', scheduled: '10' };
    expect(await read(ending)).toMatchObject({
      ...{ state: 'draft', scheduleFailure: { reason: 'conflict', conflicts: [conflict] } },
    });
    expect(await read(id)).toMatchObject({ endsAt: null, endedBy: { id: ending, state: 'draft' } });
    expect((await readEvents()).at(-1)).toMatchObject([
      'catalog.schedule_canceled',
      { reason: 'conflict', edition: { id: ending }, ends_edition: { id, number: 2 } },
    ]);
  });

  test('that was scheduled, the end is planned again when that one is due', async () => {
    const scale = await publish(list(10, { SCALE: { price: 40 } }), { at: inHours(2) });
    const { ending } = await startPromotion();
    await pass(scale);
    expect([await readOffer(), await readOffer('SCALE')]).toEqual([800, 4000]);
    await pass(ending);
    expect([await readOffer(), await readOffer('SCALE')]).toEqual([1000, 4000]);
  });

  test.each([
    ['within', [1, 0]],
    ['across', [0, 1]],
  ] as const)('promotions that end %s each other leave the list from before', async (_, order) => {
    const outer = await publish(list(8, { SCALE: { price: 40 } }), { end: end() });
    const inner = await publish(list(8, { SCALE: { price: 40 }, MAX: { price: 50 } }, 4), { end: end() });
    const endings = [(await read(outer)).endedBy!.id, (await read(inner)).endedBy!.id];
    for (const index of order) await pass(endings[index]!);
    expect([await readOffer(), await readOffer('SCALE'), await readOffer('MAX')]).toEqual([1000, null, null]);
    const { check } = await getEdition(service, caller, (await draftOf(list(10))).id);
    expect(check.difference).toMatchObject({ versions: [], add_ons: [] });
  });

  test('that publishes the earlier edition again, the end changes nothing', async () => {
    const { ending } = await startPromotion();
    const account = await signUpTeam();
    const first = (await read(ending)).baseId;
    const again = await createEdition(service, caller, { baseId: first, text: null, note: '' });
    const input = { at: null, end: null, existing: { TEAM: 'keep' as const }, note: null, ifMatch: null };
    await publishEdition(service, caller, again.id, input);
    expect(await readOffer()).toBe(1000);
    const published = (await readEvents()).length;
    await pass(ending);
    expect(await readEvents()).toHaveLength(published);
    expect([await readOffer(), (await readAccount(account))[1]]).toEqual([1000, 800]);
  });

  test('a draft that was reviewed during the promotion is stale after it', async () => {
    const { ending } = await startPromotion();
    const { id } = await draftOf(list(8, { SCALE: { price: 40 } }));
    const { revision } = await getEdition(service, caller, id);
    await pass(ending);
    const input = { at: null, end: null, existing: {}, note: null, ifMatch: revision };
    await expect(publishEdition(service, caller, id, input)).rejects.toThrow(EditionStaleError);
  });

  test('and published again after it, a promotion has no end unless one is chosen', async () => {
    const { id, ending } = await startPromotion();
    await pass(ending);
    const again = await createEdition(service, caller, { baseId: id, text: null, note: '' });
    const input = { at: null, end: null, existing: {}, note: null, ifMatch: null };
    expect(await publishEdition(service, caller, again.id, input)).toMatchObject({
      endsAt: null,
      ends: null,
    });
  });
});

describe('with a price change that is scheduled', () => {
  /** The change is of the promotion's plan, or of another one, whose price is 40. */
  const change = (plan: 'TEAM' | 'SCALE', team: number) =>
    plan === 'TEAM' ? list(12, { SCALE: { price: 40 } }) : list(team, { SCALE: { price: 45 } });
  const readOffers = async () => [await readOffer(), await readOffer('SCALE')];

  // When the change is scheduled, its plan and its time. The promotion ends after 24 hours. The offers of both plans during the
  // promotion with the change, if it is before the end, and after both.
  test.each<['before' | 'during', 'TEAM' | 'SCALE', number, number[] | null, number[]]>([
    ['before', 'TEAM', 24, null, [1200, 4000]],
    ['before', 'TEAM', 36, null, [1200, 4000]],
    ['before', 'SCALE', 12, [800, 4500], [1000, 4500]],
    ['before', 'SCALE', 24, null, [1000, 4500]],
    ['before', 'SCALE', 36, null, [1000, 4500]],
    ['during', 'TEAM', 24, null, [1200, 4000]],
    ['during', 'TEAM', 36, null, [1200, 4000]],
    ['during', 'SCALE', 12, [800, 4500], [1000, 4500]],
    ['during', 'SCALE', 24, null, [1000, 4500]],
    ['during', 'SCALE', 36, null, [1000, 4500]],
  ])(
    '%s the promotion, of %s after %i hours, both take effect',
    async (when, plan, hours, between, after) => {
      await publish(list(10, { SCALE: { price: 40 } }));
      const schedule = (team: number) => publish(change(plan, team), { at: inHours(hours) });
      const early = when === 'before' ? await schedule(10) : null;
      const promotion = list(8, { SCALE: { price: 40 } });
      const { ending } = await startPromotion({}, promotion);
      const account = await signUpTeam();
      const scheduled = early ?? (await schedule(8));
      expect(await readOffers()).toEqual([800, 4000]);
      if (hours < 24) {
        await pass(scheduled);
        expect(await readOffers()).toEqual(between);
        await pass(ending);
      } else {
        await pass(ending);
        expect(await readOffers()).toEqual([1000, 4000]);
        expect(await read(scheduled)).toMatchObject({
          state: 'scheduled',
          confirmedDigest: expect.any(String),
        });
        await pass(scheduled);
      }
      expect(await readOffers()).toEqual(after);
      // What was promised to those who came during the promotion stays.
      expect((await readAccount(account))[1]).toBe(800);
    },
  );

  test('of the same plan before the end, the end is a draft with both sides, and the change stays', async () => {
    const { ending } = await startPromotion();
    const raise = await publish(list(12), { at: inHours(12) });
    await pass(raise);
    const conflict = { path: 'plans.TEAM.price', base: '8', live: '12', scheduled: '10' };
    expect(await read(ending)).toMatchObject({
      scheduleFailure: { reason: 'conflict', conflicts: [conflict] },
    });
    expect(await readOffer()).toBe(1200);
  });

  test('that is due at the end, the end comes first', async () => {
    const { ending } = await startPromotion();
    const raise = await publish(list(12), { at: inHours(24) });
    const due = { publishAt: new Date() };
    await withTenant(owner, { appId: app.id }, (queries) =>
      queries.catalogEdition.updateMany({ where: { id: { in: [raise, ending] } }, data: due }),
    );
    expect([await publishDueEdition(service), await publishDueEdition(service)]).toEqual([true, true]);
    expect([(await read(ending)).state, (await read(raise)).state]).toEqual(['published', 'published']);
    expect(await readOffer()).toBe(1200);
  });

  test('to another limit, both take effect', async () => {
    const limited = (storage: number) =>
      list(10, { TEAM: { price: 10, features: ['search'], limits: { storage } } });
    const { ending } = await startPromotion({}, limited(20));
    const raise = await publish(limited(30), { at: inHours(36) });
    await pass(ending);
    expect(await read(raise)).toMatchObject({ state: 'scheduled', confirmedDigest: expect.any(String) });
    await pass(raise);
    expect((await read(raise)).state).toBe('published');
  });
});

describe('a schedule', () => {
  const canceled = { ifMatch: null };

  test('is canceled: the edition is a draft with its text, and can be scheduled again', async () => {
    const at = inHours(1);
    const id = await publish(list(8), { at, end: end() });
    expect(await cancelEditionSchedule(service, caller, id, canceled)).toMatchObject({
      ...{ state: 'draft', publishAt: null, scheduleFailure: null, revision: 1 },
      ...{ endsAt: null, endsExisting: null },
    });
    expect((await read(id)).source).toBe(list(8));
    const publish_at = at.getTime() / 1000;
    const [event, data] = (await readEvents()).at(-1)!;
    expect([event, data]).toMatchObject([
      'catalog.schedule_canceled',
      { edition: { id }, publish_at, ends_edition: null, reason: 'canceled', actor: { name: 'ada' } },
    ]);
    const audit = await listAudit(
      service,
      caller,
      { type: 'catalog.schedule_canceled', account: null },
      { before: null, limit: 9 },
    );
    expect(audit.entries.map(({ data: entry }) => entry)).toEqual([
      { edition: 2, publish_at, reason: 'canceled' },
    ]);
    // Again, it has no effect.
    const events = (await readEvents()).length;
    expect(await cancelEditionSchedule(service, caller, id, canceled)).toMatchObject({ state: 'draft' });
    expect(await readEvents()).toHaveLength(events);
    await publishEdition(service, caller, id, { at, end: null, existing: {}, note: null, ifMatch: null });
    await expect(cancelEditionSchedule(service, caller, id, { ifMatch: '2' })).rejects.toThrow(
      EditionStaleError,
    );
    await pass(id);
    expect(await codeOf(cancelEditionSchedule(service, caller, id, canceled))).toBe('edition_not_draft');
  });

  test.each(['canceled', 'edited', 'discarded'])('of an end is %s: the promotion stays', async (reason) => {
    const { id, ending } = await startPromotion();
    const text = { source: list(11), extension: null, note: null, ...canceled };
    if (reason === 'edited') await updateEdition(service, caller, ending, text);
    else if (reason === 'discarded') await discardEdition(service, caller, ending, canceled);
    else await cancelEditionSchedule(service, caller, ending, canceled);
    expect((await readEvents()).at(-1)).toMatchObject([
      'catalog.schedule_canceled',
      { reason, ends_edition: { id } },
    ]);
    expect(await publishDueEdition(service)).toBe(false);
    const endedBy = reason === 'discarded' ? null : { id: ending, number: 3, state: 'draft' };
    expect(await read(id)).toMatchObject({ live: true, endsAt: null, endedBy });
    expect(await readOffer()).toBe(800);
  });
});

describe('with the two-person rule', () => {
  const publishAs = (by: typeof caller, id: string, fields: Partial<Publication> = {}) =>
    publishEdition(service, by, id, {
      ...{ at: null, end: null, existing: {}, note: null, ifMatch: null },
      ...fields,
    });
  test('who publishes a promotion approves its end too, and no other text', async () => {
    await setTwoPersonRule(owner, app.id, true, makeId);
    const bo = createCaller('bo');
    const { id } = await draftOf(list(8));
    const endsLater = { end: end() };
    expect(await codeOf(publishAs(caller, id, endsLater))).toBe('other_publisher_required');
    expect(await codeOf(publishAs(caller, id, { ...endsLater, at: inHours(1) }))).toBe(
      'other_publisher_required',
    );
    await publishAs(bo, id, endsLater);
    const ending = (await read(id)).endedBy!.id;
    await updateEdition(service, bo, ending, {
      source: list(11),
      extension: null,
      note: null,
      ifMatch: null,
    });
    expect(await codeOf(publishAs(bo, ending))).toBe('other_publisher_required');

    const { id: next } = await draftOf(list(7));
    await publishAs(bo, next, endsLater);
    const last = (await read(next)).endedBy!.id;
    await cancelEditionSchedule(service, bo, last, { ifMatch: null });
    expect(await codeOf(publishAs(bo, last))).toBe('other_publisher_required');
    await publishAs(caller, last, { at: inHours(1) });
    await pass(last);
    expect(await readOffer()).toBe(800);
  });

  test('an end is published, also if the rule is turned on after the promotion began', async () => {
    const { id, ending } = await startPromotion();
    await setTwoPersonRule(owner, app.id, true, makeId);
    await pass(ending);
    expect(await readOffer()).toBe(1000);
    expect((await read(id)).endedBy?.state).toBe('published');
  });
});

describe('an end is rejected', () => {
  test('unless it is after the publication, in the next two years', async () => {
    for (const [at, endsAt] of [
      [null, inHours(-1)],
      [inHours(2), inHours(2)],
      [null, inHours(3 * 366 * 24)],
    ] as const) {
      const work = publish(list(8), { at, end: { endsAt, endsExisting: 'keep' } });
      await expect(work).rejects.toMatchObject({ code: 'parameter_invalid', errors: [{ field: 'ends_at' }] });
    }
  });

  test('without an edition before, and nothing is published', async () => {
    app = await buildApp(owner, { versions: [], features: 0 });
    caller = createCaller('ada');
    for (const at of [null, inHours(1)]) {
      await expect(publish(list(8), { at, end: end() })).rejects.toMatchObject({
        ...{ code: 'end_unavailable', message: 'The edition can’t end: no edition was published before it.' },
      });
    }
    expect(await readEvents()).toEqual([]);
  });

  test('of an edition that renames plans, which would retire', async () => {
    const crew = list(8).replaceAll('"TEAM"', '"CREW"');
    const extension = 'plans: { CREW: { renamed_from: TEAM } }';
    for (const at of [null, inHours(1)]) {
      const work = publish(crew, { at, end: end(), extension });
      await expect(work).rejects.toMatchObject({
        ...{ code: 'end_unavailable', message: expect.stringContaining('it renames TEAM to CREW') },
      });
    }
    expect(await readOffer()).toBe(1000);
  });

  test('if the text from before can’t be published after it', async () => {
    const crew = (price: number, rest = {}) =>
      list(price, rest).replaceAll('"TEAM"', '"CREW"').replace('"OTHER"', '"TEAM"');
    const extension = 'plans: { CREW: { renamed_from: TEAM } }';
    await publish(crew(10), { extension });
    const both = crew(9, { OTHER: { price: 8 } });
    for (const at of [null, inHours(1)]) {
      await expect(publish(both, { at, end: end() })).rejects.toMatchObject({
        ...{ code: 'end_unavailable', message: expect.stringContaining('edition 2 could not be published') },
      });
    }
    expect(await readOffer('CREW')).toBe(1000);
    // One that was scheduled before that is a draft, with the reason.
    const id = await publish(both, { at: inHours(1) });
    await withTenant(owner, { appId: app.id }, (queries) =>
      queries.catalogEdition.updateMany({ where: { id }, data: end() }),
    );
    await pass(id);
    expect(await read(id)).toMatchObject({ state: 'draft', scheduleFailure: { reason: 'end_unavailable' } });
    expect(await readOffer('CREW')).toBe(1000);
  });
});
