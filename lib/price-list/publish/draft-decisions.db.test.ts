import { beforeEach, describe, expect, test } from 'vitest';
import type { Decision } from '@/lib/contract/catalog-editions';
import { makeId } from '@/lib/contract/ids';
import { type App, findAppBySlug } from '@/lib/db/catalog';
import { setTwoPersonRule } from '@/lib/db/catalog-editions';
import { withTenant } from '@/lib/db/connection/tenant';
import { readCatalogView } from '@/lib/domain/catalog/catalog-view';
import {
  cancelEditionSchedule,
  compareEditions,
  createEdition,
  discardEdition,
  EditionStaleError,
  getDraftCatalog,
  getEdition,
  publishEdition,
  updateEdition,
} from '@/lib/domain/editions/catalog-editions';
import { addEditionNote } from '@/lib/domain/editions/edition-notes';
import { buildPriceListText, type PriceListSpec } from '@/prisma/factories/build-price-list';
import { publishDueEdition } from '@/tools/testing/apply-due-changes';
import { codeOf } from '@/tools/testing/code-of';
import { importList, signUpOn } from '@/tools/testing/import-lists';
import { openTestService } from '@/tools/testing/test-service';

const { owner, service } = await openTestService();

const people = { Ada: 'user-1', Bo: 'user-2' };
let slug: string;
let app: App;
let count = 0;

/** An app with a list, in which Team costs $10, and an account on Team. */
beforeEach(async () => {
  slug = `app-${++count}`;
  await importList(owner, slug, list(10));
  app = (await findAppBySlug(owner, slug))!;
  await signUpOn(owner, slug, 'TEAM');
});

const list = (price: number, rest: PriceListSpec['plans'] = {}) =>
  buildPriceListText({
    features: ['search', 'sso'],
    plans: { FREE: { price: 0 }, TEAM: { price, features: ['search'] }, ...rest },
    addOns: { pack: { price: 2, features: ['sso'], availableFor: ['FREE'] } },
  });

const as = (name: keyof typeof people): Parameters<typeof publishEdition>[1] => ({
  ...{ app, via: 'session', role: 'product' },
  actor: { kind: 'session', id: `pse_${name}`, name, userId: people[name] },
});
const ada = () => as('Ada');

type Decisions = Record<string, Decision>;

const create = (source: string, existing: Decisions | null = null, extension: string | null = null) =>
  createEdition(service, ada(), { baseId: null, text: { source, extension }, existing, note: '' });
const decide = (
  id: string,
  existing: Decisions | null,
  { by = ada(), ifMatch = null as string | null } = {},
) => updateEdition(service, by, id, { existing, note: null, ifMatch });
const write = (id: string, source: string, { by = ada(), ifMatch = null as string | null } = {}) =>
  updateEdition(service, by, id, { source, note: null, ifMatch });
const now = { at: null, end: null, existing: {}, note: null, ifMatch: null };
const later = () => new Date(Date.now() + 60_000);
const publish = (id: string, fields: Partial<Parameters<typeof publishEdition>[3]> = {}, by = ada()) =>
  publishEdition(service, by, id, { ...now, ...fields });
const read = (id: string) => getEdition(service, ada(), id);
const readExisting = async (id: string) => (await read(id)).edition.existing;
const reviewTeam = async (id: string, key = 'TEAM') =>
  (await read(id)).check.difference?.versions.find((version) => version.key === key);

/** Makes a scheduled edition due, and publishes it. */
async function pass(id: string) {
  await withTenant(owner, { appId: app.id }, (queries) =>
    queries.catalogEdition.update({
      where: { appId_id: { appId: app.id, id } },
      data: { publishAt: new Date() },
    }),
  );
  expect(await publishDueEdition(service)).toBe(true);
}

/** What the account on Team pays, and the key of its version. */
async function readAccount() {
  const { catalog } = await readCatalogView(service, app.id, null);
  const [row] = await withTenant(owner, { appId: app.id }, (queries) =>
    queries.currentVersion.findMany({ where: { appId: app.id } }),
  );
  const version = catalog.versions.find(({ id }) => id === row?.versionId)!;
  return [version.catalogKey, version.userFee];
}

describe('the decisions of a draft', () => {
  test('are stored, read, replaced and cleared, and are part of its revision', async () => {
    const { id } = await create(list(12));
    const before = await read(id);
    expect(before.edition).toMatchObject({ existing: null, revision: 1 });
    await decide(id, { TEAM: 'follow' });
    const after = await read(id);
    expect(after.edition).toMatchObject({ existing: { TEAM: 'follow' }, revision: 2, source: list(12) });
    expect(after.revision).not.toBe(before.revision);
    expect(await reviewTeam(id)).toMatchObject({
      ...{ decision: 'follow', default_decision: 'keep', requested_decision: 'follow' },
      ...{ following_accounts: 1, default_following_accounts: 0 },
    });
    await decide(id, { TEAM: 'keep_price' });
    expect(await readExisting(id)).toEqual({ TEAM: 'keep_price' });
    for (const none of [null, {}]) {
      await decide(id, { TEAM: 'keep' });
      await decide(id, none);
      expect(await readExisting(id)).toBeNull();
    }
    expect(await reviewTeam(id)).toMatchObject({ decision: 'keep', requested_decision: null });
  });

  test('stay with another text, and a text with decisions replaces both', async () => {
    const { id } = await create(list(12), { TEAM: 'follow' });
    await write(id, list(13));
    expect((await read(id)).edition).toMatchObject({ existing: { TEAM: 'follow' }, source: list(13) });
    const change = { source: list(14), extension: null, existing: { TEAM: 'keep' as const } };
    await updateEdition(service, ada(), id, { ...change, note: null, ifMatch: null });
    expect((await read(id)).edition).toMatchObject(change);
  });

  test('of two people conflict as texts do', async () => {
    const { id } = await create(list(12));
    const { revision } = await read(id);
    await decide(id, { TEAM: 'follow' }, { by: as('Bo'), ifMatch: revision });
    for (const change of [
      () => decide(id, { TEAM: 'keep' }, { ifMatch: revision }),
      () => write(id, list(13), { ifMatch: revision }),
      () => publish(id, { ifMatch: revision }),
      () => discardEdition(service, ada(), id, { ifMatch: revision }),
    ]) {
      const stale = await change().catch((error: unknown) => error);
      expect(stale).toBeInstanceOf(EditionStaleError);
      expect((stale as EditionStaleError).details.edition.existing).toEqual({ TEAM: 'follow' });
    }
    expect(await publish(id, { ifMatch: (await read(id)).revision })).toMatchObject({ state: 'published' });
  });

  test.each([
    ['follow', ['TEAM', 1200]],
    ['keep', ['TEAM~1', 1000]],
    ['keep_price', ['TEAM~1', 1000]],
  ] as const)('are published: accounts %s', async (decision, account) => {
    const { id } = await create(list(12), { TEAM: decision });
    await publish(id);
    expect(await readAccount()).toEqual(account);
    expect(await read(id)).toMatchObject({
      edition: { existing: { TEAM: decision }, updatedBy: null },
      check: { difference: { versions: [{ key: 'TEAM', decision, requested_decision: decision }] } },
    });
  });

  test('alone are published, if accounts get something else', async () => {
    await publish((await create(list(12))).id);
    expect(await readAccount()).toEqual(['TEAM~1', 1000]);
    const { id } = await create(list(12));
    expect(await codeOf(publish(id))).toBe('edition_unchanged');
    await decide(id, { 'TEAM~1': 'follow' });
    expect((await read(id)).check.difference?.earlier_versions).toMatchObject([
      { key: 'TEAM~1', decision: 'follow', following_accounts: 1 },
    ]);
    expect(await publish(id)).toMatchObject({ state: 'published' });
  });

  test('about what the list does not have have no effect but a warning, until it has it', async () => {
    const { id } = await create(list(12), { TEAM: 'follow', TEEM: 'keep' });
    const warningsOf = async () => (await read(id)).check.difference?.warnings.map(({ message }) => message);
    expect(await warningsOf()).toEqual([
      'The list has no plan or add-on "TEEM". What is decided about its accounts has no effect. Did you mean "TEAM"?',
    ]);
    await decide(id, { TEAM: 'follow' });
    await write(id, buildPriceListText({ features: ['search'], plans: { FREE: { price: 0 } } }));
    expect(await warningsOf()).toEqual([expect.stringContaining('no plan or add-on "TEAM"')]);
    expect(await readExisting(id)).toEqual({ TEAM: 'follow' });
    await write(id, list(12));
    expect(await warningsOf()).toEqual([]);
    expect(await reviewTeam(id)).toMatchObject({ decision: 'follow' });
    await write(id, buildPriceListText({ features: ['search'], plans: { FREE: { price: 0 } } }));
    expect(await publish(id)).toMatchObject({ state: 'published' });
    expect(await readAccount()).toEqual(['TEAM', 1000]);
  });

  test('about a plan that is renamed are about its new name, unless that has its own', async () => {
    const renamed = list(12).replaceAll('TEAM', 'CREW');
    const extension = 'plans: { CREW: { renamed_from: TEAM } }';
    const { id } = await create(renamed, { TEAM: 'follow' }, extension);
    expect(await reviewTeam(id, 'CREW')).toMatchObject({ decision: 'follow', requested_decision: 'follow' });
    await decide(id, { TEAM: 'follow', CREW: 'keep' });
    expect((await read(id)).check.difference).toMatchObject({
      ...{ versions: [{ key: 'CREW', decision: 'keep' }], warnings: [] },
    });
    await decide(id, { TEAM: 'follow' });
    await publish(id);
    expect(await readAccount()).toEqual(['CREW', 1200]);
  });

  test('about a plan that another edition has renamed meanwhile are about its new name', async () => {
    const { id } = await create(list(12), { TEAM: 'follow' });
    const extension = 'plans: { CREW: { renamed_from: TEAM } }';
    await publish((await create(list(10).replaceAll('TEAM', 'CREW'), null, extension)).id);
    const source = list(12).replaceAll('TEAM', 'CREW');
    await updateEdition(service, ada(), id, { source, extension, note: null, ifMatch: null });
    expect(await reviewTeam(id, 'CREW')).toMatchObject({ decision: 'follow', requested_decision: 'follow' });
  });

  test('to keep the price of an add-on are a problem', async () => {
    const { id } = await create(list(12), { pack: 'keep_price' });
    expect((await read(id)).check.problems).toMatchObject([
      { message: '"pack" is an add-on. Only the price of a plan can be kept with keep_price.' },
    ]);
    expect(await codeOf(publish(id))).toBe('edition_invalid');
  });

  test('are what the preview for an account shows', async () => {
    const { id } = await create(list(12), { TEAM: 'follow' });
    const keysOf = async () =>
      (await getDraftCatalog(service, ada(), id)).versions.map((each) => each.catalogKey);
    expect(await keysOf()).toEqual(['FREE', 'TEAM']);
    await decide(id, { TEAM: 'keep' });
    expect(await keysOf()).toEqual(expect.arrayContaining(['TEAM~1']));
  });

  test('are those of its revenue', async () => {
    const { id } = await create(list(12), { TEAM: 'follow' });
    const amountOf = async () => {
      const { revenue } = (await getEdition(service, ada(), id, { revenue: true })).check;
      const paid = revenue?.versions.find(({ title }) => title === 'Team')?.periods ?? [];
      return paid.reduce((sum, { after }) => sum + after, 0);
    };
    expect(await amountOf()).toBe(1200);
    await decide(id, { TEAM: 'keep_price' });
    expect(await amountOf()).toBe(1000);
  });

  test('are no part of a draft that is made from the edition, or from the one before', async () => {
    const { id } = await create(list(12), { TEAM: 'follow' });
    await publish(id);
    const [, before] = [id, (await read(id)).edition.baseId];
    for (const baseId of [id, 'live', before]) {
      const draft = await createEdition(service, ada(), { baseId, text: null, note: '' });
      expect(draft.existing).toBeNull();
    }
    // A rollback decides by itself.
    const back = await createEdition(service, ada(), { baseId: before, text: null, note: '' });
    expect(await reviewTeam(back.id)).toMatchObject({ decision: 'follow', requested_decision: null });
  });

  test('are lost when it is discarded', async () => {
    const { id } = await create(list(12), { TEAM: 'follow' });
    await discardEdition(service, ada(), id, { ifMatch: null });
    expect(await readExisting(id)).toBeNull();
    expect((await createEdition(service, ada(), { baseId: id, text: null, note: '' })).existing).toBeNull();
    expect(await codeOf(decide(id, { TEAM: 'keep' }))).toBe('edition_not_draft');
  });

  test('that differ are shown by a comparison', async () => {
    const { id: from } = await create(list(12), { TEAM: 'follow', FREE: 'keep' });
    const { id: to } = await create(list(12), { TEAM: 'keep', FREE: 'keep', pack: 'follow' });
    const compare = async (ends: { from: string; to: string }) =>
      (await compareEditions(service, ada(), ends)).existingChanges;
    expect(await compare({ from, to })).toEqual([
      { key: 'TEAM', from: 'follow', to: 'keep' },
      { key: 'pack', from: null, to: 'follow' },
    ]);
    expect(await compare({ from, to: from })).toEqual([]);
  });

  test('are not those of the command, which publishes a text of its own', async () => {
    const { id } = await create(list(12), { TEAM: 'follow' });
    await importList(owner, slug, list(12));
    expect(await readAccount()).toEqual(['TEAM~1', 1000]);
    await importList(owner, slug, list(13), null, { existing: new Map([['TEAM~1', 'follow']]) });
    expect(await readExisting(id)).toEqual({ TEAM: 'follow' });
  });
});

describe('decisions of a publication', () => {
  test('replace those of the draft about the same names', async () => {
    await signUpOn(owner, slug, 'FREE');
    const { id } = await create(list(12, { FREE: { price: 1 } }), { TEAM: 'follow', FREE: 'follow' });
    const published = await publish(id, { existing: { TEAM: 'keep' } }, as('Bo'));
    expect(published).toMatchObject({
      ...{ existing: { TEAM: 'keep', FREE: 'follow' }, revision: 2 },
      ...{ createdBy: { name: 'Ada' }, updatedBy: { name: 'Bo' } },
    });
    expect((await read(id)).check.difference?.versions).toMatchObject([
      { key: 'FREE', decision: 'follow' },
      { key: 'TEAM', decision: 'keep' },
    ]);
  });

  test('that are those of the draft are no edit, and an unknown name is a problem', async () => {
    const { id } = await create(list(12), { TEAM: 'follow' });
    expect(await codeOf(publish(id, { existing: { TAEM: 'keep' } }))).toBe('edition_invalid');
    const published = await publish(id, { existing: { TEAM: 'follow' } }, as('Bo'));
    expect(published).toMatchObject({ revision: 1, updatedBy: null });
  });

  test('are those of a draft of which nothing is decided', async () => {
    const { id } = await create(list(12));
    await publish(id, { existing: { TEAM: 'follow' } });
    expect(await readAccount()).toEqual(['TEAM', 1200]);
    expect(await readExisting(id)).toEqual({ TEAM: 'follow' });
  });
});

describe('a schedule', () => {
  test('keeps the decisions of the draft, and its publication applies them', async () => {
    const { id } = await create(list(12), { TEAM: 'follow' });
    await publish(id, { at: later() });
    expect((await read(id)).edition).toMatchObject({
      ...{ state: 'scheduled', existing: { TEAM: 'follow' }, revision: 1 },
    });
    await pass(id);
    expect(await readAccount()).toEqual(['TEAM', 1200]);
  });

  test('that offers a withdrawn plan again stays confirmed with its decision', async () => {
    const without = (packPrice: number) =>
      buildPriceListText({
        features: ['search', 'sso'],
        plans: { FREE: { price: 0 } },
        addOns: { pack: { price: packPrice, features: ['sso'], availableFor: ['FREE'] } },
      });
    await publish((await create(without(2))).id);
    const { id } = await create(list(8));
    await publish(id, { at: later(), existing: { TEAM: 'keep' } });
    await publish((await create(without(3))).id);
    await pass(id);
    expect(await readAccount()).toEqual(['TEAM~1', 1000]);
  });

  test('with decisions edits the draft, which has them also without the schedule', async () => {
    const { id } = await create(list(12), { TEAM: 'follow', FREE: 'keep' });
    const { revision } = await read(id);
    await publish(id, { at: later(), existing: { TEAM: 'keep_price' } });
    const existing = { TEAM: 'keep_price', FREE: 'keep' };
    expect((await read(id)).edition).toMatchObject({ state: 'scheduled', existing, revision: 2 });
    expect(await codeOf(write(id, list(13), { ifMatch: revision }))).toBe('edition_stale');
    await cancelEditionSchedule(service, ada(), id, { ifMatch: null });
    expect((await read(id)).edition).toMatchObject({ state: 'draft', existing });
    // Scheduled again, it has them still.
    await publish(id, { at: later() });
    await pass(id);
    expect(await readAccount()).toEqual(['TEAM~1', 1000]);
  });

  test('ends when only a decision changes, with those that are given', async () => {
    const { id } = await create(list(12), { TEAM: 'follow' });
    await publish(id, { at: later() });
    expect(await decide(id, { TEAM: 'keep' })).toMatchObject({ state: 'draft', existing: { TEAM: 'keep' } });
    expect((await read(id)).edition).toMatchObject({ publishAt: null, scheduleFailure: null });
  });

  test.each([
    ['stays, when another edition is published', list(10, { SCALE: { price: 40 } }), 'scheduled'],
    ['fails, because another edition changes the same value', list(11), 'draft'],
  ] as const)('that %s keeps them', async (_, other, state) => {
    const { id } = await create(list(12), { TEAM: 'follow', GONE: 'keep' });
    await publish(id, { at: later() });
    await publish((await create(other)).id);
    expect((await read(id)).edition).toMatchObject({ state, existing: { TEAM: 'follow', GONE: 'keep' } });
  });

  test('of an end has decisions of its own', async () => {
    const { id } = await create(list(8), { TEAM: 'keep' });
    const end = { endsAt: new Date(Date.now() + 3_600_000), endsExisting: 'follow' as const };
    await publish(id, { end });
    const { edition } = await read(id);
    expect(edition).toMatchObject({ existing: { TEAM: 'keep' }, endsExisting: 'follow' });
    expect(await readExisting(edition.endedBy!.id)).toEqual({ TEAM: 'follow' });
  });
});

describe('with the two-person rule', () => {
  const rejected = 'other_publisher_required';
  beforeEach(() => setTwoPersonRule(owner, app.id, true, makeId));

  test('who changes only a decision is the last editor', async () => {
    const { id } = await create(list(12));
    expect(await decide(id, { TEAM: 'follow' }, { by: as('Bo') })).toMatchObject({
      updatedBy: { name: 'Bo' },
    });
    for (const at of [null, later()]) expect(await codeOf(publish(id, { at }, as('Bo')))).toBe(rejected);
    // The same decisions are no edit.
    await decide(id, { TEAM: 'follow' });
    expect(await codeOf(publish(id, {}, as('Bo')))).toBe(rejected);
    await decide(id, null);
    expect(await codeOf(publish(id))).toBe(rejected);
    expect(await publish(id, {}, as('Bo'))).toMatchObject({ state: 'published' });
  });

  test('who publishes does not decide otherwise alone', async () => {
    const { id } = await create(list(12), { TEAM: 'keep' });
    for (const at of [null, later()]) {
      const work = publish(id, { at, existing: { TEAM: 'follow' } }, as('Bo'));
      await expect(work).rejects.toMatchObject({
        code: rejected,
        message: expect.stringContaining('Save these decisions with it.'),
      });
    }
    expect((await read(id)).edition).toMatchObject({
      state: 'draft',
      existing: { TEAM: 'keep' },
      revision: 1,
    });
    expect(await publish(id, { existing: { TEAM: 'keep' } }, as('Bo'))).toMatchObject({ state: 'published' });
  });

  test('who has requested changes and then decides is the last editor', async () => {
    const { id } = await create(list(12));
    const note = { text: 'Dearer?', reviewer: null, ifMatch: null };
    await addEditionNote(service, as('Bo'), id, { ...note, kind: 'changes_requested' });
    await decide(id, { TEAM: 'keep' });
    expect(await codeOf(publish(id, {}, as('Bo')))).toBe('changes_requested');
    await decide(id, { TEAM: 'follow' }, { by: as('Bo') });
    expect(await codeOf(publish(id, {}, as('Bo')))).toBe(rejected);
    expect(await publish(id)).toMatchObject({ state: 'published' });
  });

  test('a decision after an approval marks it as outdated, and its author does not review it', async () => {
    const { id } = await create(list(12));
    const note = { text: '', reviewer: null, ifMatch: null };
    const approval = await addEditionNote(service, as('Bo'), id, { ...note, kind: 'approved' });
    const { revision } = await decide(id, { TEAM: 'follow' }, { by: as('Bo') });
    expect(approval.revision).toBeLessThan(revision);
    expect(await codeOf(addEditionNote(service, as('Bo'), id, { ...note, kind: 'approved' }))).toBe(
      'other_person_required',
    );
  });
});
