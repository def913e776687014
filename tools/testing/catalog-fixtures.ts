import { noVersionContent } from '@/lib/contract/operations/sample-data';
import type { AddOnState } from '@/lib/db/accounts';
import type {
  AddOnEffect,
  AddOnPrice,
  App,
  CatalogAddOn,
  CatalogFeature,
  CatalogVersion,
  FeatureLink,
  Price,
} from '@/lib/db/catalog';
import type { StoredVersion } from '@/lib/db/catalog-store';
import { toCamelCase } from '@/lib/db/connection/query-json';
import type { VersionContent, VersionSnapshot } from '@/lib/db/version-snapshot';
import type { CallerState } from '@/lib/domain/caller';

// Catalog objects for unit tests. A test passes only the fields that matter to it.

export function createApp(fields: Partial<App> = {}): App {
  return {
    id: 'app_1',
    slug: 'acme',
    title: 'Acme',
    currency: 'USD',
    currencyDigits: 2,
    billingPeriod: 'month',
    language: null,
    contactUrl: null,
    signInUrl: null,
    signUpUrl: null,
    billingUrl: null,
    frameOrigins: [],
    apiOrigins: [],
    languages: [],
    homeUrl: null,
    checkoutUrl: null,
    returnOrigins: [],
    sessionHours: null,
    usersManagedBy: null,
    usersLimit: null,
    downgrades: 'any',
    selfService: true,
    supportSetsTerms: false,
    timeZone: null,
    isTest: false,
    twoPersonRule: false,
    brandLogo: null,
    brandAccent: null,
    brandAccentDark: null,
    brandFont: null,
    catalogRevision: 1,
    ...fields,
  };
}

export function createVersion(id: string, fields: Partial<CatalogVersion> = {}): CatalogVersion {
  return { ...createStoredVersion(id), links: [], ...fields };
}

export const noPrice: Price = {
  fee: null,
  userFee: null,
  feeUnit: null,
  userFeeUnit: null,
  annualFee: null,
  annualUserFee: null,
  priceText: null,
};

const noContent = toCamelCase<VersionContent>(noVersionContent);

export function createStoredVersion(id: string, fields: Partial<StoredVersion> = {}): StoredVersion {
  return {
    id,
    catalogKey: id,
    tag: id.replace('ver_', ''),
    title: id.replace('ver_', '').toUpperCase(),
    description: '',
    moreInfo: null,
    active: true,
    public: true,
    isDefault: false,
    recommended: false,
    family: '',
    ...noContent,
    fee: 1000,
    entryBlocker: null,
    replacedBy: null,
    keepsPrice: null,
    renewsTo: null,
    renewsSince: null,
    exitBlocker: null,
    selfService: true,
    trialDays: null,
    trialThen: null,
    trialOnce: true,
    trialReminderDays: 3,
    ...fields,
  };
}

export function createVersionSnapshot(
  versionId: string,
  fields: Partial<VersionSnapshot> = {},
): VersionSnapshot {
  return {
    ...noContent,
    appId: 'app_1',
    digest: versionId,
    versionId,
    title: versionId,
    description: '',
    tag: versionId,
    currency: 'EUR',
    currencyDigits: 2,
    billingPeriod: 'month',
    features: [],
    ...fields,
  };
}

export function createFeature(id: string, fields: Partial<CatalogFeature> = {}): CatalogFeature {
  return {
    id,
    catalogKey: id,
    humanId: id,
    title: id,
    description: '',
    group: '',
    position: 0,
    active: true,
    unit: null,
    period: null,
    limitType: null,
    limitKey: null,
    betterAmount: 'higher',
    linkedFeatureIds: [],
    highlight: false,
    keywords: [],
    exceeding: 'warn',
    ...fields,
  };
}

export function createLink(featureId: string, fields: Partial<FeatureLink> = {}): FeatureLink {
  return { featureId, value: null, amount: null, unlimited: false, ...fields };
}

interface AddOnFields extends Partial<Omit<CatalogAddOn, 'versions' | 'features'>> {
  /** Ids of the versions that the add-on is available for, with its price. */
  prices: Record<string, Partial<AddOnPrice>>;
  /** Ids of the features that the add-on includes. */
  includes?: string[];
  effects?: AddOnEffect[];
}

export function createAddOn(
  id: string,
  { prices, includes = [], effects, ...fields }: AddOnFields,
): CatalogAddOn {
  return {
    id,
    catalogKey: id,
    humanId: id,
    title: id,
    description: '',
    moreInfo: null,
    position: 0,
    active: true,
    public: true,
    dependsOn: [],
    excludes: [],
    minQuantity: null,
    maxQuantity: null,
    replacedBy: null,
    ...fields,
    versions: Object.entries(prices).map(([versionId, price]) => ({
      versionId,
      ...noPrice,
      ...price,
    })),
    features: effects ?? includes.map((featureId) => createEffect(featureId)),
  };
}

export function createEffect(featureId: string, fields: Partial<AddOnEffect> = {}): AddOnEffect {
  const content = { value: null, amount: null, unlimited: false, byVersion: null };
  return { featureId, effect: 'include', ...content, ...fields };
}

/** The versions of an account: the id of its current version and of those granted to it. */
export function createCallerState(versionId: string, granted: string[] = []): CallerState {
  const current = {
    id: 'avh_1',
    sequence: 1,
    kind: 'switch' as const,
    versionId,
    activatedAt: Date.UTC(2026, 0, 1),
    planSince: Date.UTC(2026, 0, 1),
    snapshotDigest: '',
    billingPeriod: null,
  };
  return {
    current,
    users: 1,
    granted: new Set(granted),
    hasUsage: false,
    historySequence: 1,
    addOnSequence: 0,
    addOnStates: [],
    changes: [],
    periodEndsAt: null,
    clockAt: null,
    followsAt: null,
    externalId: null,
  };
}

/** The newest change of an account's add-on. */
export function createAddOnState(
  addOnId: string,
  active = true,
  fields: Partial<AddOnState> = {},
): AddOnState {
  return {
    id: `aoh_${addOnId}`,
    addOnId,
    active,
    quantity: Number(active),
    sequence: 1,
    changedAt: Date.UTC(2026, 0, 1),
    title: addOnId,
    ...noPrice,
    currency: 'USD',
    currencyDigits: 2,
    accountBillingPeriod: 'month',
    ...fields,
  };
}
