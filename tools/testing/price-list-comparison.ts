import { isDeepStrictEqual } from 'node:util';
import type { AddOnEntry } from '@/lib/contract/add-ons';
import {
  type AddOn,
  addOnSchema,
  type MatrixFeature,
  type Price,
  type VersionList,
} from '@/lib/contract/versions';
import type { AppCatalog } from '@/lib/db/catalog';
import { snapshotVersion } from '@/lib/db/version-snapshot';
import { noCallerState } from '@/lib/domain/caller';
import { compareSnapshots } from '@/lib/domain/catalog/compare-features';
import { listAccountAddOns } from '@/lib/domain/subscription/list-add-ons';
import { serializeAddOns } from '@/lib/http/serializers/add-on-serializers';
import { isUnchanged } from '@/lib/price-list/compare/catalog-changes';
import type { Publication } from '@/lib/price-list/compare/publication';
import { createCallerState } from './catalog-fixtures';
import {
  describeCell,
  expectChanges,
  expectFacts,
  type Facts,
  type RawPriceList,
  readRows,
  toWords,
} from './price-list-reader';

// Compares what the API serves with a price list. Functions return a text for each difference.

/** A price list and what is served after its import. */
export interface Served {
  list: RawPriceList;
  catalog: AppCatalog;
  response: VersionList['data'];
  plan: Publication;
  /** The plan of a second import. */
  again: Publication;
}

function compareFacts(expected: Facts, actual: Facts, where = ''): string[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  return [...names].flatMap((name) =>
    isDeepStrictEqual(expected[name], actual[name])
      ? []
      : [`${where}${name}: ${JSON.stringify(actual[name])}, not ${JSON.stringify(expected[name])}`],
  );
}

/** Keys of the price list by IDs of what is served. */
const toKeys = <Item extends { catalogKey: string }>(items: Item[], getId: (item: Item) => string) =>
  new Map(items.map((item) => [getId(item), item.catalogKey]));

/** All differences between the file and what is served. */
export function compareWithFile(served: Served): string[] {
  const { list, catalog, again } = served;
  const expected = expectFacts(list);
  const keys = Object.keys(list.plans);
  const snapshot = (key: string) =>
    snapshotVersion(catalog, catalog.versions.find(({ catalogKey }) => catalogKey === key)!);
  const neighbors = keys.slice(1).flatMap((key, index) => {
    const other = keys[index]!;
    return [
      { from: other, to: key },
      { from: key, to: other },
    ];
  });
  return [
    ...compareFacts(expected, readFacts(served, expected)),
    ...findIncidentals(served),
    ...(isUnchanged(again.changes) ? [] : ['a second import changes the app']),
    ...neighbors.flatMap(({ from, to }) =>
      compareChanges(served, { from, to }, compareSnapshots(snapshot(from), snapshot(to))),
    ),
  ];
}

/** What is served, with the names of `expected`. */
function readFacts({ catalog, response, plan }: Served, expected: Facts): Facts {
  const versionKeys = toKeys(catalog.versions, ({ id }) => id);
  const featureKeys = toKeys(catalog.features, ({ humanId }) => humanId);
  const addOnKeys = toKeys(catalog.addOns, ({ id }) => id);
  const { features = [], offers = [] } = response.matrix ?? {};
  const facts: Facts = {
    plans: response.versions.map(({ id }) => versionKeys.get(id)).toSorted(),
    rows: features.length,
    'add-ons': offers.length,
    reported: countReported(plan),
  };
  for (const version of response.versions) {
    const { min_users } = version;
    facts[`price of ${versionKeys.get(version.id)}`] = { ...readPrice(version), min_users };
  }
  for (const row of features) {
    const key = featureKeys.get(row.id) ?? row.id;
    const { unit, period, renewable } = row;
    const unitFact = { words: toWords(unit ?? ''), period, renewable };
    const ofRow = [...versionKeys].map(([id, plan]) => [`${key} of ${plan}`, readCell(row, id)] as const);
    for (const [name, fact] of [...ofRow, [`${key}, unit`, unitFact] as const]) {
      if (name in expected) facts[name] = fact;
    }
    if (row.is_limit) facts[`${key}, features`] = row.linked_features.map((id) => featureKeys.get(id));
  }
  for (const addOn of offers) {
    const key = addOnKeys.get(addOn.id) ?? '';
    // The others are features that plans have on request.
    if (!(`add-on ${key}` in expected)) continue;
    const amounts = (change: 'set' | 'add') =>
      addOn.limits.flatMap(({ id, versions, ...uniform }) => {
        if (uniform.change !== change) return [];
        const byVersion = Object.entries(versions);
        const values = byVersion.length > 0 ? byVersion : [['', uniform] as const];
        return values.map(([version, { amount, unlimited }]) =>
          [featureKeys.get(id), unlimited ? Infinity : amount, versionKeys.get(version) ?? ''].join(' '),
        );
      });
    facts[`add-on ${key}`] = {
      plans: Object.keys(addOn.versions)
        .map((id) => versionKeys.get(id))
        .toSorted(),
      features: addOn.features.map(({ id }) => featureKeys.get(id)).toSorted(),
      set: amounts('set').toSorted(),
      add: amounts('add').toSorted(),
      dependsOn: addOn.depends_on.map((id) => addOnKeys.get(id)).toSorted(),
      excludes: addOn.excludes.map((id) => addOnKeys.get(id)).toSorted(),
      quantities: [addOn.min_quantity, addOn.max_quantity],
    };
    for (const [id, price] of Object.entries(addOn.versions)) {
      facts[`price of ${key} for ${versionKeys.get(id)}`] = readPrice(price);
    }
  }
  return facts;
}

/** The number of parts of each kind that the report has, each with a reason unless it is imported as it is. */
function countReported({ report }: Publication): Facts {
  const kinds = ['plan', 'feature', 'limit', 'amount', 'add-on', 'price'];
  const isComplete = ({ outcome, reason }: (typeof report.all)[number]) => outcome === 'unchanged' || reason;
  return Object.fromEntries(
    kinds.map((kind) => [kind, report.all.filter((part) => part.kind === kind && isComplete(part)).length]),
  );
}

function pickPrice(price: Price) {
  const { fee, user_fee, fee_unit, user_fee_unit, annual_fee, annual_user_fee } = price;
  return { fee, user_fee, fee_unit, user_fee_unit, annual_fee, annual_user_fee };
}

function readPrice(price: Price) {
  const text = /\d+(\.\d+)?/.exec(price.price_text ?? '')?.[0] ?? price.price_text;
  return { ...pickPrice(price), text };
}

const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });

function readCell(row: MatrixFeature, versionId: string): string {
  if (!row.versions[versionId]) return describeCell(null);
  const { amount, unlimited } = row.amounts[versionId] ?? {};
  const text = row.values[versionId];
  if (amount == null && !unlimited) return describeCell(text == null ? 'tick' : { text });
  const number = unlimited ? Infinity : amount!;
  // The text for older clients states the same amount.
  const isStated = text?.startsWith(unlimited ? 'Unlimited' : numbers.format(number));
  return isStated ? describeCell(number) : `${number}, and the text ${text}`;
}

/** What does not follow from a part of the file alone: titles, IDs, groups, and references to add-ons. */
function findIncidentals({ list, catalog, response }: Served): string[] {
  const { features = [], offers = [] } = response.matrix ?? {};
  const letters = (text: string) =>
    text
      .replace(/^(usageLimits|features)\./, '')
      .toLowerCase()
      .replace(/&/g, 'and')
      .replace(/[^\p{L}\d]|limit$|add-?on$/gu, '');
  const rows = new Map(features.map((row) => [row.id, row]));
  const featureKeys = toKeys(catalog.features, ({ humanId }) => humanId);
  const addOnKeys = toKeys(catalog.addOns, ({ id }) => id);
  const titled = [
    ...features.map(({ id, title }) => ({ id, title, key: featureKeys.get(id) ?? '' })),
    ...offers.map(({ human_id, title, id }) => ({ id: human_id, title, key: addOnKeys.get(id) ?? '' })),
  ];
  const groups = features.filter(({ is_limit, group, linked_features }) => {
    const linked = linked_features.map((id) => rows.get(id)?.group);
    return is_limit && linked.length > 0 && !linked.includes(group);
  });
  // A cell of a feature that the plan lacks refers to the add-on.
  const references = offers.flatMap((addOn) =>
    addOn.features.flatMap(({ id }) => {
      const row = rows.get(id);
      return Object.keys(addOn.versions).flatMap((version) => {
        const refers = row?.offers[version]?.ids.includes(addOn.id) ?? false;
        return refers === !row?.versions[version] ? [] : [`${addOn.title}, ${id}`];
      });
    }),
  );
  const hasAddOns = Object.keys(list.addOns ?? {}).length > 0;
  return [
    ...titled.filter(({ id }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)).map(({ id }) => `${id} is no slug`),
    ...titled
      .filter(({ key, title }) => letters(key) !== letters(title))
      .map(({ key, title }) => `${key} is titled "${title}"`),
    ...groups.map(({ title, group }) => `${title} is in "${group}"`),
    ...references.map((text) => `a cell does not refer to ${text}`),
    ...(hasAddOns && !response.optional_features_available ? ['optional features are not available'] : []),
  ];
}

/** Differences between the changes that are reported for a switch and those between two plans of the file. */
export function compareChanges(
  { list, catalog }: Pick<Served, 'list' | 'catalog'>,
  { from, to }: { from: string | null; to: string },
  changes: Record<'gained' | 'lost' | 'kept' | 'raised' | 'lowered' | 'changed', { id: string }[]>,
): string[] {
  const expected = expectChanges(list, from, to);
  const keys = toKeys(catalog.features, ({ humanId }) => humanId);
  const compared = readRows(list);
  const actual = Object.keys(expected).map((kind) => {
    const rows = changes[kind as keyof typeof changes].map(({ id }) => keys.get(id) ?? id);
    return [kind, rows.filter((row) => compared.has(row)).toSorted()];
  });
  return compareFacts(expected, Object.fromEntries(actual), `${from} to ${to}, `);
}

/**
 * Compares `GET /app/optional-features`, for a visitor and for an account on each plan, with the add-ons of the matrix.
 * `allowed` is how many the accounts can turn on.
 */
export function compareAddOns(
  { catalog, response }: Pick<Served, 'catalog' | 'response'>,
  edit: (option: AddOnEntry) => void = () => {},
): { differences: string[]; allowed: number } {
  const addOns: AddOn[] = response.matrix?.offers ?? [];
  let allowed = 0;
  const differences = [null, ...response.versions].flatMap((version) => {
    const state = version ? createCallerState(version.id) : noCallerState;
    const account = version && { id: 'acc_1', title: '' };
    const listing = listAccountAddOns({ catalog, state }, { role: version ? 'owner' : null, account }, 1);
    const options = serializeAddOns(listing).data.optional_features;
    for (const option of options) edit(option);
    allowed += options.filter(({ change }) => change?.blockers.length === 0).length;
    const where = version?.title ?? 'visitor';
    const isSame = isDeepStrictEqual(
      options.map((option) => addOnSchema.parse(option)),
      addOns,
    );
    return [
      ...(isSame ? [] : [`${where}: other offers`]),
      ...options
        .flatMap((option) => findAddOnErrors(option, version?.id ?? null))
        .map((text) => `${where}: ${text}`),
    ];
  });
  return { differences, allowed };
}

function findAddOnErrors(option: AddOnEntry, versionId: string | null): string[] {
  const { id, versions, price_version_id, price_text, change, included } = option;
  const own = versionId === null ? undefined : versions[versionId];
  const price = own ?? versions[price_version_id ?? ''];
  const isOnRequest = own && Object.values(own).every((value) => typeof value !== 'number');
  const reasons = [
    ...(included ? ['option_included'] : []),
    ...(own ? [] : ['option_not_offered']),
    ...(isOnRequest ? ['price_on_request'] : []),
  ];
  const blocker = change?.blockers[0]?.code;
  return [
    ...(isDeepStrictEqual({ ...pickPrice(option), price_text }, price) ? [] : [`${id}: another price`]),
    ...(own && price_version_id !== versionId ? [`${id}: the price of another plan`] : []),
    ...(versionId !== null && reasons[0] && blocker !== reasons[0]
      ? [`${id}: ${blocker}, not ${reasons[0]}`]
      : []),
  ];
}
