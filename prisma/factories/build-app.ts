import { findCurrencyDigits } from '@/lib/contract/currency-digits';
import { makeId } from '@/lib/contract/ids';
import { limitRowKey, readCatalog, type VersionModel as Version } from '@/lib/db/catalog';
import { insertVersionChanges } from '@/lib/db/catalog-changes';
import type { Database } from '@/lib/db/connection/client';
import { withNumbers } from '@/lib/db/connection/query-json';
import { withTenant } from '@/lib/db/connection/tenant';
import type { App, Feature, Prisma } from '@/lib/db/generated/client';
import { formatAmount } from '@/lib/format/localized-amount';

type VersionFields = Partial<
  Omit<Version, 'appId' | 'id' | 'catalogKey' | 'isDefault' | 'createdAt' | 'replacedBy'>
>;

/** `features`, `values` and `optional` reference the app's features by 1-based number. */
export interface VersionSpec extends VersionFields {
  /** The 1-based number of the version that has replaced this one. It is retired, and has the other's title. */
  replacedBy?: number;
  features?: number[];
  values?: Record<number, string>;
  /** Each is a number, or `unlimited`. */
  amounts?: Record<number, number | 'unlimited'>;
  /** Add-ons of one feature. Add-ons with one title are one add-on. */
  optional?: OptionalSpec[];
}

interface OptionalSpec {
  feature: number;
  fee?: number | null;
  userFee?: number | null;
  feeUnit?: string | null;
  annualFee?: number | null;
  priceText?: string;
  annualUserFee?: number | null;
  addOn?: string;
  /** The amount that the add-on adds to an included feature. Without it, the add-on includes the feature. */
  adds?: number;
  /** For an add-on that is sold by quantity. */
  maxQuantity?: number;
}

type AppFields = Partial<Omit<App, 'id' | 'slug' | 'host' | 'usersLimit' | 'createdAt' | 'catalogRevision'>>;

export interface AppSpec extends AppFields {
  /** The 1-based number of the feature that limits the number of users. Its units have `isLimit`. */
  usersLimit?: number;
  /** Their number, or a spec for each. By default, each version costs $10 more and includes more features. */
  versions?: number | VersionSpec[];
  /** Their number, or the title of each. */
  features?: number | string[];
  /** The 1-based numbers of the limits below whose usage no change is allowed. */
  blocking?: number[];
  /** The 1-based numbers of the features that cards list first. */
  highlighted?: number[];
  /** The group of a feature, by its 1-based number. */
  groupOf?: (feature: number) => string;
  /** The unit and period of a feature's amounts, by its 1-based number. With `isLimit`, it is a usage limit of its own. */
  units?: Record<number, { unit: string | null; period?: string | null; isLimit?: boolean }>;
}

export interface BuiltApp extends App {
  host: string;
  versions: Version[];
  features: Feature[];
  /** In the order in which the versions name them. */
  addOns: { id: string; title: string }[];
}

/** Creates an app with a unique slug and host name. The first version is the default. */
export async function buildApp(db: Database, spec: AppSpec = {}): Promise<BuiltApp> {
  const id = makeId('app');
  const slug = id.replace('_', '-');
  const host = `${slug}.localhost`;
  const {
    versions: _,
    features: __,
    groupOf: ___,
    units: ____,
    highlighted: _____,
    blocking: ______,
    usersLimit,
    ...fields
  } = spec;
  const app = await db.app.create({
    data: {
      ...{ id, slug, host, title: 'Acme', ...fields },
      currencyDigits: findCurrencyDigits(spec.currency ?? 'USD'),
      usersLimit: usersLimit === undefined ? null : `limit${usersLimit}`,
    },
  });

  const features = featureRows(id, spec);
  const specs = versionSpecs(spec, features.length);
  const rows = replaceVersions(
    specs,
    specs.map((version, index) => versionRow(id, version, index)),
  );
  const specOfVersions = rows.map((row, index) => ({ spec: specs[index] ?? {}, versionId: row.id }));
  const addOns = addOnRows(id, specOfVersions, features);
  const versions = await withTenant(db, { appId: id }, async (queries) => {
    await queries.feature.createMany({ data: features });
    const created = await queries.version.createManyAndReturn({ data: rows });
    await queries.versionFeature.createMany({
      data: specOfVersions.flatMap((version) => linkRows(id, version, features)),
    });
    await queries.addOn.createMany({ data: addOns.addOns });
    await queries.addOnVersion.createMany({ data: addOns.prices });
    await queries.addOnFeature.createMany({ data: addOns.effects });
    if (specs.some(({ replacedBy }) => replacedBy !== undefined)) {
      await insertVersionChanges(queries, {
        before: null,
        after: await readCatalog(queries, id),
        at: new Date(),
      });
    }
    return created.map(withNumbers);
  });
  return { ...app, host, versions, features, addOns: addOns.addOns };
}

function featureRows(
  appId: string,
  { features = 3, groupOf = () => '', units = {}, highlighted = [], blocking = [] }: AppSpec,
): Feature[] {
  const titles =
    typeof features === 'number' ? Array.from({ length: features }, (_, n) => `Feature ${n + 1}`) : features;
  return titles.map((title, index) => ({
    appId,
    id: makeId('feature'),
    catalogKey: units[index + 1]?.isLimit ? limitRowKey(`limit${index + 1}`) : `feature${index + 1}`,
    humanId: `feature-${index + 1}`,
    title,
    description: `What ${title} does.`,
    group: groupOf(index + 1),
    position: index,
    active: true,
    unit: units[index + 1]?.unit ?? null,
    period: units[index + 1]?.period ?? null,
    limitType: units[index + 1] ? 'non_renewable' : null,
    limitKey: units[index + 1]?.isLimit ? `limit${index + 1}` : null,
    linkedFeatureIds: [],
    highlight: highlighted.includes(index + 1),
    keywords: [],
    exceeding: blocking.includes(index + 1) ? 'block' : 'warn',
    betterAmount: 'higher',
  }));
}

function versionSpecs({ versions = 3 }: AppSpec, features: number): VersionSpec[] {
  if (typeof versions !== 'number') return versions;
  return Array.from({ length: versions }, (_, index) => {
    const share = Math.ceil((features * (index + 1)) / versions);
    return { fee: index * 1000, features: Array.from({ length: share }, (_, n) => n + 1) };
  });
}

function versionRow(
  appId: string,
  { features: _, values: __, amounts: ___, optional: ____, replacedBy: _____, ...fields }: VersionSpec,
  index: number,
) {
  return {
    appId,
    id: makeId('version'),
    catalogKey: `VERSION_${index + 1}`,
    tag: `v${index + 1}`,
    title: `Version ${index + 1}`,
    description: `Version ${index + 1} of the app.`,
    isDefault: index === 0,
    fee: index * 1000,
    ...fields,
  };
}

/** Sets what follows from `replacedBy`, as an import that keeps a version does. */
function replaceVersions(specs: VersionSpec[], rows: ReturnType<typeof versionRow>[]) {
  return rows.map((row, index) => {
    const { replacedBy, tag, title } = specs[index] ?? {};
    if (replacedBy === undefined) return row;
    const present = rows[replacedBy - 1];
    if (!present) throw new Error(`The app has no version ${replacedBy}.`);
    const number = specs.slice(0, index + 1).filter((each) => each.replacedBy === replacedBy).length;
    return {
      ...row,
      catalogKey: `${present.catalogKey}~${number}`,
      tag: tag ?? `${present.tag}-retired${number === 1 ? '' : number}`,
      title: title ?? present.title,
      active: false,
      isDefault: false,
      replacedBy: present.id,
    };
  });
}

interface SpecOfVersion {
  spec: VersionSpec;
  versionId: string;
}

function getFeature(features: Feature[], number: number): Feature {
  const feature = features[number - 1];
  if (!feature) throw new Error(`The app has no feature ${number}.`);
  return feature;
}

function linkRows(appId: string, { spec, versionId }: SpecOfVersion, features: Feature[]) {
  return (spec.features ?? []).map((number) => {
    const { id, unit, period } = getFeature(features, number);
    const amount = spec.amounts?.[number];
    const unlimited = amount === 'unlimited';
    const content = { amount: amount === undefined || unlimited ? null : amount, unlimited };
    const text = amount === undefined ? null : formatAmount({ ...content, unit, period });
    return { appId, versionId, featureId: id, value: spec.values?.[number] ?? text, ...content };
  });
}

/** One add-on for each title. An add-on without a title has that of its feature. */
function addOnRows(appId: string, versions: SpecOfVersion[], features: Feature[]) {
  const addOns = new Map<string, ReturnType<typeof addOnRow>>();
  const prices = new Map<string, Prisma.AddOnVersionCreateManyInput>();
  const effects = new Map<string, Prisma.AddOnFeatureCreateManyInput>();
  for (const { spec, versionId } of versions) {
    for (const { feature: number, addOn: title, adds, maxQuantity, ...price } of spec.optional ?? []) {
      const feature = getFeature(features, number);
      const key = title ?? feature.title;
      const addOn = addOns.get(key) ?? addOnRow(appId, key, addOns.size);
      if (maxQuantity !== undefined) Object.assign(addOn, { minQuantity: 1, maxQuantity });
      addOns.set(key, addOn);
      const addOnId = addOn.id;
      prices.set(`${addOnId} ${versionId}`, { appId, addOnId, versionId, ...price });
      effects.set(`${addOnId} ${feature.id}`, {
        appId,
        addOnId,
        featureId: feature.id,
        effect: adds === undefined ? 'include' : 'add',
        amount: adds,
      });
    }
  }
  return { addOns: [...addOns.values()], prices: [...prices.values()], effects: [...effects.values()] };
}

function addOnRow(appId: string, title: string, position: number) {
  return {
    appId,
    id: makeId('addOn'),
    catalogKey: `offer${position + 1}`,
    humanId: `offer-${position + 1}`,
    title,
    position,
  };
}
