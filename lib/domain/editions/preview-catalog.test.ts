import { expect, test } from 'vitest';
import { createAddOn, createFeature, createLink, createVersion } from '@/tools/testing/catalog-fixtures';
import type { Service } from '../service';
import { checkCatalog, previewCatalog } from './preview-catalog';

test('checkCatalog finds each possible mistake', () => {
  const features = [
    createFeature('everywhere'),
    createFeature('nowhere'),
    createFeature('somewhere'),
    createFeature('amounts'),
    createFeature('retired', { active: false }),
  ];
  const listed = [
    createVersion('ver_a', {
      title: 'Pro',
      description: 'x',
      links: [createLink('everywhere'), createLink('amounts', { value: '5 GB', amount: 5 })],
    }),
    createVersion('ver_b', {
      title: 'pro ',
      description: ' ',
      fee: null,
      links: [createLink('everywhere'), createLink('amounts', { value: '9 GB', amount: 9 })],
    }),
  ];
  const addOns = [createAddOn('pack', { prices: { ver_a: {} }, includes: ['somewhere'] })];
  expect(checkCatalog({ features, addOns }, listed)).toEqual([
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
    createVersion('ver_a', { description: 'x', links: [createLink('some')] }),
    createVersion('ver_b', { description: 'y' }),
  ];
  expect(checkCatalog({ features, addOns: [] }, listed)).toEqual([]);
  expect(checkCatalog({ features, addOns: [] }, [])).toEqual([]);
});

test('checkCatalog accepts a price per year only and a price in words', () => {
  const listed = [
    createVersion('ver_a', { description: 'x', fee: null, annualFee: 9000 }),
    createVersion('ver_b', { description: 'x', fee: null, priceText: '1 % of sales' }),
  ];
  expect(checkCatalog({ features: [], addOns: [] }, listed)).toEqual([]);
});

test('an account ID with characters that the database rejects is not found', async () => {
  const options = {
    accountId: '\0',
    draft: null,
    show: [],
    switchTo: null,
    billingPeriod: null,
    findLanguage: () => null,
  };
  const caller = { app: { id: 'app_1' } } as Parameters<typeof previewCatalog>[1];
  await expect(previewCatalog({} as Service, caller, options)).rejects.toMatchObject({
    code: 'account_not_found',
  });
});
