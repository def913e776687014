import { isUnchanged } from '@/lib/catalog-import/changes/catalog-changes';
import type { ImportPlan } from '@/lib/catalog-import/import-plan';
import type { AddOn, MatrixFeature, VersionList } from '@/lib/contract/versions';
import type { AppCatalog } from '@/lib/db/catalog';
import { snapshotVersion } from '@/lib/db/version-snapshot';
import { compareSnapshots } from '@/lib/domain/compare-features';
import {
  type ExpectedCell,
  type ExpectedPrice,
  expectAddOn,
  expectFeature,
  expectLimit,
  expectPrice,
  expectUnit,
  findAmountFeature,
  isOnRequest,
  notIncluded,
  type RawPriceList,
  toWords,
} from './price-list-reader';

// Compares what the API serves with a price list. Each function returns a text for each difference.

/** A price list and what is served after its import. */
export interface Served {
  list: RawPriceList;
  catalog: AppCatalog;
  response: VersionList['data'];
  plan: ImportPlan;
  /** The plan of a second import. */
  again: ImportPlan;
}

/** Finds what is served for a key of the file. Throws if there is nothing. */
function createLookup({ catalog, response }: Served) {
  const rows = new Map(response.matrix?.features.map((row) => [row.id, row]));
  const addOns = new Map(response.matrix?.offers.map((addOn) => [addOn.id, addOn]));
  const find = <T extends { catalogKey: string }>(items: T[], key: string) =>
    items.find(({ catalogKey }) => catalogKey === key) ?? fail(`${key} is not served.`);
  return {
    row: (key: string) => rows.get(find(catalog.features, key).humanId) ?? fail(`${key} has no row.`),
    version: (key: string) => find(catalog.versions, key).id,
    versionKey: (id: string) => catalog.versions.find((version) => version.id === id)?.catalogKey,
    featureKey: (humanId: string) => catalog.features.find((row) => row.humanId === humanId)?.catalogKey,
    addOn: (key: string) => addOns.get(find(catalog.addOns, key).id) ?? fail(`${key} is not offered.`),
    addOnKey: (id: string) => catalog.addOns.find((addOn) => addOn.id === id)?.catalogKey,
    entry: (key: string) => response.versions.find(({ id }) => id === find(catalog.versions, key).id),
  };
}

export function fail(message: string): never {
  throw new Error(message);
}

/** The cell of a row as the reader describes it. */
function readCell(row: MatrixFeature, versionId: string): ExpectedCell {
  const amount = row.amounts[versionId];
  return {
    included: row.versions[versionId] ?? false,
    amount: amount ? (amount.unlimited ? Number.POSITIVE_INFINITY : amount.amount) : null,
    text: amount ? null : (row.values[versionId] ?? null),
  };
}

const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });

/** Texts may differ in case and spaces, and a list of payment methods in its words. */
function describeCell({ included, amount, text }: ExpectedCell): string {
  const value = amount ?? text?.replace(/\s+/g, ' ').trim().toLowerCase() ?? 'tick';
  return included ? String(value) : 'not included';
}

/** Differences between the served cells of a row and those of the file. */
function compareRow(
  served: Served,
  key: string,
  row: MatrixFeature,
  expectCell: typeof expectFeature,
): string[] {
  const lookup = createLookup(served);
  return Object.keys(served.list.plans).flatMap((plan) => {
    const versionId = lookup.version(plan);
    const expected = describeCell(expectCell(served.list, plan, key));
    const cell = readCell(row, versionId);
    const differences =
      describeCell(cell) === expected ? [] : [`${plan} ${key}: ${describeCell(cell)}, not ${expected}`];
    // The text for older clients states the same amount.
    const value = row.values[versionId];
    if (
      cell.amount !== null &&
      !value?.startsWith(cell.amount === Number.POSITIVE_INFINITY ? 'Unlimited' : numbers.format(cell.amount))
    ) {
      differences.push(`${plan} ${key}: ${value} is not ${cell.amount}`);
    }
    return differences;
  });
}

/** A row is named after its key. */
function compareTitle(key: string, title: string): string[] {
  const letters = (text: string) =>
    text
      .toLowerCase()
      .replace(/&/g, 'and')
      .replace(/[^\p{L}\d]/gu, '');
  const [from, to] = [letters(key), letters(title)];
  return to === from || to === `${from}limit` || from === `${to}addon` ? [] : [`${key} is titled "${title}"`];
}

function compareFeatures(served: Served): string[] {
  const lookup = createLookup(served);
  const { list } = served;
  return Object.entries(list.features).flatMap(([key, { type }]) => {
    const row = lookup.row(key);
    // Payment methods are lists in the file.
    const cells = type === 'PAYMENT' ? [] : compareRow(served, key, row, expectFeature);
    return [...cells, ...compareTitle(key, row.title)];
  });
}

function compareLimits(served: Served): string[] {
  const lookup = createLookup(served);
  const { list } = served;
  return Object.keys(list.usageLimits ?? {}).flatMap((key) => {
    const { valueType, linkedFeatures } = list.usageLimits![key]!;
    const feature = findAmountFeature(list, key);
    const row = lookup.row(feature ?? `usageLimits.${key}`);
    const differences: string[] = [];
    if (feature === null) {
      differences.push(...compareRow(served, key, row, expectLimit), ...compareTitle(key, row.title));
      const linked = row.linked_features.map(lookup.featureKey).join();
      if (linked !== (linkedFeatures ?? []).join()) differences.push(`${key} limits ${linked}`);
      const groups = (linkedFeatures ?? []).map((linkedKey) => lookup.row(linkedKey).group);
      if (groups.length > 0 && !groups.includes(row.group)) differences.push(`${key} is in "${row.group}"`);
    }
    if (valueType === 'NUMERIC') {
      const unit = expectUnit(list, key);
      const actual = { words: toWords(row.unit ?? ''), period: row.period, renewable: row.renewable };
      if (JSON.stringify(actual) !== JSON.stringify(unit)) {
        differences.push(`${key}: ${JSON.stringify(actual)} is not ${JSON.stringify(unit)}`);
      }
    }
    return differences;
  });
}

type ServedPrice = Omit<ExpectedPrice, 'note'> & { more_info: string | null };

function comparePrice(
  name: string,
  actual: ServedPrice | undefined,
  { note, price_text, ...expected }: ExpectedPrice,
): string[] {
  const differences = Object.entries(expected).flatMap(([field, value]) => {
    const served = actual?.[field as keyof typeof expected];
    return served === value ? [] : [`${name}.${field}: ${served} is not ${value}`];
  });
  const text = actual?.price_text ?? null;
  if (price_text === null ? text !== null : !text?.includes(price_text)) {
    differences.push(`${name}.price_text: ${text} does not state ${price_text}`);
  }
  if (note !== null && !actual?.more_info?.includes(note))
    differences.push(`${name} does not mention ${note}`);
  return differences;
}

function comparePlans(served: Served): string[] {
  const lookup = createLookup(served);
  return Object.entries(served.list.plans).flatMap(([key, plan]) =>
    comparePrice(key, lookup.entry(key), expectPrice(served.list, plan)),
  );
}

function compareAddOns(served: Served): string[] {
  const lookup = createLookup(served);
  const { list, response } = served;
  return Object.keys(list.addOns ?? {}).flatMap((key) => {
    const addOn = lookup.addOn(key);
    const { price, ...expected } = expectAddOn(list, key);
    const actual = describeAddOn(addOn, lookup);
    const differences =
      JSON.stringify(actual) === JSON.stringify(sortAddOn(expected, list))
        ? []
        : [`${key}: ${JSON.stringify(actual)} is not ${JSON.stringify(sortAddOn(expected, list))}`];
    for (const plan of expected.plans) {
      const served = addOn.versions[lookup.version(plan)];
      differences.push(
        ...comparePrice(`${key} for ${plan}`, served && { ...served, more_info: addOn.more_info }, price),
      );
      // A cell of a feature that the plan lacks refers to the add-on.
      for (const feature of expected.features) {
        const row = lookup.row(feature);
        const refers = row.offers[lookup.version(plan)]?.ids.includes(addOn.id) ?? false;
        if (refers === row.versions[lookup.version(plan)])
          differences.push(`${plan} ${feature}: refers to ${key}: ${refers}`);
      }
    }
    if (response.optional_features_available !== true)
      differences.push('optional features are not available');
    return [...differences, ...compareTitle(key, addOn.title)];
  });
}

function describeAddOn(addOn: AddOn, lookup: ReturnType<typeof createLookup>) {
  const amounts = (change: 'set' | 'add') =>
    addOn.limits
      .filter((limit) => limit.change === change)
      .flatMap(({ id, versions, ...uniform }) =>
        [...Object.entries(versions), ['', uniform] as const]
          .slice(0, Object.keys(versions).length || undefined)
          .map(([version, { amount, unlimited }]) =>
            [lookup.featureKey(id), unlimited ? 'unlimited' : amount, lookup.versionKey(version) ?? ''].join(
              ' ',
            ),
          ),
      );
  return {
    plans: Object.keys(addOn.versions).map(lookup.versionKey).toSorted(),
    features: addOn.features.map(({ id }) => lookup.featureKey(id)).toSorted(),
    set: amounts('set').toSorted(),
    add: amounts('add').toSorted(),
    dependsOn: addOn.depends_on.map(lookup.addOnKey).toSorted(),
    excludes: addOn.excludes.map(lookup.addOnKey).toSorted(),
    quantities: [addOn.min_quantity, addOn.max_quantity],
  };
}

function sortAddOn(addOn: Omit<ReturnType<typeof expectAddOn>, 'price'>, list: RawPriceList) {
  const known = (keys: string[]) => [...new Set(keys)].filter((key) => key in (list.addOns ?? {})).toSorted();
  const rows = (amounts: ReturnType<typeof expectAddOn>['set']) =>
    Object.entries(amounts)
      .flatMap(([limit, byPlan]) => {
        const row = findAmountFeature(list, limit) ?? `usageLimits.${limit}`;
        const entries = Object.entries(typeof byPlan === 'number' ? { '': byPlan } : byPlan);
        return entries.map(
          ([plan, amount]) => `${row} ${amount === Number.POSITIVE_INFINITY ? 'unlimited' : amount} ${plan}`,
        );
      })
      .toSorted();
  return {
    plans: addOn.plans.toSorted(),
    features: addOn.features.toSorted(),
    set: rows(addOn.set),
    add: rows(addOn.add),
    dependsOn: known(addOn.dependsOn),
    excludes: known(addOn.excludes),
    quantities: addOn.quantities,
  };
}

/** Nothing is served that is not in the file, ids are slugs, and a second import changes nothing. */
function compareCounts({ list, response, again }: Served): string[] {
  const ownLimits = Object.keys(list.usageLimits ?? {}).filter(
    (key) => findAmountFeature(list, key) === null,
  );
  const onRequest = Object.keys(list.features).filter((feature) =>
    Object.keys(list.plans).some((plan) => isOnRequest(list, plan, feature)),
  );
  const expected = {
    versions: Object.keys(list.plans).length,
    rows: Object.keys(list.features).length + ownLimits.length,
    addOns: Object.keys(list.addOns ?? {}).length + onRequest.length,
  };
  const actual = {
    versions: response.versions.length,
    rows: response.matrix?.features.length,
    addOns: response.matrix?.offers.length,
  };
  const differences = isUnchanged(again.changes) ? [] : ['a second import changes the app'];
  const ids = [...(response.matrix?.features ?? []), ...(response.matrix?.offers ?? [])].map((row) =>
    'human_id' in row ? row.human_id : row.id,
  );
  differences.push(...ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)));
  return JSON.stringify(actual) === JSON.stringify(expected)
    ? differences
    : [...differences, `${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`];
}

/** Every part of the file has an outcome. */
function compareReport({ list, plan }: Served): string[] {
  const parts = plan.report.all;
  const plans = Object.keys(list.plans).length;
  const addOns = Object.keys(list.addOns ?? {}).length;
  const limits = Object.keys(list.usageLimits ?? {}).length;
  const expected = {
    plan: plans,
    feature: Object.keys(list.features).length,
    limit: limits,
    amount: limits * plans,
    'add-on': addOns,
    price: plans + addOns + Object.keys(list.billing ?? {}).length,
  };
  return Object.entries(expected).flatMap(([kind, count]) => {
    const reported = parts.filter((part) => part.kind === kind);
    const withoutReason = reported.filter(({ outcome, reason }) => outcome !== 'unchanged' && !reason);
    return reported.length === count && withoutReason.length === 0
      ? []
      : [`${kind}: ${reported.length} of ${count} reported`];
  });
}

/** What a switch between neighbouring plans of the list changes, in both directions. */
function compareSwitches(served: Served): string[] {
  const { list, catalog } = served;
  const keys = Object.keys(list.plans);
  const snapshot = (key: string) =>
    snapshotVersion(catalog, catalog.versions.find(({ catalogKey }) => catalogKey === key)!);
  return keys
    .slice(1)
    .flatMap((key, index) =>
      [[keys[index]!, key] as const, [key, keys[index]!] as const].flatMap(([from, to]) =>
        compareChanges(served, { from, to }, compareSnapshots(snapshot(from), snapshot(to))),
      ),
    );
}

const changeKinds = ['gained', 'lost', 'kept', 'raised', 'lowered', 'changed'] as const;

/** Differences between the changes that are reported for a switch and those between two plans of the file. `from` is null for a first version. */
export function compareChanges(
  { list, catalog }: Pick<Served, 'list' | 'catalog'>,
  { from, to }: { from: string | null; to: string },
  changes: Record<(typeof changeKinds)[number], { id: string }[]>,
): string[] {
  // Payment methods are lists in the file, and are compared nowhere.
  const features = Object.keys(list.features).filter((key) => list.features[key]?.type !== 'PAYMENT');
  const limits = Object.keys(list.usageLimits ?? {}).filter((key) => findAmountFeature(list, key) === null);
  const expectBoth = (expectCell: (plan: string) => ExpectedCell) =>
    [from, to].map((plan) => (plan === null ? notIncluded : expectCell(plan)));
  const rows = [
    ...features.map((key) => ({ row: key, cells: expectBoth((plan) => expectFeature(list, plan, key)) })),
    ...limits.map((key) => ({
      row: `usageLimits.${key}`,
      cells: expectBoth((plan) => expectLimit(list, plan, key)),
    })),
  ];
  const keys = new Map(catalog.features.map(({ humanId, catalogKey }) => [humanId, catalogKey]));
  const compared = new Set(rows.map(({ row }) => row));
  return changeKinds.flatMap((kind) => {
    const actual = changes[kind].flatMap(({ id }) => keys.get(id) ?? id).filter((row) => compared.has(row));
    const expected = rows.flatMap(({ row, cells: [before, after] }) =>
      classify(before!, after!).includes(kind) ? [row] : [],
    );
    const [actualText, expectedText] = [actual, expected].map((list) => list.toSorted().join());
    return actualText === expectedText
      ? []
      : [`${from} to ${to}, ${kind}: ${actualText}, not ${expectedText}`];
  });
}

function classify(before: ExpectedCell, after: ExpectedCell): string[] {
  if (!before.included) return after.included ? ['gained'] : [];
  if (!after.included) return ['lost'];
  if (before.amount !== null && after.amount !== null) {
    if (before.amount === after.amount) return ['kept'];
    return ['kept', after.amount > before.amount ? 'raised' : 'lowered'];
  }
  return describeCell(before) === describeCell(after) ? ['kept'] : ['kept', 'changed'];
}

const checks = [
  compareFeatures,
  compareLimits,
  comparePlans,
  compareAddOns,
  compareCounts,
  compareReport,
  compareSwitches,
];

/** All differences. A row that is missing is one. */
export function compareWithFile(served: Served): string[] {
  return checks.flatMap((check) => {
    try {
      return check(served);
    } catch (error) {
      return [String(error)];
    }
  });
}
