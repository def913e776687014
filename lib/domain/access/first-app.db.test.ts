import { beforeAll, describe, expect, test } from 'vitest';
import { hashSecret, makeSecret } from '@/lib/db/connection/secret';
import { withTenant } from '@/lib/db/connection/tenant';
import { buildApp } from '@/prisma/factories/build-app';
import { codeOf } from '@/tools/testing/code-of';
import { waitForLockWaiters } from '@/tools/testing/database-locks';
import { openTestService, waitForListeners } from '@/tools/testing/test-service';
import { createFirstApp, getSetupState, makeAppSlug } from './first-app';
import { identifyCaller } from './identify-caller';

const source = `syntaxVersion: "3.1"
saasName: Larder
currency: EUR
features: { recipes: { valueType: BOOLEAN, defaultValue: true, type: DOMAIN } }
plans: { TEAM: { description: For a team, price: 12 } }
`;
const app = { title: 'Larder Pro', currency: 'EUR', billingPeriod: 'month', slug: null } as const;
const input = { ...app, name: 'Ada', source };

const opened = await openTestService();
const shared = await openTestService();
const named = await openTestService();

type Opened = Awaited<ReturnType<typeof openTestService>>;

async function createLink({ owner }: Opened, expiresAt = new Date(Date.now() + 60_000)): Promise<string> {
  const link = makeSecret('avl');
  await owner.setupLink.create({ data: { secretHash: hashSecret(link), expiresAt } });
  return link;
}

describe('in a database without an app', () => {
  const { owner, openAs, service } = opened;

  beforeAll(() => waitForListeners(service));

  test('no app is created without a valid link', async () => {
    const expired = await createLink(opened, new Date(Date.now() - 1));
    for (const link of ['', 'avl_nonsense', makeSecret('avl'), expired]) {
      expect(await getSetupState(service, link)).toBe('link_invalid');
      expect(await codeOf(createFirstApp(service, link, input))).toBe('unauthenticated');
    }
    expect(await owner.app.count()).toBe(0);
  });

  test.each([
    `INSERT INTO apps (id, slug, title) VALUES ('app_x', 'x', 'X')`,
    `INSERT INTO setup_links VALUES ('x', now() + interval '1 day')`,
    `UPDATE setup_links SET expires_at = now() + interval '1 day'`,
    'DELETE FROM setup_links',
  ])('the role of the server can not run %s', async (sql) => {
    await expect(openAs('runtime').$executeRawUnsafe(sql)).rejects.toThrow('42501');
  });

  test('nothing is created if the draft can not be stored', async () => {
    const link = await createLink(opened);
    await expect(createFirstApp(service, link, { ...input, source: 'a\0' })).rejects.toThrow();
    expect(await owner.app.count()).toBe(0);
    expect(await getSetupState(service, link)).toBe('open');
  });

  test('of simultaneous requests with two links one creates the app, its draft and a session', async () => {
    const links = [await createLink(opened), await createLink(opened)];
    const requests = [...links, ...links].map((link, index) =>
      createFirstApp(service, link, { ...input, name: `Ada ${index}`, billingPeriod: 'year' }),
    );
    const outcomes = await Promise.allSettled(requests);
    const created = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const errors = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
    expect(errors).toEqual(['not_found', 'not_found', 'not_found']);
    const [{ secret, editionId }] = created as [(typeof created)[0]];

    const stored = await owner.app.findFirstOrThrow();
    expect(stored).toMatchObject({
      slug: 'larder-pro',
      title: 'Larder Pro',
      currency: 'EUR',
      currencyDigits: 2,
      billingPeriod: 'year',
    });
    const credentials = { authorization: null, host: null, defaultApp: null, accountName: null };
    const caller = await identifyCaller(service, { ...credentials, sessionSecret: secret });
    expect(caller).toMatchObject({ app: { id: stored.id }, role: 'product', account: null });
    await withTenant(owner, { appId: stored.id }, async (queries) => {
      const actor = { kind: 'session', id: caller.actor?.id, name: caller.actor?.name, channel: 'portal' };
      expect(await queries.catalogEdition.findMany()).toMatchObject([
        { id: editionId, number: 1, source, publishedAt: null, baseId: null, createdBy: actor },
      ]);
      expect(await queries.version.count()).toBe(0);
      expect(await queries.portalSession.count()).toBe(1);
      expect(await queries.auditEntry.findMany()).toMatchObject([
        { type: 'app.created', actorName: actor.name, data: { title: 'Larder Pro', slug: 'larder-pro' } },
      ]);
    });
  });

  test('the links end with the first app', async () => {
    expect(await owner.setupLink.count()).toBe(0);
    const link = await createLink(opened);
    expect(await getSetupState(service, link)).toBe('done');
    expect(await codeOf(createFirstApp(service, link, input))).toBe('not_found');
  });

  test('visitors of any address see the only app, unless it has a host name, until there is another one', async () => {
    // Servers know the apps of addresses, so a change has to arrive.
    const see = (host: string, defaultApp: string | null = null) =>
      expect.poll(async () => {
        const credentials = { authorization: null, sessionSecret: null, accountName: null, host, defaultApp };
        return (await identifyCaller(service, credentials)).app?.slug ?? null;
      });
    await see('plans.example').toBe('larder-pro');
    await see('plans.example', 'none').toBe(null);
    await owner.app.updateMany({ data: { host: 'larder.example' } });
    await see('larder.example').toBe('larder-pro');
    await see('plans.example').toBe(null);
    await owner.app.updateMany({ data: { host: null } });
    await see('plans.example').toBe('larder-pro');
    const other = await buildApp(owner);
    await owner.app.updateMany({ data: { host: null } });
    await see('plans.example').toBe(null);
    await see('plans.example', other.slug).toBe(other.slug);
  });
});

test('an app that a command creates meanwhile ends the set-up', async () => {
  const { owner, service } = shared;
  const link = await createLink(shared);
  const command = await owner.pool.connect();
  await command.query(`BEGIN; INSERT INTO apps (id, slug, title) VALUES ('app_other', 'other', 'Other')`);
  expect(await getSetupState(service, link)).toBe('open');
  const creation = codeOf(createFirstApp(service, link, input));
  await waitForLockWaiters(owner, 1);
  await command.query('COMMIT');
  command.release();
  expect(await creation).toBe('not_found');
  expect(await owner.app.findMany()).toMatchObject([{ slug: 'other' }]);
  expect(await getSetupState(service, link)).toBe('done');
});

test('the slug is that of DEFAULT_APP, or is made from the title', async () => {
  const { owner, service } = named;
  await createFirstApp(service, await createLink(named), { ...input, slug: 'plans' });
  expect((await owner.app.findFirstOrThrow()).slug).toBe('plans');
  expect(['Küche & Co', 'مطبخ', `${'x'.repeat(62)} y`].map(makeAppSlug)).toEqual([
    'kuche-co',
    'app',
    'x'.repeat(62),
  ]);
});
