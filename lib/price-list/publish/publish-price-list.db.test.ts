import { retrievePricingFromYaml } from 'pricing4ts';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { z } from 'zod';
import { makeId } from '@/lib/contract/ids';
import { insertGrant } from '@/lib/db/accounts';
import { pickPrice } from '@/lib/db/catalog';
import { readStoredCatalog, withCatalogSnapshot } from '@/lib/db/catalog-store';
import type { Queries } from '@/lib/db/connection/client';
import { toSnakeCase } from '@/lib/db/connection/query-json';
import { withTenant } from '@/lib/db/connection/tenant';
import type { PriceListSpec } from '@/prisma/factories/build-price-list';
import { createImportInput, importList, signUp } from '@/tools/testing/import-lists';
import { sampleSize } from '@/tools/testing/test-scope';
import { openTestDatabase } from '@/tools/testing/test-service';
import { isUnchanged } from '../compare/catalog-changes';
import { formatPublication } from '../compare/format-publication';
import type { ImportInput } from '../compare/plan-publication';
import { formatRename } from '../compare/rename-rows';
import { exportApp } from '../export/export-catalog';
import { addOnFields, featureFields, planFields } from '../parse/extension';
import { formatDiagnostic, ImportError } from '../yaml/diagnostics';
import { planPublication, publishPriceList } from './publish-price-list';

const { owner: db } = await openTestDatabase();

const first: PriceListSpec = {
  features: ['api', 'search', 'reports'],
  plans: {
    FREE: { price: 0, features: ['search'] },
    TEAM: { price: 10, features: ['search', 'api'] },
    ENTERPRISE: { price: 'Contact Sales', features: ['search', 'api', 'reports'] },
  },
  addOns: { apiPack: { price: 3, features: ['api'], availableFor: ['FREE'] } },
};

const apply = (slug: string, spec: PriceListSpec, extension?: string, existing?: ImportInput['existing']) =>
  importList(db, slug, spec, extension, existing && { existing });
const getImportError = async (result: Promise<unknown>) => {
  const error = await result.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ImportError)) throw new Error('The import succeeded.');
  return error.message;
};
/** Every row of the app with its physical location, which any write changes. */
const readRows = async (slug: string) => {
  const app = await db.app.findUniqueOrThrow({ where: { slug } });
  return withTenant(db, { appId: app.id }, async (queries) => {
    const tables = [
      'apps',
      'versions',
      'features',
      'version_features',
      'add_ons',
      'add_on_versions',
      'add_on_features',
      'version_grants',
    ];
    const rows: unknown[] = [];
    for (const table of tables) {
      const column = table === 'apps' ? 'id' : 'app_id';
      rows.push(
        await queries.$queryRawUnsafe(
          `SELECT '${table}' AS tab, t.ctid::text, t.xmin::text, to_jsonb(t) AS row FROM ${table} t WHERE ${column} = $1 ORDER BY ctid`,
          app.id,
        ),
      );
    }
    return rows;
  });
};
const readCatalog = async (slug: string) => {
  const catalog = await withCatalogSnapshot(db, (queries) => readStoredCatalog(queries, slug));
  if (!catalog) throw new Error(`App ${slug} not found.`);
  return catalog;
};
const readVersions = async (slug: string) =>
  Object.fromEntries(
    (await readCatalog(slug)).versions.map(({ catalogKey, tag, active, isDefault }) => [
      catalogKey,
      `${tag}${active ? '' : ' retired'}${isDefault ? ' default' : ''}`,
    ]),
  );
const readCells = async (slug: string) => {
  const { versions, features, cells } = await readCatalog(slug);
  const key = (of: { id: string; catalogKey: string }[], id: string) =>
    of.find((row) => row.id === id)?.catalogKey;
  return cells
    .map(
      ({ versionId, featureId, value }) =>
        `${key(versions, versionId)} ${key(features, featureId)} ${value ?? 'included'}`,
    )
    .toSorted();
};
const makeAccount = async (slug: string, title = 'Acme', externalId: string | null = null) => {
  const app = await db.app.findUniqueOrThrow({ where: { slug } });
  return (await signUp(db, app, { title, externalId })).id;
};

describe('planImport', () => {
  test('returns the changes without applying them', async () => {
    const { changes, stored } = await planPublication(db, createImportInput('planned', first));
    expect(stored).toBeNull();
    const counts = [changes.versions, changes.features, changes.cells, changes.addOns].map(
      ({ length }) => length,
    );
    expect(counts).toEqual([3, 3, 6, 1]);
    expect(await db.app.findUnique({ where: { slug: 'planned' } })).toBeNull();
  });
});

describe('applyImport', () => {
  test('creates an app, with the first plan as its default', async () => {
    await apply('made', first);
    const { app } = await readCatalog('made');
    expect(app).toMatchObject({ title: 'Lantern', currency: 'USD', billingPeriod: 'month', host: null });
    expect(await readVersions('made')).toEqual({ FREE: 'v1 default', TEAM: 'v2', ENTERPRISE: 'v3' });
    expect(await readCells('made')).toEqual([
      'ENTERPRISE api included',
      'ENTERPRISE reports included',
      'ENTERPRISE search included',
      'FREE search included',
      'TEAM api included',
      'TEAM search included',
    ]);
  });

  test('writes no row if the file is unchanged', async () => {
    await apply('again', first);
    const before = await readRows('again');
    const { changes } = await apply('again', first);
    expect(isUnchanged(changes)).toBe(true);
    expect(await readRows('again')).toEqual(before);
  });

  test('adds, changes, retires and restores rows, and never deletes versions or features', async () => {
    await apply('years', first);
    const account = await makeAccount('years');
    const { versions } = await readCatalog('years');
    const ids = versions.map(({ id }) => id);
    const free = versions.find(({ catalogKey }) => catalogKey === 'FREE');
    const second: PriceListSpec = {
      features: ['search', 'export'],
      plans: { TEAM: { price: 12, features: ['search', 'export'] }, FREE: { price: 0 } },
    };
    const plan = await planPublication(db, createImportInput('years', second));
    expect([...plan.accounts]).toEqual([[free?.id, 1]]);
    await apply('years', second, undefined, new Map([['FREE', 'follow']]));
    expect(await readVersions('years')).toEqual({
      FREE: 'v1 default',
      TEAM: 'v2',
      ENTERPRISE: 'v3-retired retired',
    });
    expect(plan.report.warnings).toEqual([
      {
        source: 'price-list',
        path: ['plans', 'FREE'],
        message: expect.stringMatching(/^Plans are sorted by their tags/),
      },
    ]);
    // A retired version keeps its cells. The others have those of the list.
    expect(await readCells('years')).toEqual([
      'ENTERPRISE api included',
      'ENTERPRISE reports included',
      'ENTERPRISE search included',
      'TEAM export included',
      'TEAM search included',
    ]);
    const { versions: kept, features } = await readCatalog('years');
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
      { appId: (await readCatalog('years')).app.id, accountId: account },
      (queries) => queries.historyEntry.findMany({ include: { snapshot: true } }),
    );
    expect(history.map(({ snapshot }) => [snapshot.tag, snapshot.title])).toEqual([['v1', 'Free']]);

    await apply('years', first);
    expect(await readVersions('years')).toEqual({ FREE: 'v1 default', TEAM: 'v2', ENTERPRISE: 'v3' });
    const restored = await readCatalog('years');
    expect(restored.versions).toHaveLength(3);
    expect(restored.features.filter(({ active }) => active).map(({ catalogKey }) => catalogKey)).toEqual(
      first.features,
    );
    expect(isUnchanged((await apply('years', first)).changes)).toBe(true);
  });

  test('swaps tags, the default and human ids', async () => {
    const before = `
      plans: {FREE: {tag: a, default: true}, TEAM: {tag: b}, ENTERPRISE: {tag: c}}
      features: {api: {human_id: x}, search: {human_id: y}, reports: {human_id: z}}`;
    const after = `
      plans: {FREE: {tag: b}, TEAM: {tag: c, default: true}, ENTERPRISE: {tag: a}}
      features: {api: {human_id: y}, search: {human_id: z}, reports: {human_id: x}}`;
    await apply('swap', first, before);
    await apply('swap', first, after);
    expect(await readVersions('swap')).toEqual({ FREE: 'b', TEAM: 'c default', ENTERPRISE: 'a' });
    expect(
      (await readCatalog('swap')).features.map(({ catalogKey, humanId }) => [catalogKey, humanId]),
    ).toEqual([
      ['api', 'y'],
      ['search', 'z'],
      ['reports', 'x'],
    ]);
  });

  test('keeps the human id of a feature, and adds a number to one that is taken', async () => {
    const spec = (features: string[]): PriceListSpec => ({
      features,
      plans: { ONE: { price: 1, features: features } },
    });
    await apply('ids', spec(['auditLog']));
    await apply('ids', spec(['audit-log']));
    const ids = async () =>
      (await readCatalog('ids')).features
        .map(({ catalogKey, humanId }) => `${catalogKey} ${humanId}`)
        .toSorted();
    expect(await ids()).toEqual(['audit-log audit-log-2', 'auditLog audit-log']);
    await apply('ids', spec(['audit-log', 'auditLog']));
    expect(await ids()).toEqual(['audit-log audit-log-2', 'auditLog audit-log']);
    expect(
      await getImportError(apply('ids', spec(['audit-log']), 'features: {audit-log: {human_id: audit-log}}')),
    ).toBe(
      'list.extension.yml:1:34: features.audit-log.human_id: "audit-log" is already the id of the feature "Audit log".',
    );
  });

  test('adds and removes grants', async () => {
    await apply('grants', first);
    const acme = await makeAccount('grants', 'Acme', 'acme');
    const globex = await makeAccount('grants', 'Globex');
    const granted = async () =>
      (await readCatalog('grants')).grants.map(({ accountId }) => accountId).toSorted();
    await apply('grants', first, `plans: {TEAM: {public: false, granted_to: [acme, ${globex}]}}`);
    expect(await granted()).toEqual([acme, globex].toSorted());
    await apply('grants', first, `plans: {TEAM: {public: false, granted_to: [${acme}]}}`);
    expect(await granted()).toEqual([acme]);
    expect(
      isUnchanged(
        (await apply('grants', first, 'plans: {TEAM: {public: false, granted_to: [acme]}}')).changes,
      ),
    ).toBe(true);
    await apply('grants', first);
    expect(await granted()).toEqual([]);
  });

  test('leaves grants of the API, also those that the price list has granted too', async () => {
    await apply('api-grants', first);
    const accounts = [
      await makeAccount('api-grants', 'Acme', 'acme'),
      await makeAccount('api-grants', 'Globex', 'globex'),
    ];
    const { app, versions } = await readCatalog('api-grants');
    const versionId = versions.find(({ catalogKey }) => catalogKey === 'TEAM')?.id ?? '';
    const keys = accounts.map((accountId) => ({ appId: app.id, accountId, versionId }));
    const inTenant = <T>(work: (queries: Queries) => Promise<T>) => withTenant(db, { appId: app.id }, work);
    const grant = () => inTenant((queries) => Promise.all(keys.map((key) => insertGrant(queries, key))));
    const sources = () =>
      inTenant(async (queries) => (await queries.versionGrant.findMany()).map(({ source }) => source));
    await grant();
    expect(await sources()).toEqual(['api', 'api']);
    const extension = 'plans: {TEAM: {public: false, granted_to: [acme]}}';
    expect((await apply('api-grants', first, extension)).changes.grants).toHaveLength(1);
    expect((await sources()).toSorted()).toEqual(['api', 'both']);
    expect((await readCatalog('api-grants')).grants).toEqual([{ accountId: accounts[0], versionId }]);
    expect((await apply('api-grants', first, extension)).changes.grants).toEqual([]);
    await grant();
    expect((await sources()).toSorted()).toEqual(['api', 'both']);
    await apply('api-grants', first);
    expect(await sources()).toEqual(['api', 'api']);
  });
});

describe('a limit that the app already has', () => {
  const phone = (limits: PriceListSpec['limits'], included: string[], plans: string[]): PriceListSpec => ({
    features: ['phoneNumbers', 'calls'],
    limits,
    plans: Object.fromEntries(
      plans.map((name) => [name, { price: 1, features: included, limits: { phoneNumbersLimit: 2 } }]),
    ),
  });
  const both = ['phoneNumbers', 'calls'];
  const readAmounts = async (slug: string) => {
    const { versions, features, cells } = await readCatalog(slug);
    return cells
      .map(({ versionId, featureId, amount }) => {
        const plan = versions.find(({ id }) => id === versionId)?.catalogKey;
        return `${plan} ${features.find(({ id }) => id === featureId)?.humanId} ${amount}`;
      })
      .toSorted();
  };

  test('stays the amount of its feature when it also limits another', async () => {
    await apply('stays', phone({ phoneNumbersLimit: { features: ['phoneNumbers'] } }, both, ['OLD', 'NEW']));
    const before = await readAmounts('stays');
    expect(before).toContain('NEW phone-numbers 2');
    const { report } = await apply(
      'stays',
      phone({ phoneNumbersLimit: { features: ['phoneNumbers', 'calls'] } }, both, ['NEW']),
    );
    expect(await readAmounts('stays')).toEqual(before);
    expect(report.warnings).toEqual([]);
  });

  test('moves with the amounts of retired plans if a plan has only another feature', async () => {
    const separate = { phoneNumbersLimit: { features: ['phoneNumbers', 'calls'] } };
    await apply('moves', phone({ phoneNumbersLimit: { features: ['phoneNumbers'] } }, both, ['OLD', 'NEW']));
    const { report } = await apply('moves', phone(separate, ['calls'], ['NEW']));
    expect(await readAmounts('moves')).toEqual([
      'NEW calls null',
      'NEW phone-numbers-limit 2',
      'OLD calls null',
      'OLD phone-numbers null',
      'OLD phone-numbers-limit 2',
    ]);
    expect(report.placeWarnings().map(formatDiagnostic)).toEqual([
      expect.stringMatching(
        /^list\.yml:1:\d+: features\.phoneNumbers: GET \/account\/features\/phone-numbers has no amount any more\. It is that of "phone-numbers-limit" instead\.$/,
      ),
    ]);
    const again = await apply(
      'moves',
      phone({ phoneNumbersLimit: { features: ['phoneNumbers'] } }, both, ['NEW']),
    );
    expect(await readAmounts('moves')).toContain('NEW phone-numbers-limit 2');
    expect(again.report.warnings).toEqual([]);
  });
});

describe('a renamed row', () => {
  const renamed: PriceListSpec = {
    features: ['api', 'find', 'reports'],
    plans: {
      FREE: { price: 0, features: ['find'] },
      CREW: { price: 10, features: ['find', 'api'] },
      ENTERPRISE: { price: 'Contact Sales', features: ['find', 'api', 'reports'] },
    },
    addOns: { apiPackage: { price: 3, features: ['api'], availableFor: ['FREE'] } },
  };
  const extension = `
    plans: {CREW: {renamed_from: TEAM}}
    features: {find: {renamed_from: search}}
    addOns: {apiPackage: {renamed_from: apiPack}}`;
  const readIds = async (slug: string) => {
    const { versions, features, addOns } = await readCatalog(slug);
    const names = [...features, ...addOns].map(({ id, humanId, active }) => [id, humanId, active]);
    return [...versions.map(({ id, active }) => [id, active]), ...names].toSorted();
  };

  test('keeps its ID', async () => {
    await apply('renamed', first);
    const before = await readIds('renamed');
    const { changes } = await apply('renamed', renamed, extension);
    expect(await readIds('renamed')).toEqual(before);
    expect([changes.cells, changes.addOnPrices, changes.addOnEffects]).toEqual([[], [], []]);
    expect(changes.features.map(({ fields }) => fields)).toEqual([['catalogKey', 'title']]);
    expect(isUnchanged((await apply('renamed', renamed, extension)).changes)).toBe(true);
  });

  test('is a new row without renamed_from, which the plan suggests', async () => {
    const before: PriceListSpec = {
      features: ['callHold'],
      plans: { ONE: { price: 1, features: ['callHold'] } },
    };
    await apply('suggested', before);
    const after: PriceListSpec = {
      features: ['holdCalls'],
      plans: { ONE: { price: 1, features: ['holdCalls'] } },
    };
    const plan = await planPublication(db, createImportInput('suggested', after));
    expect(plan.renames.map(formatRename)).toEqual(['features: { holdCalls: { renamed_from: callHold } }']);
    expect(formatPublication('suggested', plan)).toContain(
      'GET /account/features/call-hold answers allowed: false',
    );
  });

  test('is recognized by the content, of plans with their accounts', async () => {
    await apply('recognized', first);
    await makeAccount('recognized');
    const { TEAM, FREE, ENTERPRISE } = first.plans;
    const after: PriceListSpec = {
      ...first,
      features: ['search', 'find', 'reports'],
      plans: {
        STARTER: { ...FREE!, features: ['search'] },
        TEAM: { ...TEAM!, features: ['search', 'find'] },
        ENTERPRISE: { ...ENTERPRISE!, features: ['search', 'find', 'reports'] },
      },
      addOns: {},
    };
    const plan = await planPublication(db, createImportInput('recognized', after));
    expect(plan.renames).toMatchObject([
      { section: 'plans', from: 'FREE', to: 'STARTER', title: 'Free', newTitle: 'Starter' },
      { section: 'features', from: 'api', to: 'find' },
    ]);
    expect(formatPublication('recognized', plan)).toContain(`\
Likely renames
  plans: { STARTER: { renamed_from: FREE } }
      Without this line in the extension, Free keeps 1 account.
`);
    const lines = plan.renames.map((rename) => formatRename(rename)).join('\n');
    const renamed = await apply('recognized', after, lines);
    expect(renamed.renames).toEqual([]);
    expect(await readVersions('recognized')).toEqual({
      STARTER: 'v1 default',
      TEAM: 'v2',
      ENTERPRISE: 'v3',
    });
  });

  test('is not recognized by a content that two plans have', async () => {
    const plans = (...keys: string[]) => Object.fromEntries(keys.map((key) => [key, { price: 5 }]));
    await apply('ambiguous', { features: ['search'], plans: plans('ALPHA', 'BETA', 'GAMMA') });
    const after = { features: ['search'], plans: plans('GAMMA', 'KITE', 'ZEBRA') };
    expect((await planPublication(db, createImportInput('ambiguous', after))).renames).toEqual([]);
  });

  test.each([
    ['features: {find: {renamed_from: api}}', 'features.find.renamed_from: The price list still has "api".'],
    [
      'plans: {CREW: {renamed_from: TEAM}, FREE: {renamed_from: TEAM}}',
      'plans.FREE.renamed_from: "TEAM" is the earlier key of another row.',
    ],
  ])('is rejected: %s', (text, message) => {
    expect(() => createImportInput('renamed', renamed, text)).toThrow(message);
  });
});

describe('a rejected import', () => {
  test.each([
    [
      'an unknown account',
      first,
      'plans: {TEAM: {granted_to: [nobody]}}',
      'plans.TEAM.granted_to: The app has no account "nobody".',
    ],
    [
      'another currency',
      { ...first, currency: 'EUR' },
      undefined,
      'currency: The currency can’t change from USD to EUR after an account has a history or a version is retired. ' +
        'Import the list as a new app, with another --app.',
    ],
    [
      'another billing period',
      first,
      'app: {billing_period: year}',
      'app.billing_period: The billing period can’t change from month to year after',
    ],
    [
      'a host name of another app',
      first,
      'app: {host: taken.example}',
      'app.host: The app "holder" already uses this host name.',
    ],
    [
      'no active plan',
      first,
      'plans: {FREE: {retired: true}, TEAM: {retired: true}, ENTERPRISE: {retired: true}}',
      'plans: All plans are retired.',
    ],
  ])('reports %s and changes nothing', async (name, spec, extension, message) => {
    const slug = `rejected-${name.replaceAll(' ', '-')}`;
    await apply(slug, {
      ...first,
      plans: { FREE: first.plans.FREE!, TEAM: { price: 1 }, ENTERPRISE: { price: 2 } },
    });
    if (!(await db.app.findUnique({ where: { slug: 'holder' } })))
      await apply('holder', first, 'app: {host: taken.example}');
    await makeAccount(slug);
    const before = await readRows(slug);
    expect(await getImportError(apply(slug, spec, extension))).toContain(message);
    expect(await getImportError(planPublication(db, createImportInput(slug, spec, extension)))).toContain(
      message,
    );
    expect(await readRows(slug)).toEqual(before);
  });

  test('is rolled back if it fails while writing', async () => {
    await apply('broken', first);
    const before = await readRows('broken');
    const second = {
      ...first,
      features: [...first.features, 'one', 'two'],
      plans: { ...first.plans, PLUS: { price: 5 } },
    };
    const makeSameId = () => 'fea_same';
    await expect(publishPriceList(db, createImportInput('broken', second), makeSameId)).rejects.toThrow();
    expect(await readRows('broken')).toEqual(before);
  });

  test('is accepted with another currency while no account has a history', async () => {
    await apply('currency', first);
    await apply('currency', { ...first, currency: 'EUR' });
    expect((await readCatalog('currency')).app.currency).toBe('EUR');
  });
});

describe('concurrent imports', () => {
  test('of the same file create an app once', async () => {
    const results = await Promise.all(Array.from({ length: 10 }, () => apply('concurrent', first)));
    expect(results.filter(({ changes }) => !isUnchanged(changes))).toHaveLength(1);
    expect(await readVersions('concurrent')).toEqual({ FREE: 'v1 default', TEAM: 'v2', ENTERPRISE: 'v3' });
  });
});

test('every field of the extension is imported and exported', async () => {
  const fill = (fields: Record<string, z.ZodType>) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, schema]) => [
        name,
        [true, 1, 'text', ['text'], 'block'].find((value) => schema.safeParse(value).success),
      ]),
    );
  const app = {
    home_url: 'https://larder.example/',
    return_origins: ['https://larder.example'],
    session_hours: 2,
    time_zone: 'Europe/Berlin',
    users_managed_by: 'host',
    brand: {
      logo: 'data:image/png;base64,AAAA',
      accent: '#1f47bc',
      accent_dark: '#8db0fb',
      font: 'serif',
    },
  };
  const extension = {
    plans: { TEAM: { ...fill(planFields), public: false } },
    features: { search: fill(featureFields) },
    addOns: { apiPack: { ...fill(addOnFields), public: false } },
  };
  const switching = {
    downgrades: 'period_end',
    self_service: false,
    plans: { TEAM: 'hidden', ENTERPRISE: 'listed' },
  };
  const trials = {
    TEAM: { trial: JSON.parse('{"days": 14, "then": "ENTERPRISE", "once": false, "reminder_days": 0}') },
    ENTERPRISE: { trial: { days: 30 } },
  };
  const plans = { TEAM: { ...extension.plans.TEAM, ...trials.TEAM }, ENTERPRISE: trials.ENTERPRISE };
  await apply('original', first, JSON.stringify({ app, switching, ...extension, plans }));
  const exported = await exportApp(db, 'original', new Date());
  const input = createImportInput('copy', exported?.priceList ?? '', exported?.extension);
  expect(input.extensionFile?.extension).toMatchObject({ app, switching, plans: trials });
  await publishPriceList(db, input, makeId);
  const [original, copy] = await Promise.all(
    ['original', 'copy'].map(async (slug) => {
      const { versions, features, addOns } = await readCatalog(slug);
      const rows = features.map((row) => ({ ...row, lowerIsBetter: row.betterAmount === 'lower' }));
      return [...versions, ...rows, ...addOns].map(({ id: _, ...row }) => toSnakeCase(row));
    }),
  );
  for (const fields of Object.values(extension).flatMap((rows) => Object.values(rows))) {
    expect(original).toContainEqual(expect.objectContaining(fields));
  }
  expect(new Set(copy)).toEqual(new Set(original));
});

test('an export is valid for the library of the format', async () => {
  await apply('valid', first);
  const exported = await exportApp(db, 'valid', new Date());
  expect(retrievePricingFromYaml(exported?.priceList ?? '').version).toBe(
    new Date().toISOString().slice(0, 10),
  );
});

test('a price that is ten times as high is a warning with its place', async () => {
  const plans = { FREE: { price: 0 }, TEAM: { price: 12.5 } };
  await apply('jump', { features: ['search'], plans });
  const { report } = await apply('jump', { features: ['search'], plans: { ...plans, TEAM: { price: 125 } } });
  expect(report.placeWarnings().map(formatDiagnostic)).toEqual([
    expect.stringMatching(
      /^list\.yml:1:\d+: plans\.TEAM\.price: The price is 125\.00 USD\. It was 12\.50 USD\.$/,
    ),
  ]);
});

test('an export states annual prices in the list', async () => {
  const plans = {
    FREE: { price: 0 },
    EVEN: { price: 10, unit: '/month' },
    ODD: { price: 7.77 },
    SITE: { price: 5 },
    RISE: { price: 3, unit: '/month' },
  };
  const extension = {
    plans: { SITE: { fee: 20, annual_fee: 100 }, RISE: { annual_fee: 50 }, ODD: { annual_user_fee: 50.01 } },
  };
  const list = {
    features: ['search'],
    billing: { monthly: 1, annual: 0.8 },
    plans,
    addOns: { pack: { price: 4, features: ['search'] } },
  };
  await apply('annual', list, JSON.stringify(extension));
  const exported = await exportApp(db, 'annual', new Date());
  type Item = { price: number; annualPrice?: number };
  const written = parse(exported?.priceList ?? '') as Record<'plans' | 'addOns', Record<string, Item>>;
  const items = Object.entries({ ...written.plans, ...written.addOns });
  expect(items.map(([key, { price, annualPrice }]) => [key, price, annualPrice])).toEqual([
    ['FREE', 0, 0],
    ['EVEN', 10, 8],
    // 50.01 a year.
    ['ODD', 7.77, 4.1675],
    ['SITE', 5, 4],
    // More than 12 × 3 is stated for the year.
    ['RISE', 3, 50],
    ['pack', 4, 3.2],
  ]);
  expect(parse(exported?.extension ?? '')).toMatchObject({ plans: { SITE: { fee: 20, annual_fee: 100 } } });
  expect(exported?.extension).not.toContain('annual_user_fee');

  const copy = createImportInput('annual-copy', exported?.priceList ?? '', exported?.extension);
  await publishPriceList(db, copy, makeId);
  const [original, copied] = await Promise.all(
    ['annual', 'annual-copy'].map(async (slug) => {
      const { versions, addOnPrices } = await readCatalog(slug);
      return [...versions, ...addOnPrices].map((row) => pickPrice(row));
    }),
  );
  expect(copied).toEqual(original);
});

const featureCount = sampleSize({ quick: 100, full: 700 });

test(`imports and reorders a catalog of 12 versions and ${featureCount} features`, async () => {
  const features = Array.from({ length: featureCount }, (_, index) => `feature${index}`);
  const plans = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`PLAN_${index}`, { price: index, features }]),
  );
  const created = await apply('large', { features, plans });
  expect(created.changes.cells).toHaveLength(12 * featureCount);
  const reordered = await apply('large', { features: features.toReversed(), plans });
  expect(reordered.changes.features).toHaveLength(featureCount);
  expect(reordered.changes.cells).toHaveLength(0);
});
