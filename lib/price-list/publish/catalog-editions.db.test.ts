import { describe, expect, test, vi } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import { findAppBySlug, type VersionModel as Version } from '@/lib/db/catalog';
import { lockAccountChanges } from '@/lib/db/catalog-changes';
import { setTwoPersonRule } from '@/lib/db/catalog-editions';
import { withNumbers } from '@/lib/db/connection/query-json';
import { withTenant } from '@/lib/db/connection/tenant';
import { listAudit } from '@/lib/domain/audit/audit';
import { noCallerState } from '@/lib/domain/caller';
import { readCatalogView } from '@/lib/domain/catalog/catalog-view';
import {
  checkCatalog,
  compareEditions,
  createEdition,
  discardEdition,
  EditionStaleError,
  getDraftCatalog,
  getEdition,
  getSharedPlans,
  listEditions,
  publishEdition,
  shareEdition,
  unshareEdition,
  updateEdition,
} from '@/lib/domain/editions/catalog-editions';
import { previewCatalog } from '@/lib/domain/editions/preview-catalog';
import { listVersions } from '@/lib/domain/subscription/list-versions';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { buildPriceListText } from '@/prisma/factories/build-price-list';
import { publishDueEdition } from '@/tools/testing/apply-due-changes';
import { codeOf } from '@/tools/testing/code-of';
import { openTestService } from '@/tools/testing/test-service';
import { parseImportFiles } from '../parse/load-import-files';
import { planPublication, publishPriceList } from './publish-price-list';

const { owner, service } = await openTestService();

const list = (price: number | string, plans = {}) =>
  buildPriceListText({ features: ['search'], plans: { FREE: { price: 0 }, TEAM: { price }, ...plans } });

let created = 0;

/** An app with a list, and a caller of its product team. */
async function createApp(accounts = 0) {
  const slug = `app-${++created}`;
  await publishPriceList(
    owner,
    { slug, ...parseImportFiles({ name: 'list.yml', text: list(10) }, null) },
    makeId,
  );
  const app = (await findAppBySlug(owner, slug))!;
  const team = await findVersion(app.id, 'TEAM');
  for (let count = 0; count < accounts; count += 1) await addAccount(app, team);
  const actor = { kind: 'session' as const, id: 'pse_1', name: 'Ada', userId: 'user-1' };
  const caller = {
    ...{ via: 'session' as const, app, account: null, state: noCallerState, role: 'product' as const },
    ...{ actor, appKey: false },
  };
  return { app, caller, team };
}

/** Adds an account that has a version. */
const addAccount = (app: object, version: object) =>
  buildAccount(owner, app as BuiltApp, { history: [version as Version] });

function findVersion(appId: string, catalogKey: string) {
  return withTenant(owner, { appId }, async (queries) =>
    withNumbers(await queries.version.findFirstOrThrow({ where: { appId, catalogKey } })),
  );
}

type Caller = Awaited<ReturnType<typeof createApp>>['caller'];

const draft = (caller: Caller, source: string) =>
  createEdition(service, caller, { baseId: null, text: { source, extension: null }, note: '' });

const now = { at: null, end: null, existing: {}, note: null, ifMatch: null };
const later = () => new Date(Date.now() + 60_000);

/** Makes a scheduled edition due. */
const expire = (appId: string, id: string) =>
  withTenant(owner, { appId }, (queries) =>
    queries.catalogEdition.update({ where: { appId_id: { appId, id } }, data: { publishAt: new Date() } }),
  );

/** Lets each change of the versions of an app fail as with the time limit of statements. */
async function exceedStatementTimeout({ id }: { id: string }): Promise<void> {
  await owner.pool.query(`CREATE OR REPLACE FUNCTION exceed_timeout() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'canceling statement due to statement timeout' USING ERRCODE = 'query_canceled'; END $$`);
  await owner.pool.query(`CREATE TRIGGER exceed_timeout BEFORE UPDATE ON versions FOR EACH ROW
    WHEN (NEW.app_id = '${id}') EXECUTE FUNCTION exceed_timeout()`);
}

const readEvents = (appId: string) =>
  withTenant(owner, { appId }, (queries) =>
    queries.event.findMany({ where: { appId, accountId: null }, orderBy: { occurredAt: 'asc' } }),
  );

const countPublications = async (appId: string) =>
  (await readEvents(appId)).filter(({ type }) => type === 'catalog.published').length;

const catchStale = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof EditionStaleError) return error.details;
      throw error;
    },
  );

describe('a publication', () => {
  test('of a draft changes the catalog, records who and what, and is an event', async () => {
    const { app, caller, team } = await createApp(2);
    const { id } = await draft(caller, list(12));
    const details = await getEdition(service, caller, id);
    expect(details.check.problems).toEqual([]);
    expect(details.check.difference?.versions).toMatchObject([
      { key: 'TEAM', id: team.id, accounts: 2, decision: 'keep', default_decision: 'keep', kind: 'changed' },
    ]);
    const published = await publishEdition(service, caller, id, {
      ...now,
      existing: { TEAM: 'follow' },
      note: 'Dearer',
      ifMatch: details.revision,
    });
    expect(published).toMatchObject({
      ...{ number: 2, state: 'published', live: true, note: 'Dearer' },
      publishedBy: { kind: 'session', name: 'Ada', userId: 'user-1', channel: 'portal' },
    });
    expect(await findVersion(app.id, 'TEAM')).toMatchObject({ id: team.id, userFee: 1200 });
    expect((await getEdition(service, caller, id)).check.difference?.versions).toMatchObject([
      { key: 'TEAM', decision: 'follow', default_decision: 'keep', accounts: 2 },
    ]);
    expect(await readEvents(app.id)).toMatchObject([
      { type: 'catalog.published', data: { actor: { kind: 'operator' }, edition: { number: 1 } } },
      {
        type: 'catalog.published',
        data: { actor: { name: 'Ada', channel: 'portal' }, edition: { id, number: 2, note: 'Dearer' } },
      },
    ]);
  });

  test('of an earlier edition restores its prices', async () => {
    const { app, caller } = await createApp();
    const { editions } = await listEditions(service, caller, { limit: 10, cursor: null });
    await publishEdition(service, caller, (await draft(caller, list(12))).id, now);
    const again = await createEdition(service, caller, {
      baseId: String(editions[0]?.id),
      text: null,
      note: '',
    });
    await publishEdition(service, caller, again.id, now);
    expect(await findVersion(app.id, 'TEAM')).toMatchObject({ userFee: 1000 });
  });

  test('is rejected with the present difference if the live catalog has changed', async () => {
    const { app, caller } = await createApp();
    const { id } = await draft(caller, list(12));
    const { revision } = await getEdition(service, caller, id);
    await publishEdition(service, caller, (await draft(caller, list(11))).id, now);
    const present = await catchStale(publishEdition(service, caller, id, { ...now, ifMatch: revision }));
    expect(present?.check.difference?.versions).toMatchObject([{ previous_price: { user_fee: 1100 } }]);
    expect(await findVersion(app.id, 'TEAM')).toMatchObject({ userFee: 1100 });
    await publishEdition(service, caller, id, { ...now, ifMatch: String(present?.revision) });
    expect(await findVersion(app.id, 'TEAM')).toMatchObject({ userFee: 1200 });
  });

  test('is not stale because the number of accounts has changed', async () => {
    const { app, caller, team } = await createApp(1);
    const { id } = await draft(caller, list(9));
    const { revision } = await getEdition(service, caller, id);
    await addAccount(app, team);
    await publishEdition(service, caller, id, { ...now, ifMatch: revision });
  });

  test('of two at the same time with the same confirmation happens once', async () => {
    const { app, caller } = await createApp();
    const ids = await Promise.all([draft(caller, list(12)), draft(caller, list(13))]);
    const details = await Promise.all(ids.map(({ id }) => getEdition(service, caller, id)));
    const results = await Promise.allSettled(
      ids.map(({ id }, index) =>
        publishEdition(service, caller, id, { ...now, ifMatch: String(details[index]?.revision) }),
      ),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await readEvents(app.id)).toHaveLength(2);
  });

  test('of a text with problems or of another app is rejected', async () => {
    const { caller } = await createApp();
    const other = await createApp();
    const { id } = await draft(caller, list(12).replace('"price":12', '"price":{}'));
    const { check, revision } = await getEdition(service, caller, id);
    expect(check).toEqual({
      difference: null,
      preview: null,
      revenue: null,
      problems: [
        expect.objectContaining({
          file: 'source',
          line: 1,
          path: 'plans.TEAM.price',
          column: expect.any(Number),
        }),
      ],
    });
    await expect(publishEdition(service, caller, id, { ...now, ifMatch: revision })).rejects.toMatchObject({
      code: 'edition_invalid',
      data: { problems: check.problems },
    });
    const notFound = { code: 'edition_not_found' };
    await expect(getEdition(service, other.caller, id)).rejects.toMatchObject(notFound);
    await expect(publishEdition(service, other.caller, id, now)).rejects.toMatchObject(notFound);
  });

  test('a check returns what can be translated, if it is asked for', async () => {
    const { caller } = await createApp();
    const extension = 'app: { language: en }\ntexts: { de: { plans: { TEAM: { title: Mannschaft } } } }\n';
    const check = (text: string, texts?: boolean) =>
      checkCatalog(service, caller, { source: list(10), extension: text, existing: {}, texts });
    expect((await check(extension)).texts).toBeNull();
    const { texts } = await check(extension, true);
    expect(texts?.language).toBe('en');
    expect(texts?.entries).toContainEqual({ path: ['plans', 'TEAM', 'title'], text: 'Team' });
    const gone = await check(extension.replace('TEAM', 'GONE'), true);
    expect(gone.problems).toMatchObject([{ path: 'texts.de.plans.GONE.title' }]);
    expect(gone.texts).toEqual(texts);
    expect((await check('texts: 5', true)).texts).toBeNull();
  });

  test('does not change the host name of the app', async () => {
    const { caller } = await createApp();
    const extension = 'app: { host: plans.other.example }';
    const check = await checkCatalog(service, caller, { source: list(10), extension, existing: {} });
    expect(check.problems).toMatchObject([{ file: 'extension', line: 1, path: 'app.host' }]);
  });
});

describe('with the two-person rule', () => {
  const other = (
    caller: Caller,
    actor: Partial<Caller['actor']> = { id: 'pse_2', name: 'Bo', userId: 'user-2' },
  ) => ({
    ...caller,
    actor: { ...caller.actor, ...actor },
  });
  const rejected = expect.objectContaining({ code: 'other_publisher_required' });
  const edit = (caller: Caller, id: string, price: number) =>
    updateEdition(service, caller, id, { source: list(price), extension: null, note: null, ifMatch: null });

  test('the last editor of a text can neither publish nor schedule it, and another person can', async () => {
    const { app, caller } = await createApp();
    await setTwoPersonRule(owner, app.id, true, makeId);
    const bo = other(caller);
    const { id } = await draft(caller, list(12));
    for (const at of [null, later()]) {
      await expect(publishEdition(service, caller, id, { ...now, at })).rejects.toEqual(rejected);
    }
    expect(await getEdition(service, caller, id)).toMatchObject({ otherPublisherRequired: true });
    expect(await getEdition(service, bo, id)).toMatchObject({ otherPublisherRequired: false });
    await publishEdition(service, bo, id, { ...now, at: later() });
    // An edit ends the schedule, and makes the editor the one who can't publish. The same text is no edit.
    expect(await edit(bo, id, 13)).toMatchObject({ state: 'draft', updatedBy: { name: 'Bo' } });
    expect(await edit(caller, id, 13)).toMatchObject({ updatedBy: { name: 'Bo' } });
    await expect(publishEdition(service, bo, id, now)).rejects.toEqual(rejected);
    expect(await publishEdition(service, caller, id, now)).toMatchObject({ state: 'published' });
    expect(await getEdition(service, bo, id)).toMatchObject({ otherPublisherRequired: false });

    await setTwoPersonRule(owner, app.id, false, makeId);
    const { entries } = await listAudit(
      service,
      caller,
      { type: 'catalog.two_person_rule_set', account: null },
      { before: null, limit: 10 },
    );
    expect(entries.map(({ actorName, channel, data }) => [actorName, channel, data])).toEqual([
      ['Operator', 'command', { enabled: false }],
      ['Operator', 'command', { enabled: true }],
    ]);
    const { id: last } = await draft(caller, list(14));
    expect(await publishEdition(service, caller, last, now)).toMatchObject({ state: 'published' });
  });

  test('a person is the same in another session, and a key whomever it acts for', async () => {
    const { app, caller } = await createApp();
    await setTwoPersonRule(owner, app.id, true, makeId);
    const key = { kind: 'key', id: 'key_1', name: 'CI', userId: null } as unknown as Caller['actor'];
    const unnamed = { id: 'pse_3', userId: null } as unknown as Caller['actor'];
    for (const [price, editor, publisher, isAllowed] of [
      [12, caller, other(caller, { id: 'pse_2' }), false],
      [12, caller, other(caller, unnamed), false],
      [12, other(caller, key), other(caller, { ...key, name: 'Bo', userId: 'user-2' }), false],
      [12, other(caller, key), caller, true],
      [13, other(caller, key), other(caller, { ...key, id: 'key_2' }), true],
    ] as const) {
      const { id } = await draft(editor, list(price));
      const work = publishEdition(service, publisher, id, now);
      await (isAllowed ? work : expect(work).rejects.toEqual(rejected));
    }
  });

  test('a schedule of the last editor from before the rule is canceled, with an event', async () => {
    const { app, caller } = await createApp();
    const { id } = await draft(caller, list(12));
    await publishEdition(service, caller, id, { ...now, at: later() });
    await setTwoPersonRule(owner, app.id, true, makeId);
    await expire(app.id, id);
    expect(await publishDueEdition(service)).toBe(true);
    expect((await getEdition(service, caller, id)).edition).toMatchObject({ state: 'draft' });
    expect((await readEvents(app.id)).at(-1)).toMatchObject({
      type: 'catalog.schedule_canceled',
      data: { reason: 'other_publisher_required' },
    });
  });

  test('the command publishes as an operator, and the database rejects others and changes of the rule', async () => {
    const { app, caller } = await createApp();
    await setTwoPersonRule(owner, app.id, true, makeId);
    const files = parseImportFiles({ name: 'list.yml', text: list(12) }, null);
    await publishPriceList(owner, { slug: app.slug, ...files }, makeId);
    expect(await findVersion(app.id, 'TEAM')).toMatchObject({ userFee: 1200 });
    const { id } = await draft(caller, list(13));
    const publish = (actor: object) =>
      withTenant(
        service.db,
        { appId: app.id },
        (queries) =>
          queries.$executeRaw`SELECT publish_edition(${id}, now(), ${JSON.stringify(actor)}::jsonb, '{}',
          '{"apps": {"title": "Renamed", "two_person_rule": false}}')::text`,
      );
    await expect(publish(caller.actor)).rejects.toThrow(/another person has to publish/);
    await publish(other(caller).actor);
    expect(await owner.app.findUnique({ where: { id: app.id } })).toMatchObject({
      title: 'Renamed',
      twoPersonRule: true,
    });
  });
});

test('the preview of a draft shows what visitors and accounts would see', async () => {
  const { app, caller, team } = await createApp();
  const { id: accountId } = await addAccount(app, team);
  const { id } = await draft(caller, list(12));
  const preview = async (as: string | null, editionId: string | null) => {
    const catalog = editionId === null ? null : await getDraftCatalog(service, caller, editionId);
    const shown = { show: [], switchTo: null, billingPeriod: null, findLanguage: () => null };
    const options = { accountId: as, draft: catalog, ...shown };
    const { listing } = await previewCatalog(service, caller, options);
    return listing.versions.map(({ version, current }) => [version.title, version.userFee ?? 0, current]);
  };
  expect(await preview(null, null)).toEqual([
    ['Free', 0, false],
    ['Team', 1000, false],
  ]);
  expect(await preview(null, id)).toEqual([
    ['Free', 0, false],
    ['Team', 1200, false],
  ]);
  // It keeps its price, as it would after the publication.
  expect(await preview(accountId, id)).toEqual([
    ['Free', 0, false],
    ['Team', 1200, false],
    ['Team', 1000, true],
  ]);
  const invalid = await draft(caller, 'plans: []');
  expect(await codeOf(getDraftCatalog(service, caller, invalid.id))).toBe('edition_invalid');
  const other = await createApp();
  expect(await codeOf(getDraftCatalog(service, other.caller, id))).toBe('edition_not_found');
  await publishEdition(service, caller, id, now);
  expect(await codeOf(getDraftCatalog(service, caller, id))).toBe('edition_not_draft');
});

test('a shared draft is checked once for each revision and state of the catalog', async () => {
  const { app, caller } = await createApp();
  const { id } = await draft(caller, list(12));
  const { secret } = await shareEdition(service, caller, id, { expiresAt: null });
  const check = vi.spyOn(service.importer, 'check');
  const readFees = async () =>
    (await getSharedPlans(service, app, secret, () => null))?.versions.map(
      ({ version }) => version.userFee ?? version.fee,
    );
  expect(await Promise.all([readFees(), readFees()])).toEqual([
    [0, 1200],
    [0, 1200],
  ]);
  await readFees();
  expect(check).toHaveBeenCalledTimes(1);
  const text = { source: list(15), extension: null, note: null, ifMatch: null };
  await updateEdition(service, caller, id, text);
  expect(await readFees()).toEqual([0, 1500]);
  check.mockClear();
  await withTenant(owner, { appId: app.id }, (queries) =>
    queries.app.update({ where: { id: app.id }, data: { title: 'Renamed' } }),
  );
  await readFees();
  expect(check).toHaveBeenCalledTimes(1);
  check.mockRestore();
});

describe('a published edition', () => {
  test('can’t be changed, discarded or published again', async () => {
    const { app, caller } = await createApp();
    const { id } = await draft(caller, list(12));
    await publishEdition(service, caller, id, now);
    const text = { source: 'x', extension: null, note: null, ifMatch: null };
    for (const work of [
      () => updateEdition(service, caller, id, text),
      () => discardEdition(service, caller, id, { ifMatch: null }),
      () => publishEdition(service, caller, id, now),
      () => publishEdition(service, caller, id, { ...now, at: later() }),
    ]) {
      await expect(work()).rejects.toMatchObject({ code: 'edition_not_draft' });
    }
    for (const [db, message] of [
      [service.db, /can't be changed/],
      [owner, /can't be changed/],
    ] as const) {
      const change = withTenant(db, { appId: app.id }, (queries) =>
        queries.catalogEdition.updateMany({ where: { id }, data: { source: 'x' } }),
      );
      await expect(change).rejects.toThrow(message);
    }
    const forge = withTenant(service.db, { appId: app.id }, (queries) =>
      queries.catalogEdition.updateMany({ data: { publishedAt: new Date() } }),
    );
    await expect(forge).rejects.toThrow(/permission denied/);
  });
});

test('of two who edit a draft, the second gets the text of the first', async () => {
  const { caller } = await createApp();
  const { id } = await draft(caller, list(12));
  const edit = (source: string) =>
    updateEdition(service, caller, id, { source, extension: null, note: null, ifMatch: '1' });
  expect(await edit('first')).toMatchObject({ revision: 2 });
  const present = await catchStale(edit('second'));
  expect(present?.edition).toMatchObject({ source: 'first', revision: 2 });
});

describe('a scheduled edition', () => {
  test('is published once when it is due, by whichever server is first', async () => {
    const { app, caller } = await createApp();
    const { id } = await draft(caller, list(12));
    const scheduled = await publishEdition(service, caller, id, { ...now, at: later() });
    expect(scheduled.state).toBe('scheduled');
    expect(await publishDueEdition(service)).toBe(false);
    await expire(app.id, id);
    const input = { appId: app.id, editionId: id, scheduled: true } as const;
    // The claim of one server, and a publication of another whose claim has ended.
    await Promise.all([
      publishDueEdition(service),
      service.importer.publish(input),
      service.importer.publish(input),
    ]);
    expect(await findVersion(app.id, 'TEAM')).toMatchObject({ userFee: 1200 });
    expect(await countPublications(app.id)).toBe(2);
    expect(await publishDueEdition(service)).toBe(false);
  });

  test('is published later if the server ends in the middle', async () => {
    const { app, caller } = await createApp();
    const { id } = await draft(caller, list(12));
    await publishEdition(service, caller, id, { ...now, at: later() });
    await expire(app.id, id);
    await owner.$transaction(async (queries) => {
      // Holds the publication back before it writes.
      await lockAccountChanges(queries, app.id);
      const publication = publishDueEdition(service);
      publication.catch(() => {});
      await vi.waitUntil(
        async () => {
          const [row] = await queries.$queryRaw<[{ ended: bigint }]>`
            SELECT count(pg_terminate_backend(pid)) AS ended FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = 'app-versions runtime' AND wait_event_type = 'Lock'`;
          return row.ended > 0n;
        },
        { timeout: 60_000 },
      );
      await expect(publication).rejects.toThrow();
    });
    expect(await findVersion(app.id, 'TEAM')).toMatchObject({ userFee: 1000 });
    expect(await publishDueEdition(service)).toBe(false);
    await withTenant(owner, { appId: app.id }, (queries) =>
      queries.catalogEdition.updateMany({ where: { id }, data: { claimedUntil: new Date() } }),
    );
    expect(await publishDueEdition(service)).toBe(true);
    expect(await findVersion(app.id, 'TEAM')).toMatchObject({ userFee: 1200 });
    expect(await countPublications(app.id)).toBe(2);
  });

  const schedule = async (caller: Caller, source: string, existing = {}) => {
    const { id } = await draft(caller, source);
    const at = later();
    await publishEdition(service, caller, id, { ...now, at, existing });
    return { id, at };
  };
  /** Publishes a text at once. */
  const publish = async (caller: Caller, source: string) =>
    publishEdition(service, caller, (await draft(caller, source)).id, now);
  const readEdition = async (caller: Caller, id: string) => (await getEdition(service, caller, id)).edition;
  const readScheduleEvents = async (appId: string) =>
    (await readEvents(appId)).flatMap(({ type, data }) =>
      type === 'catalog.published' ? [] : [[type, data as Record<string, unknown>] as const],
    );
  const readAudit = async (caller: Caller) => {
    const filter = { type: null, account: null };
    const { entries } = await listAudit(service, caller, filter, { before: null, limit: 3 });
    return entries.map(({ type, actorName, data }) => [type, actorName, data]);
  };
  /** With annual billing, each price has another one. */
  const annualList = (price: number, plans = {}) =>
    list(price, plans).replace('"plans"', '"billing":{"monthly":1,"annual":0.5},"plans"');

  test.each(['the product team', 'the command'])(
    'keeps its time when %s publishes another one, and gets its changes',
    async (by) => {
      const { app, caller } = await createApp(1);
      const { id, at } = await schedule(caller, list(12), { TEAM: 'follow' });
      const other = list(10, { SCALE: { price: 40 } });
      const files = parseImportFiles({ name: 'list.yml', text: other }, null);
      const input = { slug: app.slug, ...files };
      const { scheduled } = await planPublication(owner, input);
      expect(scheduled).toMatchObject([{ edition: { id }, outcome: 'scheduled' }]);
      if (by === 'the command') await publishPriceList(owner, input, makeId);
      else await publish(caller, other);
      expect(await readEdition(caller, id)).toMatchObject({
        ...{ state: 'scheduled', publishAt: at, revision: 3 },
        confirmedDigest: expect.any(String),
      });
      await expire(app.id, id);
      expect(await publishDueEdition(service)).toBe(true);
      expect(await findVersion(app.id, 'TEAM')).toMatchObject({ userFee: 1200 });
      expect(await findVersion(app.id, 'SCALE')).toMatchObject({ userFee: 4000, active: true });
      expect(await readEdition(caller, id)).toMatchObject({ state: 'published', live: true });
    },
  );

  test('keeps its decision about an earlier version when another one is published', async () => {
    const { caller } = await createApp(1);
    await publish(caller, list(12));
    const existing = { 'TEAM~1': 'follow', TEAM: 'follow' };
    const { id } = await schedule(caller, list(13), existing);
    await publish(caller, list(12, { SCALE: { price: 40 } }));
    expect(await readEdition(caller, id)).toMatchObject({ state: 'scheduled', existing });
  });

  test('has to be confirmed again if it does something else for accounts', async () => {
    const { app, caller } = await createApp(1);
    for (const isConfirmed of [true, false]) {
      const price = isConfirmed ? 12 : 14;
      const { id, at } = await schedule(caller, isConfirmed ? list(price) : annualList(price));
      await publish(caller, isConfirmed ? annualList(10) : list(12));
      expect(await readEdition(caller, id)).toMatchObject({
        ...{ state: 'scheduled', publishAt: at, confirmedDigest: null },
      });
      expect((await readScheduleEvents(app.id)).at(-1)).toMatchObject([
        'catalog.scheduled',
        { edition: { id }, confirmation_required: true, actor: { name: 'Ada' } },
      ]);
      if (isConfirmed) {
        const { revision } = await getEdition(service, caller, id);
        await publishEdition(service, caller, id, { ...now, at, ifMatch: revision });
      }
      await expire(app.id, id);
      await publishDueEdition(service);
      expect(await findVersion(app.id, 'TEAM')).toMatchObject({
        userFee: 1200,
        annualUserFee: isConfirmed ? 7200 : null,
      });
    }
    expect((await readScheduleEvents(app.id)).at(-1)).toMatchObject([
      'catalog.schedule_canceled',
      { reason: 'confirmation_missing' },
    ]);
  });

  test('is a draft again, with both sides, if a publication changes the same value', async () => {
    const { app, caller } = await createApp();
    const { id, at } = await schedule(caller, list(12));
    await publish(caller, list(11));
    const conflict = {
      ...{ file: 'source', path: 'plans.TEAM.price' },
      ...{ base: '10', live: '11', scheduled: '12' },
    };
    const publish_at = Math.floor(at.getTime() / 1000);
    expect(await readEdition(caller, id)).toMatchObject({
      ...{ state: 'draft', publishAt: null, source: list(12), revision: 1 },
      scheduleFailure: { reason: 'conflict', publish_at, conflicts: [conflict] },
    });
    expect((await readScheduleEvents(app.id)).at(-1)).toMatchObject([
      'catalog.schedule_canceled',
      { edition: { id }, publish_at, reason: 'conflict', conflicts: [conflict], actor: { name: 'Ada' } },
    ]);
    expect((await readAudit(caller))[0]).toEqual([
      'catalog.schedule_canceled',
      'Ada',
      { edition: 2, publish_at, reason: 'conflict', conflicts: ['plans.TEAM.price'] },
    ]);
    await publishEdition(service, caller, id, { ...now, at });
    expect(await readEdition(caller, id)).toMatchObject({ state: 'scheduled', scheduleFailure: null });
  });

  test('is named when another one is reviewed, with what becomes of it', async () => {
    const { caller } = await createApp();
    const { id: rise } = await schedule(caller, list(12));
    const { id: tier } = await schedule(caller, list(10, { SCALE: { price: 40 } }));
    const review = async (source: string) => {
      const { id } = await draft(caller, source);
      const { scheduled, revision } = await getEdition(service, caller, id);
      return { id, revision, outcomes: scheduled.map(({ edition, outcome }) => [edition.id, outcome]) };
    };
    expect((await review(list(11))).outcomes).toEqual([
      [rise, 'conflict'],
      [tier, 'scheduled'],
    ]);
    expect((await review(annualList(10))).outcomes).toEqual([
      [rise, 'confirmation_required'],
      [tier, 'confirmation_required'],
    ]);
    const reviewed = await review(list(10, { MAX: { price: 50 } }));
    expect(reviewed.outcomes).toEqual([
      [rise, 'scheduled'],
      [tier, 'scheduled'],
    ]);
    // One that was scheduled since was not reviewed.
    const { id: last } = await schedule(caller, list(13));
    const input = { ...now, ifMatch: reviewed.revision };
    const present = await catchStale(publishEdition(service, caller, reviewed.id, input));
    expect(present?.scheduled.map(({ edition }) => edition.id)).toEqual([rise, tier, last]);
    await publishEdition(service, caller, reviewed.id, { ...now, ifMatch: String(present?.revision) });
    expect((await getEdition(service, caller, rise)).edition.source).toContain('MAX');
  });

  test('is planned again when it is due if it was scheduled during a publication', async () => {
    const { app, caller } = await createApp();
    const { id } = await schedule(caller, list(12));
    const before = await withTenant(owner, { appId: app.id }, (queries) =>
      queries.catalogEdition.findFirstOrThrow({ where: { id } }),
    );
    await publish(caller, list(10, { SCALE: { price: 40 } }));
    const { source, confirmedBaseId, confirmedDigest } = before;
    await withTenant(owner, { appId: app.id }, (queries) =>
      queries.catalogEdition.updateMany({
        where: { id },
        data: { source, confirmedBaseId, confirmedDigest },
      }),
    );
    await expire(app.id, id);
    await publishDueEdition(service);
    expect(await findVersion(app.id, 'TEAM')).toMatchObject({ userFee: 1200 });
    expect(await findVersion(app.id, 'SCALE')).toMatchObject({ active: true });
  });

  test('is published although the first account of a plan has come', async () => {
    const { app, caller, team } = await createApp();
    const { id } = await schedule(caller, list(12));
    await addAccount(app, team);
    await expire(app.id, id);
    await publishDueEdition(service);
    expect(await findVersion(app.id, 'TEAM')).toMatchObject({ userFee: 1200 });
    expect(await findVersion(app.id, 'TEAM~1')).toMatchObject({ id: team.id, userFee: 1000 });
  });

  test('is recorded when it is scheduled, edited or discarded', async () => {
    const { app, caller } = await createApp();
    const { id, at } = await schedule(caller, list(12));
    await updateEdition(service, caller, id, {
      source: list(13),
      extension: null,
      note: null,
      ifMatch: null,
    });
    await publishEdition(service, caller, id, { ...now, at });
    await discardEdition(service, caller, id, { ifMatch: null });
    const publish_at = Math.floor(at.getTime() / 1000);
    const scheduled = ['catalog.scheduled', { publish_at, confirmation_required: false }];
    expect(await readScheduleEvents(app.id)).toMatchObject([
      scheduled,
      ['catalog.schedule_canceled', { publish_at, reason: 'edited' }],
      scheduled,
      ['catalog.schedule_canceled', { publish_at, reason: 'discarded' }],
    ]);
    expect(await readAudit(caller)).toEqual([
      ['catalog.schedule_canceled', 'Ada', { edition: 2, publish_at, reason: 'discarded' }],
      ['catalog.scheduled', 'Ada', { edition: 2, publish_at, confirmation_required: false }],
      ['catalog.schedule_canceled', 'Ada', { edition: 2, publish_at, reason: 'edited' }],
    ]);
  });

  test.each(['the thread', 'the database'])(
    'becomes a draft if %s ends its publication, with an event',
    async (by) => {
      const { app, caller } = await createApp();
      const { id } = await draft(caller, list(12));
      await publishEdition(service, caller, id, { ...now, at: later() });
      await expire(app.id, id);
      const importer = { ...service.importer };
      if (by === 'the thread') importer.publish = async () => ({ outcome: 'invalid', problems: [] });
      else await exceedStatementTimeout(app);
      expect(await publishDueEdition({ ...service, importer })).toBe(true);
      expect((await getEdition(service, caller, id)).edition.state).toBe('draft');
      expect((await readEvents(app.id)).at(-1)).toMatchObject({
        type: 'catalog.schedule_canceled',
        data: { edition: { id }, reason: 'limit_exceeded' },
      });
      expect(await findVersion(app.id, 'TEAM')).toMatchObject({ userFee: 1000 });
    },
  );

  test('becomes a draft if its text changes, and can be discarded', async () => {
    const { app, caller } = await createApp();
    const { id } = await draft(caller, list(12));
    await publishEdition(service, caller, id, { ...now, at: later() });
    await updateEdition(service, caller, id, {
      source: list(13),
      extension: null,
      note: null,
      ifMatch: null,
    });
    expect((await getEdition(service, caller, id)).edition.state).toBe('draft');
    await publishEdition(service, caller, id, { ...now, at: later() });
    await discardEdition(service, caller, id, { ifMatch: null });
    expect((await getEdition(service, caller, id)).edition.state).toBe('discarded');
    expect(await publishDueEdition(service)).toBe(false);
    expect(await findVersion(app.id, 'TEAM')).toMatchObject({ userFee: 1000 });
  });

  test('rejects a time in the past and one in three years', async () => {
    const { caller } = await createApp();
    const { id } = await draft(caller, list(12));
    for (const at of [new Date(0), new Date(Date.now() + 3 * 366 * 86_400_000)]) {
      const work = publishEdition(service, caller, id, { ...now, at });
      await expect(work).rejects.toMatchObject({ code: 'parameter_invalid', errors: [{ field: 'at' }] });
    }
  });
});

test('the command records an edition with its text, and none if nothing changes', async () => {
  const { app, caller } = await createApp();
  const files = parseImportFiles({ name: 'list.yml', text: list(10) }, null);
  await publishPriceList(owner, { slug: app.slug, ...files }, makeId);
  const { editions, next } = await listEditions(service, caller, { limit: 10, cursor: null });
  expect({ editions, next }).toMatchObject({
    editions: [{ number: 1, state: 'published', live: true, publishedBy: { kind: 'operator' } }],
    next: null,
  });
  expect((await getEdition(service, caller, String(editions[0]?.id))).edition.source).toBe(list(10));
});

test('a check stores nothing, and the list of editions is read in pages', async () => {
  const { caller } = await createApp();
  await checkCatalog(service, caller, { source: list(12), extension: null, existing: {} });
  await draft(caller, 'x');
  const first = await listEditions(service, caller, { limit: 1, cursor: null });
  expect(first.editions.map(({ number }) => number)).toEqual([2]);
  const second = await listEditions(service, caller, { limit: 1, cursor: first.next });
  expect(second).toMatchObject({ editions: [{ number: 1 }], next: null });
  // What each has changed: a draft nothing.
  expect([...first.editions, ...second.editions].map(({ changes }) => changes?.versions)).toEqual([
    undefined,
    [
      { title: 'Free', kind: 'added' },
      { title: 'Team', kind: 'added' },
    ],
  ]);
});

test('a check shows the plans as visitors see them after the publication', async () => {
  const { app, caller } = await createApp(1);
  const source = (price: number) =>
    buildPriceListText({
      features: ['search', 'export'],
      plans: {
        FREE: { price: 0, features: ['search'] },
        TEAM: { price, features: ['search', 'export'], limits: { seats: 5 } },
        SCALE: { price: 40, features: ['search', 'export'], limits: { seats: 50 } },
      },
      limits: { seats: { features: ['search', 'export'], description: `${price}` } },
      addOns: {
        more: { price: 3, extensions: { seats: 5 } },
        most: {
          price: 5,
          extensions: { seats: price },
          dependsOn: ['more'],
          subscriptionConstraints: { maxQuantity: price },
        },
      },
    });
  const show = ({ versions, matrix, addOns }: ReturnType<typeof listVersions>) => ({
    versions: versions.map(({ version, total }) => [version.title, total]),
    matrix: matrix.map(({ title, description, included, values, amounts, linkedFeatures }) => ({
      ...{ title, description, linkedFeatures },
      cells: versions.map(({ version: { id } }) => [included[id], values[id], amounts[id]]),
    })),
    addOns: addOns.map(({ addOn, prices, dependsOn, effects }) => [
      ...[addOn.title, prices.length, dependsOn.length],
      effects.map(({ value }) => value),
    ]),
  });
  for (const price of [12, 14]) {
    const check = await checkCatalog(service, caller, {
      source: source(price),
      extension: null,
      existing: {},
    });
    const { id } = await draft(caller, source(price));
    await publishEdition(service, caller, id, now);
    const view = await readCatalogView(service, app.id, null);
    const published = listVersions(view, { role: null, account: null });
    expect(check.preview && show(check.preview.listing)).toEqual(show(published));
    expect(published.versions).toHaveLength(3);
  }
});

test('two editions are compared whatever is live, with accounts if one of them is', async () => {
  const { caller, team } = await createApp(2);
  const { editions } = await listEditions(service, caller, { limit: 1, cursor: null });
  const live = editions[0]!.id;
  const raised = await draft(caller, list(12, { SCALE: { price: 40 } }));
  const renamed = await createEdition(service, caller, {
    baseId: null,
    text: {
      source: buildPriceListText({ features: ['search'], plans: { CREW: { price: 15 } } }),
      extension: 'plans: {CREW: {renamed_from: TEAM}}',
    },
    note: '',
  });
  const compare = async (from: string, to: string) => {
    const { check, comparedTo } = await compareEditions(service, caller, { from, to });
    expect(comparedTo?.id).toBe(from);
    return check.difference?.versions.map((version) => [
      ...[version.key, version.kind, version.previous_price?.user_fee ?? null, version.price.user_fee],
      ...[version.id, version.accounts, version.decision],
    ]);
  };
  expect(await compare(live, raised.id)).toEqual([
    ['TEAM', 'changed', 1000, 1200, team.id, 2, null],
    ['SCALE', 'added', null, 4000, null, 0, null],
  ]);
  expect(await compare(raised.id, live)).toEqual([
    ['TEAM', 'changed', 1200, 1000, team.id, 2, null],
    ['SCALE', 'retired', null, 4000, null, 0, null],
  ]);
  expect(await compare(raised.id, renamed.id)).toEqual([
    ['FREE', 'retired', null, null, expect.stringMatching(/^ver_/), null, null],
    ['CREW', 'changed', 1200, 1500, team.id, null, null],
    ['SCALE', 'retired', null, 4000, null, null, null],
  ]);
  expect(await compare(raised.id, raised.id)).toEqual([]);
  const invalid = await draft(caller, list(-1));
  await expect(compare(invalid.id, raised.id)).rejects.toMatchObject({
    code: 'edition_invalid',
    message: `Edition ${invalid.number} has 1 problem.`,
  });
  await expect(compare(raised.id, (await draft((await createApp()).caller, list(1))).id)).rejects.toThrow(
    'Edition not found.',
  );
});

test('a draft is made from a live catalog that no edition records, and changes nothing', async () => {
  const versions = [
    { title: 'Basic', fee: 500, features: [1, 2] },
    { title: 'Team', features: [1] },
  ];
  const caller = { ...(await createApp()).caller, app: await buildApp(owner, { versions }) };
  const { id, baseId } = await createEdition(service, caller, { baseId: 'live', text: null, note: '' });
  expect(baseId).toBeNull();
  expect((await getEdition(service, caller, id)).check).toMatchObject({
    problems: [],
    difference: { versions: [], features: [], app: [] },
  });
  await publishEdition(service, caller, id, now);
  const again = await createEdition(service, caller, { baseId: 'live', text: null, note: '' });
  expect(again.baseId).toBe(id);
});

test('what changes nothing is not published, unless accounts get something else', async () => {
  const { caller } = await createApp();
  const { id } = await draft(caller, `# A comment\n${list(10)}`);
  expect(await codeOf(publishEdition(service, caller, id, now))).toBe('edition_unchanged');
  expect((await getEdition(service, caller, id)).edition.state).toBe('draft');
});

test('the audit has share links, and their end once', async () => {
  const { caller } = await createApp();
  const { id, number } = await draft(caller, list(11));
  const { expiresAt } = await shareEdition(service, caller, id, { expiresAt: null });
  await unshareEdition(service, caller, id);
  await unshareEdition(service, caller, id);
  const filter = { type: null, account: null };
  const { entries } = await listAudit(service, caller, filter, { before: null, limit: 10 });
  expect(entries.map(({ type, targetId, actorName, data }) => [type, targetId, actorName, data])).toEqual([
    ['catalog.unshared', id, 'Ada', { edition: number }],
    ['catalog.shared', id, 'Ada', { edition: number, expires_at: expiresAt.toISOString() }],
    ['catalog.published', expect.any(String), 'Operator', expect.anything()],
  ]);
});
