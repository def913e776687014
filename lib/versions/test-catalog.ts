import type { CatalogFeature, CatalogVersion, FeatureLink } from '@/lib/data/read-catalog';
import type { AccountState } from './account-state';

/** Literals for the tests of the rules: only what a test is about needs to be named. */
export function aVersion(id: string, fields: Partial<CatalogVersion> = {}): CatalogVersion {
  return {
    id,
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

export function aFeature(id: string, fields: Partial<CatalogFeature> = {}): CatalogFeature {
  return { id, humanId: id, title: id, description: '', group: '', active: true, ...fields };
}

export function included(featureId: string, value: string | null = null): FeatureLink {
  return { featureId, kind: 'included', value, fee: null, userFee: null, offer: null };
}

export function optional(featureId: string, fields: Partial<FeatureLink> = {}): FeatureLink {
  return { featureId, kind: 'optional', value: null, fee: null, userFee: null, offer: null, ...fields };
}

/** An account on this version, with these granted. */
export function on(versionId: string, granted: string[] = []): AccountState {
  const current = {
    id: 'avh_1',
    sequence: 1,
    versionId,
    activatedAt: Date.UTC(2026, 0, 1),
    snapshotDigest: '',
  };
  return { current, granted: new Set(granted) };
}
