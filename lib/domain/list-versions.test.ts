import { expect, test } from 'vitest';
import {
  createAccountVersions,
  createFeature,
  createVersion,
  includedLink,
  optionalLink,
} from '@/tools/testing/catalog-fixtures';
import { noAccountVersions } from './caller';
import { buildListing } from './list-versions';

const catalog = {
  features: [createFeature('core'), createFeature('extra'), createFeature('secret'), createFeature('unused')],
  versions: [
    createVersion('ver_v10', { links: [includedLink('core'), includedLink('extra')] }),
    createVersion('ver_v2', {
      links: [includedLink('core'), optionalLink('extra', { fee: 300, offer: 'Extra' })],
    }),
    createVersion('ver_v1', { active: false, links: [includedLink('core')] }),
    createVersion('ver_v3', { public: false, links: [includedLink('core'), includedLink('secret')] }),
  ],
};
const visitor = { role: null, state: noAccountVersions };
const product = { role: 'product', state: noAccountVersions } as const;
const accountUser = (role: 'owner' | 'member', versionId: string, granted: string[] = []) => ({
  role,
  state: createAccountVersions(versionId, granted),
});
const ids = (listing: ReturnType<typeof buildListing>) => listing.versions.map(({ version }) => version.id);
const rows = (listing: ReturnType<typeof buildListing>) => listing.matrix.map(({ humanId }) => humanId);

test('a visitor sees the active public versions, sorted by tag', () => {
  const listing = buildListing(catalog, visitor, false);
  expect(ids(listing)).toEqual(['ver_v2', 'ver_v10']);
  expect(listing.versions.every(({ current, decision }) => !current && decision === null)).toBe(true);
});

test('an account also sees its inactive current version', () => {
  const listing = buildListing(catalog, accountUser('owner', 'ver_v1'), true);
  expect(ids(listing)).toEqual(['ver_v1', 'ver_v2', 'ver_v10']);
  expect(listing.versions.map(({ current }) => current)).toEqual([true, false, false]);
});

test('a version that is not public is listed for the product role and for accounts to which it is granted', () => {
  expect(ids(buildListing(catalog, product, false))).toContain('ver_v3');
  expect(ids(buildListing(catalog, accountUser('member', 'ver_v2', ['ver_v3']), true))).toContain('ver_v3');
  expect(ids(buildListing(catalog, accountUser('member', 'ver_v2'), true))).not.toContain('ver_v3');
});

test('the matrix leaves out features that only hidden versions have', () => {
  expect(rows(buildListing(catalog, visitor, false))).toEqual(['core', 'extra', 'unused']);
  expect(rows(buildListing(catalog, product, false))).toContain('secret');
});

test('every row of the matrix has a cell for every listed version', () => {
  const { matrix } = buildListing(catalog, visitor, false);
  expect(matrix.map(({ included }) => included)).toEqual([
    { ver_v2: true, ver_v10: true },
    { ver_v2: false, ver_v10: true },
    { ver_v2: false, ver_v10: false },
  ]);
  expect(matrix[1]?.offers).toEqual({ ver_v2: { title: 'Extra', fee: 300, userFee: null } });
});

test('an inactive feature has a row only where a listed version has it', () => {
  const features = [createFeature('core'), createFeature('retired', { active: false })];
  const inactive = createVersion('ver_v1', { active: false, links: [includedLink('retired', '10 GB')] });
  const versions = [inactive, createVersion('ver_v2', { links: [includedLink('core')] })];
  expect(rows(buildListing({ features, versions }, visitor, false))).toEqual(['core']);
  const ownListing = buildListing({ features, versions }, accountUser('owner', 'ver_v1'), true);
  expect(rows(ownListing)).toEqual(['core', 'retired']);
  expect(ownListing.matrix[1]?.values).toEqual({ ver_v1: '10 GB' });
});

test('optional features are available if the current version has some, for a visitor if any listed version has some', () => {
  const isAvailable = (hasAccount: boolean, state = noAccountVersions) =>
    buildListing(catalog, { role: null, state }, hasAccount).optionalFeaturesAvailable;
  expect(isAvailable(false)).toBe(true);
  expect(isAvailable(true, createAccountVersions('ver_v2'))).toBe(true);
  expect(isAvailable(true, createAccountVersions('ver_v10'))).toBe(false);
  expect(isAvailable(true)).toBe(false);
});

test('an app without versions has an empty list and no optional features', () => {
  const listing = buildListing({ features: [], versions: [] }, visitor, false);
  expect(listing).toEqual({ versions: [], matrix: [], optionalFeaturesAvailable: false });
});
