import { describe, expect, it } from 'vitest';
import { createSnapshot, type SnapshotSource } from './version-snapshot';

const app = { currency: 'EUR', billingPeriod: 'month' } as const;
const reports = { humanId: 'reports', title: 'Reports', position: 2 };
const search = { humanId: 'search', title: 'Search', position: 1 };
const version: SnapshotSource = {
  appId: 'app_1',
  id: 'ver_1',
  title: 'Team',
  description: 'For teams',
  tag: 'v2',
  fee: 900,
  userFee: null,
  features: [
    { kind: 'optional', value: null, feature: reports },
    { kind: 'included', value: '10 GB', feature: search },
  ],
};

describe('createSnapshot', () => {
  it('copies the content of the version, with the features in catalog order', () => {
    expect(createSnapshot(app, version)).toEqual({
      appId: 'app_1',
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      versionId: 'ver_1',
      title: 'Team',
      description: 'For teams',
      tag: 'v2',
      fee: 900,
      userFee: null,
      currency: 'EUR',
      billingPeriod: 'month',
      features: [
        { human_id: 'search', title: 'Search', kind: 'included', value: '10 GB' },
        { human_id: 'reports', title: 'Reports', kind: 'optional', value: null },
      ],
    });
  });

  // A different digest would store every existing snapshot a second time.
  it('computes the same digest in every release', () => {
    expect(createSnapshot(app, version).digest).toBe(
      'c94711483b0681a605eddac665732800248e5f337c9dd6d003d9b99420f9955d',
    );
  });

  it('computes one digest for equal content in any order', () => {
    const reversed = { ...version, features: version.features.toReversed(), extra: 'ignored' };
    expect(createSnapshot(app, reversed).digest).toBe(createSnapshot(app, version).digest);
  });

  it.each<[string, Partial<SnapshotSource>]>([
    ['id', { id: 'ver_2' }],
    ['title', { title: 'Teams' }],
    ['description', { description: '' }],
    ['tag', { tag: 'v3' }],
    ['fee', { fee: 0 }],
    ['fee, namely null', { fee: null }],
    ['user fee', { userFee: 0 }],
    ['set of features', { features: version.features.slice(1) }],
    ['feature title', { features: [{ ...version.features[0]!, feature: { ...reports, title: 'Report' } }] }],
  ])('computes another digest for a different %s', (_, fields) => {
    expect(createSnapshot(app, { ...version, ...fields }).digest).not.toBe(
      createSnapshot(app, version).digest,
    );
  });

  it('computes another digest for a different currency or billing period', () => {
    const digests = [app, { ...app, currency: 'USD' }, { ...app, billingPeriod: 'year' as const }].map(
      (pricing) => createSnapshot(pricing, version).digest,
    );
    expect(new Set(digests).size).toBe(3);
  });
});
