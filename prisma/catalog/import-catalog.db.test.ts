import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import { readStoredCatalog, whileCatalogIsRead } from '@/lib/data/catalog-store';
import { type Database, openClient } from '@/lib/data/client';
import { createAccount } from '@/lib/data/create-account';
import { withTenant } from '@/lib/data/tenant';
import { createTestDatabase, type TestDatabase } from '@/lib/ops/test-database';
import { type PriceListSpec, priceListText } from '@/prisma/builders/price-list-text';
import { isNothing } from './changes';
import { Refused } from './fault';
import { applyImport, planImport } from './import-catalog';
import { readExtension } from './read-extension';
import { readPriceList } from './read-price-list';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openClient(database.url, { as: 'owner' });
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

const first: PriceListSpec = {
  features: ['api', 'search', 'reports'],
  plans: {
    FREE: { price: 0, has: ['search'] },
    TEAM: { price: 10, has: ['search', 'api'] },
    ENTERPRISE: { price: 'Contact Sales', has: ['search', 'api', 'reports'] },
  },
  addOns: { apiPack: { price: 3, brings: ['api'], for: ['FREE'] } },
};

const order = (slug: string, spec: PriceListSpec, extension?: string) => {
  const source = readPriceList('list.yml', priceListText(spec));
  const extended = extension ? readExtension('list.extension.yml', extension, source.list) : null;
  return { slug, source, extended };
};
const apply = (slug: string, spec: PriceListSpec, extension?: string) =>
  applyImport(db, order(slug, spec, extension), makeId);
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Refused)) throw new Error('It was not refused.');
  return error.message;
};
/** Every row of the app, in an order of its own, with the physical place of each: any write moves it. */
const rows = async (slug: string) => {
  const app = await db.app.findUniqueOrThrow({ where: { slug } });
  return withTenant(db, { appId: app.id }, async (queries) => {
    const tables = ['apps', 'versions', 'features', 'version_features', 'version_grants'];
    const found: unknown[] = [];
    for (const table of tables) {
      const column = table === 'apps' ? 'id' : 'app_id';
      found.push(
        await queries.$queryRawUnsafe(
          `SELECT '${table}' AS tab, t.ctid::text, t.xmin::text, to_jsonb(t) AS row FROM ${table} t WHERE ${column} = $1 ORDER BY ctid`,
          app.id,
        ),
      );
    }
    return found;
  });
};
const stored = async (slug: string) => {
  const catalog = await whileCatalogIsRead(db, (queries) => readStoredCatalog(queries, slug));
  if (!catalog) throw new Error(`There is no app ${slug}.`);
  return catalog;
};
const versions = async (slug: string) =>
  Object.fromEntries(
    (await stored(slug)).versions.map(({ catalogKey, tag, active, isDefault }) => [
      catalogKey,
      `${tag}${active ? '' : ' retired'}${isDefault ? ' default' : ''}`,
    ]),
  );
const marks = async (slug: string) => {
  const { versions, features, cells } = await stored(slug);
  const key = (of: { id: string; catalogKey: string }[], id: string) =>
    of.find((row) => row.id === id)?.catalogKey;
  return cells
    .map(
      ({ versionId, featureId, kind }) => `${key(versions, versionId)} ${key(features, featureId)} ${kind}`,
    )
    .toSorted();
};
const newAccount = async (slug: string, title = 'Acme', externalId: string | null = null) => {
  const app = await db.app.findUniqueOrThrow({ where: { slug } });
  const actor = { kind: 'operator', id: null, name: 'Test' } as const;
  const made = await createAccount(
    db,
    app,
    { externalId, title, actor, channel: 'test', at: new Date() },
    makeId,
  );
  return made?.id ?? '';
};

describe('planning', () => {
  test('shows what would be, and changes nothing', async () => {
    const { changes, stored } = await planImport(db, order('planned', first));
    expect(stored).toBeNull();
    expect([changes.versions.length, changes.features.length, changes.cells.length]).toEqual([3, 3, 7]);
    expect(await db.app.findUnique({ where: { slug: 'planned' } })).toBeNull();
  });
});

describe('applying', () => {
  test('makes an app that is not there, with the first plan as its default', async () => {
    await apply('made', first);
    const { app } = await stored('made');
    expect(app).toMatchObject({ title: 'Lantern', currency: 'USD', billingPeriod: 'month', host: null });
    expect(await versions('made')).toEqual({ FREE: 'v1 default', TEAM: 'v2', ENTERPRISE: 'v3' });
    expect(await marks('made')).toEqual([
      'ENTERPRISE api included',
      'ENTERPRISE reports included',
      'ENTERPRISE search included',
      'FREE api optional',
      'FREE search included',
      'TEAM api included',
      'TEAM search included',
    ]);
  });

  test('the same file again changes nothing and writes no row', async () => {
    await apply('again', first);
    const before = await rows('again');
    const { changes } = await apply('again', first);
    expect(isNothing(changes)).toBe(true);
    expect(await rows('again')).toEqual(before);
  });

  test('changes, adds, retires and restores, and never deletes', async () => {
    await apply('years', first);
    const account = await newAccount('years');
    const ids = (await stored('years')).versions.map(({ id }) => id);
    const second: PriceListSpec = {
      features: ['search', 'export'],
      plans: { TEAM: { price: 12, has: ['search', 'export'] }, FREE: { price: 0 } },
    };
    await apply('years', second);
    expect(await versions('years')).toEqual({
      FREE: 'v2 default',
      TEAM: 'v1',
      ENTERPRISE: 'v3-retired retired',
    });
    // What is retired keeps what it had, what stays has what the list says.
    expect(await marks('years')).toEqual([
      'ENTERPRISE api included',
      'ENTERPRISE reports included',
      'ENTERPRISE search included',
      'TEAM export included',
      'TEAM search included',
    ]);
    const { versions: kept, features } = await stored('years');
    expect(kept.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(kept.find(({ catalogKey }) => catalogKey === 'TEAM')?.userFee).toBe(1200);
    expect(features.map(({ catalogKey, active }) => [catalogKey, active]).toSorted()).toEqual([
      ['api', false],
      ['export', true],
      ['reports', false],
      ['search', true],
    ]);
    const history = await withTenant(
      db,
      { appId: (await stored('years')).app.id, accountId: account },
      (queries) => queries.activation.findMany({ include: { snapshot: true } }),
    );
    expect(history.map(({ snapshot }) => [snapshot.tag, snapshot.title])).toEqual([['v1', 'Free']]);

    await apply('years', first);
    expect(await versions('years')).toEqual({ FREE: 'v1 default', TEAM: 'v2', ENTERPRISE: 'v3' });
    const back = await stored('years');
    expect(back.versions).toHaveLength(3);
    expect(back.features.filter(({ active }) => active).map(({ catalogKey }) => catalogKey)).toEqual(
      first.features,
    );
    expect(isNothing((await apply('years', first)).changes)).toBe(true);
  });

  test('a default that is retired passes to the first plan', async () => {
    await apply('default', first);
    const { FREE, ...rest } = first.plans;
    await apply('default', { ...first, plans: rest, addOns: {} });
    expect(await versions('default')).toEqual({
      FREE: 'v1-retired retired',
      TEAM: 'v1 default',
      ENTERPRISE: 'v2',
    });
    // It is back, but the default stays where it went.
    await apply('default', first);
    expect(await versions('default')).toEqual({ FREE: 'v1', TEAM: 'v2 default', ENTERPRISE: 'v3' });
    await apply('default', first, 'plans: {ENTERPRISE: {default: true}}');
    expect(await versions('default')).toEqual({ FREE: 'v1', TEAM: 'v2', ENTERPRISE: 'v3 default' });
  });

  test('tags, the default and readable ids can change places', async () => {
    const before = `
      plans: {FREE: {tag: a, default: true}, TEAM: {tag: b}, ENTERPRISE: {tag: c}}
      features: {api: {human_id: x}, search: {human_id: y}, reports: {human_id: z}}`;
    const after = `
      plans: {FREE: {tag: b}, TEAM: {tag: c, default: true}, ENTERPRISE: {tag: a}}
      features: {api: {human_id: y}, search: {human_id: z}, reports: {human_id: x}}`;
    await apply('swap', first, before);
    await apply('swap', first, after);
    expect(await versions('swap')).toEqual({ FREE: 'b', TEAM: 'c default', ENTERPRISE: 'a' });
    expect((await stored('swap')).features.map(({ catalogKey, humanId }) => [catalogKey, humanId])).toEqual([
      ['api', 'y'],
      ['search', 'z'],
      ['reports', 'x'],
    ]);
  });

  test('a version retired twice, and two with the same rung, keep tags of their own', async () => {
    const only = (...names: string[]): PriceListSpec => ({
      features: [],
      plans: Object.fromEntries(names.map((name) => [name, { price: 1 }])),
    });
    await apply('rungs', only('ONE', 'TWO'));
    await apply('rungs', only('ONE', 'THREE'));
    await apply('rungs', only('ONE', 'FOUR'));
    expect(await versions('rungs')).toEqual({
      ONE: 'v1 default',
      TWO: 'v2-retired retired',
      THREE: 'v2-retired2 retired',
      FOUR: 'v2',
    });
    await apply('rungs', only('ONE', 'FOUR'), 'plans: {FOUR: {tag: v2-retired}}');
    expect(await versions('rungs')).toMatchObject({ TWO: 'v2-retired3 retired', FOUR: 'v2-retired' });
  });

  test('the id of a feature stays, and one that is taken gets a number', async () => {
    const spec = (features: string[]): PriceListSpec => ({
      features,
      plans: { ONE: { price: 1, has: features } },
    });
    await apply('ids', spec(['auditLog']));
    await apply('ids', spec(['audit-log']));
    const ids = async () =>
      (await stored('ids')).features.map(({ catalogKey, humanId }) => `${catalogKey} ${humanId}`).toSorted();
    expect(await ids()).toEqual(['audit-log audit-log-2', 'auditLog audit-log']);
    await apply('ids', spec(['audit-log', 'auditLog']));
    expect(await ids()).toEqual(['audit-log audit-log-2', 'auditLog audit-log']);
    expect(
      await refusal(apply('ids', spec(['audit-log']), 'features: {audit-log: {human_id: audit-log}}')),
    ).toBe(
      'list.extension.yml:1:34: features.audit-log.human_id: "audit-log" is the id of "Audit log" already.',
    );
  });

  test('grants a version to the accounts that are named, and takes it back', async () => {
    await apply('grants', first);
    const acme = await newAccount('grants', 'Acme', 'acme');
    const globex = await newAccount('grants', 'Globex');
    const granted = async () => (await stored('grants')).grants.map(({ accountId }) => accountId).toSorted();
    await apply('grants', first, `plans: {TEAM: {public: false, granted_to: [acme, ${globex}]}}`);
    expect(await granted()).toEqual([acme, globex].toSorted());
    await apply('grants', first, `plans: {TEAM: {public: false, granted_to: [${acme}]}}`);
    expect(await granted()).toEqual([acme]);
    expect(
      isNothing((await apply('grants', first, 'plans: {TEAM: {public: false, granted_to: [acme]}}')).changes),
    ).toBe(true);
    await apply('grants', first);
    expect(await granted()).toEqual([]);
  });
});

describe('a refusal', () => {
  test.each([
    [
      'an account that is not there',
      first,
      'plans: {TEAM: {granted_to: [nobody]}}',
      'plans.TEAM.granted_to: The app has no account "nobody".',
    ],
    [
      'another currency',
      { ...first, currency: 'EUR' },
      undefined,
      'currency: The app is priced in USD, not EUR;',
    ],
    [
      'another billing period',
      first,
      'app: {billing_period: year}',
      'app.billing_period: The app is billed by the month;',
    ],
    [
      'a host name of another app',
      first,
      'app: {host: taken.example}',
      'app.host: The app "holder" has this host name already.',
    ],
    [
      'no plan to begin on',
      first,
      'plans: {FREE: {retired: true}, TEAM: {retired: true}, ENTERPRISE: {retired: true}}',
      'plans: A new account needs a plan',
    ],
  ])('for %s says so and changes nothing', async (name, spec, extension, message) => {
    const slug = `refused-${name.replaceAll(' ', '-')}`;
    await apply(slug, {
      ...first,
      plans: { FREE: first.plans.FREE!, TEAM: { price: 1 }, ENTERPRISE: { price: 2 } },
    });
    if (!(await db.app.findUnique({ where: { slug: 'holder' } })))
      await apply('holder', first, 'app: {host: taken.example}');
    await newAccount(slug);
    const before = await rows(slug);
    expect(await refusal(apply(slug, spec, extension))).toContain(message);
    expect(await refusal(planImport(db, order(slug, spec, extension)))).toContain(message);
    expect(await rows(slug)).toEqual(before);
  });

  test('in the middle of writing leaves nothing behind', async () => {
    await apply('broken', first);
    const before = await rows('broken');
    const second = {
      ...first,
      features: [...first.features, 'one', 'two'],
      plans: { ...first.plans, PLUS: { price: 5 } },
    };
    const oneIdForAll = () => 'fea_same';
    await expect(applyImport(db, order('broken', second), oneIdForAll)).rejects.toThrow();
    expect(await rows('broken')).toEqual(before);
  });

  test('of a currency does not stand in the way before anyone has a history', async () => {
    await apply('young', first);
    await apply('young', { ...first, currency: 'EUR' });
    expect((await stored('young')).app.currency).toBe('EUR');
  });
});

describe('at the same time', () => {
  test('ten applications of one file to a new app make it once', async () => {
    const results = await Promise.all(Array.from({ length: 10 }, () => apply('crowd', first)));
    expect(results.filter(({ changes }) => !isNothing(changes))).toHaveLength(1);
    expect(await versions('crowd')).toEqual({ FREE: 'v1 default', TEAM: 'v2', ENTERPRISE: 'v3' });
  });

  test('two files end as one of the two, whole', async () => {
    await apply('race', first);
    const other: PriceListSpec = {
      features: ['export'],
      plans: { SOLO: { price: 1, has: ['export'] }, FREE: { price: 0 } },
    };
    await Promise.all(Array.from({ length: 8 }, (_, index) => apply('race', index % 2 ? first : other)));
    const [asFirst, asOther] = await Promise.all([
      planImport(db, order('race', first)),
      planImport(db, order('race', other)),
    ]);
    expect([isNothing(asFirst.changes), isNothing(asOther.changes)].filter(Boolean)).toHaveLength(1);
  });
});

test('an extreme catalogue can be turned round: 12 versions, 700 features', { timeout: 90_000 }, async () => {
  const features = Array.from({ length: 700 }, (_, index) => `feature${index}`);
  const plans = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`PLAN_${at}`, { price: at, has: features }]),
  );
  const made = await apply('large', { features, plans });
  expect(made.changes.cells).toHaveLength(8400);
  const turned = await apply('large', { features: features.toReversed(), plans });
  expect(turned.changes.features).toHaveLength(700);
  expect(turned.changes.cells).toHaveLength(0);
});
