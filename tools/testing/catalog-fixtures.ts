import type { CatalogFeature, CatalogVersion, FeatureLink } from '@/lib/db/catalog';
import type { AccountVersions } from '@/lib/domain/caller';

// Catalog objects for unit tests. A test passes only the fields that matter to it.

export function createVersion(id: string, fields: Partial<CatalogVersion> = {}): CatalogVersion {
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
    fee: 1000,
    userFee: null,
    entryBlocker: null,
    exitBlocker: null,
    links: [],
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
    ...fields,
  };
}

export function includedLink(featureId: string, value: string | null = null): FeatureLink {
  return { featureId, kind: 'included', value, fee: null, userFee: null, offer: null };
}

export function optionalLink(featureId: string, fields: Partial<FeatureLink> = {}): FeatureLink {
  return { featureId, kind: 'optional', value: null, fee: null, userFee: null, offer: null, ...fields };
}

/** The versions of an account: the id of its current version and of those granted to it. */
export function createAccountVersions(versionId: string, granted: string[] = []): AccountVersions {
  const current = {
    id: 'avh_1',
    sequence: 1,
    versionId,
    activatedAt: Date.UTC(2026, 0, 1),
    snapshotDigest: '',
  };
  return { current, granted: new Set(granted) };
}
