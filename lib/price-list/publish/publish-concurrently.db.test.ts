import { expect, test } from 'vitest';
import { findAppBySlug } from '@/lib/db/catalog';
import { readPublicationClock } from '@/lib/db/catalog-changes';
import { withTenant } from '@/lib/db/connection/tenant';
import type { AccountCaller } from '@/lib/domain/caller';
import { changeAddOn } from '@/lib/domain/changes/change-add-on';
import { previewSwitch, switchVersion } from '@/lib/domain/changes/switch-version';
import { toApiError } from '@/lib/domain/to-api-error';
import { changeInput, createAccountCaller } from '@/tools/testing/callers';
import { lockTable, waitForLockWaiters } from '@/tools/testing/database-locks';
import { importList, signUp } from '@/tools/testing/import-lists';
import { openTestService } from '@/tools/testing/test-service';
import type { Existing } from '../compare/keep-versions';

const { owner: db, service } = await openTestService();

/** Publishes a list of a free plan and one with a price. By default, accounts on it follow. */
const publish = (slug: string, price: number, decision: Existing | null = 'follow') => {
  const plans = { FREE: { price: 0 }, TEAM: { price } };
  const existing = new Map(decision ? [['TEAM', decision]] : []);
  return importList(db, slug, { features: ['search'], plans }, null, { existing });
};

async function createCaller(slug: string): Promise<AccountCaller> {
  const app = (await findAppBySlug(db, slug))!;
  return createAccountCaller(app, await signUp(db, app));
}

async function findVersionId(slug: string, catalogKey: string): Promise<string> {
  const app = (await findAppBySlug(db, slug))!;
  const version = await withTenant(db, { appId: app.id }, (queries) =>
    queries.version.findFirstOrThrow({ where: { appId: app.id, catalogKey } }),
  );
  return version.id;
}

/** Switches to a version as a preview said. Returns the fee, or the code of the error. */
async function confirmSwitch(caller: AccountCaller, versionId: string) {
  const app = (await findAppBySlug(db, caller.app.slug))!;
  const { revision, to } = await previewSwitch(service, { ...caller, app }, versionId);
  const confirm = () =>
    switchVersion(service, { ...caller, app }, { ...changeInput, versionId, ifMatch: revision }).then(
      ({ entry, changed }) => {
        // A switch to the current version returns the newest entry, with its content then.
        if (changed) expect(entry.version.digest).toBe(to.digest);
        return entry.version.userFee;
      },
      (error) => toApiError(error).code,
    );
  return confirm;
}

/** Every history entry has the content of the newest change of its version that is not later. */
async function expectOrderedHistory(slug: string, accountId: string): Promise<void> {
  const { id: appId } = (await findAppBySlug(db, slug))!;
  const { entries, changes } = await withTenant(db, { appId, accountId }, async (queries) => ({
    entries: await queries.historyEntry.findMany({ where: { appId, accountId, kind: { not: null } } }),
    changes: await queries.versionChange.findMany({ where: { appId }, orderBy: { sequence: 'desc' } }),
  }));
  for (const { versionId, snapshotDigest, changedAt } of entries) {
    const change = changes.find((each) => each.versionId === versionId && each.changedAt <= changedAt);
    expect(change?.digest).toBe(snapshotDigest);
  }
}

test('a switch that is under way when a publication starts is before it', async () => {
  await publish('before', 10);
  const caller = await createCaller('before');
  const confirm = await confirmSwitch(caller, await findVersionId('before', 'TEAM'));
  const release = await lockTable(db, 'account_history');
  const switched = confirm();
  await waitForLockWaiters(db, 1);
  const published = publish('before', 20);
  await waitForLockWaiters(db, 2);
  await release();
  expect(await switched).toBe(1000);
  await published;
  await expectOrderedHistory('before', caller.account.id);
});

test('an account that gets a plan after the accounts were counted keeps its price', async () => {
  await publish('counted', 10);
  const caller = await createCaller('counted');
  const versionId = await findVersionId('counted', 'TEAM');
  const confirm = await confirmSwitch(caller, versionId);
  const release = await lockTable(db, 'account_history');
  const switched = confirm();
  await waitForLockWaiters(db, 1);
  const published = publish('counted', 20, null);
  await waitForLockWaiters(db, 2);
  await release();
  expect(await switched).toBe(1000);
  expect((await published).decisions).toMatchObject([{ key: 'TEAM', decision: 'keep' }]);
  expect(await findVersionId('counted', 'TEAM')).not.toBe(versionId);
});

test('an account that changes to annual billing after the accounts were counted keeps it', async () => {
  const slug = 'counted-annually';
  const plans = { FREE: { price: 0 }, TEAM: { price: 10 } };
  const spec = { features: ['search'], plans };
  await importList(db, slug, { ...spec, billing: { monthly: 1, annual: 0.8 } });
  const caller = await createCaller(slug);
  const versionId = await findVersionId(slug, 'TEAM');
  await (await confirmSwitch(caller, versionId))();
  const release = await lockTable(db, 'account_history');
  const input = { ...changeInput, versionId, billingPeriod: 'year' as const };
  const switched = switchVersion(service, caller, input);
  await waitForLockWaiters(db, 1);
  const published = importList(db, slug, spec);
  await waitForLockWaiters(db, 2);
  await release();
  expect((await switched).changed).toBe(true);
  expect((await published).decisions).toContainEqual(
    expect.objectContaining({ key: 'TEAM', decision: 'keep' }),
  );
});

test('a plan that follows a trial which starts after the accounts were counted keeps its price', async () => {
  const slug = 'counted-trials';
  const publishTrial = (price: number) => {
    const plans = { FREE: { price: 0 }, TEAM: { price }, MAX: { price: 50 } };
    const extension = 'plans: { MAX: { trial: { days: 14, then: TEAM } } }';
    return importList(db, slug, { features: ['search'], plans }, extension);
  };
  await publishTrial(10);
  const caller = await createCaller(slug);
  const versionId = await findVersionId(slug, 'MAX');
  const release = await lockTable(db, 'account_history');
  const switched = switchVersion(service, caller, { ...changeInput, versionId, trial: true });
  await waitForLockWaiters(db, 1);
  const published = publishTrial(20);
  await waitForLockWaiters(db, 2);
  await release();
  expect((await switched).changed).toBe(true);
  expect((await published).decisions).toMatchObject([{ key: 'TEAM', decision: 'keep', accounts: 1 }]);
});

test('an account that gets an add-on after the accounts were counted keeps its price', async () => {
  const slug = 'counted-add-ons';
  const publishAddOn = (price: number) => {
    const plans = { FREE: { price: 0, features: ['search'] } };
    return importList(db, slug, {
      features: ['search', 'sso'],
      plans,
      addOns: { login: { price, features: ['sso'] } },
    });
  };
  await publishAddOn(3);
  const caller = await createCaller(slug);
  const { id: addOnId } = await withTenant(db, { appId: caller.app.id }, (queries) =>
    queries.addOn.findFirstOrThrow(),
  );
  const release = await lockTable(db, 'account_history');
  const enabled = changeAddOn(service, caller, { ...changeInput, addOnId, active: true });
  await waitForLockWaiters(db, 1);
  const published = publishAddOn(4);
  await waitForLockWaiters(db, 2);
  await release();
  expect((await enabled).changed).toBe(true);
  expect((await published).addOnDecisions).toMatchObject([{ key: 'login', decision: 'keep', accounts: 1 }]);
});

test('a switch that is confirmed while a publication writes is stale', async () => {
  await publish('during', 10);
  const caller = await createCaller('during');
  const versionId = await findVersionId('during', 'TEAM');
  const confirm = await confirmSwitch(caller, versionId);
  const release = await lockTable(db, 'version_changes');
  const published = publish('during', 20);
  await waitForLockWaiters(db, 1);
  const switched = confirm();
  await waitForLockWaiters(db, 2);
  await release();
  expect(await switched).toBe('preview_stale');
  await published;
  expect(await (await confirmSwitch(caller, versionId))()).toBe(2000);
  await expectOrderedHistory('during', caller.account.id);
});

test('concurrent switches do what their previews said, or are stale', async () => {
  await publish('many', 10);
  const callers = await Promise.all(Array.from({ length: 4 }, () => createCaller('many')));
  const [free, team] = [await findVersionId('many', 'FREE'), await findVersionId('many', 'TEAM')];
  const switchRepeatedly = async (caller: AccountCaller) => {
    for (let number = 0; number < 12; number += 1) {
      const confirm = await confirmSwitch(caller, number % 2 === 0 ? team : free);
      await confirm();
    }
  };
  const publishRepeatedly = async () => {
    for (let price = 11; price < 20; price += 1) await publish('many', price);
  };
  await Promise.all([publishRepeatedly(), ...callers.map(switchRepeatedly)]);
  // While publications follow each other, all previews can be stale.
  expect(await (await confirmSwitch(await createCaller('many'), team))()).toBe(1900);
  for (const { account } of callers) await expectOrderedHistory('many', account.id);
});

test('a publication is later than a change in the same millisecond', async () => {
  await db.$transaction(async (queries) => {
    await queries.$executeRaw`CREATE SCHEMA frozen`;
    await queries.$executeRaw`CREATE FUNCTION frozen.clock_timestamp() RETURNS timestamptz LANGUAGE sql
      AS $$ SELECT timestamptz '2026-01-01 00:00:00.1239Z' $$`;
    await queries.$executeRaw`SET LOCAL search_path = frozen, public, pg_catalog`;
    expect(await readPublicationClock(queries, 'app_x')).toEqual(new Date('2026-01-01T00:00:00.124Z'));
    await queries.$executeRaw`DROP SCHEMA frozen CASCADE`;
  });
});
