import { makeId } from '@/lib/contract/ids';
import type { Database } from '@/lib/db/client';
import type { App, Feature, Version } from '@/lib/db/generated/client';
import { withTenant } from '@/lib/db/tenant';

/** `features`, `values` and `optional` reference the app's features by 1-based number. */
export interface VersionSpec {
  title?: string;
  description?: string;
  tag?: string;
  moreInfo?: string | null;
  fee?: number | null;
  userFee?: number | null;
  active?: boolean;
  public?: boolean;
  entryBlocker?: string;
  exitBlocker?: string;
  features?: number[];
  values?: Record<number, string>;
  optional?: { feature: number; fee?: number | null; userFee?: number | null; offer?: string }[];
}

export interface AppSpec {
  title?: string;
  currency?: string;
  billingPeriod?: 'month' | 'year';
  contactUrl?: string;
  /** Their number, or a spec for each. By default, each version costs $10 more and includes more features. */
  versions?: number | VersionSpec[];
  /** Their number, or the title of each. */
  features?: number | string[];
  /** The group of a feature, by its 1-based number. */
  groupOf?: (feature: number) => string;
}

export interface BuiltApp extends App {
  host: string;
  versions: Version[];
  features: Feature[];
}

/** Creates an app with a unique slug and host name. The first version is the default. */
export async function buildApp(db: Database, spec: AppSpec = {}): Promise<BuiltApp> {
  const id = makeId('app');
  const slug = id.replace('_', '-');
  const { title = 'Acme', currency = 'USD', billingPeriod = 'month', contactUrl = null } = spec;
  const host = `${slug}.localhost`;
  const app = await db.app.create({ data: { id, slug, title, host, currency, billingPeriod, contactUrl } });

  const features = featureRows(id, spec);
  const specs = versionSpecs(spec, features.length);
  const versions = specs.map((version, index) => versionRow(id, version, index));
  await withTenant(db, { appId: id }, async (queries) => {
    await queries.feature.createMany({ data: features });
    await queries.version.createMany({ data: versions });
    await queries.versionFeature.createMany({
      data: specs.flatMap((version, index) => linkRows(id, versions[index]?.id ?? '', version, features)),
    });
  });
  return { ...app, host, versions, features };
}

function featureRows(appId: string, { features = 3, groupOf = () => '' }: AppSpec): Feature[] {
  const titles =
    typeof features === 'number' ? Array.from({ length: features }, (_, n) => `Feature ${n + 1}`) : features;
  return titles.map((title, index) => ({
    appId,
    id: makeId('feature'),
    catalogKey: `feature${index + 1}`,
    humanId: `feature-${index + 1}`,
    title,
    description: `What ${title} does.`,
    group: groupOf(index + 1),
    position: index,
    active: true,
  }));
}

function versionSpecs({ versions = 3 }: AppSpec, features: number): VersionSpec[] {
  if (typeof versions !== 'number') return versions;
  return Array.from({ length: versions }, (_, index) => {
    const share = Math.ceil((features * (index + 1)) / versions);
    return { fee: index * 1000, features: Array.from({ length: share }, (_, n) => n + 1) };
  });
}

function versionRow(appId: string, spec: VersionSpec, index: number): Version {
  return {
    appId,
    id: makeId('version'),
    catalogKey: `VERSION_${index + 1}`,
    tag: spec.tag ?? `v${index + 1}`,
    title: spec.title ?? `Version ${index + 1}`,
    description: spec.description ?? `Version ${index + 1} of the app.`,
    moreInfo: spec.moreInfo ?? null,
    active: spec.active ?? true,
    public: spec.public ?? true,
    isDefault: index === 0,
    fee: spec.fee === undefined ? index * 1000 : spec.fee,
    userFee: spec.userFee ?? null,
    entryBlocker: spec.entryBlocker ?? null,
    exitBlocker: spec.exitBlocker ?? null,
    createdAt: new Date(),
  };
}

function linkRows(appId: string, versionId: string, spec: VersionSpec, features: Feature[]) {
  const idOf = (number: number) => {
    const feature = features[number - 1];
    if (!feature) throw new Error(`The app has no feature ${number}.`);
    return feature.id;
  };
  const included = (spec.features ?? []).map((number) => ({
    appId,
    versionId,
    featureId: idOf(number),
    kind: 'included' as const,
    value: spec.values?.[number] ?? null,
  }));
  const optional = (spec.optional ?? []).map(({ feature, fee = null, userFee = null, offer = null }) => ({
    appId,
    versionId,
    featureId: idOf(feature),
    kind: 'optional' as const,
    fee,
    userFee,
    offer,
  }));
  return [...included, ...optional];
}
