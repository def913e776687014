import { expect, test } from 'vitest';
import { createFeature, createVersion, includedLink, optionalLink } from '@/tools/testing/catalog-fixtures';
import { checkCatalog } from './preview-catalog';

test('checkCatalog finds each possible mistake', () => {
  const features = [
    createFeature('everywhere'),
    createFeature('nowhere'),
    createFeature('somewhere'),
    createFeature('retired', { active: false }),
  ];
  const listed = [
    createVersion('ver_a', {
      title: 'Pro',
      description: 'x',
      links: [includedLink('everywhere'), optionalLink('somewhere')],
    }),
    createVersion('ver_b', {
      title: 'pro ',
      description: ' ',
      fee: null,
      links: [includedLink('everywhere')],
    }),
  ];
  expect(checkCatalog(features, listed)).toEqual([
    { code: 'feature_in_no_version', subjects: ['nowhere'] },
    { code: 'feature_in_all_versions', subjects: ['everywhere'] },
    { code: 'no_price', subjects: ['pro '] },
    { code: 'no_description', subjects: ['pro '] },
    { code: 'duplicate_title', subjects: ['Pro'] },
  ]);
});

test('checkCatalog finds nothing in a catalog without mistakes, or without listed versions', () => {
  const features = [createFeature('some')];
  const listed = [
    createVersion('ver_a', { description: 'x', links: [includedLink('some')] }),
    createVersion('ver_b', { description: 'y' }),
  ];
  expect(checkCatalog(features, listed)).toEqual([]);
  expect(checkCatalog(features, [])).toEqual([]);
});
