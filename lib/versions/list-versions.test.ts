import { expect, test } from 'vitest';
import { noAccount } from './account-state';
import { arrangeListing } from './list-versions';
import { aFeature, aVersion, included, on, optional } from './test-catalog';

const catalog = {
  features: [aFeature('core'), aFeature('extra'), aFeature('secret'), aFeature('unused')],
  versions: [
    aVersion('ver_v10', { links: [included('core'), included('extra')] }),
    aVersion('ver_v2', { links: [included('core'), optional('extra', { fee: 300, offer: 'Extra' })] }),
    aVersion('ver_v1', { active: false, links: [included('core')] }),
    aVersion('ver_v3', { public: false, links: [included('core'), included('secret')] }),
  ],
};
const ids = (listing: ReturnType<typeof arrangeListing>) => listing.versions.map(({ version }) => version.id);
const rows = (listing: ReturnType<typeof arrangeListing>) => listing.matrix.map(({ humanId }) => humanId);

test('a visitor sees what is active and public, by tag', () => {
  const listing = arrangeListing(catalog, { role: null, state: noAccount }, false);
  expect(ids(listing)).toEqual(['ver_v2', 'ver_v10']);
  expect(listing.versions.every(({ current, decision }) => !current && decision === null)).toBe(true);
});

test('an account also sees its own retired version, marked current', () => {
  const listing = arrangeListing(catalog, { role: 'owner', state: on('ver_v1') }, true);
  expect(ids(listing)).toEqual(['ver_v1', 'ver_v2', 'ver_v10']);
  expect(listing.versions.map(({ current }) => current)).toEqual([true, false, false]);
});

test('a version that is not public shows to the product role and to whom it is granted', () => {
  expect(ids(arrangeListing(catalog, { role: 'product', state: noAccount }, false))).toContain('ver_v3');
  expect(ids(arrangeListing(catalog, { role: 'member', state: on('ver_v2', ['ver_v3']) }, true))).toContain(
    'ver_v3',
  );
  expect(ids(arrangeListing(catalog, { role: 'member', state: on('ver_v2') }, true))).not.toContain('ver_v3');
});

test('the matrix does not give away what only hidden versions have', () => {
  expect(rows(arrangeListing(catalog, { role: null, state: noAccount }, false))).toEqual([
    'core',
    'extra',
    'unused',
  ]);
  expect(rows(arrangeListing(catalog, { role: 'product', state: noAccount }, false))).toContain('secret');
});

test('every listed version has a cell in every row', () => {
  const { matrix } = arrangeListing(catalog, { role: null, state: noAccount }, false);
  expect(matrix.map(({ included }) => included)).toEqual([
    { ver_v2: true, ver_v10: true },
    { ver_v2: false, ver_v10: true },
    { ver_v2: false, ver_v10: false },
  ]);
  expect(matrix[1]?.offers).toEqual({ ver_v2: { title: 'Extra', fee: 300, userFee: null } });
});

test('a retired feature stays only where a listed version still has it', () => {
  const features = [aFeature('core'), aFeature('gone', { active: false })];
  const old = aVersion('ver_v1', { active: false, links: [included('gone', '10 GB')] });
  const versions = [old, aVersion('ver_v2', { links: [included('core')] })];
  expect(rows(arrangeListing({ features, versions }, { role: null, state: noAccount }, false))).toEqual([
    'core',
  ]);
  const own = arrangeListing({ features, versions }, { role: 'owner', state: on('ver_v1') }, true);
  expect(rows(own)).toEqual(['core', 'gone']);
  expect(own.matrix[1]?.values).toEqual({ ver_v1: '10 GB' });
});

test('optional features are available by the current version, for a visitor by any', () => {
  const available = (hasAccount: boolean, state = noAccount) =>
    arrangeListing(catalog, { role: null, state }, hasAccount).optionalFeaturesAvailable;
  expect(available(false)).toBe(true);
  expect(available(true, on('ver_v2'))).toBe(true);
  expect(available(true, on('ver_v10'))).toBe(false);
  expect(available(true)).toBe(false);
});

test('an app without versions has an empty list and no optional features', () => {
  const listing = arrangeListing({ features: [], versions: [] }, { role: null, state: noAccount }, false);
  expect(listing).toEqual({ versions: [], matrix: [], optionalFeaturesAvailable: false });
});
