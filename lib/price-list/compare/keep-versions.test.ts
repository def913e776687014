import { expect, test } from 'vitest';
import { maxEventBytes } from '@/lib/contract/events';
import type { StoredCatalog } from '@/lib/db/catalog-store';
import { buildPriceListText, type PriceListSpec } from '@/prisma/factories/build-price-list';
import { createApp } from '@/tools/testing/catalog-fixtures';
import { buildImportedCatalog } from '../build/build-imported-catalog';
import { parsePriceList } from '../parse/parse-price-list';
import { createPublishedData } from '../publish/create-published-data';
import { keepRows, makeKeptKey } from './catalog-changes';
import { buildChangedCatalog, buildStoredCatalog } from './convert-catalog';
import { decideVersions, type Existing } from './keep-versions';
import { listOutcomes } from './list-outcomes';
import { planChanges } from './plan-changes';

const noCatalog: StoredCatalog = {
  app: createApp({ currency: 'USD' }) as unknown as StoredCatalog['app'],
  versions: [],
  features: [],
  cells: [],
  addOns: [],
  addOnPrices: [],
  addOnEffects: [],
  grants: [],
  texts: [],
  hasHistory: true,
};

const build = (spec: PriceListSpec, stored: StoredCatalog | null) =>
  buildImportedCatalog(parsePriceList('list.yml', buildPriceListText(spec)), null, stored).catalog;

/** The rows of a list as they are stored. The ID of a version is not its key, which is that of a row to insert. */
function store(spec: PriceListSpec): StoredCatalog {
  const { changes } = planChanges(null, build(spec, null), new Map());
  const { versions, features } = buildChangedCatalog(noCatalog, changes);
  return {
    ...noCatalog,
    versions: versions.map(({ links: _, ...version }) => ({ ...version, id: `ver_${version.id}` })),
    features,
    cells: versions.flatMap(({ id, links }) => links.map((link) => ({ ...link, versionId: `ver_${id}` }))),
  };
}

const list = (price: number, limit: number, unit = 'GB'): PriceListSpec => ({
  features: ['storage'],
  limits: { storageLimit: { features: ['storage'], unit } },
  plans: { FREE: { price: 0 }, TEAM: { price, features: ['storage'], limits: { storageLimit: limit } } },
});

interface Options {
  accounts?: number;
  existing?: Existing;
}

function decide(next: PriceListSpec, { accounts = 1, existing }: Options = {}) {
  const stored = store(list(10, 5));
  return decideVersions({
    stored,
    catalog: build(next, stored),
    accountIds: new Map(),
    accounts: new Map([['ver_TEAM', accounts]]),
    yearly: new Map(),
    existing: new Map(existing && [['TEAM', existing]]),
  }).map(({ key, decision }) => `${key} ${decision}`);
}

test.each<[name: string, PriceListSpec, Options, string[]]>([
  ['an unchanged plan', list(10, 5), {}, []],
  ['a higher price', list(11, 5), {}, ['TEAM keep']],
  ['a lower limit', list(10, 4), {}, ['TEAM keep']],
  ['a lower price and a lower limit', list(9, 4), {}, ['TEAM keep']],
  ['a lower price and a higher limit', list(9, 6), {}, ['TEAM follow']],
  ['a higher price without accounts', list(11, 5), { accounts: 0 }, ['TEAM follow']],
  ['a requested follow', list(11, 5), { existing: 'follow' }, ['TEAM follow']],
  ['a requested keep', list(9, 5), { existing: 'keep' }, ['TEAM keep']],
  ['a requested keep without accounts', list(9, 5), { existing: 'keep', accounts: 0 }, ['TEAM follow']],
  ['a requested keep of an unchanged plan', list(10, 5), { existing: 'keep' }, []],
  ['a kept price of a dearer plan', list(11, 6), { existing: 'keep_price' }, ['TEAM keep_price']],
  ['a kept price of a cheaper plan', list(9, 4), { existing: 'keep_price' }, ['TEAM follow']],
  // The unit is that of the row, also for a version that is kept.
  ['another unit', list(10, 5, 'MB'), {}, ['TEAM follow']],
  ['another unit at a higher price', list(11, 5, 'MB'), {}, ['TEAM keep']],
])('decides for %s', (_, next, options, decisions) => {
  expect(decide(next, options)).toEqual(decisions);
});

test('kept versions get the next free key', () => {
  const taken = new Set(['TEAM', 'TEAM~1', 'TEAM~3']);
  expect([makeKeptKey('TEAM', taken), makeKeptKey('TEAM', taken)]).toEqual(['TEAM~2', 'TEAM~4']);
});

test('the event of a publication that changes many plans is not larger than others', () => {
  const features = Array.from({ length: 60 }, (_, index) => `feature${index}`);
  const names = Array.from({ length: 100 }, (_, index) => `PLAN_${index}`);
  const spec = (included: string[]) => ({
    features,
    plans: Object.fromEntries(names.map((name) => [name, { price: 1, features: included }])),
  });
  const stored = store(spec([]));
  const kept = { ...stored, versions: keepRows(stored.versions, new Set(names.slice(0, 5))) };
  const { changes } = planChanges(kept, build(spec(features), stored), new Map());
  const after = buildChangedCatalog(kept, changes);
  const outcomes = listOutcomes(buildStoredCatalog(stored), after);
  expect(outcomes.map(({ outcome }) => outcome).filter((outcome) => outcome === 'keep')).toHaveLength(5);
  const publication = {
    edition: { id: 'ced_1', number: 1, note: '' },
    actor: { kind: 'operator', name: 'Test', user_id: null, channel: 'command' },
  } as const;
  const data = createPublishedData(
    after,
    { changes, outcomes, addOnOutcomes: [], accounts: new Map() },
    publication,
  );
  expect(data.versions).toBe(changes.versions.length);
  expect(data.changed_versions.length).toBeGreaterThan(10);
  expect(JSON.stringify(data).length).toBeLessThan(maxEventBytes);
});
