import { expect, test } from 'vitest';
import type { App } from '@/lib/db/catalog';
import {
  createAccountVersions,
  createFeature,
  createLink,
  createVersion,
} from '@/tools/testing/catalog-fixtures';
import { noAccountVersions } from './caller';
import { listEntitlements } from './entitlements';

const catalog = {
  app: {} as App,
  size: 0,
  features: [
    createFeature('storage', { unit: 'GB' }),
    createFeature('usageLimits.files', { humanId: 'max-files', linkedFeatureIds: ['storage', 'api'] }),
    createFeature('api'),
    createFeature('retired', { active: false }),
  ],
  versions: [
    createVersion('ver_1', {
      links: [
        createLink('usageLimits.files', { amount: 0, value: '0 files' }),
        createLink('storage', { unlimited: true, value: 'Unlimited' }),
      ],
    }),
    createVersion('ver_2', {
      active: false,
      public: false,
      links: [createLink('api'), createLink('retired')],
    }),
  ],
  offers: [],
};
const entitlementsOf = (versionId: string) => [
  ...listEntitlements({ catalog, state: createAccountVersions(versionId) }).entries(),
];

test('an account has the features and limits of its current version, in catalog order', () => {
  expect(entitlementsOf('ver_1')).toMatchObject([
    ['storage', { unlimited: true, amount: null, value: 'Unlimited', linkedFeatures: [], source: 'version' }],
    // Features that the account does not have are left out of the links.
    ['max-files', { unlimited: false, amount: 0, value: '0 files', linkedFeatures: ['storage'] }],
  ]);
});

test('a retired version keeps its features, also retired ones', () => {
  expect(entitlementsOf('ver_2').map(([id]) => id)).toEqual(['api', 'retired']);
});

test('an account without a version has none', () => {
  expect(listEntitlements({ catalog, state: noAccountVersions }).size).toBe(0);
});
