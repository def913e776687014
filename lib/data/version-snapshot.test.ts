import { describe, expect, it } from 'vitest';
import { type VersionContent, versionSnapshot } from './version-snapshot';

const app = { currency: 'EUR', billingPeriod: 'month' } as const;
const reports = { humanId: 'reports', title: 'Reports', position: 2 };
const search = { humanId: 'search', title: 'Search', position: 1 };
const version: VersionContent = {
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

describe('versionSnapshot', () => {
  it('keeps what was true, features in the order of the catalogue', () => {
    expect(versionSnapshot(app, version)).toEqual({
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

  it('keeps its digest from release to release, or old rows would be stored anew', () => {
    expect(versionSnapshot(app, version).digest).toBe(
      'c94711483b0681a605eddac665732800248e5f337c9dd6d003d9b99420f9955d',
    );
  });

  it('has one digest for one content, in whatever order it was read', () => {
    const turned = { ...version, features: version.features.toReversed(), extra: 'ignored' };
    expect(versionSnapshot(app, turned).digest).toBe(versionSnapshot(app, version).digest);
  });

  it.each<[string, Partial<VersionContent>]>([
    ['id', { id: 'ver_2' }],
    ['title', { title: 'Teams' }],
    ['description', { description: '' }],
    ['tag', { tag: 'v3' }],
    ['fee', { fee: 0 }],
    ['no fee', { fee: null }],
    ['user fee', { userFee: 0 }],
    ['features', { features: version.features.slice(1) }],
    [
      'a feature’s title',
      { features: [{ ...version.features[0]!, feature: { ...reports, title: 'Report' } }] },
    ],
  ])('has another digest when it differs in %s', (_, change) => {
    expect(versionSnapshot(app, { ...version, ...change }).digest).not.toBe(
      versionSnapshot(app, version).digest,
    );
  });

  it('has another digest in another currency or billing period', () => {
    const digests = [app, { ...app, currency: 'USD' }, { ...app, billingPeriod: 'year' as const }].map(
      (each) => versionSnapshot(each, version).digest,
    );
    expect(new Set(digests).size).toBe(3);
  });
});
